package dev.paceline.grammar;

import dev.paceline.grammar.list.JsonTypeName;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** Names that PostgreSQL and DuckDB have for the types of standard SQL. */
final class TypeAliases {
  private static final int MAX_DECIMAL_DIGITS = 38;
  private static final int DEFAULT_DIGITS = 18;
  private static final int DEFAULT_SCALE = 3;

  /** Types of DuckDB and PostgreSQL that there are not. */
  private static final Set<String> UNSUPPORTED =
      Set.of("UHUGEINT", "UINT128", "TIMETZ", "BIT", "BITSTRING", "VARINT", "BIGNUM");

  private TypeAliases() {}

  /** Returns what stands for the type of a generated column that is declared without one. */
  static SqlDataTypeSpec ofExpression(SqlParserPos position) {
    return new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.ANY, position), position);
  }

  /**
   * The type of a name that is not one of the standard's.
   *
   * @throws UnsupportedOperationException for a type that others have
   */
  static SqlTypeNameSpec of(SqlIdentifier name, SqlParserPos position) {
    String word = name.isSimple() ? name.getSimple().toUpperCase(Locale.ROOT) : "";
    if (word.equals("HUGEINT") || word.equals("INT128")) {
      return new SqlBasicTypeNameSpec(SqlTypeName.DECIMAL, MAX_DECIMAL_DIGITS, 0, position);
    }
    if (word.equals("TIMESTAMP_S") || word.equals("TIMESTAMP_MS")) {
      int digits = word.endsWith("_MS") ? 3 : 0;
      return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP, digits, position);
    }
    if (word.equals("JSON")) {
      return new JsonTypeName(position);
    }
    if (UNSUPPORTED.contains(word)) {
      throw new UnsupportedOperationException("the type " + word + " is not supported");
    }
    SqlTypeName type = type(word);
    return type == null
        ? new SqlUserDefinedTypeNameSpec(name, position)
        : new SqlBasicTypeNameSpec(type, position);
  }

  /**
   * A type with decimal digits, as they were written. As in DuckDB, DECIMAL without any has three
   * behind the point.
   *
   * @param precision -1 if there is none
   */
  static SqlTypeNameSpec withDigits(
      SqlTypeName type, int precision, int scale, SqlParserPos position) {
    return type == SqlTypeName.DECIMAL && precision < 0
        ? new SqlBasicTypeNameSpec(type, DEFAULT_DIGITS, DEFAULT_SCALE, position)
        : new SqlBasicTypeNameSpec(type, precision, scale, position);
  }

  /**
   * A type of bytes. As in DuckDB, BINARY without a length takes bytes of any length.
   *
   * @param precision the length; -1 if there is none
   */
  static SqlTypeNameSpec ofBytes(SqlTypeName type, int precision, SqlParserPos position) {
    return new SqlBasicTypeNameSpec(
        precision < 0 ? SqlTypeName.VARBINARY : type, precision, position);
  }

  private static @Nullable SqlTypeName type(String word) {
    return switch (word) {
      case "TEXT", "STRING", "BPCHAR" -> SqlTypeName.VARCHAR;
      case "INT1" -> SqlTypeName.TINYINT;
      case "INT2", "INT16", "SHORT" -> SqlTypeName.SMALLINT;
      case "INT4", "INT32", "INTEGRAL", "SIGNED" -> SqlTypeName.INTEGER;
      case "INT8", "INT64", "LONG", "OID" -> SqlTypeName.BIGINT;
      case "UTINYINT", "UINT8" -> SqlTypeName.UTINYINT;
      case "USMALLINT", "UINT16" -> SqlTypeName.USMALLINT;
      case "UINTEGER", "UINT32" -> SqlTypeName.UINTEGER;
      case "UBIGINT", "UINT64" -> SqlTypeName.UBIGINT;
      case "FLOAT4" -> SqlTypeName.REAL;
      case "FLOAT8" -> SqlTypeName.DOUBLE;
      case "BOOL", "LOGICAL" -> SqlTypeName.BOOLEAN;
      case "DATETIME", "TIMESTAMP_US", "TIMESTAMP_NS" -> SqlTypeName.TIMESTAMP;
      case "TIMESTAMPTZ" -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
      case "BLOB", "BYTEA" -> SqlTypeName.VARBINARY;
      default -> null;
    };
  }
}
