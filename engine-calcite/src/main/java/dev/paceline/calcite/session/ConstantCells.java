package dev.paceline.calcite.session;

import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDateLiteral;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlTimeLiteral;
import org.apache.calcite.sql.SqlTimestampLiteral;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.BitString;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Reads literals and parameters of VALUES without a validator. */
final class ConstantCells {
  /** Answers that are no values. */
  enum Special {
    /** The answer for anything else. */
    NOT_CONSTANT
  }

  private ConstantCells() {}

  /** A {@link StatementPlan.Parameter}, a plain Java value, null for NULL, or NOT_CONSTANT. */
  static @Nullable Object read(SqlNode node) {
    return switch (node) {
      case SqlDynamicParam parameter -> new StatementPlan.Parameter(parameter.getIndex());
      case SqlDateLiteral date ->
          LocalDate.ofEpochDay(date.getValueAs(DateString.class).getDaysSinceEpoch());
      case SqlTimeLiteral time ->
          Micros.toLocalTime(CalciteTimes.toMicros(time.getValueAs(TimeString.class)));
      case SqlTimestampLiteral timestamp when timestamp.getTypeName() == SqlTypeName.TIMESTAMP ->
          Micros.toLocalDateTime(
              CalciteTimes.toMicros(timestamp.getValueAs(TimestampString.class)));
      case SqlLiteral literal -> literal(literal);
      case SqlCall call when call.getKind() == SqlKind.MINUS_PREFIX ->
          read(call.operand(0)) instanceof BigDecimal number
              ? number.negate()
              : Special.NOT_CONSTANT;
      default -> Special.NOT_CONSTANT;
    };
  }

  /** Returns whether all of some values are literals. */
  static boolean areLiterals(List<? extends SqlNode> values) {
    for (SqlNode node : values) {
      Object value = read(node);
      if (value instanceof Special || value instanceof StatementPlan.Parameter) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether the values of one column of VALUES surely have a common type: there is only
   * one, or all are literals of one kind, NULLs or parameters.
   */
  static boolean areAlike(List<? extends SqlNode> cells) {
    if (cells.size() == 1) {
      return true;
    }
    Set<SqlTypeName> kinds = EnumSet.noneOf(SqlTypeName.class);
    for (SqlNode cell : cells) {
      if (cell instanceof SqlDynamicParam) {
        continue;
      }
      SqlNode number = cell.getKind() == SqlKind.MINUS_PREFIX ? ((SqlCall) cell).operand(0) : cell;
      if (!(number instanceof SqlLiteral literal)) {
        return false;
      }
      switch (literal.getTypeName()) {
        case NULL -> {
          // has the type of the others
        }
        case DOUBLE -> kinds.add(SqlTypeName.DECIMAL);
        default -> kinds.add(literal.getTypeName());
      }
    }
    return kinds.size() <= 1;
  }

  private static @Nullable Object literal(SqlLiteral literal) {
    return switch (literal.getTypeName()) {
      case NULL -> null;
      case BOOLEAN -> literal.getValueAs(Boolean.class);
      case DECIMAL -> literal.getValueAs(BigDecimal.class);
      case DOUBLE -> literal.getValueAs(BigDecimal.class).doubleValue();
      case CHAR -> literal.getValueAs(NlsString.class).getValue();
      case BINARY -> literal.getValueAs(BitString.class).getAsByteArray();
      default -> Special.NOT_CONSTANT;
    };
  }
}
