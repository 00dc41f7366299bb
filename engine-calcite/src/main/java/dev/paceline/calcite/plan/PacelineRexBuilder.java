package dev.paceline.calcite.plan;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.cancel.PlanningCheck;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Makes expressions. Whoever converts, simplifies or rewrites expressions asks for them or for the
 * type factory all the time, and gets the error of a statement that was cancelled instead.
 */
public final class PacelineRexBuilder extends RexBuilder {
  public PacelineRexBuilder(RelDataTypeFactory typeFactory) {
    super(typeFactory);
  }

  @Override
  public RelDataTypeFactory getTypeFactory() {
    PlanningCheck.check();
    return super.getTypeFactory();
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position,
      RelDataType returnType,
      SqlOperator operator,
      List<RexNode> expressions) {
    PlanningCheck.check();
    return super.makeCall(position, returnType, operator, expressions);
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position, SqlOperator operator, List<? extends RexNode> expressions) {
    PlanningCheck.check();
    return super.makeCall(position, operator, expressions);
  }

  @Override
  public RexInputRef makeInputRef(RelDataType type, int index) {
    PlanningCheck.check();
    return super.makeInputRef(type, index);
  }

  @Override
  public RexNode makeLiteral(
      @Nullable Object value, RelDataType type, boolean allowCast, boolean trim) {
    PlanningCheck.check();
    return super.makeLiteral(value, type, allowCast, trim);
  }

  @Override
  public RexNode makeOver(
      SqlParserPos position,
      RelDataType type,
      SqlAggFunction function,
      List<RexNode> arguments,
      List<RexNode> partitionKeys,
      ImmutableList<RexFieldCollation> orderKeys,
      RexWindowBound lower,
      RexWindowBound upper,
      RexWindowExclusion exclusion,
      boolean rows,
      boolean allowPartial,
      boolean nullWhenCountZero,
      boolean distinct,
      boolean ignoreNulls) {
    // the engine's functions are NULL for frames without values, and need no COUNT that tells
    boolean sum = nullWhenCountZero && function.getKind() == SqlKind.SUM0;
    RelDataType result =
        nullWhenCountZero ? super.getTypeFactory().createTypeWithNullability(type, true) : type;
    return super.makeOver(
        position,
        result,
        sum ? SqlStdOperatorTable.SUM : function,
        arguments,
        partitionKeys,
        orderKeys,
        lower,
        upper,
        exclusion,
        rows,
        allowPartial,
        false,
        distinct,
        ignoreNulls);
  }
}
