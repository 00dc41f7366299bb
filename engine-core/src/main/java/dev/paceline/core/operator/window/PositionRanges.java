package dev.paceline.core.operator.window;

import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Sink.FinishOrder;
import java.util.ArrayList;
import java.util.List;

/** Cuts positions into ranges of work orders. */
final class PositionRanges {
  /** A multiple of 64, and a power of the fan-out of {@link SegmentTree}. */
  static final int ROWS = 1 << 16;

  private PositionRanges() {}

  /** Does something with a range of positions, as one worker. */
  @FunctionalInterface
  interface RangeAction {
    void run(int from, int to, BatchReader reader);
  }

  /** A phase that runs an action for all ranges of the rows, each of them once. */
  static FinishPhase phase(SortedRows rows, RangeAction action) {
    List<FinishOrder> orders = new ArrayList<>();
    for (int from = 0; from < rows.count(); from += ROWS) {
      int first = from;
      int end = Math.min(rows.count() - ROWS, from) + ROWS;
      orders.add(
          context -> {
            try (BatchReader reader = new BatchReader(rows, context)) {
              action.run(first, Math.min(end, rows.count()), reader);
            }
          });
    }
    return FinishPhase.of(orders);
  }
}
