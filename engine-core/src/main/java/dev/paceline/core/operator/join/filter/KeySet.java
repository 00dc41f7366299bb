package dev.paceline.core.operator.join.filter;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.kernel.FilterKernels;
import dev.paceline.core.kernel.FilterKernels.BitmapSet;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** The exact set of a whole-number key, as a bitmap of its range. NULL is in no set. Immutable. */
public final class KeySet implements RuntimeFilter {
  /** The most bits of a bitmap for every row: four times those of a Bloom filter. */
  private static final long BITS_PER_ROW = 64;

  /** A bitmap of at most this many bits is always used, because it fits the cache. */
  private static final long SMALL_BITS = 1L << 23;

  /**
   * A bitmap of at most this many bits may have more of them for every row: look-ups are many and
   * mostly in the order of the table, and none has to be verified.
   */
  private static final long MEDIUM_BITS = 1L << 27;

  private static final long MEDIUM_BITS_PER_ROW = 4 * BITS_PER_ROW;

  private final BitmapSet set;
  private final boolean empty;

  /**
   * @param empty whether nothing is in the set, whatever its bounds
   */
  KeySet(BitmapSet set, boolean empty) {
    this.set = set;
    this.empty = empty;
  }

  /**
   * Starts the set of the values of a whole column.
   *
   * @return null if the values are no whole numbers of 64 bits, or too sparse
   */
  public static @Nullable KeySetBuild exact(ColumnVector column, int rowCount, QueryContext query) {
    if (column.type().family() != TypeFamily.INTEGRAL) {
      return null;
    }
    if (rowCount == 0 || !column.hasBounds() && column.width() < 16) {
      MemorySegment none = query.memory().allocateZeroed(8);
      return new KeySetBuild(column, 0, new BitmapSet(0, 0, none), query);
    }
    long range = column.max() - column.min();
    if (!column.hasBounds()
        || range < 0
        || range >= SMALL_BITS
            && range >= rowCount * (range < MEDIUM_BITS ? MEDIUM_BITS_PER_ROW : BITS_PER_ROW)) {
      return null;
    }
    MemorySegment bits = query.memory().allocate((range >>> 6 << 3) + 8);
    return new KeySetBuild(column, rowCount, new BitmapSet(column.min(), range, bits), query);
  }

  @Override
  public boolean hasBounds() {
    return true;
  }

  @Override
  public long min() {
    return empty ? Long.MAX_VALUE : set.min();
  }

  @Override
  public long max() {
    return empty ? Long.MIN_VALUE : set.min() + set.range();
  }

  @Override
  public boolean mayContainBetween(long least, long greatest) {
    return !empty && set.containsBetween(least, greatest);
  }

  @Override
  public void narrow(ColumnVector keys, int rowCount, MemorySegment bitmap) {
    if (keys.isConstant()) {
      boolean contained =
          !keys.isConstantNull()
              && keys.constantHigh() == keys.constantLong() >> 63
              && set.contains(keys.constantLong()) == 1;
      if (!contained) {
        Bitmaps.zero(bitmap, 0, rowCount);
      }
      return;
    }
    if (keys.width() == 16) {
      for (int row = 0; row < rowCount; row++) {
        long low = keys.getLong(row);
        if (keys.getHigh(row) != low >> 63 || set.contains(low) == 0) {
          Bitmaps.clear(bitmap, 0, row);
        }
      }
    } else {
      FilterKernels.current()
          .narrow(
              keys.data(),
              keys.offset(),
              keys.width(),
              keys.base(),
              keys.multiplier(),
              rowCount,
              set,
              bitmap);
    }
    clearNulls(keys, rowCount, bitmap);
  }

  /** Clears the bits of NULL rows of a vector that is no constant. */
  static void clearNulls(ColumnVector keys, int rowCount, MemorySegment bitmap) {
    MemorySegment nulls = keys.nulls();
    if (nulls == null) {
      return;
    }
    for (long at = 0; at < Bitmaps.bytes(rowCount); at += 8) {
      bitmap.set(
          ValueLayout.JAVA_LONG,
          at,
          bitmap.get(ValueLayout.JAVA_LONG, at)
              & ~nulls.get(ValueLayout.JAVA_LONG, keys.nullsOffset() + at));
    }
  }
}
