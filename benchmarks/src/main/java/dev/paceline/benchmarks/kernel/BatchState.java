package dev.paceline.benchmarks.kernel;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Native memory of one trial, and a place in its batches. */
@State(Scope.Thread)
public abstract class BatchState {
  /** Rows of a batch. */
  static final int ROWS = 2048;

  private static final long MEMORY_LIMIT_BYTES = 1L << 30;
  private static final int CHECKED_BATCHES = 4;

  private final MemoryLedger ledger = new MemoryLedger(MEMORY_LIMIT_BYTES);
  protected final MemoryScope scope = ledger.openScope("benchmark");
  private long rows = ROWS;
  private long row;

  /** Ends the trial. */
  @TearDown
  public void free() {
    scope.close();
    ledger.close();
  }

  /** Sets how many rows there are, a multiple of {@link #ROWS}. */
  final void walk(long rowCount) {
    rows = rowCount;
  }

  /** The first row of the next batch; behind the last batch comes the first. */
  final long nextRow() {
    row += ROWS;
    if (row >= rows) {
      row = 0;
    }
    return row;
  }

  /** Rows before which everything is compared with plain Java before the timing. */
  final long checkedRows() {
    return Math.min(rows, (long) CHECKED_BATCHES * ROWS);
  }

  /** Fails the trial unless a result is right. */
  final void check(boolean right, String what, long at) {
    if (!right) {
      throw new AssertionError(getClass().getSimpleName() + ": wrong " + what + " at row " + at);
    }
  }

  final void check(long actual, long expected, String what, long at) {
    check(actual == expected, what, at);
  }
}
