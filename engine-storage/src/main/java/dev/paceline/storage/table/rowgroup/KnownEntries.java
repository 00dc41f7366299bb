package dev.paceline.storage.table.rowgroup;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The strings of a dictionary that a column has already, for the consecutive vectors of one block,
 * which share the dictionary. One thread at a time.
 */
final class KnownEntries {
  /** Larger dictionaries do not pay where few rows of a block are taken. */
  static final int MAX_ENTRIES = 1 << 15;

  private static final long NONE = -1;

  private final int[] codes = new int[ValueBuffer.STAGED_ROWS];
  private long[] views = new long[0];
  private int[] numbers = new int[0];
  private @Nullable Dictionary dictionary;

  /**
   * Returns the column's view of each entry, by code. A negative value means that the column does
   * not have the entry yet; the caller then stores its view there.
   *
   * @param current at most {@link #MAX_ENTRIES} entries
   */
  long[] views(Dictionary current) {
    use(current);
    return views;
  }

  /**
   * Returns the code that {@link CodedRows} has for each entry, by the dictionary's code. 0 means
   * that they do not have the entry yet; the caller then stores its code there.
   *
   * @param current at most {@link #MAX_ENTRIES} entries
   */
  int[] numbers(Dictionary current) {
    use(current);
    return numbers;
  }

  private void use(Dictionary current) {
    if (current != dictionary) {
      if (views.length < current.size()) {
        int size = Math.max(current.size(), Math.min(MAX_ENTRIES, 2 * views.length));
        views = new long[size];
        numbers = new int[size];
      }
      Arrays.fill(views, 0, current.size(), NONE);
      Arrays.fill(numbers, 0, current.size(), 0);
      dictionary = current;
    }
  }

  /** The codes of some rows, at most {@link ValueBuffer#STAGED_ROWS}; valid until the next call. */
  int[] codes(ColumnVector vector, int fromRow, int count) {
    MemorySegment data = vector.data();
    int[] target = codes;
    long at = vector.offset() + (long) fromRow * vector.width();
    switch (vector.width()) {
      case 1 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.get(ValueLayout.JAVA_BYTE, at + i) & 0xff;
        }
      }
      case 2 -> {
        for (int i = 0; i < count; i++) {
          target[i] = data.get(ValueLayout.JAVA_SHORT_UNALIGNED, at + ((long) i << 1)) & 0xffff;
        }
      }
      default -> MemorySegment.copy(data, ValueLayout.JAVA_INT_UNALIGNED, at, target, 0, count);
    }
    return target;
  }

  /** Forgets all entries. */
  void clear() {
    dictionary = null;
  }
}
