package dev.paceline.core.expr.list;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batch that the body of a lambda function is evaluated over: a row for each call. Column
 * {@link #ELEMENT} is the element, {@link #INDEX} its position from 1, {@link #ACCUMULATOR} what
 * the calls before have made, and the values that the body takes from outside follow from {@link
 * #CAPTURED} on. One worker uses it.
 */
public final class LambdaColumns {
  public static final int ELEMENT = 0;
  public static final int INDEX = 1;
  public static final int ACCUMULATOR = 2;
  public static final int CAPTURED = 3;

  private final int capacity;
  private final ElementVector elements;
  private final ElementVector indexes;
  private final Evaluator[] captured;
  private final ColumnVector[] outside;

  /** The row of the input that each call belongs to, as 32-bit numbers. */
  private final MemorySegment rows;

  private final ColumnVector[] columns;
  private final Batch batch;

  /**
   * @param element the type of the elements
   * @param accumulator the type of what calls before have made; null if there is nothing
   */
  LambdaColumns(
      DataType element,
      @Nullable DataType accumulator,
      List<Expression> captured,
      WorkerContext context) {
    capacity = context.batchRows();
    elements = new ElementVector(element, context.memory());
    indexes = new ElementVector(DataType.INT64, context.memory());
    this.captured =
        captured.stream().map(value -> value.newEvaluator(context)).toArray(Evaluator[]::new);
    outside = new ColumnVector[this.captured.length];
    rows = context.memory().allocate((long) Integer.BYTES * capacity);
    columns = new ColumnVector[CAPTURED + outside.length];
    columns[ELEMENT] = new ColumnVector(element, context.memory());
    columns[INDEX] = new ColumnVector(DataType.INT64, context.memory());
    columns[ACCUMULATOR] =
        new ColumnVector(accumulator == null ? DataType.BOOLEAN : accumulator, context.memory());
    columns[ACCUMULATOR].setConstantNull();
    for (int i = 0; i < outside.length; i++) {
      columns[CAPTURED + i] = new ColumnVector(captured.get(i).type(), context.memory());
    }
    batch = new Batch(columns);
  }

  /** Evaluates the values from outside for a batch of the input, and removes all calls. */
  void open(Batch input) {
    for (int i = 0; i < captured.length; i++) {
      outside[i] = captured[i].evaluate(input);
    }
    reset();
  }

  /** Removes all calls. */
  void reset() {
    elements.reset(capacity);
    indexes.reset(capacity);
  }

  int count() {
    return elements.size();
  }

  boolean isFull() {
    return elements.size() == capacity;
  }

  /** Adds a call for the element that a reader is at. */
  void add(int row, ListReader reader, long index) {
    rows.set(JAVA_INT, (long) elements.size() << 2, row);
    reader.appendTo(elements);
    indexes.appendLong(index);
  }

  int row(int call) {
    return rows.get(JAVA_INT, (long) call << 2);
  }

  /** Returns the batch of the calls, which is valid until the next {@link #reset}. */
  Batch batch(@Nullable ColumnVector accumulators) {
    int count = elements.size();
    columns[ELEMENT].pointTo(elements.finish());
    columns[INDEX].pointTo(indexes.finish());
    if (accumulators != null) {
      columns[ACCUMULATOR].pointTo(accumulators);
    }
    for (int i = 0; i < outside.length; i++) {
      Compactor.gather(outside[i], rows, count, columns[CAPTURED + i], capacity);
    }
    return batch.set(count, null);
  }
}
