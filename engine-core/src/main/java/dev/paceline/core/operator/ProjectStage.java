package dev.paceline.core.operator;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.error.ErrorClass;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.type.DataType;
import java.util.List;

/**
 * Computes expressions. A selection passes through when most rows are selected: then it is cheaper
 * to compute the others too. What fails for a row that is not selected is computed again without
 * such rows, and from then on they are left out first.
 */
public final class ProjectStage implements StageFactory {
  /** The share of selected rows from which expressions are computed for all rows. */
  private static final double DENSE_SHARE = 0.5;

  private final List<DataType> inputTypes;
  private final List<Expression> expressions;
  private final boolean canFail;
  private final boolean onlyColumns;
  private final boolean hasEffect;

  public ProjectStage(List<DataType> inputTypes, List<Expression> expressions) {
    this.inputTypes = inputTypes;
    this.expressions = expressions;
    this.canFail = expressions.stream().anyMatch(Expression::canFail);
    this.hasEffect = expressions.stream().anyMatch(Expression::hasEffect);
    this.onlyColumns = expressions.stream().allMatch(e -> e.operands().isEmpty());
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
    return "project";
  }

  private final class Stage implements BatchConsumer {
    private final BatchConsumer downstream;
    private final Evaluator[] evaluators;
    private final Compactor compactor;
    private final ColumnVector[] columns;
    private final Batch output;

    /** Whether an expression has failed for a row that was not selected. */
    private boolean cautious;

    Stage(WorkerContext context, BatchConsumer downstream) {
      this.downstream = downstream;
      compactor =
          new Compactor(inputTypes.toArray(DataType[]::new), context.memory(), context.batchRows());
      evaluators = new Evaluator[expressions.size()];
      columns = new ColumnVector[expressions.size()];
      for (int i = 0; i < columns.length; i++) {
        evaluators[i] = expressions.get(i).newEvaluator(context);
        columns[i] = new ColumnVector(expressions.get(i).type());
      }
      output = new Batch(columns);
    }

    @Override
    public boolean accept(Batch input) {
      Selection selection = input.selection();
      if (selection == null || onlyColumns && !hasEffect) {
        compute(input);
      } else if (cautious || hasEffect || selection.count() < DENSE_SHARE * input.rowCount()) {
        compute(compactor.compact(input));
      } else if (!canFail) {
        compute(input);
      } else {
        try {
          compute(input);
        } catch (PacelineException e) {
          if (e.code().errorClass() != ErrorClass.USER) {
            throw e;
          }
          compute(compactor.compact(input));
          cautious = true;
        }
      }
      return downstream.accept(output);
    }

    private void compute(Batch batch) {
      for (int i = 0; i < columns.length; i++) {
        columns[i].pointTo(evaluators[i].evaluate(batch));
      }
      output.set(batch.rowCount(), batch.selection());
    }
  }
}
