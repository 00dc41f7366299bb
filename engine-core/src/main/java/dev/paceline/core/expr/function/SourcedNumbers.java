package dev.paceline.core.expr.function;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.NumberSource;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/** Gives each row the next number of a source, or gives all rows the number that came last. */
public final class SourcedNumbers extends Expression {
  private final NumberSource source;
  private final boolean advances;

  /**
   * @param advances whether each row gets a number of its own
   */
  public SourcedNumbers(NumberSource source, boolean advances) {
    super(DataType.INT64);
    this.source = source;
    this.advances = advances;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public boolean canFail() {
    return true;
  }

  @Override
  public boolean hasEffect() {
    return advances;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    ColumnVector result = new ColumnVector(type(), context.memory());
    return batch -> {
      int rows = batch.rowCount();
      MemorySegment lanes = result.scratch((long) Long.BYTES * rows);
      if (advances) {
        source.next(lanes, rows);
      } else if (rows > 0) {
        long last = source.last();
        for (int row = 0; row < rows; row++) {
          lanes.setAtIndex(ValueLayout.JAVA_LONG, row, last);
        }
      }
      return result.setLongs(lanes, 0);
    };
  }

  @Override
  public String toString() {
    return (advances ? "NEXTVAL(" : "CURRVAL(") + source + ")";
  }
}
