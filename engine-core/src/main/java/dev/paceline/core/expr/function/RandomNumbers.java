package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;

/** A random double from 0 to less than 1 for each row, other ones at each evaluation. */
final class RandomNumbers extends Expression {
  RandomNumbers() {
    super(DataType.FLOAT64);
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    ColumnVector result = new ColumnVector(type(), context.memory());
    SplittableRandom random = new SplittableRandom();
    return batch -> {
      int rows = batch.rowCount();
      MemorySegment lanes = result.scratch((long) Double.BYTES * rows);
      for (int row = 0; row < rows; row++) {
        lanes.setAtIndex(ValueLayout.JAVA_DOUBLE, row, random.nextDouble());
      }
      return result.setDoubles(lanes, 0);
    };
  }

  @Override
  public String toString() {
    return "RANDOM()";
  }
}
