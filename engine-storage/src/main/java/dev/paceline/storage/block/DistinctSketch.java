package dev.paceline.storage.block;

import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.TgtHllType;

/**
 * Counts distinct values, about: the {@link HllSketch} of all values that it was given, for a
 * fraction of the time. Few values change a sketch of many; those that do not are told by a copy of
 * its registers, and by the library's own hash (MurmurHash3, 128 bits, of one long). One thread at
 * a time.
 */
public final class DistinctSketch {
  static final int LOG_REGISTERS = 11;

  /** The number of used registers from which the sketch no longer keeps a list of all values. */
  private static final int LISTED = 1 << LOG_REGISTERS - 3;

  private static final long SEED = 9001;
  private static final long FIRST_FACTOR = 0x87c3_7b91_1142_53d5L;
  private static final long SECOND_FACTOR = 0x4cf5_ad43_2745_937fL;

  private final HllSketch sketch = new HllSketch(LOG_REGISTERS, TgtHllType.HLL_4);
  private final byte[] registers = new byte[1 << LOG_REGISTERS];
  private int used;

  /** Takes a value or the hash of one. */
  public void update(long value) {
    long word = Long.rotateLeft(value * FIRST_FACTOR, 31) * SECOND_FACTOR;
    long low = (SEED ^ word ^ Long.BYTES) + (SEED ^ Long.BYTES);
    long high = mix(low + (SEED ^ Long.BYTES));
    low = mix(low) + high;
    high += low;
    int register = (int) low & (1 << LOG_REGISTERS) - 1;
    int rank = Long.numberOfLeadingZeros(high) + 1;
    if (rank > registers[register]) {
      used += registers[register] == 0 ? 1 : 0;
      registers[register] = (byte) rank;
      sketch.update(value);
    } else if (used <= LISTED) {
      sketch.update(value);
    }
  }

  /** Takes a value of 128 bits. */
  public void update(long low, long high) {
    sketch.update(new long[] {low, high});
  }

  private static long mix(long word) {
    long mixed = (word ^ word >>> 33) * 0xff51_afd7_ed55_8ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ce_b9fe_1a85_ec53L;
    return mixed ^ mixed >>> 33;
  }

  public double estimate() {
    return sketch.getEstimate();
  }

  byte[] toBytes() {
    return sketch.toCompactByteArray();
  }
}
