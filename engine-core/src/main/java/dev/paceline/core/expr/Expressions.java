package dev.paceline.core.expr;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ColumnPredicate;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes expressions: what SQL front ends lower to.
 *
 * <p>Operands need few casts. Numbers of any kinds and scales mix in arithmetic, comparisons and
 * CASE; the result has exactly the type that the caller declares. Wrong operand types are a {@link
 * ErrorCode#TYPE_MISMATCH}.
 */
public final class Expressions {
  private Expressions() {}

  /** Column {@code index} of the batch. */
  public static Expression column(int index, DataType type) {
    throw missing("column");
  }

  /**
   * A constant.
   *
   * @param value Boolean; Long for INTEGRAL types but DECIMAL, in their unit; BigDecimal for
   *     DECIMAL; Double; String or byte[]; null for NULL
   */
  public static Expression literal(DataType type, @Nullable Object value) {
    throw missing("literal");
  }

  /**
   * {@code left operator right}, exact for INTEGRAL results: whole numbers that overflow the result
   * type are a NUMERIC_OVERFLOW, decimals are rescaled (rounding half away from zero) to its scale;
   * a zero divisor is a DIVISION_BY_ZERO, of doubles too. Dates, times and timestamps ± intervals,
   * their differences (in the unit of the result), and intervals × and / numbers are included.
   */
  public static Expression arithmetic(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    throw missing("arithmetic");
  }

  public static Expression add(DataType result, Expression left, Expression right) {
    return arithmetic(ArithmeticOperator.ADD, result, left, right);
  }

  public static Expression subtract(DataType result, Expression left, Expression right) {
    return arithmetic(ArithmeticOperator.SUBTRACT, result, left, right);
  }

  public static Expression multiply(DataType result, Expression left, Expression right) {
    return arithmetic(ArithmeticOperator.MULTIPLY, result, left, right);
  }

  public static Expression divide(DataType result, Expression left, Expression right) {
    return arithmetic(ArithmeticOperator.DIVIDE, result, left, right);
  }

  public static Expression modulo(DataType result, Expression left, Expression right) {
    return arithmetic(ArithmeticOperator.MODULO, result, left, right);
  }

  public static Expression negate(DataType result, Expression operand) {
    throw missing("negate");
  }

  /**
   * A comparison. Numbers compare by their exact values; texts and binaries by unsigned bytes,
   * which for UTF-8 is the order of code points. If both are CHAR, trailing blanks do not count
   * (PAD SPACE); else they do.
   */
  public static Expression compare(ComparisonOperator operator, Expression left, Expression right) {
    throw missing("compare");
  }

  /** Unequal, or exactly one NULL; never NULL. */
  public static Expression isDistinctFrom(Expression left, Expression right) {
    return not(isNotDistinctFrom(left, right));
  }

  /** Equal, or both NULL; never NULL. */
  public static Expression isNotDistinctFrom(Expression left, Expression right) {
    throw missing("isNotDistinctFrom");
  }

  /** Later operands that can fail are evaluated only where the earlier ones are not false. */
  public static Expression and(List<Expression> operands) {
    throw missing("and");
  }

  public static Expression and(Expression... operands) {
    return and(List.of(operands));
  }

  /** Later operands that can fail are evaluated only where the earlier ones are not true. */
  public static Expression or(List<Expression> operands) {
    throw missing("or");
  }

  public static Expression or(Expression... operands) {
    return or(List.of(operands));
  }

  public static Expression not(Expression operand) {
    throw missing("not");
  }

  public static Expression isNull(Expression operand) {
    throw missing("isNull");
  }

  public static Expression isNotNull(Expression operand) {
    throw missing("isNotNull");
  }

  public static Expression isTrue(Expression operand) {
    throw missing("isTrue");
  }

  public static Expression isFalse(Expression operand) {
    throw missing("isFalse");
  }

  public static Expression isNotTrue(Expression operand) {
    return not(isTrue(operand));
  }

  public static Expression isNotFalse(Expression operand) {
    return not(isFalse(operand));
  }

  /**
   * Whether the operand satisfies a predicate: IN lists, BETWEEN, LIKE. NULL rows give NULL, unless
   * the predicate says that they match.
   */
  public static Expression search(Expression operand, ColumnPredicate predicate) {
    throw missing("search");
  }

  /**
   * {@code operand LIKE pattern ESCAPE escape}.
   *
   * @param escape null: no character escapes
   */
  public static Expression like(Expression operand, String pattern, @Nullable Character escape) {
    throw missing("like");
  }

  /**
   * The value of the first condition that is true, else {@code otherwise}; a value or condition
   * that can fail is evaluated only on the rows that reach it. Values of another type than the
   * result are cast.
   */
  public static Expression caseWhen(
      List<Expression> conditions, List<Expression> values, Expression otherwise, DataType result) {
    throw missing("caseWhen");
  }

  /** The first value that is not NULL; values of another type are cast. */
  public static Expression coalesce(DataType result, List<Expression> values) {
    throw missing("coalesce");
  }

  /** NULL where both are equal, else the left one. */
  public static Expression nullIf(Expression left, Expression right) {
    throw missing("nullIf");
  }

  /** The explicit conversion CAST(operand AS type); the operand itself if it has that type. */
  public static Expression cast(Expression operand, DataType type) {
    throw missing("cast");
  }

  /** {@link #cast} that gives NULL where the conversion fails. */
  public static Expression safeCast(Expression operand, DataType type) {
    throw missing("safeCast");
  }

  /** A function. Arguments and result types as the function says; numbers may be of any kind. */
  public static Expression call(
      ScalarFunction function, DataType result, List<Expression> arguments) {
    throw missing(function.name());
  }

  /** {@code EXTRACT(unit FROM operand)} of a date, time, timestamp or interval. */
  public static Expression extract(TimeUnit unit, DataType result, Expression operand) {
    throw missing("extract");
  }

  /** {@code FLOOR(operand TO unit)} of a date, time or timestamp. */
  public static Expression floorTo(TimeUnit unit, Expression operand) {
    throw missing("floorTo");
  }

  /** {@code CEIL(operand TO unit)} of a date, time or timestamp. */
  public static Expression ceilTo(TimeUnit unit, Expression operand) {
    throw missing("ceilTo");
  }

  /** {@code TIMESTAMPADD(unit, amount, operand)}. */
  public static Expression timestampAdd(
      TimeUnit unit, DataType result, Expression amount, Expression operand) {
    throw missing("timestampAdd");
  }

  /** {@code TIMESTAMPDIFF(unit, from, to)}: complete units from one to the other. */
  public static Expression timestampDiff(
      TimeUnit unit, DataType result, Expression from, Expression to) {
    throw missing("timestampDiff");
  }

  private static PacelineException missing(String what) {
    return new PacelineException(ErrorCode.NOT_SUPPORTED, what + " is not supported yet");
  }
}
