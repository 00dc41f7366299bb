package dev.paceline.core.operator.spill;

/**
 * Which partition a key falls into, by its {@linkplain dev.paceline.core.operator.key.KeyHasher
 * hash}. Each level divides the partitions of the one before by other bits.
 */
public final class HashPartitions {
  private static final int BITS = 5;

  /** Partitions of each level. */
  public static final int COUNT = 1 << BITS;

  /** Levels count from 0 to this. */
  public static final int MAX_LEVEL = Long.SIZE / BITS - 1;

  /** Odd, so that all bits of a hash decide: tables find their slots by some of them alone. */
  private static final long MIX = 0xD6E8FEB86659FD93L;

  private HashPartitions() {}

  /** A number below {@link #COUNT}. */
  public static int of(long hash, int level) {
    long mixed = hash * MIX;
    return (int) ((mixed ^ mixed >>> 32) * MIX >>> Long.SIZE - BITS * (level + 1)) & COUNT - 1;
  }
}
