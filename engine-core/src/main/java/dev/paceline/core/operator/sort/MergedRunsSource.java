package dev.paceline.core.operator.sort;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.spill.RunFile;
import dev.paceline.core.plan.SortKey;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hands out the rows of sorted runs in order: merges some of them to greater ones while there are
 * too many, then all that are left (Knuth, The Art of Computer Programming, volume 3, section 5.4).
 * Each morsel is one step of that, so that queries beside this one get their turns.
 *
 * <p>Threads: morsels run one after the other, as those of any ordered source.
 */
final class MergedRunsSource implements Source {
  /** The most runs that are merged at once. */
  static final int MAX_FAN_IN = 128;

  /** The memory of the merged rows, in that of a run: a page, and one that is being written. */
  private static final int OUTPUT_RUNS = 4;

  private static final long MORSEL_ROWS = 1 << 15;
  private static final Morsel STEP = new Morsel() {};

  private final List<DataType> types;
  private final List<SortKey> keys;
  private final QueryContext query;
  private final int fixedFanIn;
  private final List<SortedRun> runs;
  private final long offset;
  private final long end;
  private long nextRow;
  private int mergeAt;
  private @Nullable RunFile target;
  private @Nullable RunMerge merge;
  private volatile boolean done;

  /**
   * @param runs in the order of their rows where these are equal; closed by the source
   * @param offset first row to deliver
   * @param end row behind the last to deliver
   * @param fixedFanIn runs to merge at once; 0 for what the budget affords
   */
  MergedRunsSource(
      List<SortedRun> runs,
      List<DataType> types,
      List<SortKey> keys,
      long offset,
      long end,
      QueryContext query,
      int fixedFanIn) {
    this.runs = new ArrayList<>(runs);
    this.types = types;
    this.keys = keys;
    this.offset = offset;
    this.end = end;
    this.query = query;
    this.fixedFanIn = fixedFanIn;
    this.nextRow = offset;
    this.done = offset >= end;
  }

  @Override
  public @Nullable Morsel next() {
    return done ? null : STEP;
  }

  @Override
  public boolean exhausted() {
    return done;
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return (morsel, out) -> step(out);
  }

  private void step(BatchConsumer out) {
    int fanIn = fanIn();
    if (merge == null && runs.size() > fanIn) {
      mergeSome(fanIn);
    } else {
      deliver(out);
    }
  }

  /** Returns the number of runs that the budget has room for, with a page each. */
  private int fanIn() {
    if (fixedFanIn > 0) {
      return fixedFanIn;
    }
    long runBytes = 1;
    for (SortedRun run : runs) {
      runBytes = Math.max(runBytes, RunCursor.bytes(run.rows()));
    }
    long room = query.budget().boundBytes() - query.budget().usedBytes();
    return Math.clamp(room / runBytes - OUTPUT_RUNS, 2, MAX_FAN_IN);
  }

  /**
   * Makes one run of some neighbours. The first merge takes so few that all later ones, the last
   * included, have as many runs as they can.
   */
  private void mergeSome(int fanIn) {
    int count = (runs.size() - 2) % (fanIn - 1) + 2;
    if (mergeAt + count > runs.size()) {
      mergeAt = 0;
    }
    RunFile file = target;
    if (file == null || mergeAt == 0) {
      // Files end with their last run, so each pass over the runs has a file of its own.
      file = new RunFile("merge", types, query);
      target = file;
    }
    List<SortedRun> some = runs.subList(mergeAt, mergeAt + count);
    SortedRun merged;
    try (RunMerge merging = new RunMerge(some, types, keys, query)) {
      merged = new SortedRun(merging.write(file, end), SortedRun.ranges(some));
    }
    some.forEach(run -> run.rows().close());
    some.clear();
    runs.add(mergeAt++, merged);
  }

  private void deliver(BatchConsumer out) {
    RunMerge merging = merge;
    if (merging == null) {
      merging = new RunMerge(runs, types, keys, query);
      merge = merging;
      merging.skip(offset);
    }
    long to = Math.min(end, nextRow + MORSEL_ROWS);
    while (nextRow < to) {
      Batch batch = merging.next(to - nextRow);
      if (batch == null) {
        throw new IllegalStateException("runs end at row " + nextRow + " of " + end);
      }
      nextRow += batch.rowCount();
      if (!out.accept(batch)) {
        close();
        return;
      }
    }
    if (nextRow == end) {
      close();
    }
  }

  @Override
  public void close() {
    done = true;
    if (merge != null) {
      merge.close();
      merge = null;
    }
    runs.forEach(run -> run.rows().close());
    runs.clear();
  }

  @Override
  public String name() {
    return "merged runs";
  }
}
