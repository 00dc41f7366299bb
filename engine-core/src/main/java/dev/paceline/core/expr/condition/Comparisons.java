package dev.paceline.core.expr.condition;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.function.Arithmetic;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Lowers comparisons of mixed operands to comparisons of equal ones. */
public final class Comparisons {
  private Comparisons() {}

  public static Expression of(ComparisonOperator operator, Expression left, Expression right) {
    TypeFamily a = left.type().family();
    TypeFamily b = right.type().family();
    if (a == TypeFamily.BYTES && b == TypeFamily.BYTES) {
      return texts(operator, left, right);
    }
    if (left.type().kind() == TypeKind.INTERVAL && right.type().kind() == TypeKind.INTERVAL) {
      return new Comparison(operator, length(left), length(right));
    }
    if (a == TypeFamily.INTEGRAL && b == TypeFamily.INTEGRAL) {
      return integral(operator, left, right);
    }
    if (a == b) {
      return new Comparison(operator, left, right);
    }
    if (a == TypeFamily.INTEGRAL && b == TypeFamily.FLOATING) {
      return row(
          operator,
          left,
          right,
          (x, y, row) -> order(Arithmetic.decimal(x, row), y.getDouble(row)));
    }
    if (a == TypeFamily.FLOATING && b == TypeFamily.INTEGRAL) {
      return of(operator.mirrored(), right, left);
    }
    throw new PacelineException(
        ErrorCode.TYPE_MISMATCH, left.type() + " cannot be compared with " + right.type());
  }

  /** Returns the length of an interval: intervals of the same length are equal. */
  private static Expression length(Expression interval) {
    return new FunctionCall(
        "LENGTH",
        DataType.INT64,
        List.of(interval),
        false,
        RowFunctions.longs(
            (a, row) -> IntervalFields.length(a[0].getHigh(row), a[0].getLong(row))));
  }

  private static Expression integral(
      ComparisonOperator operator, Expression left, Expression right) {
    if (isDay(left) != isDay(right) && (isTimestamp(left) || isTimestamp(right))) {
      return integral(
          operator,
          isDay(left) ? Casts.cast(left, right.type()) : left,
          isDay(right) ? Casts.cast(right, left.type()) : right);
    }
    int leftScale = RowFunctions.scale(left.type());
    int rightScale = RowFunctions.scale(right.type());
    int scale = Math.max(leftScale, rightScale);
    int digits =
        Math.max(
            Arithmetic.precision(left.type()) - leftScale,
            Arithmetic.precision(right.type()) - rightScale);
    if (leftScale == rightScale || digits + scale <= DataType.MAX_DECIMAL_PRECISION) {
      return new Comparison(
          operator, Arithmetic.rescaleUp(left, scale), Arithmetic.rescaleUp(right, scale));
    }
    return leftScale < rightScale
        ? row(operator, left, right, unlikeScales(rightScale - leftScale))
        : row(operator.mirrored(), right, left, unlikeScales(leftScale - rightScale));
  }

  /**
   * Compares decimal numbers that have no common type, because it would need too many digits. If
   * the unscaled value of the left number fits 64 bits, as it does in most rows, the comparison
   * uses 128 bits.
   *
   * @param moreDigits how many more digits behind the point the right number has
   */
  private static RowOrder unlikeScales(int moreDigits) {
    BigInteger power = Int128.powerOfTen(moreDigits);
    boolean fitsLong = Int128.fitsLong(Int128.high(power), Int128.low(power));
    long factor = Int128.low(power);
    return (x, y, row) -> {
      long low = x.getLong(row);
      return fitsLong && Int128.fitsLong(x.getHigh(row), low)
          ? Int128.compare(
              Math.multiplyHigh(low, factor), low * factor, y.getHigh(row), y.getLong(row))
          : Arithmetic.decimal(x, row).compareTo(Arithmetic.decimal(y, row));
    };
  }

  private static boolean isDay(Expression expression) {
    return expression.type().kind() == TypeKind.DATE;
  }

  private static boolean isTimestamp(Expression expression) {
    return expression.type().kind() == TypeKind.TIMESTAMP
        || expression.type().kind() == TypeKind.TIMESTAMP_LTZ;
  }

  private static Expression texts(ComparisonOperator operator, Expression left, Expression right) {
    if (left.type().kind() == TypeKind.CHAR && right.type().kind() == TypeKind.CHAR) {
      return row(
          operator,
          left,
          right,
          (x, y, row) ->
              StringView.compare(x.valueHeap(), trimmed(x, row), y.valueHeap(), trimmed(y, row)));
    }
    return switch (operator) {
      case EQUAL -> equality(left, right);
      case NOT_EQUAL -> Expressions.not(equality(left, right));
      default ->
          row(
              operator,
              left,
              right,
              (x, y, row) ->
                  StringView.compare(x.valueHeap(), x.getView(row), y.valueHeap(), y.getView(row)));
    };
  }

  private static Expression equality(Expression left, Expression right) {
    return new FunctionCall(
        "=",
        DataType.BOOLEAN,
        List.of(left, right),
        false,
        RowFunctions.booleans(
            (a, row) ->
                StringView.equal(
                    a[0].valueHeap(), a[0].getView(row), a[1].valueHeap(), a[1].getView(row))));
  }

  private static long trimmed(ColumnVector vector, int row) {
    MemorySegment heap = vector.valueHeap();
    long view = vector.getView(row);
    long offset = StringView.offset(view);
    int length = StringView.length(view);
    while (length > 0 && heap.get(ValueLayout.JAVA_BYTE, offset + length - 1) == ' ') {
      length--;
    }
    return StringView.of(offset, length);
  }

  /** The order of a decimal and a double, both exact; NaN is the largest. */
  private static int order(BigDecimal left, double right) {
    if (Double.isNaN(right) || Double.isInfinite(right)) {
      return DoubleRange.compare(0, right);
    }
    return left.compareTo(new BigDecimal(right));
  }

  /** The three-way order of two rows. */
  private interface RowOrder {
    int compare(ColumnVector left, ColumnVector right, int row);
  }

  private static Expression row(
      ComparisonOperator operator, Expression left, Expression right, RowOrder order) {
    return new FunctionCall(
        operator.symbol(),
        DataType.BOOLEAN,
        List.of(left, right),
        false,
        RowFunctions.booleans((a, row) -> operator.test(order.compare(a[0], a[1], row))));
  }
}
