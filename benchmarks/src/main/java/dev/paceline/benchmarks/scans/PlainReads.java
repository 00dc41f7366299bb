package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Statistics;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The speed of a device at a depth: files are read from beginning to end past the page cache, in
 * equal requests, by as many threads as there are requests at a time; nothing is done with the
 * bytes.
 */
final class PlainReads {
  static final int ALIGNMENT = 4096;

  private final List<Path> files;
  private final int depth;
  private final int requestBytes;

  /**
   * @param requestBytes a multiple of 4096
   */
  PlainReads(List<Path> files, int depth, int requestBytes) {
    this.files = List.copyOf(files);
    this.depth = depth;
    this.requestBytes = requestBytes;
  }

  /** The segment files of a database in a folder. */
  static List<Path> segmentsOf(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries
          .filter(file -> file.getFileName().toString().endsWith(".segment"))
          .sorted()
          .toList();
    }
  }

  /** The option of the JDK's own file system, which is no part of Java itself. */
  private static OpenOption directOption() throws IOException {
    try {
      for (Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption found && found.toString().equals("DIRECT")) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("this JVM cannot read past the page cache", e);
    }
    throw new IOException("this JVM cannot read past the page cache");
  }

  /** One request: a part of a file. */
  private record Request(FileChannel file, long position) {}

  /** Reads at most {@code atMost} bytes of the files; returns the bytes read in a second. */
  double bytesPerSecond(long atMost) throws IOException {
    List<FileChannel> channels = new ArrayList<>();
    try {
      List<Request> requests = new ArrayList<>();
      for (Path file : files) {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, directOption());
        channels.add(channel);
        for (long at = 0; at + requestBytes <= channel.size(); at += requestBytes) {
          requests.add(new Request(channel, at));
        }
      }
      return read(requests.subList(0, (int) Math.min(requests.size(), atMost / requestBytes)));
    } finally {
      for (FileChannel channel : channels) {
        channel.close();
      }
    }
  }

  private double read(List<Request> requests) {
    AtomicLong next = new AtomicLong();
    long begin = System.nanoTime();
    Callable<Long> reader = () -> readSome(requests, next);
    List<Long> bytes = Tasks.runAll(Collections.nCopies(depth, reader));
    return Statistics.sum(bytes, Long::doubleValue) / Timing.secondsSince(begin);
  }

  private long readSome(List<Request> requests, AtomicLong next) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocateDirect(requestBytes + ALIGNMENT).alignedSlice(ALIGNMENT);
    long bytes = 0;
    for (long i = next.getAndIncrement(); i < requests.size(); i = next.getAndIncrement()) {
      Request request = requests.get((int) i);
      buffer.clear().limit(requestBytes);
      bytes += request.file().read(buffer, request.position());
    }
    return bytes;
  }
}
