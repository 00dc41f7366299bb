package dev.paceline.core.operator.window;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Knows where partitions start in the sorted rows, and where groups of peers do: for each number of
 * order keys that some function is about. Safe for all threads once its phases have ended.
 */
final class RowStarts {
  private final SortedRows rows;
  private final int[] partitionKeys;
  private final List<SortKey> orderKeys;
  private final RankedBits[] starts;

  /**
   * @param calls whose peers are wanted
   */
  RowStarts(
      SortedRows rows,
      int[] partitionKeys,
      List<SortKey> orderKeys,
      List<WindowCall> calls,
      MemoryScope memory) {
    this.rows = rows;
    this.partitionKeys = partitionKeys;
    this.orderKeys = orderKeys;
    this.starts = new RankedBits[orderKeys.size() + 1];
    starts[0] = new RankedBits(rows.count(), memory);
    for (WindowCall call : calls) {
      if (starts[call.peerKeys()] == null) {
        starts[call.peerKeys()] = new RankedBits(rows.count(), memory);
      }
    }
  }

  /** The first positions of all partitions. */
  RankedBits partitions() {
    return starts[0];
  }

  /** The first positions of rows that differ from the row before in some leading order keys. */
  RankedBits peers(int keys) {
    return starts[keys];
  }

  /** Finds all starts. */
  FinishPhase phases() {
    return PositionRanges.phase(rows, this::find)
        .thenRun(
            () -> {
              for (RankedBits bits : starts) {
                if (bits != null) {
                  bits.count();
                }
              }
            });
  }

  private void find(int from, int to, BatchReader reader) {
    @Nullable ColumnVector[] vectors = new ColumnVector[rows.store().columnCount()];
    long[] words = new long[BatchReader.STEP_ROWS >>> 6];
    for (int at = from; at < to; at += BatchReader.STEP_ROWS) {
      reader.check();
      int count = Math.min(BatchReader.STEP_ROWS, to - at);
      Arrays.fill(words, 0);
      if (at == 0) {
        words[0] = 1;
      }
      for (int key : partitionKeys) {
        compare(key, at, count, words, reader, vectors);
      }
      write(starts[0], at, count, words);
      for (int i = 0; i < orderKeys.size(); i++) {
        compare(orderKeys.get(i).column(), at, count, words, reader, vectors);
        if (starts[i + 1] != null) {
          write(starts[i + 1], at, count, words);
        }
      }
    }
  }

  private static void write(RankedBits bits, int from, int count, long[] words) {
    for (int i = 0; i < count; i += 64) {
      bits.setWord(from + i, words[i >>> 6]);
    }
  }

  /** Sets the bits of rows that differ in a column from the row before. */
  private static void compare(
      int column,
      int from,
      int count,
      long[] words,
      BatchReader reader,
      @Nullable ColumnVector[] vectors) {
    ColumnVector values = vectors[column];
    if (values == null) {
      values = reader.newVector(column);
      vectors[column] = values;
    }
    int before = from == 0 ? 0 : 1;
    reader.read(column, from - before, count + before, values);
    if (values.isConstant()) {
      return;
    }
    int first = 1 - before;
    if (values.nulls() != null) {
      for (int i = first; i < count; i++) {
        words[i >>> 6] |= differ(values, i + before - 1, i + before) ? 1L << i : 0;
      }
      return;
    }
    switch (values.type().family()) {
      case INTEGRAL -> {
        if (values.width() == 16) {
          markDiffering(values, first, count, before, words);
        } else {
          long previous = values.getLong(first + before - 1);
          for (int i = first; i < count; i++) {
            long value = values.getLong(i + before);
            words[i >>> 6] |= value != previous ? 1L << i : 0;
            previous = value;
          }
        }
      }
      case BOOLEAN, FLOATING, BYTES -> markDiffering(values, first, count, before, words);
    }
  }

  private static void markDiffering(
      ColumnVector values, int first, int count, int before, long[] words) {
    for (int i = first; i < count; i++) {
      words[i >>> 6] |= differs(values, i + before - 1, i + before) ? 1L << i : 0;
    }
  }

  /** Whether two values differ, where NULLs are equal. */
  static boolean differ(ColumnVector values, int left, int right) {
    boolean isNull = values.isNull(left);
    return isNull != values.isNull(right) || !isNull && differs(values, left, right);
  }

  /** Whether two values that are not NULL differ. */
  private static boolean differs(ColumnVector values, int left, int right) {
    return switch (values.type().family()) {
      case BOOLEAN -> values.getBoolean(left) != values.getBoolean(right);
      case INTEGRAL ->
          values.getLong(left) != values.getLong(right)
              || values.getHigh(left) != values.getHigh(right);
      case FLOATING -> DoubleRange.compare(values.getDouble(left), values.getDouble(right)) != 0;
      case BYTES -> {
        long a = values.getView(left);
        long b = values.getView(right);
        yield a != b && StringView.compare(values.valueHeap(), a, values.valueHeap(), b) != 0;
      }
    };
  }
}
