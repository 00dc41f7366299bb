package dev.paceline.core.operator.join.inequality;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.sort.RadixSort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts row numbers by a first key and puts a second key in that order, in orders of a few
 * milliseconds: ranges of rows are divided at splitters that a sample gives, then every part is
 * sorted by itself (sample sort, Frazer and McKellar, Samplesort: A Sampling Approach to Minimal
 * Storage Tree Sorting, JACM 17(3), 1970).
 */
final class KeySort {
  private static final int RANGE_ROWS = 1 << 16;
  private static final int PART_ROWS = 1 << 15;
  private static final int MAX_PARTS = 1 << 8;
  private static final int SAMPLES_PER_PART = 32;

  /** Flips the order of signed numbers into that of unsigned ones. */
  private static final long SIGN = Long.MIN_VALUE;

  private static final int ENTRY_BYTES = 16;

  private final int rowCount;
  private final List<OrderedKey> keys;
  private final List<ColumnVector> values;
  private final QueryContext query;
  private final MemorySegment rows;
  private final MemorySegment first;
  private final MemorySegment second;
  private final List<MemorySegment> levels = new ArrayList<>();
  private int[] sizes = new int[0];

  /** The smallest keys of all parts but the first, as unsigned numbers. */
  private long[] splitters = new long[0];

  private @Nullable MemorySegment[] divided = new MemorySegment[0];
  private int[][] starts = new int[0][];

  /**
   * @param keys one or two
   * @param values per key, of all rows; no NULLs
   */
  KeySort(int rowCount, List<OrderedKey> keys, List<ColumnVector> values, QueryContext query) {
    this.rowCount = rowCount;
    this.keys = keys;
    this.values = values;
    this.query = query;
    rows = query.memory().allocate(4L * rowCount);
    first = query.memory().allocate(8L * rowCount);
    if (keys.size() > 1) {
      second = query.memory().allocate(8L * rowCount);
      int size = rowCount;
      List<Integer> counts = new ArrayList<>();
      do {
        size = (size + SortedKeys.FAN_OUT - 1) / SortedKeys.FAN_OUT;
        counts.add(size);
        levels.add(query.memory().allocate(8L * size));
      } while (size > 1);
      sizes = counts.stream().mapToInt(Integer::intValue).toArray();
    } else {
      second = MemorySegment.NULL;
    }
  }

  /** Returns the work that precedes the results. */
  FinishPhase phases() {
    if (rowCount == 0) {
      return FinishPhase.COMPLETE;
    }
    splitters = sample();
    int ranges = (rowCount + RANGE_ROWS - 1) / RANGE_ROWS;
    divided = new MemorySegment[ranges];
    starts = new int[ranges][splitters.length + 2];
    List<FinishOrder> orders = new ArrayList<>();
    for (int range = 0; range < ranges; range++) {
      int number = range;
      orders.add(unused -> divide(number));
    }
    return FinishPhase.of(orders).then(this::sortParts);
  }

  /** Row numbers in the order of the first key, 32 bits each. */
  MemorySegment rows() {
    return rows;
  }

  /** The keys in order; {@link #rows} are of no more use. */
  SortedKeys complete() {
    query.memory().release(rows);
    return new SortedKeys(
        rowCount, first, second, levels.toArray(MemorySegment[]::new), sizes.clone());
  }

  private long[] sample() {
    int parts = Math.min(MAX_PARTS, rowCount / PART_ROWS);
    if (parts < 2) {
      return new long[0];
    }
    long[] sampled = new long[parts * SAMPLES_PER_PART];
    for (int i = 0; i < sampled.length; i++) {
      sampled[i] = unsigned((int) ((long) i * rowCount / sampled.length));
    }
    for (int i = 0; i < sampled.length; i++) {
      sampled[i] ^= SIGN;
    }
    Arrays.sort(sampled);
    long[] chosen = new long[parts - 1];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = sampled[(i + 1) * SAMPLES_PER_PART] ^ SIGN;
    }
    return chosen;
  }

  private long unsigned(int row) {
    return keys.getFirst().key(values.getFirst(), row) ^ SIGN;
  }

  /** The part of a key: how many splitters are not greater. */
  private int part(long key) {
    int low = 0;
    int high = splitters.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(splitters[middle], key) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Writes a range's keys and row numbers, part by part. */
  private void divide(int range) {
    query.cancellation().check();
    int from = range * RANGE_ROWS;
    int count = Math.min(RANGE_ROWS, rowCount - from);
    MemorySegment entries = query.memory().allocate((long) ENTRY_BYTES * count);
    divided[range] = entries;
    long[] rangeKeys = new long[count];
    short[] parts = new short[count];
    int[] begins = starts[range];
    for (int i = 0; i < count; i++) {
      rangeKeys[i] = unsigned(from + i);
      parts[i] = (short) part(rangeKeys[i]);
      begins[parts[i] + 1]++;
    }
    for (int part = 1; part < begins.length; part++) {
      begins[part] += begins[part - 1];
    }
    int[] next = begins.clone();
    for (int i = 0; i < count; i++) {
      long at = (long) next[parts[i]]++ * ENTRY_BYTES;
      entries.set(ValueLayout.JAVA_LONG, at, rangeKeys[i]);
      entries.set(ValueLayout.JAVA_LONG, at + 8, from + i);
    }
  }

  private FinishPhase sortParts() {
    List<FinishOrder> orders = new ArrayList<>();
    int target = 0;
    for (int part = 0; part <= splitters.length; part++) {
      int number = part;
      int start = target;
      for (int[] begins : starts) {
        target += begins[part + 1] - begins[part];
      }
      int count = target - start;
      if (count > 0) {
        orders.add(unused -> sortPart(number, start, count));
      }
    }
    return FinishPhase.of(orders).then(this::startTree);
  }

  private void sortPart(int part, int target, int count) {
    query.cancellation().check();
    try (MemoryScope scratch = query.budget().openScope("sorted keys of " + query.name())) {
      MemorySegment entries = scratch.allocate((long) ENTRY_BYTES * count);
      long at = 0;
      for (int range = 0; range < starts.length; range++) {
        int begin = starts[range][part];
        long bytes = (long) ENTRY_BYTES * (starts[range][part + 1] - begin);
        MemorySegment.copy(
            requireNonNull(divided[range], "divided"),
            (long) ENTRY_BYTES * begin,
            entries,
            at,
            bytes);
        at += bytes;
      }
      MemorySegment spare = scratch.allocate((long) ENTRY_BYTES * count);
      MemorySegment sorted =
          RadixSort.sort(entries, spare, count, 2, 0, Long.SIZE, query.cancellation());
      query.cancellation().check();
      for (int i = 0; i < count; i++) {
        long entry = (long) i * ENTRY_BYTES;
        first.set(
            ValueLayout.JAVA_LONG,
            (long) (target + i) << 3,
            sorted.get(ValueLayout.JAVA_LONG, entry) ^ SIGN);
        int row = (int) sorted.get(ValueLayout.JAVA_LONG, entry + 8);
        rows.set(ValueLayout.JAVA_INT, (long) (target + i) << 2, row);
        if (!levels.isEmpty()) {
          second.set(
              ValueLayout.JAVA_LONG, (long) (target + i) << 3, keys.get(1).key(values.get(1), row));
        }
      }
    }
  }

  /** Makes the first level of the tree by ranges of rows, and the small ones above it at once. */
  private FinishPhase startTree() {
    for (MemorySegment entries : divided) {
      query.memory().release(requireNonNull(entries, "entries"));
    }
    if (levels.isEmpty()) {
      return FinishPhase.COMPLETE;
    }
    List<FinishOrder> orders = new ArrayList<>();
    int step = RANGE_ROWS << 2;
    for (long from = 0; from < rowCount; from += step) {
      int start = (int) from;
      int end = (int) Math.min(from + step, rowCount);
      orders.add(
          unused -> {
            query.cancellation().check();
            greatest(second, start, end, levels.getFirst());
          });
    }
    return FinishPhase.of(orders)
        .thenRun(
            () -> {
              for (int level = 1; level < sizes.length; level++) {
                greatest(levels.get(level - 1), 0, sizes[level - 1], levels.get(level));
              }
            });
  }

  /**
   * Writes the largest of each block of numbers.
   *
   * @param from a multiple of the numbers of a block
   */
  private static void greatest(MemorySegment numbers, int from, int to, MemorySegment blocks) {
    for (int start = from; start < to; start += SortedKeys.FAN_OUT) {
      int end = Math.min(to, start + SortedKeys.FAN_OUT);
      long greatest = Long.MIN_VALUE;
      for (int i = start; i < end; i++) {
        greatest = Math.max(greatest, numbers.get(ValueLayout.JAVA_LONG, (long) i << 3));
      }
      blocks.set(ValueLayout.JAVA_LONG, (long) (start / SortedKeys.FAN_OUT) << 3, greatest);
    }
  }
}
