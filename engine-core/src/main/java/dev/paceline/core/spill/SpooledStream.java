package dev.paceline.core.spill;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Everything that a stream had, in a temporary file with a name, for readers that need one. The
 * file counts as temporary files of queries do. One thread; closing it deletes the file.
 */
public final class SpooledStream implements AutoCloseable {
  private static final int BLOCK_BYTES = 1 << 18;

  private final TemporaryStorage storage;
  private final Path path;
  private long bytes;

  private SpooledStream(TemporaryStorage storage, Path path) {
    this.storage = storage;
    this.path = path;
  }

  /**
   * Reads a stream to its end, and does not close it.
   *
   * @param cancellation called between blocks; throws if the reading should end
   * @throws PacelineException IO_ERROR if it cannot be read or the file not be written, DISK_FULL
   *     if temporary files have no room for it
   */
  public static SpooledStream of(
      InputStream stream, TemporaryStorage storage, Runnable cancellation) {
    SpooledStream spooled;
    try {
      Files.createDirectories(storage.directory());
      spooled =
          new SpooledStream(
              storage, Files.createTempFile(storage.directory(), "paceline-stream-", ".tmp"));
    } catch (IOException e) {
      throw failure("a temporary file cannot be made in " + storage.directory(), e);
    }
    boolean complete = false;
    try {
      spooled.fill(stream, cancellation);
      complete = true;
      return spooled;
    } finally {
      if (!complete) {
        spooled.close();
      }
    }
  }

  private void fill(InputStream stream, Runnable cancellation) {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream file = Files.newOutputStream(path)) {
      for (int count; (count = stream.readNBytes(block, 0, block.length)) > 0; ) {
        cancellation.run();
        storage.reserve("a stream that is copied", count);
        bytes += count;
        storage.transfer();
        file.write(block, 0, count);
        storage.written(count);
      }
    } catch (IOException e) {
      throw failure("the stream cannot be copied to " + path, e);
    }
  }

  private static PacelineException failure(String what, IOException e) {
    return new PacelineException(ErrorCode.IO_ERROR, what + ": " + e, e);
  }

  /** Returns the file with what the stream had. */
  public Path path() {
    return path;
  }

  @Override
  public void close() {
    storage.giveBack(bytes);
    bytes = 0;
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw failure("the temporary file " + path + " cannot be deleted", e);
    }
  }
}
