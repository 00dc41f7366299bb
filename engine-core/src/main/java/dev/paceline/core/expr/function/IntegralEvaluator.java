package dev.paceline.core.expr.function;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.expr.vector.PlainLanes;
import dev.paceline.core.kernel.ArithmeticKernels;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;

/**
 * Adds, subtracts or multiplies vectors of whole numbers, in the cheapest way that the operands'
 * bounds allow: a constant only moves the affine code of the other operand; results that provably
 * fit 64 bits come from unchecked loops; else loops that notice an overflow, and 128-bit lanes
 * where the result type has room for it.
 */
final class IntegralEvaluator implements Evaluator {

  private final ArithmeticOperator operator;
  private final DataType type;
  private final Evaluator left;
  private final Evaluator right;
  private final NullMask nulls;
  private final ColumnVector result;
  private final PlainLanes leftLanes;
  private final PlainLanes rightLanes;
  private final LongBounds bounds = new LongBounds();
  private final WideArithmetic wide;
  private final long typeMin;
  private final long typeMax;

  IntegralEvaluator(
      ArithmeticOperator operator,
      DataType type,
      Evaluator left,
      Evaluator right,
      WorkerContext context) {
    this.operator = operator;
    this.type = type;
    this.left = left;
    this.right = right;
    nulls = new NullMask(context);
    result = new ColumnVector(type, context.memory());
    leftLanes = new PlainLanes(context.memory());
    rightLanes = new PlainLanes(context.memory());
    wide = new WideArithmetic(operator, type);
    typeMin = type.fitsLong() || type.unsigned() ? type.minLong() : Long.MIN_VALUE;
    typeMax = type.fitsLong() ? type.maxLong() : Long.MAX_VALUE;
  }

  @Override
  public ColumnVector evaluate(Batch batch) {
    ColumnVector a = left.evaluate(batch);
    ColumnVector b = right.evaluate(batch);
    if (a.isConstantNull() || b.isConstantNull()) {
      return result.setConstantNull();
    }
    if (a.isConstant() && b.isConstant()) {
      return wide.constants(a, b, result);
    }
    int rows = batch.rowCount();
    nulls.reset().include(a, rows).include(b, rows);
    if (!PlainLanes.fits(a) || !PlainLanes.fits(b)) {
      computeWide(a, b, rows);
    } else if (bounds.compute(operator, a, b)) {
      computeUnchecked(a, b, rows);
    } else {
      computeChecked(a, b, rows);
    }
    nulls.applyTo(result);
    return result;
  }

  private void computeUnchecked(ColumnVector a, ColumnVector b, int rows) {
    if (b.isConstant()) {
      long c = b.constantLong();
      switch (operator) {
        case ADD -> affine(a, a.base() + c, a.multiplier());
        case SUBTRACT -> affine(a, a.base() - c, a.multiplier());
        default -> affine(a, a.base() * c, a.multiplier() * c);
      }
    } else if (a.isConstant()) {
      long c = a.constantLong();
      switch (operator) {
        case ADD -> affine(b, b.base() + c, b.multiplier());
        case SUBTRACT -> affine(b, c - b.base(), -b.multiplier());
        default -> affine(b, b.base() * c, b.multiplier() * c);
      }
    } else if (operator == ArithmeticOperator.MULTIPLY && codesMultiply(a, b)) {
      multiplyCodes(a, b, rows);
    } else if (operator == ArithmeticOperator.MULTIPLY && codesMultiply(b, a)) {
      multiplyCodes(b, a, rows);
    } else {
      computeLanes(a, b, rows);
    }
    long low = Math.max(bounds.low(), typeMin);
    long high = Math.min(bounds.high(), typeMax);
    if (low != bounds.low() || high != bounds.high()) {
      checkRange(rows);
    }
    if (low <= high) {
      result.setBounds(low, high);
    }
  }

  private void affine(ColumnVector codes, long base, long multiplier) {
    result.setIntegers(codes.data(), codes.offset(), codes.width(), base, multiplier);
  }

  /** Whether the kernel has a loop for these widths that saves the widening. */
  private static boolean codesMultiply(ColumnVector a, ColumnVector b) {
    return b.width() == 1 && (a.width() == 4 || a.width() == 8);
  }

  private static boolean isUnsignedInt(ColumnVector vector) {
    return PlainLanes.min(vector) >= 0 && PlainLanes.max(vector) <= 0xFFFF_FFFFL;
  }

  private void multiplyCodes(ColumnVector a, ColumnVector b, int rows) {
    MemorySegment target = result.scratch(8L * rows);
    ArithmeticKernels.current()
        .multiplyCodes(
            a.data(),
            a.offset(),
            a.width(),
            a.base(),
            a.multiplier(),
            b.data(),
            b.offset(),
            b.width(),
            b.base(),
            b.multiplier(),
            isUnsignedInt(a) && isUnsignedInt(b),
            rows,
            target);
    result.setLongs(target, 0);
  }

  private void computeLanes(ColumnVector a, ColumnVector b, int rows) {
    leftLanes.read(a, rows);
    rightLanes.read(b, rows);
    MemorySegment x = leftLanes.data();
    MemorySegment y = rightLanes.data();
    MemorySegment target = result.scratch(8L * rows);
    switch (operator) {
      case ADD ->
          ArithmeticKernels.current()
              .addLongs(x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
      case SUBTRACT ->
          ArithmeticKernels.current()
              .subtractLongs(x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
      default ->
          ArithmeticKernels.current()
              .multiplyLongs(x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
    }
    result.setLongs(target, 0);
  }

  private void computeChecked(ColumnVector a, ColumnVector b, int rows) {
    leftLanes.read(a, rows);
    rightLanes.read(b, rows);
    MemorySegment x = leftLanes.data();
    MemorySegment y = rightLanes.data();
    MemorySegment target = result.scratch(8L * rows);
    boolean overflow =
        switch (operator) {
          case ADD ->
              ArithmeticKernels.current()
                  .addLongsChecked(x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
          case SUBTRACT ->
              ArithmeticKernels.current()
                  .subtractLongsChecked(
                      x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
          default ->
              ArithmeticKernels.current()
                  .multiplyLongsChecked(
                      x, leftLanes.offset(), y, rightLanes.offset(), rows, target);
        };
    if (overflow && !type.fitsLong()) {
      computeWide(a, b, rows);
      return;
    }
    if (overflow) {
      wide.checkRows(a, b, rows, nulls);
    }
    result.setLongs(target, 0);
    if (typeMin != Long.MIN_VALUE || typeMax != Long.MAX_VALUE) {
      checkRange(rows);
    }
  }

  private void computeWide(ColumnVector a, ColumnVector b, int rows) {
    leftLanes.readWide(a, rows);
    rightLanes.readWide(b, rows);
    wide.compute(leftLanes, rightLanes, rows, nulls, result);
  }

  /** Fails if a row that is not NULL lies outside the range of the type. */
  private void checkRange(int rows) {
    leftLanes.read(result, rows);
    if (!ArithmeticKernels.current()
        .anyOutside(leftLanes.data(), leftLanes.offset(), rows, typeMin, typeMax)) {
      return;
    }
    for (int row = 0; row < rows; row++) {
      long value = result.getLong(row);
      if (!nulls.contains(row) && (value < typeMin || value > typeMax)) {
        throw Overflow.of(Long.toString(value), type);
      }
    }
  }
}
