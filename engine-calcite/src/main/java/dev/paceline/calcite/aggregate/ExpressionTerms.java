package dev.paceline.calcite.aggregate;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes the expressions that aggregates of all values are expressed by. */
record ExpressionTerms(RexBuilder rexBuilder) {
  RexNode call(SqlOperator operator, RexNode... operands) {
    return rexBuilder.makeCall(operator, operands);
  }

  /** Returns a value where a condition is true, and NULL elsewhere. */
  RexNode onlyWhere(RexNode condition, RexNode value) {
    return rexBuilder.makeCall(
        SqlStdOperatorTable.CASE,
        condition,
        value,
        rexBuilder.makeNullLiteral(nullable(value.getType())));
  }

  RexNode whole(int value) {
    return rexBuilder.makeExactLiteral(BigDecimal.valueOf(value), bigint());
  }

  RexNode asDouble(RexNode value) {
    return value.getType().getSqlTypeName() == SqlTypeName.DOUBLE
        ? value
        : rexBuilder.makeCast(
            types()
                .createTypeWithNullability(
                    types().createSqlType(SqlTypeName.DOUBLE), value.getType().isNullable()),
            value);
  }

  RexNode asText(RexNode value) {
    return value.getType().getSqlTypeName() == SqlTypeName.VARCHAR
        ? value
        : rexBuilder.makeCast(nullable(text()), value);
  }

  RexNode asBigint(RexNode value) {
    return rexBuilder.makeCast(nullable(bigint()), value);
  }

  /**
   * Returns the microseconds since 1970 on the session's clock, which are exact as a double for
   * many years.
   */
  RexNode micros(RexNode moment) {
    RelDataType timestamp = types().createSqlType(SqlTypeName.TIMESTAMP, Micros.FRACTION_DIGITS);
    RexNode local =
        moment.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
            ? rexBuilder.makeCast(nullable(timestamp), moment)
            : moment;
    return call(LibraryOperator.named("epoch_us"), local);
  }

  /** Returns the timestamp of a number of microseconds, which is rounded. */
  RexNode moment(RexNode micros) {
    return call(LibraryOperator.named("make_timestamp"), asBigint(micros));
  }

  /** Returns a call of a window function over an existing window; it does not skip NULLs. */
  RexNode over(
      RexWindow window,
      SqlAggFunction function,
      RelDataType type,
      List<RexNode> arguments,
      boolean distinct) {
    return rexBuilder.makeOver(
        type,
        function,
        arguments,
        window.partitionKeys,
        ImmutableList.copyOf(window.orderKeys),
        window.getLowerBound(),
        window.getUpperBound(),
        window.getExclude(),
        window.isRows(),
        true,
        false,
        distinct,
        false);
  }

  RelDataType nullable(RelDataType type) {
    return types().createTypeWithNullability(type, true);
  }

  RelDataType bigint() {
    return types().createSqlType(SqlTypeName.BIGINT);
  }

  RelDataType text() {
    return types().createSqlType(SqlTypeName.VARCHAR);
  }

  RelDataTypeFactory types() {
    return rexBuilder.getTypeFactory();
  }
}
