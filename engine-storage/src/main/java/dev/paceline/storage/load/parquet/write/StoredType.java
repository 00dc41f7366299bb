package dev.paceline.storage.load.parquet.write;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Meaning;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Resolution;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import dev.paceline.storage.table.definition.ColumnDefinition;

/**
 * How values of a type that is not nested are stored.
 *
 * @param width bytes of a value: 4, 8, 12 for intervals, or 16 for UUIDs and for decimals of more
 *     than 18 digits, which are stored highest byte first; 0 for BOOLEAN and strings
 */
record StoredType(PhysicalType physical, LogicalType logical, int width) {
  private static final int MAX_INT_PRECISION = 9;
  private static final int WIDE_BYTES = 16;

  /** Bytes of the months, days and milliseconds of an interval. */
  static final int INTERVAL_BYTES = 12;

  static StoredType of(ColumnDefinition column) {
    DataType type = column.type();
    return switch (type.kind()) {
      case BOOLEAN -> new StoredType(PhysicalType.BOOLEAN, LogicalType.NONE, 0);
      case INT8 -> ints(LogicalType.integer(8, true));
      case INT16 -> ints(LogicalType.integer(16, true));
      case INT32 -> ints(LogicalType.NONE);
      case INT64 -> longs(LogicalType.NONE);
      case DECIMAL -> decimal(type);
      case FLOAT32 -> new StoredType(PhysicalType.FLOAT, LogicalType.NONE, Float.BYTES);
      case FLOAT64 -> new StoredType(PhysicalType.DOUBLE, LogicalType.NONE, Double.BYTES);
      case CHAR, VARCHAR ->
          new StoredType(PhysicalType.BYTE_ARRAY, LogicalType.of(Meaning.STRING), 0);
      case BINARY, VARBINARY -> new StoredType(PhysicalType.BYTE_ARRAY, LogicalType.NONE, 0);
      case DATE -> ints(LogicalType.of(Meaning.DATE));
      case TIME -> longs(LogicalType.time(Meaning.TIME, Resolution.MICROS, false));
      case TIMESTAMP -> longs(LogicalType.time(Meaning.TIMESTAMP, Resolution.MICROS, false));
      case TIMESTAMP_LTZ -> longs(LogicalType.time(Meaning.TIMESTAMP, Resolution.MICROS, true));
      case INTERVAL ->
          new StoredType(
              PhysicalType.FIXED_LEN_BYTE_ARRAY, LogicalType.of(Meaning.INTERVAL), INTERVAL_BYTES);
      case LIST, STRUCT, MAP -> throw new IllegalArgumentException(type + " is no single value");
      case UUID ->
          new StoredType(
              PhysicalType.FIXED_LEN_BYTE_ARRAY, LogicalType.of(Meaning.UUID), UuidText.BYTES);
    };
  }

  private static StoredType ints(LogicalType logical) {
    return new StoredType(PhysicalType.INT32, logical, Integer.BYTES);
  }

  private static StoredType longs(LogicalType logical) {
    return new StoredType(PhysicalType.INT64, logical, Long.BYTES);
  }

  private static StoredType decimal(DataType type) {
    LogicalType logical = LogicalType.decimal(type.precision(), type.scale());
    if (type.precision() <= MAX_INT_PRECISION) {
      return ints(logical);
    }
    return type.fitsLong()
        ? longs(logical)
        : new StoredType(PhysicalType.FIXED_LEN_BYTE_ARRAY, logical, WIDE_BYTES);
  }

  /** Whether values are bytes that are ordered without a sign, and no numbers. */
  boolean isUuid() {
    return logical.meaning() == Meaning.UUID;
  }

  /** Whether values are intervals, which have no order in the format. */
  boolean isInterval() {
    return logical.meaning() == Meaning.INTERVAL;
  }

  /** Returns a column in the schema. */
  SchemaNode node(String name, Repetition repetition) {
    int length = physical == PhysicalType.FIXED_LEN_BYTE_ARRAY ? width : 0;
    return new SchemaNode(name, physical, length, repetition, 0, logical, -1);
  }
}
