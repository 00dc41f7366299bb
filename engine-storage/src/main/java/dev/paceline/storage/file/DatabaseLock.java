package dev.paceline.storage.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The right to change a database: one holder among all processes of a machine. The operating system
 * ends it with the process.
 *
 * <p>The lock file says who holds the lock. The lock lies on a byte far behind that text, which
 * others can therefore read.
 */
final class DatabaseLock implements AutoCloseable {
  static final String NAME = "lock";

  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
  private static final int MOST_TEXT_BYTES = 1000;

  /**
   * Locks of this process are system properties of this prefix and the directory. The operating
   * system's locks cannot tell holders within a process apart, and closing any channel to the file
   * would end the lock; and system properties are the one register that all class loaders share.
   */
  private static final String PROPERTY_PREFIX = "paceline.lock.";

  private final String property;
  private final FileChannel channel;

  private DatabaseLock(String property, FileChannel channel) {
    this.property = property;
    this.channel = channel;
  }

  /**
   * @param directory exists
   * @throws PacelineException DATABASE_LOCKED, ACCESS_DENIED, READ_ONLY, IO_ERROR
   */
  static DatabaseLock acquire(Path directory) {
    Path file = directory.resolve(NAME);
    String property = null;
    FileChannel channel = null;
    try {
      String key = PROPERTY_PREFIX + directory.toRealPath();
      String holder = describeThisProcess();
      Object other = System.getProperties().putIfAbsent(key, holder);
      if (other != null) {
        throw locked(directory, other + ", which is this process", null);
      }
      property = key;
      channel = FileChannel.open(file, CREATE, READ, WRITE);
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
      if (lock == null) {
        throw locked(directory, readText(channel), null);
      }
      channel.truncate(0);
      channel.write(ByteBuffer.wrap(holder.getBytes(UTF_8)), 0);
      DatabaseLock acquired = new DatabaseLock(property, channel);
      property = null;
      channel = null;
      return acquired;
    } catch (OverlappingFileLockException e) {
      throw locked(directory, "this process", e);
    } catch (IOException e) {
      throw FileFailure.of(e, "lock", file.toString());
    } finally {
      release(property, channel);
    }
  }

  private static PacelineException locked(
      Path directory, String holder, @Nullable RuntimeException cause) {
    return new PacelineException(
        ErrorCode.DATABASE_LOCKED,
        "the database "
            + directory
            + " is open for writing by "
            + holder
            + "; close it there, or open it for reading only",
        cause);
  }

  private static String readText(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(MOST_TEXT_BYTES);
    channel.read(text, 0);
    String holder = new String(text.array(), 0, text.position(), UTF_8);
    return holder.isBlank() ? "another process" : holder;
  }

  private static String describeThisProcess() {
    return "process " + ProcessHandle.current().pid() + " on " + hostName();
  }

  /** Returns the name of the host without asking the network, which can take seconds. */
  private static String hostName() {
    Path linux = Path.of("/proc/sys/kernel/hostname");
    try {
      if (Files.isReadable(linux)) {
        return Files.readString(linux).strip();
      }
    } catch (IOException e) {
      return "this machine";
    }
    String windows = System.getenv("COMPUTERNAME");
    return windows == null ? "this machine" : windows;
  }

  @Override
  public void close() {
    release(property, channel);
  }

  private static void release(@Nullable String property, @Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // The channel is closed nevertheless, and the lock gone.
    } finally {
      if (property != null) {
        System.getProperties().remove(property);
      }
    }
  }
}
