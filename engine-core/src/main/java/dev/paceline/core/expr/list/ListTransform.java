package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.RowSubset;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The list of what a lambda function makes of the elements of a list for which a condition is true.
 * The function is evaluated in batches of elements, which may belong to several lists.
 */
public final class ListTransform extends Expression {
  private final Expression list;
  private final Expression result;
  private final @Nullable Expression condition;
  private final List<Expression> captured;

  /**
   * @param type of the list that is made
   * @param result over {@link LambdaColumns}; null for the element itself
   * @param condition over {@link LambdaColumns}, BOOLEAN or a type that is cast to it; null if all
   *     elements count
   * @param captured the values from outside
   */
  public ListTransform(
      DataType type,
      Expression list,
      @Nullable Expression result,
      @Nullable Expression condition,
      List<Expression> captured) {
    super(type);
    this.list = list;
    Expression value =
        result == null
            ? new ColumnReference(LambdaColumns.ELEMENT, list.type().elementType())
            : result;
    this.result = NestedCast.any(value, type.elementType());
    this.condition = condition == null ? null : NestedCast.any(condition, DataType.BOOLEAN);
    this.captured = List.copyOf(captured);
  }

  @Override
  public List<Expression> operands() {
    List<Expression> operands = new ArrayList<>();
    operands.add(list);
    operands.addAll(captured);
    return operands;
  }

  /** Lists can become too long. */
  @Override
  public boolean canFail() {
    return true;
  }

  @Override
  public Evaluator newEvaluator(WorkerContext context) {
    return new Calls(this, context);
  }

  @Override
  public String toString() {
    return operands().stream()
        .map(Expression::toString)
        .collect(
            Collectors.joining(
                ", ",
                "list_transform(",
                ", " + result + (condition == null ? "" : " if " + condition) + ")"));
  }

  /** Evaluates the function. One worker uses it. */
  private static final class Calls implements Evaluator {
    private final Evaluator lists;
    private final ListReader reader;
    private final LambdaColumns columns;
    private final Evaluator result;
    private final @Nullable Evaluator condition;
    private final RowSubset subset;
    private final MemorySegment mask;
    private final ElementVector values;
    private final CancellationToken cancellation;

    /** The list that is being written. */
    private int current;

    Calls(ListTransform function, WorkerContext context) {
      DataType element = function.list.type().elementType();
      lists = function.list.newEvaluator(context);
      reader = new ListReader(element);
      columns = new LambdaColumns(element, null, function.captured, context);
      result = function.result.newEvaluator(context);
      condition = function.condition == null ? null : function.condition.newEvaluator(context);
      subset = new RowSubset(function.result, context);
      mask = context.memory().allocate(Bitmaps.bytes(context.batchRows()));
      values = new ElementVector(function.type(), context.memory());
      cancellation = context.query().cancellation();
    }

    @Override
    public ColumnVector evaluate(Batch input) {
      ColumnVector vector = lists.evaluate(input);
      int rows = input.rowCount();
      values.reset(rows);
      current = 0;
      columns.open(input);
      for (int row = 0; row < rows; row++) {
        if (!vector.isNull(row)) {
          reader.reset(vector, row);
          for (long index = 1; reader.next(); index++) {
            columns.add(row, reader, index);
            if (columns.isFull()) {
              call(vector);
            }
          }
        }
      }
      call(vector);
      endListsBefore(rows, vector);
      return values.finish();
    }

    private void call(ColumnVector vector) {
      cancellation.check();
      if (columns.count() > 0) {
        Batch calls = columns.batch(null);
        if (condition == null) {
          ColumnVector results = result.evaluate(calls);
          for (int i = 0; i < calls.rowCount(); i++) {
            append(results, i, columns.row(i), vector);
          }
        } else {
          appendChosen(calls, condition.evaluate(calls), vector);
        }
        columns.reset();
      }
    }

    private void appendChosen(Batch calls, ColumnVector conditions, ColumnVector vector) {
      int count = calls.rowCount();
      mask.asSlice(0, (long) Long.BYTES * TruthValues.words(count)).fill((byte) 0);
      for (int i = 0; i < count; i++) {
        if (!conditions.isNull(i) && conditions.getBoolean(i)) {
          Bitmaps.set(mask, 0, i);
        }
      }
      Batch chosen = subset.of(calls, mask);
      if (chosen == null) {
        return;
      }
      ColumnVector results = result.evaluate(chosen);
      MemorySegment positions = subset.positions();
      boolean all = chosen.rowCount() == count;
      for (int i = 0; i < chosen.rowCount(); i++) {
        int call = all ? i : positions.get(JAVA_INT, (long) i << 2);
        append(results, i, columns.row(call), vector);
      }
    }

    private void append(ColumnVector results, int index, int row, ColumnVector vector) {
      endListsBefore(row, vector);
      NestedFormat.append(results, index, values.text());
    }

    private void endListsBefore(int row, ColumnVector vector) {
      for (; current < row; current++) {
        if (vector.isNull(current)) {
          values.appendNull();
        } else {
          ListFunctions.end(values);
        }
      }
    }
  }
}
