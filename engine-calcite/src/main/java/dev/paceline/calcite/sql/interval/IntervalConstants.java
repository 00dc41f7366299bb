package dev.paceline.calcite.sql.interval;

import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.interval.IntervalConstant;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Replaces what statements write as intervals by constants and by calls of functions. */
public final class IntervalConstants {
  private IntervalConstants() {}

  /**
   * Returns the constant of {@code INTERVAL '1' DAY} and of a string that is cast to INTERVAL, and
   * the call of a function for {@code INTERVAL x DAY}; the node itself if it is none of these.
   *
   * @throws PacelineException INVALID_CAST if a string is no interval
   */
  public static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    return switch (node) {
      case SqlIntervalLiteral literal -> constant(literal);
      case SqlBasicCall call
          when call.getKind() == SqlKind.CAST
              && call.operand(0) instanceof SqlCharStringLiteral
              && call.operand(1) instanceof SqlIntervalQualifier ->
          constant(
              ((SqlCharStringLiteral) call.operand(0)).getValueAs(String.class),
              1,
              call.getParserPosition());
      case SqlBasicCall call
          when call.getKind() == SqlKind.INTERVAL
              && call.operand(1) instanceof SqlIntervalQualifier unit ->
          computed(call.operand(0), unit.getStartUnit(), call.getParserPosition());
      case null, default -> node;
    };
  }

  private static SqlNode constant(SqlIntervalLiteral literal) {
    IntervalValue value = literal.getValueAs(IntervalValue.class);
    SqlIntervalQualifier unit = value.getIntervalQualifier();
    String text = value.getIntervalLiteral().strip();
    if (unit.isSingleDatetimeField() || unit.timeFrameName != null) {
      text += " " + unit.getStartUnit().name().toLowerCase(Locale.ROOT);
    } else if (unit.isYearMonth()) {
      // The years and months of the text stand for themselves.
      return constant(text, value.getSign(), literal.getParserPosition());
    } else {
      text = withUnits(text, unit);
    }
    return constant(text, value.getSign(), literal.getParserPosition());
  }

  /** Writes the units behind the numbers of a string such as {@code 1 02:03}. */
  private static String withUnits(String text, SqlIntervalQualifier unit) {
    boolean negative = text.startsWith("-");
    String[] numbers = text.replaceFirst("^[+-]", "").split("[\\s:]+");
    TimeUnit[] units = {TimeUnit.DAY, TimeUnit.HOUR, TimeUnit.MINUTE, TimeUnit.SECOND};
    int first = List.of(units).indexOf(unit.getStartUnit());
    if (first < 0 || first + numbers.length > units.length) {
      return text;
    }
    StringBuilder parts = new StringBuilder();
    for (int i = 0; i < numbers.length; i++) {
      parts
          .append(negative ? "-" : "")
          .append(numbers[i])
          .append(' ')
          .append(units[first + i].name().toLowerCase(Locale.ROOT))
          .append(' ');
    }
    return parts.toString();
  }

  private static SqlNode constant(String text, int sign, SqlParserPos position) {
    IntervalFields read = IntervalText.parse(text, new IntervalFields());
    IntervalFields interval =
        new IntervalFields().plus(sign, read.months(), read.days(), read.micros());
    interval.length(); // is checked
    return IntervalConstant.of(interval, position);
  }

  /** Returns a number of units. Units longer than a second are whole, as in DuckDB. */
  private static SqlNode computed(SqlNode number, TimeUnit unit, SqlParserPos position) {
    boolean fraction =
        unit == TimeUnit.SECOND || unit == TimeUnit.MILLISECOND || unit == TimeUnit.MICROSECOND;
    String name =
        switch (unit) {
          case CENTURY -> "to_centuries";
          case MILLENNIUM -> "to_millennia";
          default -> "to_" + unit.name().toLowerCase(Locale.ROOT) + "s";
        };
    SqlNode whole =
        fraction
            ? number
            : SqlStdOperatorTable.CAST.createCall(
                position,
                SqlStdOperatorTable.TRUNCATE.createCall(position, number),
                new SqlDataTypeSpec(
                    new SqlBasicTypeNameSpec(SqlTypeName.BIGINT, position), position));
    return LibraryOperator.named(name).createCall(position, whole);
  }
}
