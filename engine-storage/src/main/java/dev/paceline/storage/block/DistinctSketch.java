package dev.paceline.storage.block;

import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;

/**
 * Estimates the number of distinct values. The result is the {@link HllSketch} that the library
 * would make of the same values, but several times as fast: this class hashes values as the library
 * does (MurmurHash3 of a long, 128 bits), keeps the registers in an array, and turns them into a
 * sketch of the library at the end. While there are few values, they are given to a sketch of the
 * library, which keeps a list of them. One thread at a time uses it.
 */
public final class DistinctSketch {
  static final int LOG_REGISTERS = 11;

  /** Values that are hashed in one go. */
  private static final int BLOCK = 512;

  /** The number of used registers from which the sketch no longer keeps a list of all values. */
  private static final int LISTED = 1 << LOG_REGISTERS - 3;

  /** The bit that keeps ranks within the library's six bits. */
  private static final long MOST_RANK = 2;

  private static final long SEED = 9001;
  private static final long FIRST_FACTOR = 0x87c3_7b91_1142_53d5L;
  private static final long SECOND_FACTOR = 0x4cf5_ad43_2745_937fL;

  private final HllSketch sketch = new HllSketch(LOG_REGISTERS, TgtHllType.HLL_4);
  private final byte[] registers = new byte[1 << LOG_REGISTERS];
  private int used;

  /** The two halves of the hashes of a block; made for the first one. */
  private long[] lows = {};

  private long[] highs = {};

  /** Takes a value or the hash of one. */
  public void update(long value) {
    long low = start(value);
    long high = mix(low + (SEED ^ Long.BYTES));
    take(value, mix(low), high);
  }

  /**
   * Takes the first values of an array, or hashes of values. It hashes them in loops that only
   * replace the elements of an array, because the JIT vectorises such loops.
   */
  public void update(long[] values, int count) {
    if (lows.length == 0) {
      lows = new long[BLOCK];
      highs = new long[BLOCK];
    }
    for (int from = 0; from < count; from += BLOCK) {
      int block = Math.min(BLOCK, count - from);
      System.arraycopy(values, from, lows, 0, block);
      startAll(lows, block);
      System.arraycopy(lows, 0, highs, 0, block);
      addAll(highs, block);
      mixAll(highs, block);
      mixAll(lows, block);
      if (used > LISTED) {
        takeAll(block);
        continue;
      }
      for (int i = 0; i < block; i++) {
        take(values[from + i], lows[i], highs[i]);
      }
    }
  }

  /**
   * Counts values that are no longer listed. It writes every register, because a branch that
   * depends on the hash would be guessed wrong too often.
   */
  private void takeAll(int count) {
    byte[] ranks = registers;
    int mask = (1 << LOG_REGISTERS) - 1;
    for (int i = 0; i < count; i++) {
      long low = lows[i] + highs[i];
      int register = (int) low & mask;
      int rank = rank(highs[i] + low);
      ranks[register] = (byte) Math.max(ranks[register], rank);
    }
  }

  private static int rank(long high) {
    return Long.numberOfLeadingZeros(high | MOST_RANK) + 1;
  }

  /** Counts a value by the mixed halves of its hash. */
  private void take(long value, long mixedLow, long mixedHigh) {
    long low = mixedLow + mixedHigh;
    long high = mixedHigh + low;
    int register = (int) low & (1 << LOG_REGISTERS) - 1;
    int rank = rank(high);
    byte before = registers[register];
    if (rank > before) {
      registers[register] = (byte) rank;
      used += before == 0 ? 1 : 0;
    }
    if (used <= LISTED) {
      sketch.update(value);
    }
  }

  private static long start(long value) {
    long word = Long.rotateLeft(value * FIRST_FACTOR, 31) * SECOND_FACTOR;
    return (SEED ^ word ^ Long.BYTES) + (SEED ^ Long.BYTES);
  }

  private static void startAll(long[] words, int count) {
    for (int i = 0; i < count; i++) {
      words[i] = start(words[i]);
    }
  }

  private static void addAll(long[] words, int count) {
    for (int i = 0; i < count; i++) {
      words[i] += SEED ^ Long.BYTES;
    }
  }

  private static void mixAll(long[] words, int count) {
    for (int i = 0; i < count; i++) {
      words[i] = mix(words[i]);
    }
  }

  /** Takes a value of 128 bits; all values are of 128 bits, or none. */
  public void update(long low, long high) {
    sketch.update(new long[] {low, high});
  }

  private static long mix(long word) {
    long mixed = (word ^ word >>> 33) * 0xff51_afd7_ed55_8ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
    return mixed ^ mixed >>> 33;
  }

  public double estimate() {
    return used <= LISTED ? sketch.getEstimate() : ofRegisters().getEstimate();
  }

  byte[] toBytes() {
    return used <= LISTED ? sketch.toCompactByteArray() : ofRegisters().toCompactByteArray();
  }

  /** Returns the sketch of the library with these registers. */
  private HllSketch ofRegisters() {
    return RegisterImage.sketch(LOG_REGISTERS, registers).copyAs(TgtHllType.HLL_4);
  }
}
