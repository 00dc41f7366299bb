package dev.paceline.core.spill;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The folder and the quota of one engine's temporary files. Any thread may use it.
 *
 * <p>Files have no name once they are open, where the operating system allows that: whatever ends
 * the process ends them, too.
 */
public final class TemporaryStorage {
  /** Allows no files. */
  public static final TemporaryStorage NONE = new TemporaryStorage(Path.of(""), 0);

  private final Path directory;
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();
  private final LongAdder writtenBytes = new LongAdder();
  private volatile @Nullable Runnable transferCheck;

  /**
   * @param directory is made when the first file is, if there is none
   * @param limitBytes the most that all files together may take; 0 allows none
   */
  public TemporaryStorage(Path directory, long limitBytes) {
    if (limitBytes < 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the limit of temporary files must not be negative: " + limitBytes);
    }
    this.directory = directory;
    this.limitBytes = limitBytes;
  }

  /** Returns storage whose limit is three quarters of the space that is free now. */
  public static TemporaryStorage ofFreeSpace(Path directory) {
    try {
      return new TemporaryStorage(
          directory, Files.getFileStore(existing(directory)).getUsableSpace() / 4 * 3);
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR,
          "cannot tell how much space is free in "
              + directory
              + " ("
              + e
              + "); set temporaryDirectory= or temporaryLimit=",
          e);
    }
  }

  /** The folder, or the nearest one above that exists. */
  private static Path existing(Path directory) {
    Path path = directory.toAbsolutePath();
    while (!Files.exists(path) && path.getParent() != null) {
      path = path.getParent();
    }
    return path;
  }

  /** The files of one query, none yet. */
  public TemporaryFiles open(String owner) {
    return new TemporaryFiles(this, owner);
  }

  public Path directory() {
    return directory;
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** Bytes in files that have not been closed. */
  public long usedBytes() {
    return usedBytes.get();
  }

  /** Bytes that have been written so far, also to files that have been closed. */
  public long writtenBytes() {
    return writtenBytes.sum();
  }

  /**
   * Runs something before every read and write, which fails if it throws: for tests of what happens
   * then.
   *
   * @param check null for nothing
   */
  public void setTransferCheck(@Nullable Runnable check) {
    transferCheck = check;
  }

  /** Called before a piece is read or written. */
  void transfer() {
    Runnable check = transferCheck;
    if (check != null) {
      check.run();
    }
  }

  void written(long bytes) {
    writtenBytes.add(bytes);
  }

  /**
   * @throws PacelineException DISK_FULL beyond the limit
   */
  void reserve(String owner, long bytes) {
    long used = usedBytes.addAndGet(bytes);
    if (used > limitBytes) {
      usedBytes.addAndGet(-bytes);
      throw new PacelineException(
          ErrorCode.DISK_FULL,
          String.format(
              Locale.ROOT,
              "%s needs %,d bytes more of temporary files in %s, but %,d of %,d bytes are in use;"
                  + " raise temporaryLimit= or give the query more memory",
              owner,
              bytes,
              directory,
              used - bytes,
              limitBytes));
    }
  }

  void giveBack(long bytes) {
    usedBytes.addAndGet(-bytes);
  }
}
