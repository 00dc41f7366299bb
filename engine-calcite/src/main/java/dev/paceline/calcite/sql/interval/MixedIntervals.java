package dev.paceline.calcite.sql.interval;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalLiteral;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Intervals of months and days that move a time, such as {@code x + INTERVAL '1 month 2 days'}.
 * There is no type for them, but the time can move by the months first, and then by the rest.
 */
public final class MixedIntervals {
  private MixedIntervals() {}

  /**
   * Returns the node with an interval after the other; the node itself if it is no such sum.
   *
   * @throws PacelineException NOT_SUPPORTED for such an interval that moves no time
   */
  public static @Nullable SqlNode rewrite(@Nullable SqlNode node) {
    if (!(node instanceof SqlBasicCall call)
        || call.operandCount() != 2
        || call.getKind() != SqlKind.PLUS && call.getKind() != SqlKind.MINUS) {
      return node;
    }
    if (isMixed(call, new ArrayList<>(), new ArrayList<>())) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "an interval of both months and days is supported only where it moves a date or a"
              + " timestamp, as in d + INTERVAL '1 month 3 days'; use two intervals");
    }
    SqlNode moved = moved(call, call.operand(0), call.operand(1));
    if (moved == null && call.getKind() == SqlKind.PLUS) {
      moved = moved(call, call.operand(1), call.operand(0));
    }
    return moved == null ? node : moved;
  }

  private static @Nullable SqlNode moved(SqlCall call, SqlNode time, SqlNode interval) {
    List<SqlNode> months = new ArrayList<>();
    List<SqlNode> days = new ArrayList<>();
    if (!isMixed(interval, months, days)) {
      return null;
    }
    months.addAll(days);
    SqlNode sum = time;
    for (SqlNode part : months) {
      sum = call.getOperator().createCall(call.getParserPosition(), sum, part);
    }
    return sum;
  }

  private static boolean isMixed(SqlNode interval, List<SqlNode> months, List<SqlNode> days) {
    return split(interval, months, days) && !months.isEmpty() && !days.isEmpty();
  }

  /**
   * Collects the parts of a sum of intervals; false if it has others than literals and products.
   */
  private static boolean split(SqlNode interval, List<SqlNode> months, List<SqlNode> days) {
    SqlTypeName type = type(interval);
    if (type != null) {
      (SqlTypeName.YEAR_INTERVAL_TYPES.contains(type) ? months : days).add(interval);
      return true;
    }
    return interval instanceof SqlBasicCall sum
        && sum.getKind() == SqlKind.PLUS
        && sum.operandCount() == 2
        && split(sum.operand(0), months, days)
        && split(sum.operand(1), months, days);
  }

  /** Returns the type of a literal, of {@code INTERVAL n DAY}, or of a product; else null. */
  private static @Nullable SqlTypeName type(SqlNode interval) {
    if (interval instanceof SqlIntervalLiteral literal) {
      return literal.getTypeName();
    }
    if (!(interval instanceof SqlBasicCall call)) {
      return null;
    }
    if (call.getKind() == SqlKind.INTERVAL
        && call.operand(1) instanceof SqlIntervalQualifier qualifier) {
      return qualifier.typeName();
    }
    return call.getKind() == SqlKind.TIMES
        ? call.getOperandList().stream()
            .map(MixedIntervals::type)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null)
        : null;
  }
}
