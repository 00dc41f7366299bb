package dev.paceline.grammar;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.jspecify.annotations.Nullable;

/**
 * Makes casts to INTERVAL of intervals whose text has the units, such as {@code INTERVAL '1 day 2
 * hours'}. The text is read when the statement is validated.
 */
final class IntervalTexts {
  private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?\\d+(?:\\.\\d+)?\\s*");

  /** Units that Calcite does not know behind an expression, and their plurals. */
  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "millisecond",
          TimeUnit.MILLISECOND,
          "milliseconds",
          TimeUnit.MILLISECOND,
          "microsecond",
          TimeUnit.MICROSECOND,
          "microseconds",
          TimeUnit.MICROSECOND,
          "decade",
          TimeUnit.DECADE,
          "decades",
          TimeUnit.DECADE,
          "century",
          TimeUnit.CENTURY,
          "centuries",
          TimeUnit.CENTURY,
          "millennium",
          TimeUnit.MILLENNIUM,
          "millennia",
          TimeUnit.MILLENNIUM);

  /** More names of these units, behind the text of an interval. */
  private static final Set<String> SHORT_UNITS =
      Set.of(
          "msec",
          "msecs",
          "ms",
          "usec",
          "usecs",
          "us",
          "millenniums",
          "mil",
          "mils",
          "cent",
          "c",
          "dec",
          "decs");

  private IntervalTexts() {}

  /**
   * Returns the interval of a text and a unit behind it, where a fraction of a unit is a number of
   * smaller ones.
   *
   * @param sign -1 for a minus in front of the text
   */
  static SqlNode literal(SqlParserPos position, int sign, String text, SqlIntervalQualifier unit) {
    boolean fraction =
        unit.isSingleDatetimeField() && text.contains(".") && NUMBER.matcher(text).matches();
    return fraction && unit.getStartUnit() != TimeUnit.SECOND
        ? parse(position, sign, text + ' ' + unit.getStartUnit().name())
        : SqlParserUtil.parseIntervalLiteral(position, sign, text, unit);
  }

  /**
   * Tells whether a word behind the text of an interval is the unit of the number in the text.
   *
   * @param quoted the text in its quotes
   */
  static boolean isUnitOf(String quoted, String word) {
    return NUMBER.matcher(quoted.replace("'", "")).matches()
        && (unit(word) != null || SHORT_UNITS.contains(word.toLowerCase(Locale.ROOT)));
  }

  /** Returns the unit behind an expression, as in {@code INTERVAL 5 MICROSECONDS}, or null. */
  static @Nullable TimeUnit unit(String word) {
    return UNITS.get(word.toLowerCase(Locale.ROOT));
  }

  /** Returns the qualifier of a {@link #unit}. */
  static SqlIntervalQualifier qualifier(String word, SqlParserPos position) {
    return new SqlIntervalQualifier(requireNonNull(unit(word)), null, position);
  }

  /**
   * Returns the interval of a text.
   *
   * @param sign -1 for a minus in front of the text
   */
  static SqlNode parse(SqlParserPos position, int sign, String text) {
    SqlNode interval =
        cast(SqlStdOperatorTable.CAST, SqlLiteral.createCharString(text, position), position);
    return sign < 0 ? SqlStdOperatorTable.UNARY_MINUS.createCall(position, interval) : interval;
  }

  /**
   * Returns a cast to INTERVAL.
   *
   * @param operator one that fails, or one that returns NULL
   */
  static SqlCall cast(SqlOperator operator, SqlNode operand, SqlParserPos position) {
    return operator.createCall(
        position, operand, new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, position));
  }
}
