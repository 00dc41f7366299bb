package dev.paceline.core.operator.join.filter;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.kernel.FilterKernels.BitmapSet;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills a {@link KeySet}, whose words workers share. */
public final class KeySetBuild implements FilterBuild {
  private static final int RANGE_ROWS = 1 << 17;
  private static final int STEP_ROWS = 1 << 11;
  private static final long CLEARED_BYTES = 1L << 20;

  private final ColumnVector column;
  private final int rowCount;
  private final BitmapSet set;
  private final QueryContext query;
  private @Nullable KeySet complete;

  /**
   * @param set of the column's range, with undefined bits
   */
  KeySetBuild(ColumnVector column, int rowCount, BitmapSet set, QueryContext query) {
    this.column = column;
    this.rowCount = rowCount;
    this.set = set;
    this.query = query;
  }

  @Override
  public FinishPhase phases() {
    List<FinishOrder> orders = new ArrayList<>();
    long bytes = set.bits().byteSize();
    for (long from = 0; from < bytes; from += CLEARED_BYTES) {
      MemorySegment piece = set.bits().asSlice(from, Math.min(CLEARED_BYTES, bytes - from));
      orders.add(unused -> piece.fill((byte) 0));
    }
    return FinishPhase.of(orders)
        .then(this::fill)
        .thenRun(() -> complete = new KeySet(set.complete(), rowCount == 0));
  }

  private FinishPhase fill() {
    List<FinishOrder> orders = new ArrayList<>();
    for (long from = 0; from < rowCount; from += RANGE_ROWS) {
      int first = (int) from;
      int end = (int) Math.min(from + RANGE_ROWS, rowCount);
      orders.add(unused -> add(first, end));
    }
    return FinishPhase.of(orders);
  }

  private void add(int from, int to) {
    try (MemoryScope scratch = query.budget().openScope("a set of keys of " + query.name())) {
      MemorySegment values = scratch.allocate(8L * STEP_ROWS);
      for (int row = from; row < to; row += STEP_ROWS) {
        query.cancellation().check();
        set.addAll(values, decode(row, Math.min(STEP_ROWS, to - row), values));
      }
    }
  }

  /** Writes the values of some rows that are not NULL, and returns how many these are. */
  private int decode(int from, int count, MemorySegment values) {
    if (column.width() < 16) {
      DecodeKernels.current()
          .widen(
              column.data(),
              column.offset() + (long) column.width() * from,
              column.width(),
              column.base(),
              column.multiplier(),
              count,
              values,
              0);
      return column.mayHaveNulls() ? dropNulls(from, count, values) : count;
    }
    int known = 0;
    for (int row = from; row < from + count; row++) {
      if (!column.isNull(row)) {
        values.set(ValueLayout.JAVA_LONG, (long) known++ << 3, column.getLong(row));
      }
    }
    return known;
  }

  /** Moves the values of rows that are not NULL to the front, and returns how many these are. */
  private int dropNulls(int from, int count, MemorySegment values) {
    int known = 0;
    for (int i = 0; i < count; i++) {
      long value = values.get(ValueLayout.JAVA_LONG, (long) i << 3);
      values.set(ValueLayout.JAVA_LONG, (long) known << 3, value);
      known += column.isNull(from + i) ? 0 : 1;
    }
    return known;
  }

  @Override
  public KeySet complete() {
    KeySet known = complete;
    if (known == null) {
      throw new IllegalStateException("the set of keys is still being filled");
    }
    return known;
  }
}
