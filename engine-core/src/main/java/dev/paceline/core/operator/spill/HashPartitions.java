package dev.paceline.core.operator.spill;

/**
 * Which partition a key falls into, by its {@linkplain dev.paceline.core.operator.key.KeyHasher
 * hash}. Each level divides the partitions of the one before by other bits.
 */
public final class HashPartitions {
  private static final int BITS = 5;

  /** Partitions of each level. */
  public static final int COUNT = 1 << BITS;

  /** Bits of the second level that divide each partition of the first for rows in memory. */
  private static final int FINE_BITS = 3;

  /** Parts of each partition of level 0 in {@link #fine}. */
  public static final int FINE_PER_PARTITION = 1 << FINE_BITS;

  /** Partitions of {@link #fine}. */
  public static final int FINE_COUNT = COUNT * FINE_PER_PARTITION;

  /** Levels count from 0 to this. */
  public static final int MAX_LEVEL = Long.SIZE / BITS - 1;

  /** Odd, so that all bits of a hash decide: tables find their slots by some of them alone. */
  private static final long MIX = 0xD6E8FEB86659FD93L;

  private HashPartitions() {}

  /**
   * A number below {@link #FINE_COUNT}: {@link #FINE_PER_PARTITION} neighbours are one partition of
   * level 0.
   */
  public static int fine(long hash) {
    return of(hash, 0) << FINE_BITS | of(hash, 1) >>> BITS - FINE_BITS;
  }

  /** A number below {@link #COUNT}. */
  public static int of(long hash, int level) {
    long mixed = hash * MIX;
    return (int) ((mixed ^ mixed >>> 32) * MIX >>> Long.SIZE - BITS * (level + 1)) & COUNT - 1;
  }
}
