package dev.paceline.calcite.table;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.sql.Types;

/** The names and sizes of the types of the engine in JDBC. */
public final class TypeNames {
  private TypeNames() {}

  /** The constant of {@link Types}. */
  public static int jdbcType(DataType type) {
    return switch (type.withoutEnums().kind()) {
      case BOOLEAN -> Types.BOOLEAN;
      case INT8 -> Types.TINYINT;
      case INT16 -> Types.SMALLINT;
      case INT32 -> Types.INTEGER;
      case INT64 -> Types.BIGINT;
      case DECIMAL -> Types.DECIMAL;
      case FLOAT32 -> Types.REAL;
      case FLOAT64 -> Types.DOUBLE;
      case CHAR -> Types.CHAR;
      case VARCHAR -> Types.VARCHAR;
      case BINARY -> Types.BINARY;
      case VARBINARY -> Types.VARBINARY;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP -> Types.TIMESTAMP;
      case TIMESTAMP_LTZ -> Types.TIMESTAMP_WITH_TIMEZONE;
      case INTERVAL, UUID -> Types.OTHER;
      case LIST -> Types.ARRAY;
      case STRUCT -> Types.STRUCT;
      case MAP -> Types.JAVA_OBJECT;
    };
  }

  /** The name that a CREATE TABLE would use, without precision. */
  public static String typeName(DataType type) {
    return type.isNested() || type.unsigned() || type.isEnum()
        ? type.toString()
        : type.kind().sqlName();
  }

  /** The class of what getObject returns. */
  public static String className(DataType type) {
    return switch (type.withoutEnums().kind()) {
      case BOOLEAN -> "java.lang.Boolean";
      case INT8, INT16, INT32 -> "java.lang.Integer";
      case INT64 -> "java.lang.Long";
      case DECIMAL -> "java.math.BigDecimal";
      case FLOAT32 -> "java.lang.Float";
      case FLOAT64 -> "java.lang.Double";
      case CHAR, VARCHAR -> "java.lang.String";
      case BINARY, VARBINARY -> "[B";
      case DATE -> "java.sql.Date";
      case TIME -> "java.sql.Time";
      case TIMESTAMP -> "java.sql.Timestamp";
      case TIMESTAMP_LTZ -> "java.time.OffsetDateTime";
      case UUID -> "java.util.UUID";
      case INTERVAL -> "dev.paceline.result.Interval";
      case LIST -> "java.sql.Array";
      case STRUCT -> "java.sql.Struct";
      case MAP -> "java.util.Map";
    };
  }

  /** Decimal digits of numbers, characters of texts and dates, bytes of binary values. */
  public static int precision(DataType type) {
    if (type.isEnum()) {
      return type.enumLabels().stream().mapToInt(String::length).max().orElse(0);
    }
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case INT8 -> 3;
      case INT16 -> 5;
      case INT32 -> 10;
      case INT64 -> 19;
      case FLOAT32 -> 7;
      case FLOAT64 -> 15;
      case DECIMAL, CHAR, VARCHAR, BINARY, VARBINARY -> type.precision();
      case DATE -> 10;
      case TIME -> 15;
      case TIMESTAMP -> 26;
      case TIMESTAMP_LTZ -> 32;
      case UUID -> 36;
      case INTERVAL -> 60;
      case LIST, STRUCT, MAP -> DataType.UNBOUNDED;
    };
  }

  /** Digits after the point; those of the fraction of a second for times. */
  public static int scale(DataType type) {
    return switch (type.kind()) {
      case DECIMAL -> type.scale();
      case TIME, TIMESTAMP, TIMESTAMP_LTZ, INTERVAL -> Micros.FRACTION_DIGITS;
      default -> 0;
    };
  }

  /** Characters that a value takes at most when it is written out. */
  public static int displaySize(DataType type) {
    return switch (type.withoutEnums().kind()) {
      case BOOLEAN -> 5;
      case INT8 -> 4;
      case INT16 -> 6;
      case INT32 -> 11;
      case INT64 -> 20;
      case FLOAT32 -> 15;
      case FLOAT64 -> 24;
      case DECIMAL -> type.precision() + 2;
      default -> precision(type);
    };
  }

  public static boolean isNumeric(DataType type) {
    return switch (type.withoutEnums().kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
  }

  public static boolean isText(DataType type) {
    return type.kind() == TypeKind.CHAR || type.kind() == TypeKind.VARCHAR || type.isEnum();
  }
}
