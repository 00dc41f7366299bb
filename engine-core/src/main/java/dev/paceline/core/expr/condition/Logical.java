package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * AND or OR of several operands. An operand that can fail is computed only on the rows that the
 * operands before it leave open.
 */
public final class Logical extends Expression {
  private final boolean conjunction;
  private final List<Expression> operands;

  public Logical(boolean conjunction, List<Expression> operands) {
    super(DataType.BOOLEAN);
    this.conjunction = conjunction;
    this.operands = List.copyOf(operands);
  }

  /** Whether this is AND. */
  public boolean isConjunction() {
    return conjunction;
  }

  @Override
  public List<Expression> operands() {
    return operands;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new LogicalEvaluator(context);
  }

  @Override
  public String toString() {
    return operands.stream()
        .map(Expression::toString)
        .collect(Collectors.joining(conjunction ? " AND " : " OR ", "(", ")"));
  }

  private final class LogicalEvaluator implements Evaluator {
    private final Evaluator[] evaluators;
    private final @Nullable RowSubset[] subsets;
    private final ColumnVector result;
    private final ColumnVector scratch;

    LogicalEvaluator(WorkerContext context) {
      evaluators = new Evaluator[operands.size()];
      subsets = new RowSubset[evaluators.length];
      for (int i = 0; i < evaluators.length; i++) {
        Expression operand = operands.get(i);
        evaluators[i] = operand.newEvaluator(context);
        if (i > 0 && operand.canFail()) {
          subsets[i] = new RowSubset(operand, context);
        }
      }
      result = new ColumnVector(DataType.BOOLEAN, context.memory());
      scratch = new ColumnVector(DataType.BOOLEAN, context.memory());
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      int rows = batch.rowCount();
      long bytes = Bitmaps.bytes(rows);
      // Rows that are still open: not false for AND, not true for OR.
      MemorySegment open = result.scratch(bytes);
      MemorySegment unknown = result.nullScratch(rows);
      Bitmaps.fill(open, 0, rows);
      Bitmaps.zero(unknown, 0, rows);
      boolean anyUnknown = false;
      for (int i = 0; i < evaluators.length; i++) {
        RowSubset subset = subsets[i];
        if (subset == null) {
          anyUnknown |= narrow(evaluators[i].evaluate(batch), rows, open, unknown);
        } else {
          Batch part = subset.of(batch, open);
          if (part == null) {
            break;
          }
          ColumnVector value = evaluators[i].evaluate(part);
          anyUnknown |=
              part == batch
                  ? narrow(value, rows, open, unknown)
                  : narrowRows(value, subset.positions(), part.rowCount(), open, unknown);
        }
      }
      return finish(rows, open, unknown, anyUnknown);
    }

    private boolean narrow(
        ColumnVector value, int rows, MemorySegment open, MemorySegment unknown) {
      boolean nulls = value.mayHaveNulls();
      for (int word = 0; word < TruthValues.words(rows); word++) {
        long at = (long) word << 3;
        long decided =
            conjunction ? TruthValues.falses(value, word) : TruthValues.trues(value, word);
        open.set(JAVA_LONG, at, open.get(JAVA_LONG, at) & ~decided);
        if (nulls) {
          unknown.set(JAVA_LONG, at, unknown.get(JAVA_LONG, at) | TruthValues.nulls(value, word));
        }
      }
      return nulls;
    }

    private boolean narrowRows(
        ColumnVector value,
        MemorySegment positions,
        int count,
        MemorySegment open,
        MemorySegment unknown) {
      for (int i = 0; i < count; i++) {
        int row = positions.get(JAVA_INT, (long) i << 2);
        if (value.isNull(i)) {
          Bitmaps.set(unknown, 0, row);
        } else if (value.getBoolean(i) != conjunction) {
          Bitmaps.clear(open, 0, row);
        }
      }
      return value.mayHaveNulls();
    }

    private ColumnVector finish(
        int rows, MemorySegment open, MemorySegment unknown, boolean anyUnknown) {
      MemorySegment bits = open;
      if (!conjunction) {
        bits = scratch.scratch(Bitmaps.bytes(rows));
      }
      for (int word = 0; word < TruthValues.words(rows); word++) {
        long at = (long) word << 3;
        long stillOpen = open.get(JAVA_LONG, at);
        if (anyUnknown) {
          unknown.set(JAVA_LONG, at, unknown.get(JAVA_LONG, at) & stillOpen);
        }
        if (!conjunction) {
          bits.set(JAVA_LONG, at, ~stillOpen);
        }
      }
      result.setBits(bits, 0);
      return anyUnknown ? result.setNulls(unknown, 0) : result;
    }
  }
}
