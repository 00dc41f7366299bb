package dev.paceline.calcite.sql.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** Columns of VALUES whose rows have string literals and values of another type. */
public final class ValuesCasts {
  private ValuesCasts() {}

  /**
   * Casts string literals to the type of the other values of their column, where the column has no
   * type otherwise.
   *
   * @param typeOf the type of a value
   */
  public static void apply(
      SqlCall values, Function<SqlNode, RelDataType> typeOf, RelDataTypeFactory types) {
    List<SqlCall> rows = new ArrayList<>();
    for (SqlNode node : values.getOperandList()) {
      if (node.getKind() != SqlKind.ROW) {
        return;
      }
      rows.add((SqlCall) node);
    }
    int width = rows.getFirst().operandCount();
    if (rows.size() == 1 || rows.stream().anyMatch(row -> row.operandCount() != width)) {
      return;
    }
    for (int column = 0; column < width; column++) {
      apply(rows, column, typeOf, types);
    }
  }

  private static void apply(
      List<SqlCall> rows,
      int column,
      Function<SqlNode, RelDataType> typeOf,
      RelDataTypeFactory types) {
    List<SqlCall> literals = new ArrayList<>();
    List<RelDataType> others = new ArrayList<>();
    for (SqlCall row : rows) {
      SqlNode cell = row.operand(column);
      if (isString(cell)) {
        literals.add(row);
      } else if (cell instanceof SqlDynamicParam) {
        return;
      } else {
        others.add(typeOf.apply(cell));
      }
    }
    if (literals.isEmpty() || others.isEmpty()) {
      return;
    }
    RelDataType common = types.leastRestrictive(others);
    if (common == null
        || common.getSqlTypeName() == SqlTypeName.NULL
        || common.getSqlTypeName() == SqlTypeName.ARRAY
        || SqlTypeUtil.inCharFamily(common)) {
      return;
    }
    for (SqlCall row : literals) {
      SqlNode cell = row.operand(column);
      row.setOperand(
          column,
          SqlStdOperatorTable.CAST.createCall(
              cell.getParserPosition(), cell, SqlTypeUtil.convertTypeToSpec(common)));
    }
  }

  private static boolean isString(SqlNode cell) {
    return cell instanceof SqlLiteral literal && literal.getTypeName() == SqlTypeName.CHAR;
  }
}
