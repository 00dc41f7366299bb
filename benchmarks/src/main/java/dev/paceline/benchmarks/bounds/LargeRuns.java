package dev.paceline.benchmarks.bounds;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds the keys whose numbers sum up to more than a threshold, where equal keys are neighbours:
 * blocks are sorted, and no two overlap but for one key. With numbers of at most {@code max}, such
 * a key has at least {@code threshold / max + 1} rows, so that in a sorted block a row starts a
 * candidate only if the key that many rows behind it is the same: one compare of 16 rows.
 */
final class LargeRuns {
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_PREFERRED;
  private static final ByteOrder ORDER = ByteOrder.nativeOrder();

  private final long threshold;
  private final Map<Long, Long> sums = new HashMap<>();

  /** Sums of keys that are at the start or the end of a block, and may go on in another. */
  private final Map<Long, Long> edges = new HashMap<>();

  private final List<Codes> seen = new ArrayList<>();

  LargeRuns(long threshold) {
    this.threshold = threshold;
  }

  /**
   * Adds a block.
   *
   * @param keys of four bytes
   * @param numbers of one byte
   */
  void add(Codes keys, Codes numbers, int rows) {
    BlockProperty.require(
        keys.sorted() && numbers.min() >= 0,
        "l_orderkey sorted in each block, and no negative sums");
    Money.requireSum(rows, numbers.max());
    seen.add(keys);
    int first = end(keys, 0, rows);
    edges.merge(keys.value(0), sum(numbers, 0, first), Math::addExact);
    if (first == rows) {
      return;
    }
    int last = rows - 1;
    while (keys.code(last - 1) == keys.code(rows - 1)) {
      last--;
    }
    edges.merge(keys.value(last), sum(numbers, last, rows), Math::addExact);
    addInner(keys, numbers, first, last);
  }

  private void addInner(Codes keys, Codes numbers, int first, int last) {
    long more = threshold / Math.max(1, numbers.max());
    if (more >= last - first) {
      return;
    }
    int distance = (int) more;
    MemorySegment segment = keys.segment();
    long offset = keys.offset();
    int row = first;
    int bound = last - distance - INTS.length();
    for (; row <= bound; row += INTS.length()) {
      long at = offset + ((long) row << 2);
      long mask =
          IntVector.fromMemorySegment(INTS, segment, at, ORDER)
              .eq(IntVector.fromMemorySegment(INTS, segment, at + ((long) distance << 2), ORDER))
              .toLong();
      for (; mask != 0; mask &= mask - 1) {
        addRun(keys, numbers, row + Long.numberOfTrailingZeros(mask), distance);
      }
    }
    for (; row + distance < last; row++) {
      if (keys.code(row) == keys.code(row + distance)) {
        addRun(keys, numbers, row, distance);
      }
    }
  }

  /** Adds the run of a row if it starts there. Another run is before it and one behind it. */
  private void addRun(Codes keys, Codes numbers, int row, int distance) {
    MemorySegment segment = keys.segment();
    long at = keys.offset() + ((long) row << 2);
    int key = segment.get(ValueLayout.JAVA_INT, at);
    if (segment.get(ValueLayout.JAVA_INT, at - Integer.BYTES) == key) {
      return;
    }
    int end = row + distance + 1;
    while (keys.code(end) == keys.code(row)) {
      end++;
    }
    long sum = sum(numbers, row, end);
    if (sum > threshold) {
      sums.put(keys.value(row), sum);
    }
  }

  /** The row behind the run that starts at a row. */
  private static int end(Codes keys, int row, int rows) {
    int end = row + 1;
    while (end < rows && keys.code(end) == keys.code(row)) {
      end++;
    }
    return end;
  }

  private static long sum(Codes numbers, int from, int to) {
    MemorySegment segment = numbers.segment();
    long offset = numbers.offset();
    int codes = 0;
    for (int row = from; row < to; row++) {
      codes += segment.get(ValueLayout.JAVA_BYTE, offset + row) & 0xff;
    }
    return numbers.base() * (to - from) + numbers.multiplier() * codes;
  }

  /**
   * The sums that are large enough, by key, after all blocks were added.
   *
   * @throws PacelineException NOT_SUPPORTED if blocks overlap, so that a key may be anywhere
   */
  Map<Long, Long> sums() {
    seen.sort(Comparator.comparingLong(Codes::min).thenComparingLong(Codes::max));
    for (int i = 1; i < seen.size(); i++) {
      BlockProperty.require(
          seen.get(i).min() >= seen.get(i - 1).max(), "blocks of l_orderkey that do not overlap");
    }
    Map<Long, Long> all = new HashMap<>(sums);
    edges.forEach(
        (key, sum) -> {
          if (sum > threshold) {
            all.put(key, sum);
          }
        });
    return all;
  }
}
