package dev.paceline.core.operator.sort;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.spill.RowGatherer;
import dev.paceline.core.operator.spill.RunFile;
import dev.paceline.core.operator.spill.RunWriter;
import dev.paceline.core.operator.spill.SpilledRun;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges sorted runs, with one page of each in memory; equal rows come in the order of their runs.
 * Rows are compared by the normalized prefixes of their keys first (Graefe, Implementing Sorting in
 * Database Systems, ACM Computing Surveys 38, 2006), which are made when a page is read. One worker
 * at a time uses it.
 */
final class RunMerge implements AutoCloseable {
  private final QueryContext query;
  private final MemoryScope scope;
  private final RowOrder order;
  private final boolean prefixesTellAll;
  private final RunCursor[] cursors;
  private final long[] prefixes;
  private final Batch[] pages;
  private final LoserTree tree;
  private final RowGatherer output;

  /**
   * Reads the first page of each run.
   *
   * @param runs at least one; they stay open
   */
  RunMerge(List<SortedRun> runs, List<DataType> types, List<SortKey> keys, QueryContext query) {
    this.query = query;
    this.scope = query.budget().openScope("merge of " + query.name());
    order = new RowOrder(keys);
    SortPrefix prefix = SortPrefix.all(types, keys, SortedRun.ranges(runs)).getFirst();
    prefixesTellAll = prefix.isExact();
    cursors = new RunCursor[runs.size()];
    prefixes = new long[cursors.length];
    pages = new Batch[cursors.length];
    for (int i = 0; i < cursors.length; i++) {
      cursors[i] = new RunCursor(runs.get(i).rows(), prefix, scope);
      readPage(i);
    }
    output = new RowGatherer(types, query, pages, scope);
    tree = new LoserTree(cursors.length, this::isBefore);
  }

  private boolean isBefore(int left, int right) {
    RunCursor leftRun = cursors[left];
    RunCursor rightRun = cursors[right];
    if (leftRun.ended() || rightRun.ended()) {
      return !leftRun.ended() || rightRun.ended() && left < right;
    }
    int comparison = Long.compareUnsigned(prefixes[left], prefixes[right]);
    if (comparison == 0 && !prefixesTellAll) {
      comparison =
          order.compare(leftRun.columns(), leftRun.row(), rightRun.columns(), rightRun.row());
    }
    return comparison == 0 ? left < right : comparison < 0;
  }

  private void readPage(int run) {
    query.cancellation().check();
    RunCursor cursor = cursors[run];
    if (cursor.nextPage()) {
      pages[run] = cursor.page();
      prefixes[run] = cursor.prefixOfRow();
    }
  }

  /** Passes over some rows. */
  void skip(long count) {
    for (long i = 0; i < count && !cursors[tree.winner()].ended(); i++) {
      advance();
    }
  }

  /**
   * The next rows: as many as go into a page.
   *
   * @param most rows wanted, at least 1
   * @return valid until the next call; null if there are no more rows
   */
  @Nullable Batch next(long most) {
    query.cancellation().check();
    output.clear();
    while (output.rowCount() < most && !output.isFull() && !cursors[tree.winner()].ended()) {
      int run = tree.winner();
      output.add(run, cursors[run].row());
      advance();
    }
    output.copy();
    return output.rowCount() == 0 ? null : output.batch();
  }

  /** Goes on to the next row of the run that has the smallest one. */
  private void advance() {
    int run = tree.winner();
    RunCursor cursor = cursors[run];
    if (cursor.nextRow()) {
      prefixes[run] = cursor.prefixOfRow();
    } else {
      output.copy(); // rows of the page that goes
      readPage(run);
    }
    tree.replay();
  }

  /** Writes the first rows as one run. */
  SpilledRun write(RunFile file, long most) {
    RunWriter writer = file.newWriter(scope);
    long left = most;
    Batch batch;
    while (left > 0 && (batch = next(left)) != null) {
      writer.append(batch);
      left -= batch.rowCount();
    }
    return writer.finish();
  }

  /** Gives the memory back. */
  @Override
  public void close() {
    scope.close();
  }
}
