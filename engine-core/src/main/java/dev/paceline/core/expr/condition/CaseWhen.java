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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CASE WHEN …: the value of the first condition that is true. */
public final class CaseWhen extends Expression {
  private final List<Expression> conditions;
  private final List<Expression> values;

  /**
   * @param values one more than conditions: the last is ELSE
   */
  public CaseWhen(DataType type, List<Expression> conditions, List<Expression> values) {
    super(type);
    this.conditions = List.copyOf(conditions);
    this.values = List.copyOf(values);
  }

  @Override
  public List<Expression> operands() {
    List<Expression> all = new ArrayList<>(conditions);
    all.addAll(values);
    return all;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new CaseEvaluator(context);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("CASE");
    for (int i = 0; i < conditions.size(); i++) {
      text.append(" WHEN ").append(conditions.get(i)).append(" THEN ").append(values.get(i));
    }
    return text.append(" ELSE ").append(values.getLast()).append(" END").toString();
  }

  private final class CaseEvaluator implements Evaluator {
    private final Evaluator[] tests;
    private final @Nullable RowSubset[] subsets;
    private final Branch[] branches;
    private final Blender blender;
    private final ColumnVector open;

    CaseEvaluator(WorkerContext context) {
      tests = new Evaluator[conditions.size()];
      subsets = new RowSubset[tests.length];
      branches = new Branch[values.size()];
      for (int i = 0; i < branches.length; i++) {
        branches[i] = new Branch(values.get(i), context);
      }
      for (int i = 0; i < tests.length; i++) {
        Expression condition = conditions.get(i);
        tests[i] = condition.newEvaluator(context);
        if (i > 0 && condition.canFail()) {
          subsets[i] = new RowSubset(condition, context);
        }
      }
      blender = new Blender(type(), context);
      open = new ColumnVector(DataType.BOOLEAN, context.memory());
    }

    @Override
    public ColumnVector evaluate(Batch batch) {
      int rows = batch.rowCount();
      blender.reset();
      MemorySegment remaining = open.scratch(Bitmaps.bytes(rows));
      Bitmaps.fill(remaining, 0, rows);
      for (int i = 0; i < tests.length; i++) {
        MemorySegment mask = branches[i].mask(rows);
        RowSubset subset = subsets[i];
        Batch part = subset == null ? batch : subset.of(batch, remaining);
        if (part == null) {
          break;
        }
        ColumnVector truth = tests[i].evaluate(part);
        if (subset == null || part == batch) {
          take(truth, rows, mask, remaining);
        } else {
          takeRows(truth, subset.positions(), part.rowCount(), rows, mask, remaining);
        }
        branches[i].addTo(blender, batch);
      }
      Branch.copy(remaining, branches[tests.length].mask(rows), rows);
      branches[tests.length].addTo(blender, batch);
      return blender.blend(rows);
    }

    private void take(ColumnVector truth, int rows, MemorySegment mask, MemorySegment remaining) {
      for (int word = 0; word < TruthValues.words(rows); word++) {
        long at = (long) word << 3;
        long before = remaining.get(JAVA_LONG, at);
        long taken = before & TruthValues.trues(truth, word);
        mask.set(JAVA_LONG, at, taken);
        remaining.set(JAVA_LONG, at, before & ~taken);
      }
    }

    private void takeRows(
        ColumnVector truth,
        MemorySegment positions,
        int count,
        int rows,
        MemorySegment mask,
        MemorySegment remaining) {
      Bitmaps.zero(mask, 0, rows);
      for (int i = 0; i < count; i++) {
        if (!truth.isNull(i) && truth.getBoolean(i)) {
          int row = positions.get(JAVA_INT, (long) i << 2);
          Bitmaps.set(mask, 0, row);
          Bitmaps.clear(remaining, 0, row);
        }
      }
    }
  }
}
