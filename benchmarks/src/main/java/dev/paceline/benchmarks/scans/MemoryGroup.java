package dev.paceline.benchmarks.scans;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A control group that holds this process and its page cache to a limit, so that the cache cannot
 * hide the device. Needs Linux, control groups of version 1 and the right to make one.
 */
final class MemoryGroup implements AutoCloseable {
  private static final Path ROOT = Path.of("/sys/fs/cgroup/memory");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";

  private final Path group;

  private MemoryGroup(Path group) {
    this.group = group;
  }

  /**
   * Moves this process into a new group.
   *
   * @param bytes that it may take more than it does now
   * @throws IOException if no such group can be made here
   */
  static MemoryGroup enter(long bytes) throws IOException {
    long pid = ProcessHandle.current().pid();
    Path group = Files.createDirectory(ROOT.resolve("paceline-bench-" + pid));
    try {
      long limit = residentBytes() + bytes;
      Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(limit));
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(pid));
      return new MemoryGroup(group);
    } catch (IOException e) {
      Files.delete(group);
      throw e;
    }
  }

  private static long residentBytes() throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(RESIDENT)) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IOException(STATUS + " does not tell " + RESIDENT);
  }

  @Override
  public void close() throws IOException {
    Files.writeString(ROOT.resolve("cgroup.procs"), Long.toString(ProcessHandle.current().pid()));
    Files.delete(group);
  }
}
