package dev.paceline.core.operator.unnest;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.series.Series;
import dev.paceline.core.expr.series.SeriesCall;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;

/** The values of series, of which no list is made. */
final class SeriesElements implements Elements {
  private final SeriesCall call;
  private final Evaluator[] operands;
  private final ColumnVector[] arguments;
  private final Series series;
  private final ElementVector piece;
  private final AffineRun run;

  SeriesElements(SeriesCall call, WorkerContext context) {
    DataType element = call.type().elementType();
    this.call = call;
    operands =
        call.operands().stream()
            .map((Expression operand) -> operand.newEvaluator(context))
            .toArray(Evaluator[]::new);
    arguments = new ColumnVector[operands.length];
    series = call.newSeries();
    piece = new ElementVector(element, context.memory());
    run = new AffineRun(element, context);
  }

  @Override
  public void open(Batch batch) {
    for (int i = 0; i < operands.length; i++) {
      arguments[i] = operands[i].evaluate(batch);
    }
  }

  @Override
  public long start(int row) {
    return call.begin(series, arguments, row).count();
  }

  @Override
  public void reset(int capacity) {
    piece.reset(capacity);
  }

  @Override
  public void append(int count) {
    int values = (int) Math.min(count, series.remaining());
    for (int i = 0; i < values; i++) {
      piece.appendLong(series.next());
    }
    for (int i = values; i < count; i++) {
      piece.appendNull();
    }
  }

  @Override
  public ColumnVector finish() {
    return piece.finish();
  }

  @Override
  public ColumnVector run(int count) {
    if (!series.isAffine() || series.remaining() < count) {
      return Elements.super.run(count);
    }
    long index = series.count() - series.remaining();
    series.skip(count);
    return run.of(series, index, count);
  }
}
