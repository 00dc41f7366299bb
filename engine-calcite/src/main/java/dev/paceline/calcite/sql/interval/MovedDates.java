package dev.paceline.calcite.sql.interval;

import dev.paceline.calcite.function.DaysOperator;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.core.type.IntervalFields;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql2rel.SqlRexContext;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/**
 * Adds intervals and numbers of days to dates as PostgreSQL and DuckDB do: a date and an interval
 * give a timestamp, a date and a number of days give a date.
 *
 * <p>A sum of a date and whole days or months is computed as a date, which is then cast, so that
 * comparisons with dates can leave the cast out.
 */
public final class MovedDates {
  private static final SqlOperator TIMESTAMP = LibraryOperator.named("make_timestamp");

  /** Functions that make intervals of whole days. */
  private static final Set<SqlOperator> DAYS =
      Stream.of("to_years", "to_quarters", "to_months", "to_weeks", "to_days")
          .map(LibraryOperator::named)
          .collect(Collectors.toUnmodifiableSet());

  private MovedDates() {}

  /**
   * Changes the sum of a date and a whole number, or their difference, so that its type is DATE,
   * and the sum of a date and a time, which is a timestamp.
   *
   * @param typeOf the type of an operand
   */
  public static void countDays(SqlBasicCall call, Function<SqlNode, RelDataType> typeOf) {
    boolean plus = call.getKind() == SqlKind.PLUS;
    if (call.operandCount() != 2 || !plus && call.getKind() != SqlKind.MINUS) {
      return;
    }
    RelDataType left = typeOf.apply(call.operand(0));
    RelDataType right = typeOf.apply(call.operand(1));
    if (plus && isDate(right) && SqlTypeUtil.isIntType(left)) {
      SqlNode days = call.operand(0);
      call.setOperand(0, call.operand(1));
      call.setOperand(1, days);
    } else if (isDate(left) && SqlTypeUtil.isIntType(right)) {
      // The operands are in their places.
    } else if (plus && isDate(left) && isTime(right)) {
      call.setOperator(TIMESTAMP);
      return;
    } else if (plus && isTime(left) && isDate(right)) {
      SqlNode time = call.operand(0);
      call.setOperand(0, call.operand(1));
      call.setOperand(1, time);
      call.setOperator(TIMESTAMP);
      return;
    } else {
      return;
    }
    call.setOperator(plus ? DaysOperator.PLUS : DaysOperator.MINUS);
  }

  /** Returns the date that is some days after or before another one. */
  public static RexNode byDays(SqlRexContext context, SqlCall call) {
    List<RexNode> operands =
        call.getOperandList().stream().map(context::convertExpression).toList();
    return context
        .getRexBuilder()
        .makeCall(
            context.getValidator().getValidatedNodeType(call),
            call.getOperator().equals(DaysOperator.PLUS)
                ? SqlStdOperatorTable.PLUS
                : SqlStdOperatorTable.MINUS,
            operands);
  }

  /** Converts a sum or a difference as Calcite does, with exceptions for dates. */
  public static RexNode byInterval(SqlRexContext context, SqlCall call) {
    if (call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
        && ((SqlIntervalQualifier) call.operand(2)).isYearMonth()) {
      return months(context, call);
    }
    RexNode sum = StandardConvertletTable.INSTANCE.get(call).convertCall(context, call);
    RexBuilder builder = context.getRexBuilder();
    if (sum.getType().getSqlTypeName() != SqlTypeName.TIMESTAMP
        || !(sum instanceof RexCall moved)
        || moved.getOperands().size() != 2
        || moved.getKind() != SqlKind.PLUS && moved.getKind() != SqlKind.MINUS
        || !isDate(moved.getOperands().get(0).getType())
        || !isOfWholeDays(moved.getOperands().get(1))) {
      return sum;
    }
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType date =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.DATE), sum.getType().isNullable());
    return builder.makeAbstractCast(
        sum.getType(), builder.makeCall(date, moved.getOperator(), moved.getOperands()), false);
  }

  /** Returns the whole months of a difference such as {@code (a - b) YEAR TO MONTH}. */
  private static RexNode months(SqlRexContext context, SqlCall call) {
    RexBuilder builder = context.getRexBuilder();
    RelDataTypeFactory types = builder.getTypeFactory();
    RelDataType number =
        types.createTypeWithNullability(
            types.createSqlType(SqlTypeName.BIGINT),
            context.getValidator().getValidatedNodeType(call).isNullable());
    RexNode months =
        builder.makeCall(
            number,
            SqlStdOperatorTable.TIMESTAMP_DIFF,
            List.of(
                builder.makeFlag(TimeUnit.MONTH),
                context.convertExpression(call.operand(1)),
                context.convertExpression(call.operand(0))));
    return builder.makeCall(LibraryOperator.named("to_months"), months);
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static boolean isTime(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIME;
  }

  /** Returns whether an interval has months and days only. */
  private static boolean isOfWholeDays(RexNode interval) {
    return switch (interval) {
      case RexLiteral literal -> {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        yield value == null || new IntervalFields().read(value.toBigInteger()).micros() == 0;
      }
      case RexCall call when call.getKind() == SqlKind.MINUS_PREFIX ->
          isOfWholeDays(call.getOperands().getFirst());
      case RexCall call -> DAYS.contains(call.getOperator());
      default -> false;
    };
  }
}
