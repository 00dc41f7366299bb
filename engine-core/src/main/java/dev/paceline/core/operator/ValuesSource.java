package dev.paceline.core.operator;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Literal rows, in their order, as one morsel. Each row's expressions are evaluated once, without
 * input; each row is a batch of constants.
 */
public final class ValuesSource implements Source {
  private final List<DataType> types;
  private final List<List<Expression>> rows;
  private final AtomicBoolean taken = new AtomicBoolean();

  /**
   * @param rows one expression a column; rows without columns count all the same
   */
  public ValuesSource(List<DataType> types, List<List<Expression>> rows) {
    this.types = List.copyOf(types);
    this.rows = List.copyOf(rows);
  }

  @Override
  public @Nullable Morsel next() {
    return taken.compareAndSet(false, true) ? new Morsel() {} : null;
  }

  @Override
  public boolean exhausted() {
    return taken.get();
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    return (morsel, out) -> read(context, out);
  }

  @Override
  public String name() {
    return "values";
  }

  private void read(WorkerContext context, BatchConsumer out) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i));
    }
    Batch batch = new Batch(columns);
    Batch noInput = new Batch().set(1, null);
    for (List<Expression> row : rows) {
      context.query().cancellation().check();
      for (int i = 0; i < columns.length; i++) {
        Evaluator evaluator = row.get(i).newEvaluator(context);
        columns[i].pointTo(evaluator.evaluate(noInput));
      }
      if (!out.accept(batch.set(1, null))) {
        return;
      }
    }
  }
}
