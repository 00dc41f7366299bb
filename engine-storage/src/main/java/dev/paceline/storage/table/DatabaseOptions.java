package dev.paceline.storage.table;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to open a directory.
 *
 * @param mode whether it may be changed
 * @param poolBytes room for blocks in memory; null for a share of the memory ledger
 * @param directInput whether blocks are read past the page cache of the operating system
 * @param readBytesPerSecond the most that is read in a second, for experiments and to leave room
 *     for others; 0 for no limit
 * @param readLatency what each read that does not go on where the last one ended takes at least
 * @param readDepth reads that the device is given at a time; 0 to find out what it takes
 */
public record DatabaseOptions(
    OpenMode mode,
    @Nullable Long poolBytes,
    DirectInput directInput,
    long readBytesPerSecond,
    Duration readLatency,
    int readDepth) {
  /** The largest number of reads at a time. */
  public static final int MOST_READ_DEPTH = 64;

  /** Whether blocks are read past the page cache. */
  public enum DirectInput {
    /** If the files are larger than the pool: then the cache would hold what the pool gave up. */
    AUTO,
    ON,
    OFF
  }

  /** Returns the default options. */
  public static DatabaseOptions of(OpenMode mode) {
    return new DatabaseOptions(mode, null, DirectInput.AUTO, 0, Duration.ZERO, 0);
  }

  /** Whether reads are made slower than the device is. */
  public boolean isThrottled() {
    return readBytesPerSecond > 0 || readLatency.isPositive();
  }
}
