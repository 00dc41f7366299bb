package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.KnownTypeName;
import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.function.NestedCastOperator;
import dev.paceline.calcite.interval.IntervalConstant;
import dev.paceline.calcite.table.AbsentRelType;
import dev.paceline.calcite.table.StructRelType;
import dev.paceline.core.type.IntervalFields;
import java.util.List;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCallBinding;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SelectScope;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql.validate.implicit.TypeCoercionImpl;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's implicit casts, and the arithmetic of PostgreSQL and DuckDB with dates: the difference
 * of two dates is a number of days, and that of two timestamps an interval.
 */
final class PacelineTypeCoercion extends TypeCoercionImpl {
  PacelineTypeCoercion(RelDataTypeFactory types, SqlValidator validator) {
    super(types, validator);
  }

  @Override
  public boolean binaryArithmeticCoercion(SqlCallBinding binding) {
    SqlKind kind = binding.getCall().getKind();
    if (binding.getOperandCount() == 2 && (kind == SqlKind.PLUS || kind == SqlKind.MINUS)) {
      boolean rightDate = isDate(binding.getOperandType(1));
      if (kind == SqlKind.MINUS
          && binding.getOperandType(0).getSqlTypeName() == SqlTypeName.NULL
          && (rightDate || isTimestamp(binding.getOperandType(1)))) {
        SqlNode absent = binding.operand(0);
        SqlParserPos at = absent.getParserPosition();
        replace(
            binding,
            0,
            SqlStdOperatorTable.CAST.createCall(
                at, absent, KnownTypeName.of(binding.getOperandType(1), at)));
      }
      boolean leftDate = isDate(binding.getOperandType(0));
      if (kind == SqlKind.MINUS && leftDate && rightDate) {
        SqlNode left = binding.operand(0);
        SqlNode right = binding.operand(1);
        SqlParserPos position = binding.getCall().getParserPosition();
        SqlNode unit = new SqlIntervalQualifier(TimeUnit.DAY, null, position);
        replace(
            binding, 0, SqlStdOperatorTable.TIMESTAMP_DIFF.createCall(position, unit, right, left));
        replace(binding, 1, SqlLiteral.createExactNumeric("0", position));
        return true;
      }
      if (kind == SqlKind.MINUS
          && (isTimestamp(binding.getOperandType(0)) || leftDate)
          && (isTimestamp(binding.getOperandType(1)) || rightDate)) {
        replaceByDifference(binding);
        return true;
      }
    }
    return super.binaryArithmeticCoercion(binding);
  }

  /** Values with structs or unknown elements inside are compared as values of one type. */
  @Override
  public boolean binaryComparisonCoercion(SqlCallBinding binding) {
    List<RelDataType> types = binding.collectOperandTypes();
    if (types.stream().noneMatch(type -> StructRelType.isIn(type) || AbsentRelType.isIn(type))) {
      return super.binaryComparisonCoercion(binding);
    }
    RelDataType common = factory.leastRestrictive(types);
    boolean coerced = false;
    for (int i = 0; common != null && i < types.size(); i++) {
      if (!SqlTypeUtil.equalSansNullability(factory, types.get(i), common)) {
        replace(binding, i, NestedCastOperator.to(common, binding.operand(i)));
        coerced = true;
      }
    }
    return coerced;
  }

  /** A string that is compared with a UUID or an interval becomes one. */
  @Override
  public @Nullable RelDataType commonTypeForBinaryComparison(
      @Nullable RelDataType left, @Nullable RelDataType right) {
    if (left != null && right != null) {
      if (isReadable(left) && SqlTypeUtil.inCharFamily(right)) {
        return factory.createTypeWithNullability(left, right.isNullable());
      }
      if (isReadable(right) && SqlTypeUtil.inCharFamily(left)) {
        return factory.createTypeWithNullability(right, left.isNullable());
      }
    }
    return super.commonTypeForBinaryComparison(left, right);
  }

  private static boolean isReadable(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.UUID || SqlTypeUtil.isInterval(type);
  }

  /** Casts items and branches to nested types, which Calcite does not know. */
  @Override
  protected boolean coerceColumnType(
      @Nullable SqlValidatorScope scope, SqlNodeList nodes, int index, RelDataType target) {
    if (scope == null
        || index >= nodes.size()
        || !isNested(target)
        || nodes.get(index) instanceof SqlIdentifier name && name.isStar()) {
      return super.coerceColumnType(scope, nodes, index, target);
    }
    SqlNode node = nodes.get(index);
    SqlNode value = node.getKind() == SqlKind.AS ? ((SqlCall) node).operand(0) : node;
    RelDataType type = validator.deriveType(scope, value);
    if (SqlTypeUtil.equalSansNullability(factory, type, target)) {
      return false;
    }
    SqlNode cast = NestedCastOperator.to(target, value);
    if (node.getKind() == SqlKind.AS) {
      ((SqlCall) node).setOperand(0, cast);
    } else {
      boolean isItem =
          scope instanceof SelectScope select && nodes.equals(select.getNode().getSelectList());
      nodes.set(
          index,
          isItem && node instanceof SqlIdentifier name
              ? SqlValidatorUtil.addAlias(cast, Util.last(name.names))
              : cast);
    }
    updateInferredType(cast, validator.deriveType(scope, cast));
    return true;
  }

  /** Calcite would forget that lists of different types may be NULL. */
  @Override
  public @Nullable RelDataType getWiderTypeFor(List<RelDataType> types, boolean withStrings) {
    if (types.stream().noneMatch(PacelineTypeCoercion::isNested)) {
      return super.getWiderTypeFor(types, withStrings);
    }
    RelDataType common = factory.leastRestrictive(types);
    RelDataType wider = common == null ? super.getWiderTypeFor(types, withStrings) : common;
    return wider == null
        ? null
        : factory.createTypeWithNullability(
            wider, types.stream().anyMatch(RelDataType::isNullable));
  }

  private static boolean isNested(RelDataType type) {
    return type instanceof StructRelType
        || type.getComponentType() != null
        || type.getKeyType() != null;
  }

  /**
   * Replaces the difference of two timestamps by that of their microseconds, as days and a time.
   * The call stays a subtraction: an interval of zero is subtracted. If one of the timestamps has a
   * time zone, the other one is cast to one that has, too.
   */
  private static void replaceByDifference(SqlCallBinding binding) {
    SqlParserPos position = binding.getCall().getParserPosition();
    boolean moments = isMoment(binding, 0) || isMoment(binding, 1);
    SqlNode difference =
        SqlStdOperatorTable.MINUS.createCall(
            position, micros(binding, 0, moments), micros(binding, 1, moments));
    SqlNode interval = LibraryOperator.named("to_microseconds").createCall(position, difference);
    replace(binding, 0, LibraryOperator.named("justify_hours").createCall(position, interval));
    replace(binding, 1, IntervalConstant.of(new IntervalFields(), position));
  }

  private static SqlNode micros(SqlCallBinding binding, int operand, boolean ofMoment) {
    SqlNode value = binding.operand(operand);
    SqlParserPos position = value.getParserPosition();
    if (ofMoment && !isMoment(binding, operand)) {
      SqlTypeName type = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      SqlDataTypeSpec moment =
          new SqlDataTypeSpec(new SqlBasicTypeNameSpec(type, position), position);
      value = SqlStdOperatorTable.CAST.createCall(position, value, moment);
    }
    return LibraryOperator.named("epoch_us").createCall(position, value);
  }

  private static boolean isMoment(SqlCallBinding binding, int operand) {
    return binding.getOperandType(operand).getSqlTypeName()
        == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean isTimestamp(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.TIMESTAMP
        || type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
  }

  private static boolean isDate(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.DATE;
  }

  private static void replace(SqlCallBinding binding, int index, SqlNode operand) {
    binding.getCall().setOperand(index, operand);
    binding.getValidator().deriveType(binding.getScope(), operand);
  }
}
