package dev.paceline.core.operator.join;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** {@code column <> column}, of 64-bit whole numbers. */
final class NotEqual extends Expression {
  private final Expression left;
  private final Expression right;

  NotEqual(int left, int right) {
    super(DataType.BOOLEAN);
    this.left = new Column(left);
    this.right = new Column(right);
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    ColumnVector result = new ColumnVector(DataType.BOOLEAN, context.memory());
    return batch -> {
      ColumnVector a = batch.column(left.columnIndex());
      ColumnVector b = batch.column(right.columnIndex());
      int rows = batch.rowCount();
      MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
      MemorySegment nulls = result.nullScratch(rows);
      Bitmaps.fill(bits, 0, rows);
      Bitmaps.zero(nulls, 0, rows);
      for (int row = 0; row < rows; row++) {
        if (a.isNull(row) || b.isNull(row)) {
          Bitmaps.set(nulls, 0, row);
        } else if (a.getLong(row) == b.getLong(row)) {
          Bitmaps.clear(bits, 0, row);
        }
      }
      return result.setBits(bits, 0).setNulls(nulls, 0);
    };
  }

  @Override
  public String toString() {
    return left + " <> " + right;
  }

  private static final class Column extends Expression {
    private final int index;

    Column(int index) {
      super(DataType.INT64);
      this.index = index;
    }

    @Override
    public int columnIndex() {
      return index;
    }

    @Override
    public List<Expression> operands() {
      return List.of();
    }

    @Override
    public boolean canFail() {
      return false;
    }

    @Override
    public Evaluator newEvaluator(WorkerContext context) {
      return batch -> batch.column(index);
    }

    @Override
    public String toString() {
      return "$" + index;
    }
  }
}
