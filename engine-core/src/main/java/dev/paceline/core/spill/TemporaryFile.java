package dev.paceline.core.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file to which pieces of memory are appended, and from which they are read again. It is made
 * with its first piece. Any number of threads may append and read at the same time.
 */
public final class TemporaryFile implements AutoCloseable {
  private final TemporaryStorage storage;
  private final String owner;
  private final LongAdder writtenBytes;
  private final AtomicLong end = new AtomicLong();

  @GuardedBy("this")
  private @Nullable FileChannel channel;

  @GuardedBy("this")
  private boolean closed;

  /**
   * A piece of the file.
   *
   * @param checksum CRC-32C of its bytes
   */
  public record Extent(long position, int bytes, int checksum) {}

  /**
   * @param owner what messages call the file
   * @param writtenBytes counts what is appended
   */
  TemporaryFile(TemporaryStorage storage, String owner, LongAdder writtenBytes) {
    this.storage = storage;
    this.owner = owner;
    this.writtenBytes = writtenBytes;
  }

  /**
   * Appends the first bytes of a segment.
   *
   * @throws PacelineException DISK_FULL beyond the quota, IO_ERROR if it cannot be written
   */
  public Extent append(MemorySegment source, int bytes) {
    FileChannel open = channel();
    storage.transfer();
    storage.reserve(owner, bytes);
    long position = end.getAndAdd(bytes);
    ByteBuffer buffer = source.asSlice(0, bytes).asByteBuffer();
    int checksum = checksum(buffer.duplicate());
    try {
      while (buffer.hasRemaining()) {
        open.write(buffer, position + buffer.position());
      }
    } catch (IOException e) {
      throw failure("write", e);
    }
    writtenBytes.add(bytes);
    storage.written(bytes);
    return new Extent(position, bytes, checksum);
  }

  /**
   * Reads a piece.
   *
   * @throws PacelineException IO_ERROR if it cannot be read, CORRUPT_DATA if it is not what was
   *     written
   */
  public void read(Extent extent, MemorySegment target) {
    FileChannel open = channel();
    storage.transfer();
    ByteBuffer buffer = target.asSlice(0, extent.bytes()).asByteBuffer();
    try {
      while (buffer.hasRemaining()) {
        if (open.read(buffer, extent.position() + buffer.position()) < 0) {
          throw corrupt(extent, "ends too early");
        }
      }
    } catch (IOException e) {
      throw failure("read", e);
    }
    if (checksum(buffer.flip()) != extent.checksum()) {
      throw corrupt(extent, "has been changed");
    }
  }

  private static int checksum(ByteBuffer buffer) {
    CRC32C crc = new CRC32C();
    crc.update(buffer);
    return (int) crc.getValue();
  }

  private synchronized FileChannel channel() {
    if (closed) {
      throw new PacelineException(
          ErrorCode.CLOSED, "the temporary file of " + owner + " is closed");
    }
    FileChannel open = channel;
    if (open == null) {
      open = open();
      channel = open;
    }
    return open;
  }

  private FileChannel open() {
    Path directory = storage.directory();
    try {
      Files.createDirectories(directory);
      return FileChannel.open(
          directory.resolve("paceline-" + UUID.randomUUID() + ".tmp"),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);
    } catch (IOException e) {
      throw failure("open", e);
    }
  }

  /** Ends the file and gives its room back. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    storage.giveBack(end.get());
    FileChannel open = channel;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw failure("close", e);
      }
    }
  }

  private PacelineException failure(String what, IOException cause) {
    return new PacelineException(
        ErrorCode.IO_ERROR,
        "cannot "
            + what
            + " the temporary file of "
            + owner
            + " in "
            + storage.directory()
            + " ("
            + cause
            + "); choose another folder with temporaryDirectory= or give the query more memory",
        cause);
  }

  private PacelineException corrupt(Extent extent, String what) {
    return new PacelineException(
        ErrorCode.CORRUPT_DATA,
        "the temporary file of "
            + owner
            + " in "
            + storage.directory()
            + " "
            + what
            + " at byte "
            + extent.position()
            + "; check the disk");
  }
}
