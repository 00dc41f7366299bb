package dev.paceline.core.operator.recursion;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.operator.row.BoundedRows;
import dev.paceline.core.operator.shared.SharedRows;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs iterations of few rows without strings whose step is one pipeline of stateless stages. The
 * stages are made once, and rows go from one iteration to the next in two buffers of one batch
 * each, so that an iteration takes no memory of its own. One worker uses it.
 */
final class RepeatedStep {
  /** The most iterations of a run, and the rows after which it ends: about a millisecond. */
  private static final int MOST_ITERATIONS = 1 << 11;

  private static final long MOST_ROWS = 1 << 16;

  private final QueryContext query;
  private final WorkerContext context;
  private final List<DataType> types;
  private final BatchConsumer result;
  private final @Nullable SeenRows seen;
  private final BatchConsumer head;
  private final Compactor compactor;

  private BoundedRows input;
  private BoundedRows output;
  private long added;

  /** The rows that an iteration adds, if they are too many for a buffer; otherwise null. */
  private @Nullable SharedRows many;

  private @Nullable BatchConsumer manyRows;

  /**
   * @param step one pipeline for which {@link #canRepeat} is true
   * @param result takes all rows that iterations add
   * @param seen the rows that there were before if only new ones are added; else null
   * @param context whose memory holds scratch and rows until the last run
   */
  RepeatedStep(
      Pipeline step,
      List<DataType> types,
      QueryContext query,
      BatchConsumer result,
      @Nullable SeenRows seen,
      WorkerContext context) {
    this.query = query;
    this.context = context;
    this.types = types;
    this.result = result;
    this.seen = seen;
    int rows = context.batchRows();
    input = new BoundedRows(types, rows, context.memory());
    output = new BoundedRows(types, rows, context.memory());
    compactor = new Compactor(types.toArray(DataType[]::new), context.memory(), rows);
    BatchConsumer consumer = this::add;
    for (StageFactory stage : step.stages().reversed()) {
      consumer = stage.newStage(context, consumer);
    }
    head = consumer;
  }

  /**
   * Whether the pipelines of an iteration can run again and again. Strings are for iterations that
   * write their rows to files: a batch of them may be longer than the memory has room for.
   *
   * @param types of the columns
   * @param previous the rows that the iteration reads
   */
  static boolean canRepeat(List<Pipeline> pipelines, List<DataType> types, SharedRows previous) {
    return pipelines.size() == 1
        && types.stream().noneMatch(type -> type.family() == TypeFamily.BYTES)
        && previous.isReadBy(pipelines.getFirst().source())
        && pipelines.getFirst().stages().stream().allMatch(StageFactory::isStateless);
  }

  /** Takes rows that the first iteration reads; at most as many as a batch has. */
  boolean start(Batch batch) {
    input.append(batch);
    return true;
  }

  /**
   * Runs iterations until one adds no rows or too many, or enough have run.
   *
   * @param enough the number of rows after which there is no further iteration
   * @return how many rows they added
   */
  long run(long enough) {
    long most = Math.min(enough, MOST_ROWS);
    long rows = 0;
    for (int i = 0; i < MOST_ITERATIONS && rows < most; i++) {
      query.cancellation().check();
      added = 0;
      output.clear();
      head.accept(new Batch(input.vectors()).set(input.count(), null));
      BoundedRows read = input;
      input = output;
      output = read;
      rows += added;
      if (added == 0 || many != null) {
        break;
      }
    }
    return rows;
  }

  /** Rows that the last iteration added. */
  long added() {
    return added;
  }

  /** The rows that the last iteration added, to be closed by the caller. */
  SharedRows rows() {
    SharedRows rows = many;
    if (rows == null) {
      rows = new SharedRows(types, query);
      if (input.count() > 0) {
        rows.newLocal(context).accept(new Batch(input.vectors()).set(input.count(), null));
      }
    }
    rows.finish().runAll(context);
    return rows;
  }

  /** Takes rows that an iteration has made. */
  private boolean add(Batch batch) {
    Batch fresh = batch;
    if (seen != null) {
      Batch dense = compactor.compact(batch);
      ColumnVector[] columns = new ColumnVector[dense.columnCount()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = dense.column(i);
      }
      fresh = new Batch(columns).set(dense.rowCount(), null); // gets a selection of its own
      if (seen.keepNew(fresh) == 0) {
        return true;
      }
    }
    added += fresh.selectedCount();
    result.accept(fresh);
    keep(fresh);
    return true;
  }

  private void keep(Batch batch) {
    BatchConsumer target = manyRows;
    if (target == null && output.room() >= batch.selectedCount()) {
      output.append(batch);
      return;
    }
    if (target == null) {
      SharedRows rows = new SharedRows(types, query);
      target = rows.newLocal(context);
      if (output.count() > 0) {
        target.accept(new Batch(output.vectors()).set(output.count(), null));
      }
      many = rows;
      manyRows = target;
    }
    target.accept(batch);
  }
}
