package dev.paceline.core.operator.unnest;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.series.Series;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * The values of one series as rows. Workers take parts of a long series; those of a series of
 * months are read one after the other.
 */
public final class SeriesSource implements Source {
  /** The rows of a morsel: those of a row group. */
  private static final long MORSEL_ROWS = 1 << 17;

  private final SeriesCall call;
  private final boolean ordered;
  private final QueryContext query;
  private @Nullable Series series;
  private long taken;

  /**
   * @param call with constant operands
   * @param ordered whether the order of the values means something
   */
  public SeriesSource(SeriesCall call, boolean ordered, QueryContext query) {
    this.call = call;
    this.ordered = ordered;
    this.query = query;
  }

  private record Part(long from, long to) implements Morsel {}

  @Override
  public void open() {
    WorkerContext context = new WorkerContext(query, query.memory());
    Batch row = new Batch().set(1, null);
    ColumnVector[] arguments =
        call.operands().stream()
            .map(operand -> operand.newEvaluator(context).evaluate(row))
            .toArray(ColumnVector[]::new);
    Series all = call.begin(call.newSeries(), arguments, 0);
    synchronized (this) {
      series = all;
    }
  }

  @Override
  public synchronized @Nullable Morsel next() {
    if (exhausted()) {
      return null;
    }
    Series all = requireNonNull(series);
    long from = taken;
    long left = all.count() - from;
    taken += all.isAffine() ? Math.min(MORSEL_ROWS, left) : left;
    return new Part(from, taken);
  }

  @Override
  public synchronized boolean exhausted() {
    return series != null && taken >= series.count();
  }

  @Override
  public boolean ordered() {
    return ordered;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    DataType type = call.type().elementType();
    AffineRun run = new AffineRun(type, context);
    ElementVector values = new ElementVector(type, context.memory());
    Batch batch = new Batch(new ColumnVector(type));
    return (morsel, out) -> read((Part) morsel, batch, run, values, context, out);
  }

  private void read(
      Part part,
      Batch batch,
      AffineRun run,
      ElementVector values,
      WorkerContext context,
      BatchConsumer out) {
    Series all;
    synchronized (this) {
      all = requireNonNull(series);
    }
    for (long from = part.from(); from < part.to(); from += context.batchRows()) {
      context.query().cancellation().check();
      int count = (int) Math.min(context.batchRows(), part.to() - from);
      batch.column(0).pointTo(all.isAffine() ? run.of(all, from, count) : next(all, count, values));
      if (!out.accept(batch.set(count, null))) {
        return;
      }
    }
  }

  private static ColumnVector next(Series months, int count, ElementVector values) {
    values.reset(count);
    for (int i = 0; i < count; i++) {
      values.appendLong(months.next());
    }
    return values.finish();
  }

  @Override
  public String name() {
    return "series";
  }
}
