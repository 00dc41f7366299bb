package dev.paceline.core.operator;

/**
 * How many rows a scan filters in one go. Where few rows pass, it looks at several batches' worth,
 * so that what every batch costs in all operators above is shared by more rows; the rows that are
 * left must fit in one batch. One reader's state; not thread-safe.
 */
final class ScanStep {
  /** A step's bitmap and row numbers still fit in the first-level cache, with a column's codes. */
  private static final int MOST_BATCHES = 8;

  private final int batchRows;
  private int rows;

  ScanStep(int batchRows) {
    this.batchRows = batchRows;
    this.rows = batchRows;
  }

  /** Returns the most rows of a step, from the most rows of a batch. */
  static int maxRows(int batchRows) {
    return batchRows * MOST_BATCHES;
  }

  /** Rows to look at next; as many as a batch may have, or a few times more. */
  int rows() {
    return rows;
  }

  /** Learns how many rows of the last step passed. */
  void observe(int selected) {
    if (selected > batchRows / 2) {
      rows = Math.max(batchRows, rows / 2);
    } else if (selected <= batchRows / 4) {
      rows = Math.min(maxRows(batchRows), rows * 2);
    }
  }

  /** More rows are left than fit in a batch: the step must be taken again with fewer. */
  void shorten() {
    rows = batchRows;
  }
}
