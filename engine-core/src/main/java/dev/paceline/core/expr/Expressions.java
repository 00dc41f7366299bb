package dev.paceline.core.expr;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.condition.CaseWhen;
import dev.paceline.core.expr.condition.Coalesce;
import dev.paceline.core.expr.condition.Comparisons;
import dev.paceline.core.expr.condition.Logical;
import dev.paceline.core.expr.condition.Search;
import dev.paceline.core.expr.condition.TruthTest;
import dev.paceline.core.expr.function.Arithmetic;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.function.Extremes;
import dev.paceline.core.expr.function.NumericFunctions;
import dev.paceline.core.expr.function.SafeCast;
import dev.paceline.core.expr.function.TimeFunctions;
import dev.paceline.core.expr.list.NestedCast;
import dev.paceline.core.expr.pattern.LikePattern;
import dev.paceline.core.expr.pattern.SimilarPattern;
import dev.paceline.core.expr.text.TextFunctions;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes expressions, for front ends that translate SQL.
 *
 * <p>Operands need few casts. Numbers of any kinds and scales mix in arithmetic, comparisons and
 * CASE; the result has exactly the type that the caller declares. Wrong operand types are a {@link
 * ErrorCode#TYPE_MISMATCH}.
 */
public final class Expressions {
  private Expressions() {}

  /** Column {@code index} of the batch. */
  public static Expression column(int index, DataType type) {
    return new ColumnReference(index, type);
  }

  /**
   * A constant.
   *
   * @param value Boolean; Long for INTEGRAL types but DECIMAL and INTERVAL, in their unit;
   *     BigDecimal for these; Double; String, byte[] or UUID; null for NULL
   */
  public static Expression literal(DataType type, @Nullable Object value) {
    return Literal.of(type, value);
  }

  /**
   * {@code left operator right}, exact for INTEGRAL results: whole numbers that overflow the result
   * type are a NUMERIC_OVERFLOW, decimals are rescaled (rounding half away from zero) to its scale;
   * a zero divisor is a DIVISION_BY_ZERO, of doubles too. Dates, times and timestamps ± intervals,
   * their differences (in the unit of the result), and intervals × and / numbers are included.
   */
  public static Expression arithmetic(
      ArithmeticOperator operator, DataType result, Expression left, Expression right) {
    return Arithmetic.of(operator, result, left, right);
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
    return Arithmetic.negate(result, operand);
  }

  /**
   * A comparison. Numbers compare by their exact values; texts and binaries by unsigned bytes,
   * which for UTF-8 is the order of code points. If both are CHAR, trailing blanks do not count
   * (PAD SPACE); else they do.
   */
  public static Expression compare(ComparisonOperator operator, Expression left, Expression right) {
    return Comparisons.of(operator, left, right);
  }

  /** Unequal, or exactly one NULL; never NULL. */
  public static Expression isDistinctFrom(Expression left, Expression right) {
    return not(isNotDistinctFrom(left, right));
  }

  /** Equal, or both NULL; never NULL. */
  public static Expression isNotDistinctFrom(Expression left, Expression right) {
    return or(
        and(isNull(left), isNull(right)), isTrue(compare(ComparisonOperator.EQUAL, left, right)));
  }

  /** Later operands that can fail are evaluated only where the earlier ones are not false. */
  public static Expression and(List<Expression> operands) {
    return operands.size() == 1 ? operands.getFirst() : new Logical(true, operands);
  }

  public static Expression and(Expression... operands) {
    return and(List.of(operands));
  }

  /** Later operands that can fail are evaluated only where the earlier ones are not true. */
  public static Expression or(List<Expression> operands) {
    return operands.size() == 1 ? operands.getFirst() : new Logical(false, operands);
  }

  public static Expression or(Expression... operands) {
    return or(List.of(operands));
  }

  public static Expression not(Expression operand) {
    return new TruthTest(TruthTest.Kind.NOT, operand);
  }

  public static Expression isNull(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_NULL, operand);
  }

  public static Expression isNotNull(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_NOT_NULL, operand);
  }

  public static Expression isTrue(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_TRUE, operand);
  }

  public static Expression isFalse(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_FALSE, operand);
  }

  public static Expression isNotTrue(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_NOT_TRUE, operand);
  }

  public static Expression isNotFalse(Expression operand) {
    return new TruthTest(TruthTest.Kind.IS_NOT_FALSE, operand);
  }

  /**
   * Whether the operand satisfies a predicate: IN lists, BETWEEN, LIKE. NULL rows give NULL, unless
   * the predicate says that they match.
   */
  public static Expression search(Expression operand, ColumnPredicate predicate) {
    if (predicate instanceof ColumnPredicate.NullTest(boolean wanted)) {
      return wanted ? isNull(operand) : isNotNull(operand);
    }
    return new Search(operand, predicate);
  }

  /**
   * {@code operand LIKE pattern ESCAPE escape}.
   *
   * @param escape null: no character escapes
   */
  public static Expression like(Expression operand, String pattern, @Nullable Character escape) {
    return search(operand, new ColumnPredicate.BytesTest(LikePattern.of(pattern, escape), false));
  }

  /** Like {@link #like}, for patterns of SIMILAR TO. */
  public static Expression similar(Expression operand, String pattern, @Nullable Character escape) {
    return search(
        operand, new ColumnPredicate.BytesTest(SimilarPattern.of(pattern, escape), false));
  }

  /**
   * The value of the first condition that is true, else {@code otherwise}; a value or condition
   * that can fail is evaluated only on the rows that reach it. Values of another type than the
   * result are cast.
   */
  public static Expression caseWhen(
      List<Expression> conditions, List<Expression> values, Expression otherwise, DataType result) {
    List<Expression> all = new ArrayList<>(values);
    all.add(otherwise);
    return new CaseWhen(result, conditions, castAll(all, result));
  }

  /** The first value that is not NULL; values of another type are cast. */
  public static Expression coalesce(DataType result, List<Expression> values) {
    return new Coalesce(result, castAll(values, result));
  }

  /** NULL where both are equal, else the left one. */
  public static Expression nullIf(Expression left, Expression right) {
    return caseWhen(
        List.of(compare(ComparisonOperator.EQUAL, left, right)),
        List.of(literal(left.type(), null)),
        left,
        left.type());
  }

  /** The explicit conversion CAST(operand AS type); the operand itself if it has that type. */
  public static Expression cast(Expression operand, DataType type) {
    boolean nested = operand.type().isNested() || type.isNested();
    return nested ? NestedCast.of(operand, type, false) : Casts.cast(operand, type);
  }

  /** {@link #cast} that gives NULL, or has NULL inside, where the conversion fails. */
  public static Expression safeCast(Expression operand, DataType type) {
    boolean nested = operand.type().isNested() || type.isNested();
    return nested ? NestedCast.of(operand, type, true) : SafeCast.of(operand, type);
  }

  /** A function. Arguments and result types as the function says; numbers may be of any kind. */
  public static Expression call(
      ScalarFunction function, DataType result, List<Expression> arguments) {
    return switch (function) {
      case UPPER,
          LOWER,
          INITCAP,
          TRIM,
          LTRIM,
          RTRIM,
          SUBSTRING,
          CHAR_LENGTH,
          OCTET_LENGTH,
          CONCAT,
          POSITION,
          REPLACE,
          OVERLAY,
          LEFT,
          RIGHT,
          LPAD,
          RPAD,
          REPEAT,
          REVERSE,
          ASCII,
          CHR,
          STARTS_WITH,
          ENDS_WITH,
          CONTAINS ->
          TextFunctions.call(function, result, arguments);
      case ABS,
          SIGN,
          FLOOR,
          CEIL,
          ROUND,
          TRUNCATE,
          POWER,
          SQRT,
          CBRT,
          EXP,
          LN,
          LOG10,
          LOG2,
          SIN,
          COS,
          TAN,
          COT,
          ASIN,
          ACOS,
          ATAN,
          ATAN2,
          SINH,
          COSH,
          TANH,
          DEGREES,
          RADIANS,
          PI,
          RANDOM ->
          NumericFunctions.call(function, result, arguments);
      case LAST_DAY -> TimeFunctions.lastDay(arguments.getFirst());
      case CURRENT_DATE, CURRENT_TIME, CURRENT_TIMESTAMP -> TimeFunctions.current(function, result);
      case GREATEST, LEAST -> Extremes.of(function, result, knownArguments(result, arguments));
    };
  }

  /**
   * The arguments of GREATEST and LEAST, which skip NULL: another argument, which changes neither,
   * stands for one that is NULL. All are NULL together.
   */
  private static List<Expression> knownArguments(DataType result, List<Expression> arguments) {
    List<Expression> known = new ArrayList<>();
    for (Expression argument : arguments) {
      List<Expression> choices = new ArrayList<>(List.of(argument));
      choices.addAll(arguments);
      known.add(coalesce(result, choices));
    }
    return known;
  }

  /** {@code EXTRACT(unit FROM operand)} of a date, time, timestamp or interval. */
  public static Expression extract(TimeUnit unit, DataType result, Expression operand) {
    return TimeFunctions.extract(unit, result, operand);
  }

  /** {@code FLOOR(operand TO unit)} of a date, time or timestamp. */
  public static Expression floorTo(TimeUnit unit, Expression operand) {
    return TimeFunctions.round(unit, operand, false);
  }

  /** {@code CEIL(operand TO unit)} of a date, time or timestamp. */
  public static Expression ceilTo(TimeUnit unit, Expression operand) {
    return TimeFunctions.round(unit, operand, true);
  }

  /** {@code TIMESTAMPADD(unit, amount, operand)}. */
  public static Expression timestampAdd(
      TimeUnit unit, DataType result, Expression amount, Expression operand) {
    return TimeFunctions.add(unit, result, amount, operand);
  }

  /** {@code TIMESTAMPDIFF(unit, from, to)}: complete units from one to the other. */
  public static Expression timestampDiff(
      TimeUnit unit, DataType result, Expression from, Expression to) {
    return TimeFunctions.difference(unit, result, from, to);
  }

  private static List<Expression> castAll(List<Expression> values, DataType type) {
    return values.stream().map(value -> cast(value, type)).toList();
  }
}
