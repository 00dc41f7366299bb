package dev.paceline.core.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** The temporary files of one query. Any thread may use it. */
public final class TemporaryFiles implements AutoCloseable {
  private final TemporaryStorage storage;
  private final String owner;
  private final LongAdder writtenBytes = new LongAdder();

  @GuardedBy("this")
  private final List<TemporaryFile> files = new ArrayList<>();

  @GuardedBy("this")
  private boolean closed;

  TemporaryFiles(TemporaryStorage storage, String owner) {
    this.storage = storage;
    this.owner = owner;
  }

  /** Whether anything can be written at all. */
  public boolean areAllowed() {
    return storage.limitBytes() > 0;
  }

  /**
   * Opens an empty file.
   *
   * @param purpose what messages call it
   */
  public synchronized TemporaryFile create(String purpose) {
    if (closed) {
      throw new PacelineException(
          ErrorCode.CLOSED, "the temporary files of " + owner + " are closed");
    }
    TemporaryFile file = new TemporaryFile(storage, purpose + " of " + owner, writtenBytes);
    files.add(file);
    return file;
  }

  /** Bytes written so far, also to files that have been closed. */
  public long writtenBytes() {
    return writtenBytes.sum();
  }

  /** Closes all files. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    files.forEach(TemporaryFile::close);
    files.clear();
  }
}
