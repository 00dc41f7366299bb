package dev.paceline.calcite.table;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.grammar.definition.EnumRelType;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;

/** The types of Calcite and of the engine, and their correspondence. */
public final class TypeMapping {
  /** The qualifier of the one type of intervals in Calcite, whatever their fields are. */
  public static final SqlIntervalQualifier INTERVAL =
      new SqlIntervalQualifier(TimeUnit.DAY, TimeUnit.SECOND, SqlParserPos.ZERO);

  private TypeMapping() {}

  /** Whether the engine has a type for the values of {@code type}. */
  public static boolean isSupported(RelDataType type) {
    return switch (type.getSqlTypeName()) {
      case BOOLEAN,
          TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          DECIMAL,
          REAL,
          FLOAT,
          DOUBLE,
          CHAR,
          VARCHAR,
          BINARY,
          VARBINARY,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_WITH_LOCAL_TIME_ZONE,
          UUID,
          NULL ->
          true;
      case ARRAY -> isSupported(requireNonNull(type.getComponentType()));
      case MAP ->
          isSupported(requireNonNull(type.getKeyType()))
              && isSupported(requireNonNull(type.getValueType()));
      case ROW ->
          type.getFieldCount() > 0
              && type.getFieldList().stream().allMatch(field -> isSupported(field.getType()));
      default -> SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName());
    };
  }

  /**
   * The engine's type for the values of {@code type}; the type of the NULL literal becomes VARCHAR.
   *
   * @throws PacelineException NOT_SUPPORTED if there is none
   */
  public static DataType toDataType(RelDataType type) {
    if (type instanceof UnsignedRelType unsigned) {
      return unsigned.dataType();
    }
    if (type instanceof EnumRelType enumeration) {
      return DataType.enumeration(enumeration.labels());
    }
    int precision = type.getPrecision();
    int length = precision == RelDataType.PRECISION_NOT_SPECIFIED ? DataType.UNBOUNDED : precision;
    return switch (type.getSqlTypeName()) {
      case BOOLEAN -> DataType.BOOLEAN;
      case TINYINT -> DataType.INT8;
      case SMALLINT -> DataType.INT16;
      case INTEGER -> DataType.INT32;
      case BIGINT -> DataType.INT64;
      case DECIMAL -> toDecimal(type);
      case REAL -> DataType.FLOAT32;
      case FLOAT, DOUBLE -> DataType.FLOAT64;
      case CHAR -> DataType.character(length);
      case VARCHAR -> DataType.varchar(length);
      case NULL -> DataType.VARCHAR;
      case BINARY -> new DataType(TypeKind.BINARY, length, 0);
      case VARBINARY -> new DataType(TypeKind.VARBINARY, length, 0);
      case DATE -> DataType.DATE;
      case TIME -> DataType.TIME;
      case TIMESTAMP -> DataType.TIMESTAMP;
      case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> DataType.TIMESTAMP_LTZ;
      case UUID -> DataType.UUID;
      case ARRAY -> {
        DataType element = toDataType(requireNonNull(type.getComponentType()));
        yield type instanceof FixedArrayRelType array
            ? DataType.array(element, array.length())
            : DataType.list(element);
      }
      case MAP ->
          DataType.map(
              toDataType(requireNonNull(type.getKeyType())),
              toDataType(requireNonNull(type.getValueType())));
      case ROW -> toStruct(type);
      default -> {
        if (SqlTypeName.INTERVAL_TYPES.contains(type.getSqlTypeName())) {
          yield DataType.INTERVAL;
        }
        throw unsupported(type);
      }
    };
  }

  /** Calcite's type, not nullable, for the values of an engine type. */
  public static RelDataType toRelType(RelDataTypeFactory factory, DataType type) {
    if (type.unsigned()) {
      return factory.createSqlType(SqlTypeName.valueOf(type.toString()));
    }
    if (type.isEnum()) {
      return factory.createTypeWithNullability(
          new EnumRelType(factory.getTypeSystem(), type.enumLabels(), false), false);
    }
    return switch (type.kind()) {
      case BOOLEAN -> factory.createSqlType(SqlTypeName.BOOLEAN);
      case INT8 -> factory.createSqlType(SqlTypeName.TINYINT);
      case INT16 -> factory.createSqlType(SqlTypeName.SMALLINT);
      case INT32 -> factory.createSqlType(SqlTypeName.INTEGER);
      case INT64 -> factory.createSqlType(SqlTypeName.BIGINT);
      case DECIMAL -> factory.createSqlType(SqlTypeName.DECIMAL, type.precision(), type.scale());
      case FLOAT32 -> factory.createSqlType(SqlTypeName.REAL);
      case FLOAT64 -> factory.createSqlType(SqlTypeName.DOUBLE);
      case CHAR -> sized(factory, SqlTypeName.CHAR, type);
      case VARCHAR -> sized(factory, SqlTypeName.VARCHAR, type);
      case BINARY -> sized(factory, SqlTypeName.BINARY, type);
      case VARBINARY -> sized(factory, SqlTypeName.VARBINARY, type);
      case DATE -> factory.createSqlType(SqlTypeName.DATE);
      case TIME -> factory.createSqlType(SqlTypeName.TIME);
      case TIMESTAMP -> factory.createSqlType(SqlTypeName.TIMESTAMP);
      case TIMESTAMP_LTZ -> factory.createSqlType(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);
      case UUID -> factory.createSqlType(SqlTypeName.UUID);
      case INTERVAL -> factory.createSqlIntervalType(INTERVAL);
      case LIST ->
          factory.createArrayType(
              factory.createTypeWithNullability(toRelType(factory, type.elementType()), true),
              type.isFixedArray() ? type.precision() : -1);
      case MAP ->
          factory.createMapType(
              toRelType(factory, type.keyType()),
              factory.createTypeWithNullability(toRelType(factory, type.valueType()), true));
      case STRUCT ->
          StructRelType.of(
              factory,
              type.fields().stream().map(field -> toRelType(factory, field.type())).toList(),
              type.hasNames() ? type.fields().stream().map(StructField::name).toList() : null);
    };
  }

  /**
   * Returns Calcite's type, not nullable, to which a value is cast before it is stored in a column.
   * Strings have no limit there: the storage refuses what is too long, where a cast would cut it.
   */
  public static RelDataType toAssignedType(RelDataTypeFactory factory, DataType column) {
    return toRelType(
        factory,
        switch (column.kind()) {
          case CHAR, VARCHAR -> DataType.VARCHAR;
          case BINARY, VARBINARY -> DataType.VARBINARY;
          default -> column;
        });
  }

  private static DataType toStruct(RelDataType type) {
    if (type.getFieldCount() == 0) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED, "a struct without fields is not supported");
    }
    boolean named = StructRelType.hasNames(type);
    return DataType.struct(
        type.getFieldList().stream()
            .map(field -> new StructField(named ? field.getName() : "", fieldType(field.getType())))
            .toList());
  }

  /** The type of a field; a number for one that is always NULL. */
  private static DataType fieldType(RelDataType type) {
    return type.getSqlTypeName() == SqlTypeName.NULL ? DataType.INT32 : toDataType(type);
  }

  private static DataType toDecimal(RelDataType type) {
    int scale = type.getScale();
    if (scale < 0 || scale > type.getPrecision()) {
      throw unsupported(type);
    }
    return DataType.decimal(type.getPrecision(), scale);
  }

  private static RelDataType sized(RelDataTypeFactory factory, SqlTypeName name, DataType type) {
    return type.precision() == DataType.UNBOUNDED
        ? factory.createSqlType(name)
        : factory.createSqlType(name, type.precision());
  }

  private static PacelineException unsupported(RelDataType type) {
    return new PacelineException(
        ErrorCode.NOT_SUPPORTED, "the type " + type.getFullTypeString() + " is not supported");
  }
}
