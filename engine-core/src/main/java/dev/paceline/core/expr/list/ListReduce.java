package dev.paceline.core.expr.list;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reduces a list: a lambda function combines an accumulator with one element after the other. The
 * function is evaluated once for the next elements of all lists of a batch.
 */
public final class ListReduce extends Expression {
  private final Expression list;
  private final Expression result;
  private final @Nullable Expression initial;
  private final List<Expression> captured;

  /**
   * @param type of the accumulator
   * @param result over {@link LambdaColumns}
   * @param initial the first accumulator; null for the first element
   * @param captured the values from outside
   */
  public ListReduce(
      DataType type,
      Expression list,
      Expression result,
      @Nullable Expression initial,
      List<Expression> captured) {
    super(type);
    this.list = list;
    this.result = NestedCast.any(result, type);
    this.initial = initial == null ? null : NestedCast.any(initial, type);
    this.captured = List.copyOf(captured);
  }

  @Override
  public List<Expression> operands() {
    List<Expression> operands = new ArrayList<>();
    operands.add(list);
    if (initial != null) {
      operands.add(initial);
    }
    operands.addAll(captured);
    return operands;
  }

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
        .collect(Collectors.joining(", ", "list_reduce(", ", " + result + ")"));
  }

  /** Evaluates the function. One worker uses it. */
  private static final class Calls implements Evaluator {
    private final DataType type;
    private final Evaluator lists;
    private final ListReader reader;
    private final LambdaColumns columns;
    private final Evaluator result;
    private final @Nullable Evaluator initial;
    private final @Nullable Evaluator firstElements;
    private final ElementVector firsts;
    private final ElementVector values;
    private final CancellationToken cancellation;

    /** The bytes of the last accumulator of each list, as an element of a list. */
    private final ColumnVector ended;

    private final ListReader endedReader;
    private long[] endedViews = new long[0];

    /** Two, because the last results may be a view of the accumulators that they come from. */
    private final ElementVector[] accumulators;

    private int[] active = new int[0];
    private long[] positions = new long[0];

    Calls(ListReduce function, WorkerContext context) {
      DataType element = function.list.type().elementType();
      type = function.type();
      lists = function.list.newEvaluator(context);
      reader = new ListReader(element);
      columns = new LambdaColumns(element, type, function.captured, context);
      result = function.result.newEvaluator(context);
      initial = function.initial == null ? null : function.initial.newEvaluator(context);
      firstElements =
          initial == null
              ? NestedCast.any(new ColumnReference(0, element), function.type())
                  .newEvaluator(context)
              : null;
      firsts = new ElementVector(element, context.memory());
      values = new ElementVector(type, context.memory());
      ended = new ColumnVector(DataType.VARBINARY, context.memory());
      endedReader = new ListReader(type);
      accumulators =
          new ElementVector[] {
            new ElementVector(type, context.memory()), new ElementVector(type, context.memory())
          };
      cancellation = context.query().cancellation();
    }

    @Override
    public ColumnVector evaluate(Batch input) {
      ColumnVector vector = lists.evaluate(input);
      int rows = input.rowCount();
      if (active.length < rows) {
        active = new int[rows];
        positions = new long[rows];
        endedViews = new long[rows];
      }
      columns.open(input);
      TextWriter writer = new TextWriter(ended);
      int count = open(vector, rows);
      ColumnVector current = start(input, vector, count);
      for (long index = initial == null ? 2 : 1; count > 0; index++) {
        cancellation.check();
        ElementVector next = accumulators[(int) (index & 1)];
        count = goOn(vector, count, current, next, writer);
        if (count > 0) {
          columns.reset();
          for (int i = 0; i < count; i++) {
            reader.resume(vector, active[i], positions[i]);
            reader.next();
            positions[i] = reader.position();
            columns.add(active[i], reader, index);
          }
          current = result.evaluate(columns.batch(next.finish()));
        }
      }
      return finish(vector, rows, writer);
    }

    /** Takes the rows whose list is not NULL; returns how many. */
    private int open(ColumnVector vector, int rows) {
      int count = 0;
      for (int row = 0; row < rows; row++) {
        if (!vector.isNull(row)) {
          active[count] = row;
          positions[count++] = reader.reset(vector, row).position();
        }
      }
      return count;
    }

    /** Returns the first accumulators of the active rows. */
    private ColumnVector start(Batch input, ColumnVector vector, int count) {
      ElementVector first = accumulators[initial == null ? 1 : 0];
      if (initial != null) {
        ColumnVector given = initial.evaluate(input);
        first.reset(count);
        for (int i = 0; i < count; i++) {
          first.append(given, active[i]);
        }
        return first.finish();
      }
      firsts.reset(count);
      for (int i = 0; i < count; i++) {
        reader.reset(vector, active[i]);
        if (!reader.next()) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "list_reduce needs an initial value for a list without elements");
        }
        positions[i] = reader.position();
        reader.appendTo(firsts);
      }
      return requireNonNull(firstElements).evaluate(new Batch(firsts.finish()).set(count, null));
    }

    /** Keeps the rows whose list has a further element, and their accumulators. */
    private int goOn(
        ColumnVector vector,
        int count,
        ColumnVector current,
        ElementVector next,
        TextWriter writer) {
      next.reset(count);
      int kept = 0;
      for (int i = 0; i < count; i++) {
        int row = active[i];
        reader.resume(vector, row, positions[i]);
        if (reader.hasNext()) {
          next.append(current, i);
          active[kept] = row;
          positions[kept++] = positions[i];
        } else {
          NestedFormat.append(current, i, writer);
          endedViews[row] = writer.finish();
        }
      }
      return kept;
    }

    private ColumnVector finish(ColumnVector vector, int rows, TextWriter writer) {
      values.reset(rows);
      for (int row = 0; row < rows; row++) {
        if (vector.isNull(row)) {
          values.appendNull();
        } else {
          endedReader.reset(writer.heap(), endedViews[row]);
          endedReader.next();
          endedReader.appendTo(values);
        }
      }
      return values.finish();
    }
  }
}
