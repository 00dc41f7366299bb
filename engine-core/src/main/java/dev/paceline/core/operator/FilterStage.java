package dev.paceline.core.operator;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.type.DataType;
import java.util.List;

/** Keeps the rows for which a condition is true, by narrowing the selection. */
public final class FilterStage implements StageFactory {
  private final List<DataType> types;
  private final Expression condition;

  /**
   * @param types of the input
   * @param condition BOOLEAN
   */
  public FilterStage(List<DataType> types, Expression condition) {
    this.types = types;
    this.condition = condition;
  }

  @Override
  public BatchConsumer newStage(WorkerContext context, BatchConsumer downstream) {
    return new Stage(context, downstream);
  }

  @Override
  public boolean isStateless() {
    return true;
  }

  @Override
  public String name() {
    return "filter";
  }

  private final class Stage implements BatchConsumer {
    private final BatchConsumer downstream;
    private final Evaluator evaluator;
    private final Compactor compactor;
    private final Selection selection;
    private final Batch output;
    private final ColumnVector[] columns;

    Stage(WorkerContext context, BatchConsumer downstream) {
      this.downstream = downstream;
      evaluator = condition.newEvaluator(context);
      compactor =
          new Compactor(types.toArray(DataType[]::new), context.memory(), context.batchRows());
      selection = new Selection(context.memory(), context.batchRows());
      columns = new ColumnVector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(types.get(i));
      }
      output = new Batch(columns);
    }

    @Override
    public boolean accept(Batch input) {
      Batch batch = condition.canFail() ? compactor.compact(input) : input;
      int rows = batch.rowCount();
      ColumnVector truth = evaluator.evaluate(batch);
      TrueRows.copy(truth, rows, selection.bitmap());
      Selection before = batch.selection();
      if (before != null) {
        selection.and(before, rows);
      }
      int count = selection.update(rows);
      if (count == 0) {
        return true;
      }
      if (count == rows) {
        return downstream.accept(batch);
      }
      for (int i = 0; i < columns.length; i++) {
        columns[i].pointTo(batch.column(i));
      }
      return downstream.accept(output.set(rows, selection));
    }
  }
}
