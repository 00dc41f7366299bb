package dev.paceline.storage.load;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Positional reads of one file. Not thread-safe.
 *
 * <p>Every opening checks that the file is the one that the statement looked at.
 */
public final class FileRead implements AutoCloseable {
  private final FileSet.Entry file;
  private final FileChannel channel;
  private long readBytes;

  private FileRead(FileSet.Entry file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * @throws PacelineException IO_ERROR if the file cannot be opened or was changed
   */
  public static FileRead open(FileSet.Entry file) {
    file.checkUnchanged();
    try {
      return new FileRead(file, FileChannel.open(file.path(), StandardOpenOption.READ));
    } catch (IOException e) {
      throw failed(file.path(), 0, e);
    }
  }

  /**
   * Reads exactly {@code length} bytes.
   *
   * @param position of the first of them in the file
   * @throws PacelineException IO_ERROR if they cannot be read or the file has become shorter
   */
  public void read(long position, MemorySegment to, long offset, int length) {
    ByteBuffer buffer = to.asSlice(offset, length).asByteBuffer();
    long at = position;
    try {
      while (buffer.hasRemaining()) {
        int count = channel.read(buffer, at);
        if (count < 0) {
          throw new PacelineException(
              ErrorCode.IO_ERROR,
              "file "
                  + file.path()
                  + " has become shorter while it was read: it ends at byte "
                  + at
                  + "; run the statement again");
        }
        at += count;
      }
    } catch (IOException e) {
      throw failed(file.path(), at, e);
    }
    readBytes += length;
  }

  /** Returns the length of the file when the statement looked at it. */
  public long fileBytes() {
    return file.bytes();
  }

  /** Returns the bytes that were read so far. */
  public long readBytes() {
    return readBytes;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failed(file.path(), 0, e);
    }
  }

  /** Returns the error of a read that failed. */
  public static PacelineException failed(Path path, long position, IOException cause) {
    return cause instanceof ClosedByInterruptException
        ? new PacelineException(
            ErrorCode.CANCELLED, "the thread was interrupted while it read " + path, cause)
        : new PacelineException(
            ErrorCode.IO_ERROR,
            "file " + path + " cannot be read at byte " + position + ": " + cause,
            cause);
  }
}
