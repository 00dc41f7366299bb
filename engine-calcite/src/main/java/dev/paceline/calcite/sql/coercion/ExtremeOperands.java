package dev.paceline.calcite.sql.coercion;

import dev.paceline.calcite.function.KnownTypeName;
import dev.paceline.core.type.Micros;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Casts the arguments of GREATEST and LEAST to one type where Calcite expects them to have it:
 * dates beside timestamps become timestamps, and strings what the other arguments are.
 */
public final class ExtremeOperands {
  private ExtremeOperands() {}

  /**
   * Casts the operands of a call that need it.
   *
   * @param typeOf the type of an operand
   */
  public static void cast(
      SqlBasicCall call, Function<SqlNode, RelDataType> typeOf, RelDataTypeFactory types) {
    if (!(call.getOperator() instanceof SqlFunction function)
        || !function.getName().equalsIgnoreCase("GREATEST")
            && !function.getName().equalsIgnoreCase("LEAST")) {
      return;
    }
    List<RelDataType> known = call.getOperandList().stream().map(typeOf).toList();
    RelDataType common = common(known, types);
    if (common == null) {
      return;
    }
    for (int i = 0; i < known.size(); i++) {
      RelDataType type = known.get(i);
      if (type.getSqlTypeName() != SqlTypeName.NULL
          && !SqlTypeUtil.equalSansNullability(types, type, common)) {
        SqlNode operand = call.operand(i);
        call.setOperand(
            i,
            SqlStdOperatorTable.CAST.createCall(
                operand.getParserPosition(),
                operand,
                KnownTypeName.of(common, operand.getParserPosition())));
      }
    }
  }

  /** The type of arguments of several families; null if no cast is needed, or none helps. */
  private static @Nullable RelDataType common(List<RelDataType> known, RelDataTypeFactory types) {
    List<RelDataType> values =
        known.stream()
            .filter(
                type ->
                    !SqlTypeUtil.inCharFamily(type) && type.getSqlTypeName() != SqlTypeName.NULL)
            .toList();
    boolean hasTexts = known.stream().anyMatch(SqlTypeUtil::inCharFamily);
    boolean plain =
        values.stream().allMatch(type -> SqlTypeUtil.isNumeric(type) || isMoment(type))
            && known.stream().noneMatch(type -> type.getSqlTypeName() == SqlTypeName.UNKNOWN);
    long names = values.stream().map(RelDataType::getSqlTypeName).distinct().count();
    boolean numbers = values.stream().allMatch(SqlTypeUtil::isNumeric);
    boolean same = !hasTexts && (numbers || names <= 1);
    if (values.isEmpty() || !plain || same) {
      return null;
    }
    RelDataType common = types.leastRestrictive(values);
    return common == null ? moment(values, types) : common;
  }

  /** The type of moments that all dates and timestamps can be; null beside other types. */
  private static @Nullable RelDataType moment(List<RelDataType> values, RelDataTypeFactory types) {
    SqlTypeName name = SqlTypeName.TIMESTAMP;
    for (RelDataType type : values) {
      switch (type.getSqlTypeName()) {
        case DATE, TIMESTAMP -> {
          // a timestamp has room for it
        }
        case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> name = type.getSqlTypeName();
        default -> {
          return null;
        }
      }
    }
    return types.createSqlType(name, Micros.FRACTION_DIGITS);
  }

  private static boolean isMoment(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> true;
      default -> false;
    };
  }
}
