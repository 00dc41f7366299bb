package dev.paceline.core.kernel;

import dev.paceline.core.kernel.tier.KernelTier;
import dev.paceline.core.kernel.tier.SimdSupport;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Loops that clear the bits of rows whose key is not in a set. Words of the bitmap that are 0 cost
 * nothing. Keys are affine lanes, value = base + multiplier × lane. Only native segments.
 */
public abstract class FilterKernels {
  private static final KernelTier<FilterKernels> TIER =
      new KernelTier<>(FilterKernels.class, "SimdFilterKernels", new ScalarFilterKernels());

  /** Returns the kernels that serve now. */
  public static FilterKernels current() {
    return TIER.current();
  }

  /** Returns the SIMD kernels, or the scalar ones where SIMD is off. */
  public static FilterKernels fastest() {
    return TIER.fastest();
  }

  /**
   * The values of a range as a bitmap.
   *
   * @param range largest value minus the smallest, not negative
   * @param copy the bits once more, in the Java heap, because vectors can only be gathered from
   *     arrays; empty if there is no copy
   */
  public record BitmapSet(long min, long range, MemorySegment bits, int[] copy) {
    /** Sets of a greater range have no copy: 8 MB, or less in a small heap. */
    private static final long MAX_COPIED_RANGE =
        Math.min(1L << 26, Runtime.getRuntime().maxMemory() / 64 << 3);

    private static final int[] NO_COPY = {};
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    public BitmapSet(long min, long range, MemorySegment bits) {
      this(min, range, bits, NO_COPY);
    }

    /** The same set, to which nothing will be added, for many look-ups. */
    public BitmapSet complete() {
      if (range >= MAX_COPIED_RANGE || !SimdSupport.isEnabled()) {
        return this;
      }
      int words = (int) (range >>> 5) + 1;
      return new BitmapSet(
          min, range, bits, bits.asSlice(0, 4L * words).toArray(ValueLayout.JAVA_INT));
    }

    /** 1 if the value is in the set, else 0. */
    public long contains(long value) {
      return containsIndex(value - min);
    }

    /** 1 if the value {@code min + offset} is in the set, else 0. */
    long containsIndex(long offset) {
      long index = offset;
      long outside = (index | (range - index)) >> 63;
      index &= ~outside;
      return bits.get(ValueLayout.JAVA_LONG, index >>> 6 << 3) >>> index & ~outside & 1;
    }

    /** Whether some value of [least, largest] is in the set; looks at the bits between them. */
    public boolean containsBetween(long least, long greatest) {
      long last = min + range;
      if (greatest < min || least > last || greatest < least) {
        return false;
      }
      long from = Math.max(least, min) - min;
      long to = Math.min(greatest, last) - min;
      long mask = -1L << from;
      for (long word = from >>> 6; word < to >>> 6; word++) {
        if ((bits.get(ValueLayout.JAVA_LONG, word << 3) & mask) != 0) {
          return true;
        }
        mask = -1;
      }
      long rest = bits.get(ValueLayout.JAVA_LONG, to >>> 6 << 3) & mask;
      return (rest & -1L >>> 63 - (to & 63)) != 0;
    }

    /** Adds a value within the range. */
    public void add(long value) {
      long index = value - min;
      long at = index >>> 6 << 3;
      bits.set(ValueLayout.JAVA_LONG, at, bits.get(ValueLayout.JAVA_LONG, at) | 1L << index);
    }

    /**
     * Adds values within the range, which other threads may do at the same time.
     *
     * @param values signed longs
     */
    public void addAll(MemorySegment values, int count) {
      long word = 0;
      long ones = 0;
      for (int i = 0; i < count; i++) {
        long index = values.get(ValueLayout.JAVA_LONG, (long) i << 3) - min;
        if (index >>> 6 != word) {
          addWord(word, ones);
          word = index >>> 6;
          ones = 0;
        }
        ones |= 1L << index;
      }
      addWord(word, ones);
    }

    private void addWord(long word, long ones) {
      if ((ones & ~bits.get(ValueLayout.JAVA_LONG, word << 3)) != 0) {
        WORDS.getAndBitwiseOr(bits, word << 3, ones);
      }
    }
  }

  /**
   * A Bloom filter whose bits for one value lie in one word, three of them (a register-blocked
   * filter: Lang et al., "Performance-Optimal Filtering: Bloom Overtakes Cuckoo at High
   * Throughput", PVLDB 12(5), 2019, §3).
   *
   * @param words number of 64-bit words, at most 2³²
   */
  public record BloomSet(MemorySegment bits, long words) {
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    /** Returns the words of a filter of {@code values} values, at about 10 bits a value. */
    public static long words(long values) {
      return Math.max(8, values * 10 >>> 6);
    }

    /** Whether the value may be in the set. */
    public boolean mayContain(long value) {
      return containsBit(value) != 0;
    }

    /** 1 if the value may be in the set, else 0; no jumps. */
    long containsBit(long value) {
      long hash = HashKernels.mix(value);
      long missing = ~bits.get(ValueLayout.JAVA_LONG, at(hash)) & mask(hash);
      return 1 ^ (missing | -missing) >>> 63;
    }

    public void add(long value) {
      long hash = HashKernels.mix(value);
      long at = at(hash);
      bits.set(ValueLayout.JAVA_LONG, at, bits.get(ValueLayout.JAVA_LONG, at) | mask(hash));
    }

    /** {@link #add} while other threads do, too. */
    public void addConcurrently(long value) {
      long hash = HashKernels.mix(value);
      long at = at(hash);
      long mask = mask(hash);
      if ((bits.get(ValueLayout.JAVA_LONG, at) & mask) != mask) {
        WORDS.getAndBitwiseOr(bits, at, mask);
      }
    }

    /** The share of the bits that are set, from 0 to 1. */
    public double fill() {
      long ones = 0;
      for (long word = 0; word < words; word++) {
        ones += Long.bitCount(bits.get(ValueLayout.JAVA_LONG, word << 3));
      }
      return (double) ones / (words << 6);
    }

    private long at(long hash) {
      return (hash >>> 32) * words >>> 32 << 3;
    }

    private static long mask(long hash) {
      return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12);
    }
  }

  /**
   * Clears the bits of rows whose value is not in a range's bitmap.
   *
   * @param width bytes of a lane: 1, 2 or 4 (unsigned), or 8
   */
  public abstract void narrow(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      BitmapSet set,
      MemorySegment bitmap);

  /**
   * Clears the bits of rows whose value is surely not in a set.
   *
   * @param width bytes of a lane: 1, 2 or 4 (unsigned), or 8
   */
  public abstract void narrow(
      MemorySegment data,
      long offset,
      int width,
      long base,
      long multiplier,
      int count,
      BloomSet set,
      MemorySegment bitmap);
}
