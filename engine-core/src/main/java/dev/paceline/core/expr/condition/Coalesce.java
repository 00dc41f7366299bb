package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.Blender;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The first value that is not NULL. Later values are computed only where they are needed. */
public final class Coalesce extends Expression {
  private final List<Expression> values;

  public Coalesce(DataType type, List<Expression> values) {
    super(type);
    this.values = List.copyOf(values);
  }

  @Override
  public List<Expression> operands() {
    return values;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new CoalesceEvaluator(context);
  }

  @Override
  public String toString() {
    return values.stream()
        .map(Expression::toString)
        .collect(Collectors.joining(", ", "COALESCE(", ")"));
  }

  private final class CoalesceEvaluator implements Evaluator {
    private final Evaluator[] evaluators;
    private final RowSubset[] subsets;
    private final ColumnVector[] masks;
    private final ColumnVector open;
    private final Blender blender;

    CoalesceEvaluator(WorkerContext context) {
      int count = values.size();
      evaluators = new Evaluator[count];
      subsets = new RowSubset[count];
      masks = new ColumnVector[count];
      for (int i = 0; i < count; i++) {
        evaluators[i] = values.get(i).newEvaluator(context);
        subsets[i] = new RowSubset(values.get(i), context);
        masks[i] = new ColumnVector(DataType.BOOLEAN, context.memory());
      }
      open = new ColumnVector(DataType.BOOLEAN, context.memory());
      blender = new Blender(type(), context);
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      ColumnVector first = evaluators[0].evaluate(batch);
      if (!first.mayHaveNulls() || evaluators.length == 1) {
        return first;
      }
      int rows = batch.rowCount();
      blender.reset();
      MemorySegment remaining = open.scratch(Bitmaps.bytes(rows));
      Bitmaps.fill(remaining, 0, rows);
      take(0, first, null, rows, rows, remaining);
      for (int i = 1; i < evaluators.length; i++) {
        Batch part = subsets[i].of(batch, remaining);
        if (part == null) {
          break;
        }
        ColumnVector value = evaluators[i].evaluate(part);
        MemorySegment positions = part == batch ? null : subsets[i].positions();
        take(i, value, positions, part.rowCount(), rows, remaining);
      }
      return blender.blend(rows);
    }

    /** Gives the blender the rows where a value is not NULL; of the last value all that remain. */
    private void take(
        int index,
        ColumnVector value,
        @Nullable MemorySegment positions,
        int count,
        int rows,
        MemorySegment remaining) {
      boolean last = index == evaluators.length - 1;
      MemorySegment mask = masks[index].scratch(Bitmaps.bytes(rows));
      if (positions == null) {
        for (int word = 0; word < TruthValues.words(rows); word++) {
          long at = (long) word << 3;
          long before = remaining.get(JAVA_LONG, at);
          long taken = last ? before : before & ~TruthValues.nulls(value, word);
          mask.set(JAVA_LONG, at, taken);
          remaining.set(JAVA_LONG, at, before & ~taken);
        }
        blender.addDense(value, mask);
        return;
      }
      Bitmaps.zero(mask, 0, rows);
      for (int i = 0; i < count; i++) {
        if (last || !value.isNull(i)) {
          int row = positions.get(JAVA_INT, (long) i << 2);
          Bitmaps.set(mask, 0, row);
          Bitmaps.clear(remaining, 0, row);
        }
      }
      blender.addRows(value, mask, positions, count);
    }
  }
}
