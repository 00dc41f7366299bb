package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.vector.DoubleLanes;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.TruthValues;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;

/** Compares doubles, in SQL's order with NaN as the largest, or truth values, false first. */
final class PlainComparison implements Evaluator {
  private final ComparisonOperator operator;
  private final Evaluator left;
  private final Evaluator right;
  private final ColumnVector result;
  private final NullMask nulls;
  private final DoubleLanes leftLanes;
  private final DoubleLanes rightLanes;

  PlainComparison(
      ComparisonOperator operator, Evaluator left, Evaluator right, WorkerContext context) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    result = new ColumnVector(DataType.BOOLEAN, context.memory());
    nulls = new NullMask(context);
    leftLanes = new DoubleLanes(context.memory());
    rightLanes = new DoubleLanes(context.memory());
  }

  @Override
  public ColumnVector evaluate(Batch batch) {
    ColumnVector a = left.evaluate(batch);
    ColumnVector b = right.evaluate(batch);
    if (a.isConstantNull() || b.isConstantNull()) {
      return result.setConstantNull();
    }
    boolean floating = a.type().family() == TypeFamily.FLOATING;
    if (a.isConstant() && b.isConstant()) {
      int order =
          floating
              ? DoubleRange.compare(a.constantDouble(), b.constantDouble())
              : Long.compare(a.constantLong(), b.constantLong());
      return result.setConstantBoolean(operator.test(order));
    }
    int rows = batch.rowCount();
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    if (floating) {
      compareDoubles(a, b, rows, bits);
    }
    boolean negated =
        operator == ComparisonOperator.NOT_EQUAL
            || operator == ComparisonOperator.GREATER_OR_EQUAL
            || operator == ComparisonOperator.LESS_OR_EQUAL;
    for (int word = 0; word < TruthValues.words(rows); word++) {
      long at = (long) word << 3;
      long positive = floating ? bits.get(JAVA_LONG, at) : compareTruth(a, b, word);
      bits.set(JAVA_LONG, at, negated ? ~positive : positive);
    }
    result.setBits(bits, 0);
    nulls.reset().include(a, rows).include(b, rows).applyTo(result);
    return result;
  }

  private void compareDoubles(ColumnVector a, ColumnVector b, int rows, MemorySegment bits) {
    leftLanes.read(a, rows);
    rightLanes.read(b, rows);
    MemorySegment x = leftLanes.data();
    MemorySegment y = rightLanes.data();
    RelationKernels kernels = RelationKernels.current();
    switch (operator) {
      case EQUAL, NOT_EQUAL ->
          kernels.equalDoubles(x, leftLanes.offset(), y, rightLanes.offset(), rows, bits);
      case LESS, GREATER_OR_EQUAL ->
          kernels.lessDoubles(x, leftLanes.offset(), y, rightLanes.offset(), rows, bits);
      case GREATER, LESS_OR_EQUAL ->
          kernels.lessDoubles(y, rightLanes.offset(), x, leftLanes.offset(), rows, bits);
    }
  }

  private long compareTruth(ColumnVector a, ColumnVector b, int word) {
    long x = TruthValues.trues(a, word);
    long y = TruthValues.trues(b, word);
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> ~(x ^ y);
      case LESS, GREATER_OR_EQUAL -> ~x & y;
      case GREATER, LESS_OR_EQUAL -> x & ~y;
    };
  }
}
