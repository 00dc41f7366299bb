package dev.paceline.storage.encoding.profile;

import dev.paceline.core.type.TypeFamily;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The distinct numbers of a column.
 *
 * @param values the numbers in ascending order; for doubles, their bits, with one NaN, and -0.0
 *     before 0.0
 * @param codes the position of each row's number among them; 0 for NULL
 */
public record NumberEntries(long[] values, int[] codes) {
  private static final int FIRST_SLOTS = 1024;
  private static final long FACTOR = 0x9E37_79B9_7F4A_7C15L;

  /**
   * The logarithm of the size of a table of recent numbers, which are found in it without a search.
   */
  private static final int LOG_RECENT = 10;

  /**
   * Collects the distinct numbers of a column.
   *
   * @return null if there are more than a limit
   */
  public static @Nullable NumberEntries collect(ColumnValues values, int limit) {
    boolean doubles = values.type().family() == TypeFamily.FLOATING;
    int[] slots = new int[FIRST_SLOTS];
    long[] found = new long[FIRST_SLOTS / 2];
    long[] recent = new long[1 << LOG_RECENT];
    int[] recentCodes = new int[recent.length];
    Arrays.fill(recentCodes, -1);
    int[] codes = new int[values.rowCount()];
    int count = 0;
    for (int row = 0; row < codes.length; row++) {
      if (values.isNull(row)) {
        codes[row] = -1;
        continue;
      }
      long lane = values.lane(row);
      long value = doubles ? Double.doubleToLongBits(Double.longBitsToDouble(lane)) : lane;
      int known = (int) (value * FACTOR >>> Long.SIZE - LOG_RECENT);
      if (recent[known] != value || recentCodes[known] < 0) {
        int slot = slot(slots, found, value);
        if (slots[slot] == 0) {
          if (count == limit) {
            return null;
          }
          if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
            slots = rehash(found, count);
            slot = slot(slots, found, value);
          }
          found[count] = value;
          slots[slot] = ++count;
        }
        recent[known] = value;
        recentCodes[known] = slots[slot] - 1;
      }
      codes[row] = recentCodes[known];
    }
    return sorted(Arrays.copyOf(found, count), codes, doubles);
  }

  private static int slot(int[] slots, long[] found, long value) {
    int mask = slots.length - 1;
    int slot = (int) (value * FACTOR >>> 40) & mask;
    while (slots[slot] != 0 && found[slots[slot] - 1] != value) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private static int[] rehash(long[] found, int count) {
    int[] slots = new int[2 * found.length];
    for (int i = 0; i < count; i++) {
      slots[slot(slots, found, found[i])] = i + 1;
    }
    return slots;
  }

  private static NumberEntries sorted(long[] found, int[] codes, boolean doubles) {
    long[] ordered = new long[found.length];
    for (int i = 0; i < found.length; i++) {
      ordered[i] = doubles ? sortable(found[i]) : found[i];
    }
    Arrays.sort(ordered);
    int[] codeOf = new int[found.length];
    for (int i = 0; i < found.length; i++) {
      codeOf[i] = Arrays.binarySearch(ordered, doubles ? sortable(found[i]) : found[i]);
    }
    long[] values = new long[found.length];
    for (int i = 0; i < found.length; i++) {
      values[codeOf[i]] = found[i];
    }
    for (int row = 0; row < codes.length; row++) {
      codes[row] = codes[row] < 0 ? 0 : codeOf[codes[row]];
    }
    return new NumberEntries(values, codes);
  }

  /** Returns a long that compares as the double with some bits does. */
  private static long sortable(long bits) {
    return bits ^ (bits >> 63 & Long.MAX_VALUE);
  }

  /** Compares two entries as numbers, with -0.0 before 0.0. */
  public static int compare(long left, long right, boolean doubles) {
    return doubles ? Long.compare(sortable(left), sortable(right)) : Long.compare(left, right);
  }
}
