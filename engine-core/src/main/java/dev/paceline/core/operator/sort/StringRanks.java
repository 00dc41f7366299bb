package dev.paceline.core.operator.sort;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Maps each distinct string of a column to its rank in ascending order, so that a sort key needs
 * only a few bits for a string. Strings are found by a hash that is different for all of them.
 * Immutable.
 */
final class StringRanks {
  /** Columns of more distinct values have no ranks. */
  static final int MAX_VALUES = 128;

  /** Strings that are longer have no ranks, because hashing them would cost more than it saves. */
  static final int MAX_BYTES = 32;

  /** The number of slots of hash tables of so few values. */
  static final int SLOTS = 1024;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  private final long[] hashes = new long[SLOTS];
  private final short[] ranks = new short[SLOTS];
  private final int count;

  private StringRanks(int count) {
    this.count = count;
    Arrays.fill(ranks, (short) -1);
  }

  /**
   * Ranks some distinct strings.
   *
   * @param values of at most {@link #MAX_BYTES}, at most {@link #MAX_VALUES} of them
   * @return null if two of them have the same hash
   */
  static @Nullable StringRanks of(Collection<byte[]> values) {
    StringRanks result = new StringRanks(values.size());
    byte[][] sorted = values.toArray(new byte[0][]);
    Arrays.sort(sorted, Arrays::compareUnsigned);
    for (int rank = 0; rank < sorted.length; rank++) {
      byte[] value = sorted[rank];
      if (!result.put(hash(MemorySegment.ofArray(value), 0, value.length), rank)) {
        return null;
      }
    }
    return result;
  }

  private boolean put(long hash, int rank) {
    int slot = slot(hash);
    while (ranks[slot] >= 0) {
      if (hashes[slot] == hash) {
        return false;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
    hashes[slot] = hash;
    ranks[slot] = (short) rank;
    return true;
  }

  /** The bits that the largest rank takes. */
  int bits() {
    return Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, count - 1));
  }

  /**
   * Returns the number of distinct values that are smaller than the string of a row. The string
   * must be one of the values.
   */
  int rank(ColumnVector column, int row) {
    long view = column.getView(row);
    long hash = hash(column.valueHeap(), StringView.offset(view), StringView.length(view));
    int slot = slot(hash);
    while (ranks[slot] < 0 || hashes[slot] != hash) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return ranks[slot];
  }

  /** Returns the slot at which the search for a hash begins, in a table of {@link #SLOTS}. */
  static int slot(long hash) {
    return (int) (hash >>> (Long.SIZE - 10));
  }

  /** A hash of some bytes. */
  static long hash(MemorySegment heap, long at, int length) {
    long hash = (length + 1) * MULTIPLIER;
    int done = 0;
    for (; done + Long.BYTES <= length; done += Long.BYTES) {
      hash = mix(hash, heap.get(LONG, at + done));
    }
    long rest = 0;
    for (int i = length - 1; i >= done; i--) {
      rest = rest << Byte.SIZE | heap.get(ValueLayout.JAVA_BYTE, at + i) & 0xffL;
    }
    return mix(hash, rest);
  }

  private static long mix(long hash, long word) {
    long product = (hash ^ word) * MULTIPLIER;
    return product ^ product >>> 32;
  }
}
