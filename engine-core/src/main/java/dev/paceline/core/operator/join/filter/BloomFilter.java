package dev.paceline.core.operator.join.filter;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.kernel.FilterKernels;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import dev.paceline.core.kernel.HashKernels;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A runtime filter of keys that are sparse or no whole numbers. Immutable. */
public final class BloomFilter implements RuntimeFilter {
  private final BloomSet set;
  private final long @Nullable [] sorted;
  private final boolean hasBounds;
  private final long min;
  private final long max;

  /**
   * @param sorted all keys in ascending order; null if they are many, or no whole numbers of 64
   *     bits
   */
  BloomFilter(BloomSet set, long @Nullable [] sorted, boolean hasBounds, long min, long max) {
    this.set = set;
    this.sorted = sorted;
    this.hasBounds = hasBounds;
    this.min = min;
    this.max = max;
  }

  @Override
  public boolean hasBounds() {
    return hasBounds;
  }

  @Override
  public long min() {
    return min;
  }

  @Override
  public long max() {
    return max;
  }

  @Override
  public boolean mayContainBetween(long least, long greatest) {
    if (sorted == null) {
      return RuntimeFilter.super.mayContainBetween(least, greatest);
    }
    int at = Arrays.binarySearch(sorted, least);
    int first = at < 0 ? -at - 1 : at;
    return first < sorted.length && sorted[first] <= greatest;
  }

  @Override
  public void narrow(ColumnVector keys, int rowCount, MemorySegment bitmap) {
    if (keys.isConstant()) {
      if (keys.isConstantNull() || !set.mayContain(digest(keys, 0))) {
        Bitmaps.zero(bitmap, 0, rowCount);
      }
      return;
    }
    KeySet.clearNulls(keys, rowCount, bitmap);
    if (keys.type().family() == TypeFamily.INTEGRAL && keys.width() <= 8) {
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
      return;
    }
    byte[] known =
        keys.form() == Form.DICTIONARY && keys.dictionary().size() <= rowCount
            ? new byte[keys.dictionary().size()]
            : null;
    for (int word = 0; word << 6 < rowCount; word++) {
      long wanted = bitmap.get(ValueLayout.JAVA_LONG, (long) word << 3);
      long hits = wanted;
      for (long rest = wanted; rest != 0; rest &= rest - 1) {
        int bit = Long.numberOfTrailingZeros(rest);
        int row = (word << 6) + bit;
        if (row >= rowCount) {
          break;
        }
        boolean hit =
            known == null
                ? set.mayContain(digest(keys, row))
                : mayContain(keys.dictionary(), keys.getCode(row), known);
        if (!hit) {
          hits &= ~(1L << bit);
        }
      }
      bitmap.set(ValueLayout.JAVA_LONG, (long) word << 3, hits);
    }
  }

  /**
   * @param known per entry 0 = not looked up yet, 1 = no, 2 = may be
   */
  private boolean mayContain(Dictionary dictionary, int code, byte[] known) {
    if (known[code] == 0) {
      long digest = HashKernels.digestBytes(dictionary.heap(), dictionary.view(code));
      known[code] = (byte) (set.mayContain(digest) ? 2 : 1);
    }
    return known[code] == 2;
  }

  /** Returns the digest of a key that is not NULL in filters of its type. */
  static long digest(ColumnVector keys, int row) {
    return switch (keys.type().family()) {
      case INTEGRAL -> HashKernels.digest128(keys.getHigh(row), keys.getLong(row));
      case FLOATING -> HashKernels.digestDouble(keys.getDouble(row));
      case BOOLEAN -> keys.getBoolean(row) ? 1 : 0;
      case BYTES -> HashKernels.digestBytes(keys.valueHeap(), keys.getView(row));
    };
  }
}
