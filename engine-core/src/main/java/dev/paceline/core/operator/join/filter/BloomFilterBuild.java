package dev.paceline.core.operator.join.filter;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Fills a {@link BloomFilter}, whose words workers share. */
public final class BloomFilterBuild implements FilterBuild {
  /** So few whole numbers are kept as well, sorted: they tell which ranges have none. */
  private static final int FEW_KEYS = 1 << 12;

  private static final int RANGE_ROWS = 1 << 16;
  private static final int STEP_ROWS = 1 << 11;
  private static final long CLEARED_BYTES = 1L << 20;

  private final ColumnVector column;
  private final int rowCount;
  private final QueryContext query;
  private final BloomSet set;

  /**
   * @param column whose first rows are the keys
   */
  public BloomFilterBuild(ColumnVector column, int rowCount, QueryContext query) {
    this.column = column;
    this.rowCount = rowCount;
    this.query = query;
    long words = BloomSet.words(rowCount);
    set = new BloomSet(query.memory().allocate(8 * words), words);
  }

  @Override
  public FinishPhase phases() {
    List<FinishOrder> orders = new ArrayList<>();
    long bytes = 8 * set.words();
    for (long from = 0; from < bytes; from += CLEARED_BYTES) {
      MemorySegment piece = set.bits().asSlice(from, Math.min(CLEARED_BYTES, bytes - from));
      orders.add(unused -> piece.fill((byte) 0));
    }
    return FinishPhase.of(orders).then(this::fill);
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
    for (int row = from; row < to; row++) {
      if (row % STEP_ROWS == 0) {
        query.cancellation().check();
      }
      if (!column.isNull(row)) {
        set.addConcurrently(BloomFilter.digest(column, row));
      }
    }
  }

  @Override
  public BloomFilter complete() {
    long[] sorted = rowCount <= FEW_KEYS && column.hasBounds() ? sorted() : null;
    return new BloomFilter(set, sorted, column.hasBounds(), column.min(), column.max());
  }

  private long[] sorted() {
    return IntStream.range(0, rowCount)
        .filter(row -> !column.isNull(row))
        .mapToLong(column::getLong)
        .sorted()
        .toArray();
  }
}
