package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.type.Micros;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalLiteral.IntervalValue;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Fractions of seconds for which Calcite does not have the digits. */
final class SecondFractions {
  private static final String ROUND = "ROUND_FRACTION";
  private static final int MILLI_DIGITS = 3;

  /** A fraction with digits that Calcite, which counts milliseconds, would lose. */
  private static final Pattern FINE =
      Pattern.compile("(.*\\.\\d{3})(\\d{1,3})\\s*", Pattern.DOTALL);

  private SecondFractions() {}

  /** The interval of a literal finer than milliseconds; null for others. */
  static @Nullable SqlNode ofInterval(SqlNode node) {
    if (!(node instanceof SqlIntervalLiteral literal)
        || !SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getTypeName())) {
      return null;
    }
    IntervalValue value = literal.getValueAs(IntervalValue.class);
    Matcher text = FINE.matcher(value.getIntervalLiteral());
    if (!text.matches()) {
      return null;
    }
    SqlParserPos position = literal.getParserPosition();
    long millis =
        SqlLiteral.createInterval(
                value.getSign(), text.group(1), value.getIntervalQualifier(), position)
            .getValueAs(Long.class);
    String digits = text.group(2) + "0".repeat(MILLI_DIGITS - text.group(2).length());
    boolean negative = (value.getSign() < 0) != value.getIntervalLiteral().strip().startsWith("-");
    long micros =
        millis * Micros.PER_MILLI + (negative ? -Long.parseLong(digits) : Long.parseLong(digits));
    return FunctionAliases.called(
        "TO_MICROSECONDS",
        List.of(SqlLiteral.createExactNumeric(Long.toString(micros), position)),
        position);
  }

  /**
   * A cast to TIMESTAMP or TIME with fewer digits than there are, which rounds; null for others.
   */
  static @Nullable SqlNode ofCast(SqlCall call) {
    if (call.getKind() != SqlKind.CAST && call.getKind() != SqlKind.SAFE_CAST
        || !(call.operand(1) instanceof SqlDataTypeSpec target)
        || !(target.getTypeNameSpec() instanceof SqlBasicTypeNameSpec type)
        || call.operand(0) instanceof SqlBasicCall operand
            && operand.getOperator().isName(ROUND, false)) {
      return null;
    }
    String name = type.getTypeName().getSimple();
    int digits = type.getPrecision();
    boolean timestamp = name.equals(SqlTypeName.TIMESTAMP.getName());
    if (digits < 0
        || digits >= Micros.FRACTION_DIGITS
        || !timestamp && !name.equals(SqlTypeName.TIME.getName())) {
      return null;
    }
    SqlParserPos position = call.getParserPosition();
    SqlTypeName all = timestamp ? SqlTypeName.TIMESTAMP : SqlTypeName.TIME;
    SqlNode exact =
        call.getOperator()
            .createCall(
                position,
                call.operand(0),
                new SqlDataTypeSpec(new SqlBasicTypeNameSpec(all, position), position));
    SqlNode rounded =
        FunctionAliases.called(
            ROUND,
            List.of(exact, SqlLiteral.createExactNumeric(Integer.toString(digits), position)),
            position);
    return call.getOperator().createCall(position, rounded, target);
  }
}
