package dev.paceline.calcite.plan;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.cancel.PlanningCheck;
import dev.paceline.calcite.function.EnumOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.function.UnsignedCastOperator;
import dev.paceline.calcite.interval.key.IntervalLengths;
import dev.paceline.calcite.rex.CoalescedOperands;
import dev.paceline.calcite.rex.ComparedDates;
import dev.paceline.calcite.rex.StringTests;
import dev.paceline.calcite.rex.TestedCalls;
import dev.paceline.calcite.table.StructRelType;
import dev.paceline.calcite.table.UnsignedRelType;
import dev.paceline.grammar.definition.EnumRelType;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexCorrelVariable;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexRangeRef;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Creates expressions. Planning a cancelled statement ends here or in the type factory, with the
 * error of the statement: whatever converts, simplifies or rewrites expressions calls them all the
 * time.
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
    List<RexNode> operands =
        CoalescedOperands.of(
            super.getTypeFactory(), operator, operands(operator, returnType, expressions));
    if (operands.size() == 1 && operator.getKind() == SqlKind.CASE) {
      return ofType(returnType, operands.getFirst());
    }
    return isMarkedCondition(operator, operands)
        ? operands.getFirst()
        : known(super.makeCall(position, returnType, operator, operands));
  }

  @Override
  public RexNode makeCall(
      SqlParserPos position, SqlOperator operator, List<? extends RexNode> expressions) {
    PlanningCheck.check();
    List<RexNode> operands =
        CoalescedOperands.of(
            super.getTypeFactory(), operator, operands(operator, null, List.copyOf(expressions)));
    return operands.size() == 1 && operator.getKind() == SqlKind.CASE
        ? ofType(deriveReturnType(operator, expressions), operands.getFirst())
        : known(super.makeCall(position, operator, operands));
  }

  /**
   * Returns whether a call is a condition that the validator marked by {@code AND TRUE}. It is the
   * condition itself: Calcite removes a cast that only allows NULL from a condition of WHERE, but
   * not from inside of a conjunction.
   */
  private static boolean isMarkedCondition(SqlOperator operator, List<RexNode> operands) {
    return operator.getKind() == SqlKind.AND
        && operands.size() == 2
        && operands.getLast().isAlwaysTrue();
  }

  /**
   * Returns a value with a type. The type may allow NULL where the value does not, because the
   * validator has promised it.
   */
  private RexNode ofType(RelDataType type, RexNode value) {
    return type.isNullable()
            && !value.getType().isNullable()
            && SqlTypeUtil.equalSansNullability(getTypeFactory(), type, value.getType())
        ? makeAbstractCast(type, value, false)
        : ensureType(type, value, true);
  }

  private RexNode known(RexNode expression) {
    return StringTests.asLike(this, orNull(expression));
  }

  /**
   * Returns NULL for the division of numbers with NULL. Calcite asks for the value of constant
   * operands, which it takes for literals, and keeps quotients with NULL as calls.
   */
  private RexNode orNull(RexNode expression) {
    boolean divides =
        switch (expression.getKind()) {
          case DIVIDE, MOD -> SqlTypeUtil.isNumeric(expression.getType());
          default -> false;
        };
    return divides
            && ((RexCall) expression).getOperands().stream().anyMatch(RexLiteral::isNullLiteral)
        ? makeNullLiteral(expression.getType())
        : expression;
  }

  private List<RexNode> operands(
      SqlOperator operator, @Nullable RelDataType type, List<RexNode> operands) {
    List<RexNode> known = TestedCalls.of(getTypeFactory(), operator, operands);
    List<RexNode> compared =
        IntervalLengths.of(this, operator, ComparedDates.of(this, operator, known));
    return EnumOperands.of(this, operator, type, compared);
  }

  /** Compares the lengths of intervals. */
  @Override
  public RexNode makeIn(RexNode arg, List<? extends RexNode> ranges) {
    return IntervalLengths.isInterval(arg.getType())
        ? super.makeIn(
            IntervalLengths.of(this, arg),
            ranges.stream().map(range -> IntervalLengths.of(this, range)).toList())
        : super.makeIn(arg, ranges);
  }

  /** Compares the lengths of intervals. */
  @Override
  public RexNode makeBetween(RexNode arg, RexNode lower, RexNode upper) {
    return IntervalLengths.isInterval(arg.getType())
        ? super.makeBetween(
            IntervalLengths.of(this, arg),
            IntervalLengths.of(this, lower),
            IntervalLengths.of(this, upper))
        : super.makeBetween(arg, lower, upper);
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
  public RexNode makeCast(
      SqlParserPos position,
      RelDataType type,
      RexNode value,
      boolean matchNullability,
      boolean safe,
      RexLiteral format) {
    if (isEnumCast(type, value)) {
      RexNode cast = enumCast(type, value, safe);
      return cast == null
          ? super.makeCast(position, type, label(value), matchNullability, safe, format)
          : cast;
    }
    if (type instanceof UnsignedRelType unsigned && !RexLiteral.isNullLiteral(value)) {
      RelDataType target =
          matchNullability
              ? type
              : getTypeFactory().createTypeWithNullability(type, value.getType().isNullable());
      return safe
          ? super.makeAbstractCast(position, target, value, true, format)
          : unsigned(position, unsigned, target, value);
    }
    if (type.getSqlTypeName() == SqlTypeName.REAL && isNoReal(value)) {
      return super.makeAbstractCast(position, type, value, safe, format); // it fails when it runs
    }
    return super.makeCast(position, type, value, matchNullability, safe, format);
  }

  private static boolean isNoReal(RexNode value) {
    return value instanceof RexLiteral literal
        && literal.getValue() instanceof Number number
        && Float.isInfinite(number.floatValue());
  }

  @Override
  public RexNode makeAbstractCast(
      SqlParserPos position, RelDataType type, RexNode value, boolean safe, RexLiteral format) {
    if (isEnumCast(type, value)) {
      RexNode cast = enumCast(type, value, safe);
      return cast == null
          ? super.makeAbstractCast(position, type, label(value), safe, format)
          : cast;
    }
    return type instanceof UnsignedRelType unsigned && !safe
        ? unsigned(position, unsigned, type, value)
        : super.makeAbstractCast(position, type, value, safe, format);
  }

  /** Returns whether exactly one of the two types of a cast is an ENUM. */
  private boolean isEnumCast(RelDataType type, RexNode value) {
    return (type instanceof EnumRelType || value.getType() instanceof EnumRelType)
        && !RexLiteral.isNullLiteral(value)
        && !SqlTypeUtil.equalSansNullability(getTypeFactory(), type, value.getType());
  }

  /** Returns the label of a value of an ENUM, and any other value as it is. */
  private RexNode label(RexNode value) {
    return value.getType() instanceof EnumRelType ? EnumOperator.label(this, value) : value;
  }

  /** Returns a cast to or from an ENUM; null for a cast that Calcite can make of a label. */
  private @Nullable RexNode enumCast(RelDataType type, RexNode value, boolean safe) {
    if (!(type instanceof EnumRelType enumeration)) {
      boolean string =
          type.getSqlTypeName() == SqlTypeName.VARCHAR
              && type.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED;
      return string ? label(value) : null;
    }
    return safe
        ? EnumOperator.valueOrNull(this, enumeration, label(value))
        : EnumOperator.value(this, enumeration, label(value));
  }

  private RexNode unsigned(
      SqlParserPos position, UnsignedRelType type, RelDataType target, RexNode value) {
    if (value.getType().equals(target)) {
      return value;
    }
    return SqlTypeUtil.equalSansNullability(getTypeFactory(), value.getType(), target)
        ? super.makeAbstractCast(
            position,
            target,
            value,
            false,
            makeNullLiteral(getTypeFactory().createSqlType(SqlTypeName.NULL)))
        : makeCall(position, target, UnsignedCastOperator.to(type.unsignedName()), List.of(value));
  }

  /** Returns a column for the field of a row, and a call for the field of a struct. */
  @Override
  public RexNode makeFieldAccess(RexNode row, String name, boolean caseSensitive) {
    boolean isColumn = row instanceof RexCorrelVariable || row instanceof RexRangeRef;
    RelDataTypeField field = isColumn ? null : row.getType().getField(name, caseSensitive, false);
    return field == null ? super.makeFieldAccess(row, name, caseSensitive) : field(row, field);
  }

  @Override
  public RexNode makeFieldAccess(RexNode row, int index) {
    boolean isColumn = row instanceof RexCorrelVariable || row instanceof RexRangeRef;
    return isColumn
        ? super.makeFieldAccess(row, index)
        : field(row, row.getType().getFieldList().get(index));
  }

  private RexNode field(RexNode row, RelDataTypeField field) {
    RexNode key =
        StructRelType.hasNames(row.getType())
            ? makeLiteral(field.getName())
            : makeExactLiteral(BigDecimal.valueOf(field.getIndex() + 1L));
    return makeCall(ListOperator.FIELD, List.of(row, key));
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
    // the engine's functions are NULL for frames without values, so no COUNT is needed
    List<RexNode> taken = EnumOperands.ofFunction(this, function, type, arguments);
    boolean sum = nullWhenCountZero && function.getKind() == SqlKind.SUM0;
    RelDataType result =
        nullWhenCountZero ? super.getTypeFactory().createTypeWithNullability(type, true) : type;
    return super.makeOver(
        position,
        result,
        sum ? SqlStdOperatorTable.SUM : function,
        taken,
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
