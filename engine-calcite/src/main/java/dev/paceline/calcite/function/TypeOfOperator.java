package dev.paceline.calcite.function;

import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlOperandCountRanges;
import org.apache.calcite.sql.type.SqlTypeName;

/** {@code TYPEOF(x)}, which is a constant: the name of the type of an expression. */
public final class TypeOfOperator extends SqlFunction {
  public static final TypeOfOperator INSTANCE = new TypeOfOperator();

  private TypeOfOperator() {
    super(
        "TYPEOF",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.VARCHAR,
        null,
        OperandTypes.variadic(SqlOperandCountRanges.of(1)),
        SqlFunctionCategory.SYSTEM);
  }

  /** Returns the name of a type as DuckDB writes it, where strings have no lengths. */
  public static String name(RelDataType type) {
    if (type.getSqlTypeName() == SqlTypeName.NULL) {
      return "\"NULL\"";
    }
    return name(TypeMapping.toDataType(type));
  }

  private static String name(DataType known) {
    if (known.unsigned() || known.isEnum()) {
      return known.toString();
    }
    return switch (known.kind()) {
      case CHAR, VARCHAR -> "VARCHAR";
      case BINARY, VARBINARY -> "BLOB";
      case FLOAT32 -> "FLOAT";
      case DECIMAL -> "DECIMAL(%s,%s)".formatted(known.precision(), known.scale());
      case TIMESTAMP_LTZ -> "TIMESTAMP WITH TIME ZONE";
      case LIST ->
          name(known.elementType()) + (known.isFixedArray() ? "[" + known.precision() + "]" : "[]");
      case MAP -> "MAP(" + name(known.keyType()) + ", " + name(known.valueType()) + ")";
      case STRUCT -> known.textWith(TypeOfOperator::name);
      default -> TypeNames.typeName(known);
    };
  }
}
