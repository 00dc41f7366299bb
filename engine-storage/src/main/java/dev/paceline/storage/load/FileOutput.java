package dev.paceline.storage.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The destination of a file that is being written: a temporary file beside the final one, which
 * gets its name when it is complete, or a stream. Any number of threads may write; each call of
 * {@link #write} adds its bytes without a gap.
 *
 * <p>A process that dies leaves at most the temporary file. The bytes are not forced to the device,
 * so that a loss of power shortly after {@link #finish} may lose them.
 */
public final class FileOutput implements AutoCloseable {
  private static final int STREAM_CHUNK_BYTES = 64 << 10;

  private final String name;
  private final @Nullable OutputStream stream;
  private final @Nullable FileChannel channel;
  private final @Nullable Path target;
  private final @Nullable Path temporary;

  /** Whether a file of that name may exist, and is then replaced. */
  private final boolean replace;

  @GuardedBy("this")
  private long bytes;

  @GuardedBy("this")
  private boolean finished;

  @GuardedBy("this")
  private boolean closed;

  private FileOutput(
      String name,
      @Nullable OutputStream stream,
      @Nullable FileChannel channel,
      @Nullable Path target,
      @Nullable Path temporary,
      boolean replace) {
    this.name = name;
    this.stream = stream;
    this.channel = channel;
    this.target = target;
    this.temporary = temporary;
    this.replace = replace;
  }

  /**
   * Writes a file.
   *
   * @param replace whether a file that exists is replaced when the new one is complete
   * @throws PacelineException IO_ERROR if the folder does not exist or cannot be written, if the
   *     file exists and should not be replaced, or if there is a folder of that name
   */
  public static FileOutput toFile(Path path, boolean replace) {
    if (Files.isDirectory(path)) {
      throw new PacelineException(
          ErrorCode.IO_ERROR, path + " is a directory; name a file in it to write to");
    }
    if (!replace && Files.exists(path)) {
      throw exists(path);
    }
    Path temporary =
        path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      return new FileOutput(path.toString(), null, channel, path, temporary, replace);
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR,
          "file "
              + path
              + " cannot be written; check that its folder exists and may be written to: "
              + e,
          e);
    }
  }

  /**
   * Writes to a stream, which is flushed at the end and not closed. What was written before an
   * error cannot be taken back.
   *
   * @param name what error messages call it
   */
  public static FileOutput toStream(String name, OutputStream stream) {
    return new FileOutput(name, stream, null, null, null, false);
  }

  /** Returns what error messages call it. */
  public String name() {
    return name;
  }

  /** Whether the bytes go to a stream, and not to a file. */
  public boolean isStream() {
    return stream != null;
  }

  /** Returns the bytes that were added so far. */
  public synchronized long bytes() {
    return bytes;
  }

  /**
   * Adds bytes.
   *
   * @param buffers all remaining bytes of them are written, one buffer behind the other
   * @return the position in the file of the first byte
   * @throws PacelineException IO_ERROR or DISK_FULL
   */
  public long write(ByteBuffer... buffers) {
    long length = 0;
    for (ByteBuffer buffer : buffers) {
      length += buffer.remaining();
    }
    try {
      FileChannel file = channel;
      if (file == null) {
        return writeToStream(buffers, length);
      }
      long start = reserve(length);
      long at = start;
      for (ByteBuffer buffer : buffers) {
        while (buffer.hasRemaining()) {
          at += file.write(buffer, at);
        }
      }
      return start;
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Writers of different places of a file need no common lock. */
  private synchronized long reserve(long length) {
    long start = bytes;
    bytes += length;
    return start;
  }

  private synchronized long writeToStream(ByteBuffer[] buffers, long length) throws IOException {
    OutputStream out = stream;
    if (out == null) {
      throw new IllegalStateException("neither a file nor a stream");
    }
    byte[] chunk = new byte[(int) Math.min(length, STREAM_CHUNK_BYTES)];
    for (ByteBuffer buffer : buffers) {
      while (buffer.hasRemaining()) {
        int count = Math.min(chunk.length, buffer.remaining());
        buffer.get(chunk, 0, count);
        out.write(chunk, 0, count);
      }
    }
    long start = bytes;
    bytes += length;
    return start;
  }

  /**
   * Gives the complete file its name, or flushes the stream. No thread writes any more.
   *
   * @return the number of bytes
   * @throws PacelineException IO_ERROR or DISK_FULL
   */
  public synchronized long finish() {
    try {
      FileChannel file = channel;
      if (file != null && target != null && temporary != null) {
        file.close();
        if (replace) {
          Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        } else {
          Files.move(temporary, target);
        }
      } else if (stream != null) {
        stream.flush();
      }
      finished = true;
      return bytes;
    } catch (FileAlreadyExistsException e) {
      throw exists(Path.of(name));
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Removes the temporary file unless {@link #finish} succeeded. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    FileChannel file = channel;
    if (file == null || temporary == null || finished) {
      return;
    }
    try {
      file.close();
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private static PacelineException exists(Path path) {
    return new PacelineException(
        ErrorCode.IO_ERROR,
        "file " + path + " exists; choose another name, or allow that it is replaced");
  }

  private PacelineException failure(IOException e) {
    String reason = String.valueOf(e.getMessage());
    boolean full = reason.contains("No space left") || reason.contains("quota");
    return new PacelineException(
        full ? ErrorCode.DISK_FULL : ErrorCode.IO_ERROR,
        full
            ? "there is no room to write " + name + "; free some space and run the statement again"
            : name + " could not be written: " + e,
        e);
  }
}
