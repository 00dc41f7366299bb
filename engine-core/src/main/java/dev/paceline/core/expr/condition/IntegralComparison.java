package dev.paceline.core.expr.condition;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.expr.vector.RangeTest;
import dev.paceline.core.kernel.RelationKernels;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import java.lang.foreign.MemorySegment;

/** Compares whole numbers: with a constant as a range of codes, with each other as 64-bit lanes. */
final class IntegralComparison implements Evaluator {
  private final ComparisonOperator operator;
  private final Evaluator left;
  private final Evaluator right;
  private final ColumnVector result;
  private final NullMask nulls;
  private final RangeTest rangeTest;
  private final PlainLanes leftLanes;
  private final PlainLanes rightLanes;

  IntegralComparison(
      ComparisonOperator operator, Evaluator left, Evaluator right, WorkerContext context) {
    this.operator = operator;
    this.left = left;
    this.right = right;
    result = new ColumnVector(DataType.BOOLEAN, context.memory());
    nulls = new NullMask(context);
    rangeTest = new RangeTest(context.memory());
    leftLanes = new PlainLanes(context.memory());
    rightLanes = new PlainLanes(context.memory());
  }

  @Override
  public ColumnVector evaluate(Batch batch) {
    ColumnVector a = left.evaluate(batch);
    ColumnVector b = right.evaluate(batch);
    if (a.isConstantNull() || b.isConstantNull()) {
      return result.setConstantNull();
    }
    if (a.isConstant() && b.isConstant()) {
      return result.setConstantBoolean(operator.test(order(a, b, 0)));
    }
    int rows = batch.rowCount();
    MemorySegment bits = result.scratch(Bitmaps.bytes(rows));
    if (!PlainLanes.fits(a) || !PlainLanes.fits(b)) {
      compareWide(a, b, rows, bits);
    } else if (b.isConstant()) {
      compareConstant(operator, a, b.constantLong(), rows, bits);
    } else if (a.isConstant()) {
      compareConstant(operator.mirrored(), b, a.constantLong(), rows, bits);
    } else {
      compareLanes(a, b, rows, bits);
    }
    result.setBits(bits, 0);
    nulls.reset().include(a, rows).include(b, rows).applyTo(result);
    return result;
  }

  private void compareConstant(
      ComparisonOperator comparison, ColumnVector vector, long c, int rows, MemorySegment bits) {
    switch (comparison) {
      case EQUAL -> rangeTest.test(vector, c, c, rows, bits);
      case NOT_EQUAL -> {
        rangeTest.test(vector, c, c, rows, bits);
        negate(bits, rows);
      }
      case LESS_OR_EQUAL -> rangeTest.test(vector, Long.MIN_VALUE, c, rows, bits);
      case GREATER_OR_EQUAL -> rangeTest.test(vector, c, Long.MAX_VALUE, rows, bits);
      case LESS -> {
        rangeTest.test(vector, c, Long.MAX_VALUE, rows, bits);
        negate(bits, rows);
      }
      case GREATER -> {
        rangeTest.test(vector, Long.MIN_VALUE, c, rows, bits);
        negate(bits, rows);
      }
    }
  }

  private void compareLanes(ColumnVector a, ColumnVector b, int rows, MemorySegment bits) {
    leftLanes.read(a, rows);
    rightLanes.read(b, rows);
    switch (operator) {
      case EQUAL, NOT_EQUAL ->
          RelationKernels.current()
              .equalLongs(
                  leftLanes.data(),
                  leftLanes.offset(),
                  rightLanes.data(),
                  rightLanes.offset(),
                  rows,
                  bits);
      case LESS, GREATER_OR_EQUAL ->
          RelationKernels.current()
              .lessLongs(
                  leftLanes.data(),
                  leftLanes.offset(),
                  rightLanes.data(),
                  rightLanes.offset(),
                  rows,
                  bits);
      case GREATER, LESS_OR_EQUAL ->
          RelationKernels.current()
              .lessLongs(
                  rightLanes.data(),
                  rightLanes.offset(),
                  leftLanes.data(),
                  leftLanes.offset(),
                  rows,
                  bits);
    }
    if (operator == ComparisonOperator.NOT_EQUAL
        || operator == ComparisonOperator.GREATER_OR_EQUAL
        || operator == ComparisonOperator.LESS_OR_EQUAL) {
      negate(bits, rows);
    }
  }

  private void compareWide(ColumnVector a, ColumnVector b, int rows, MemorySegment bits) {
    for (int first = 0; first < rows; first += 64) {
      int last = Math.min(first + 64, rows);
      long word = 0;
      for (int row = first; row < last; row++) {
        if (operator.test(order(a, b, row))) {
          word |= 1L << row;
        }
      }
      bits.set(JAVA_LONG, (long) first >> 3, word);
    }
  }

  private static int order(ColumnVector a, ColumnVector b, int row) {
    return Int128.compare(a.getHigh(row), a.getLong(row), b.getHigh(row), b.getLong(row));
  }

  private static void negate(MemorySegment bits, int rows) {
    for (long at = 0; at < Bitmaps.bytes(rows); at += 8) {
      bits.set(JAVA_LONG, at, ~bits.get(JAVA_LONG, at));
    }
  }
}
