package dev.paceline.calcite.session;

import dev.paceline.calcite.session.ConstantCells.Special;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cells of VALUES for columns of known types: also lists, structs and maps of literals,
 * which are then collections and maps.
 */
final class NestedCells {
  private NestedCells() {}

  /** Returns what {@link ConstantCells#read} returns, or a nested value. */
  static @Nullable Object read(SqlNode node, DataType column) {
    return switch (column.kind()) {
      case LIST ->
          node.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && node instanceof SqlCall list
              ? elements(list.getOperandList(), column.elementType())
              : text(node);
      case STRUCT -> isCall(node, "STRUCT_PACK") ? struct((SqlCall) node, column) : text(node);
      case MAP -> isCall(node, "MAP_OF") ? map((SqlCall) node, column) : text(node);
      default -> ConstantCells.read(node);
    };
  }

  /** A string, NULL or a parameter, which nested values may be read from. */
  private static @Nullable Object text(SqlNode node) {
    return switch (ConstantCells.read(node)) {
      case String text -> text;
      case StatementPlan.Parameter parameter -> parameter;
      case null -> null;
      default -> Special.NOT_CONSTANT;
    };
  }

  private static boolean isCall(SqlNode node, String function) {
    return node instanceof SqlCall call && call.getOperator().getName().equalsIgnoreCase(function);
  }

  private static Object elements(List<SqlNode> nodes, DataType type) {
    List<@Nullable Object> values = new ArrayList<>(nodes.size());
    for (SqlNode node : nodes) {
      Object value = read(node, type);
      if (!isValue(value)) {
        return Special.NOT_CONSTANT;
      }
      values.add(value);
    }
    return values;
  }

  private static boolean isValue(@Nullable Object value) {
    return value != Special.NOT_CONSTANT && !(value instanceof StatementPlan.Parameter);
  }

  /** A struct with names that the column has; a cast makes the column's struct of others. */
  private static Object struct(SqlCall call, DataType type) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i + 1 < call.operandCount(); i += 2) {
      String name =
          call.operand(i) instanceof SqlCharStringLiteral literal
              ? ((SqlLiteral) literal).getValueAs(String.class).toLowerCase(Locale.ROOT)
              : "";
      DataType field = fieldType(type, name);
      Object value = field == null ? Special.NOT_CONSTANT : read(call.operand(i + 1), field);
      if (!isValue(value) || values.containsKey(name)) {
        return Special.NOT_CONSTANT;
      }
      values.put(name, value);
    }
    return values;
  }

  private static @Nullable DataType fieldType(DataType struct, String name) {
    for (StructField field : struct.fields()) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.type();
      }
    }
    return null;
  }

  /** A map whose keys differ; the cast of others fails. */
  private static Object map(SqlCall call, DataType type) {
    Map<@Nullable Object, @Nullable Object> values = new LinkedHashMap<>();
    for (int i = 0; i + 1 < call.operandCount(); i += 2) {
      Object key = read(call.operand(i), type.keyType());
      Object value = read(call.operand(i + 1), type.valueType());
      if (!isValue(key) || !isValue(value) || values.containsKey(key)) {
        return Special.NOT_CONSTANT;
      }
      values.put(key, value);
    }
    return values;
  }
}
