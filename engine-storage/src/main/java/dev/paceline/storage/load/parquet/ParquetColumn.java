package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.FileTables;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.page.ColumnDecoder;
import dev.paceline.storage.load.parquet.page.ColumnRange;
import dev.paceline.storage.load.parquet.page.NumberForm;
import org.jspecify.annotations.Nullable;

/**
 * A column at the top of a file's schema.
 *
 * @param leaf its number among the columns of a row group; of a nested column, the first one below;
 *     {@link #NO_LEAF} for the numbers of rows
 * @param type what its values become; VARCHAR if it cannot be read
 * @param form of numbers; null for other columns
 * @param isConverted whether values are other numbers than those that the file says
 * @param unreadable why it cannot be read, as the end of a sentence; null if it can
 * @param nested of lists, structs and maps; null for other columns
 */
record ParquetColumn(
    SchemaNode node,
    int leaf,
    DataType type,
    @Nullable NumberForm form,
    boolean isConverted,
    @Nullable String unreadable,
    @Nullable NestedNode nested) {
  /** The name of the column with the numbers of rows. */
  static final String ROW_NUMBERS = "file_row_number";

  private static final int NO_LEAF = -1;
  private static final int INTERVAL_BYTES = 12;
  private static final int MAX_LONG_PRECISION = DataType.MAX_LONG_PRECISION;

  private ParquetColumn(
      SchemaNode node,
      int leaf,
      DataType type,
      @Nullable NumberForm form,
      boolean isConverted,
      @Nullable String unreadable) {
    this(node, leaf, type, form, isConverted, unreadable, null);
  }

  /** Returns a column of lists, structs or maps. */
  static ParquetColumn nested(SchemaNode node, int leaf, NestedNode nested) {
    return new ParquetColumn(node, leaf, nested.type(), null, false, null, nested);
  }

  /**
   * Returns a column of single values.
   *
   * @param node neither a group nor repeated
   * @param binaryAsString whether binary strings without a meaning are text
   */
  static ParquetColumn of(SchemaNode node, int leaf, boolean binaryAsString) {
    PhysicalType stored = requireNonNull(node.type(), "type");
    LogicalType logical = node.logical();
    return switch (stored) {
      case BOOLEAN -> new ParquetColumn(node, leaf, DataType.BOOLEAN, null, false, null);
      case INT32 -> ofInt(node, leaf, logical);
      case INT64 -> ofLong(node, leaf, logical);
      case INT96 -> number(node, leaf, DataType.TIMESTAMP, NumberForm.INT96);
      case FLOAT -> number(node, leaf, DataType.FLOAT32, NumberForm.FLOATS);
      case DOUBLE -> number(node, leaf, DataType.FLOAT64, NumberForm.LONGS);
      case BYTE_ARRAY -> ofBytes(node, leaf, logical, binaryAsString);
      case FIXED_LEN_BYTE_ARRAY -> ofFixed(node, leaf, logical);
    };
  }

  private static ParquetColumn ofInt(SchemaNode node, int leaf, LogicalType logical) {
    return switch (logical.meaning()) {
      case DATE -> number(node, leaf, DataType.DATE, NumberForm.INTS);
      case TIME -> number(node, leaf, DataType.TIME, NumberForm.INT_MILLIS);
      case DECIMAL -> decimal(node, leaf, NumberForm.INTS, NumberForm.INTS);
      case INTEGER -> {
        int bits = logical.precision();
        if (!logical.flag()) {
          yield bits == 32
              ? number(node, leaf, DataType.INT64, NumberForm.UNSIGNED_INTS)
              : number(node, leaf, bits == 8 ? DataType.INT16 : DataType.INT32, NumberForm.INTS);
        }
        DataType type =
            switch (bits) {
              case 8 -> DataType.INT8;
              case 16 -> DataType.INT16;
              default -> DataType.INT32;
            };
        yield number(node, leaf, type, NumberForm.INTS);
      }
      default -> number(node, leaf, DataType.INT32, NumberForm.INTS);
    };
  }

  private static ParquetColumn ofLong(SchemaNode node, int leaf, LogicalType logical) {
    return switch (logical.meaning()) {
      case TIME -> number(node, leaf, DataType.TIME, inMicros(logical));
      case TIMESTAMP ->
          number(
              node,
              leaf,
              logical.flag() ? DataType.TIMESTAMP_LTZ : DataType.TIMESTAMP,
              inMicros(logical));
      case DECIMAL -> decimal(node, leaf, NumberForm.LONGS, NumberForm.LONGS);
      case INTEGER ->
          logical.flag()
              ? number(node, leaf, DataType.INT64, NumberForm.LONGS)
              : number(node, leaf, DataType.decimal(20, 0), NumberForm.UNSIGNED_LONGS);
      default -> number(node, leaf, DataType.INT64, NumberForm.LONGS);
    };
  }

  private static NumberForm inMicros(LogicalType logical) {
    return switch (requireNonNull(logical.unit(), "unit")) {
      case MILLIS -> NumberForm.LONG_MILLIS;
      case MICROS -> NumberForm.LONGS;
      case NANOS -> NumberForm.LONG_NANOS;
    };
  }

  private static ParquetColumn ofBytes(
      SchemaNode node, int leaf, LogicalType logical, boolean binaryAsString) {
    return switch (logical.meaning()) {
      case DECIMAL ->
          decimal(
              node,
              leaf,
              NumberForm.variableBytes(Long.BYTES),
              NumberForm.variableBytes(2 * Long.BYTES));
      case STRING, ENUM, JSON -> new ParquetColumn(node, leaf, DataType.VARCHAR, null, false, null);
      case NONE ->
          new ParquetColumn(
              node,
              leaf,
              binaryAsString ? DataType.VARCHAR : DataType.VARBINARY,
              null,
              false,
              null);
      default -> new ParquetColumn(node, leaf, DataType.VARBINARY, null, false, null);
    };
  }

  private static ParquetColumn ofFixed(SchemaNode node, int leaf, LogicalType logical) {
    int length = node.typeLength();
    if (length == 0) {
      return unreadable(node, leaf, "its values have a fixed length of 0 bytes");
    }
    return switch (logical.meaning()) {
      case DECIMAL ->
          decimal(
              node,
              leaf,
              NumberForm.fixedBytes(length, Long.BYTES),
              NumberForm.fixedBytes(length, 2 * Long.BYTES));
      case UUID ->
          length == UuidText.BYTES
              ? new ParquetColumn(node, leaf, DataType.UUID, null, false, null)
              : unreadable(node, leaf, "its UUIDs have " + length + " bytes");
      case FLOAT16 ->
          length == Short.BYTES
              ? number(node, leaf, DataType.FLOAT32, NumberForm.HALFS)
              : unreadable(node, leaf, "its values of type FLOAT16 have " + length + " bytes");
      case INTERVAL ->
          length == INTERVAL_BYTES
              ? number(node, leaf, DataType.INTERVAL, NumberForm.INTERVALS)
              : unreadable(node, leaf, "its values of type INTERVAL have " + length + " bytes");
      default -> new ParquetColumn(node, leaf, DataType.VARBINARY, null, false, null);
    };
  }

  private static ParquetColumn number(SchemaNode node, int leaf, DataType type, NumberForm form) {
    return new ParquetColumn(node, leaf, type, form, false, null);
  }

  /**
   * A decimal.
   *
   * @param narrow for values of at most 64 bits
   */
  private static ParquetColumn decimal(
      SchemaNode node, int leaf, NumberForm narrow, NumberForm wide) {
    int precision = node.logical().precision();
    int scale = node.logical().scale();
    if (precision < 1
        || precision > DataType.MAX_DECIMAL_PRECISION
        || scale < 0
        || scale > precision) {
      return unreadable(
          node,
          leaf,
          "it has the type DECIMAL("
              + precision
              + ", "
              + scale
              + "), and decimals have 1 to 38 digits");
    }
    NumberForm form = precision <= MAX_LONG_PRECISION ? narrow : wide;
    return number(node, leaf, DataType.decimal(precision, scale), form);
  }

  /**
   * Returns a column that cannot be read.
   *
   * @param reason the end of a sentence
   */
  static ParquetColumn unreadable(SchemaNode node, int leaf, String reason) {
    return new ParquetColumn(node, leaf, DataType.VARCHAR, null, false, reason);
  }

  /** Returns a column with the number of each row in its file, which the file does not contain. */
  static ParquetColumn rowNumbers() {
    SchemaNode node =
        new SchemaNode(
            ROW_NUMBERS,
            PhysicalType.INT64,
            0,
            SchemaNode.Repetition.REQUIRED,
            0,
            LogicalType.NONE,
            -1);
    return new ParquetColumn(node, NO_LEAF, DataType.INT64, null, false, null);
  }

  /** Whether the file contains the column. */
  boolean isStored() {
    return leaf != NO_LEAF;
  }

  /**
   * Returns the column with values of a wider type.
   *
   * @param file for messages
   * @throws PacelineException INVALID_FILE if its values do not become such
   */
  ParquetColumn as(DataType wider, String file) {
    NumberForm numbers = form;
    if (wider.equals(type) || unreadable != null) {
      return this;
    }
    if (numbers != null && isExact(type) && wider.family() == TypeFamily.FLOATING) {
      return new ParquetColumn(node, leaf, wider, numbers.asDoubles(type.scale()), true, null);
    }
    boolean bothFloating =
        type.family() == TypeFamily.FLOATING && wider.family() == TypeFamily.FLOATING;
    if (numbers != null && bothFloating && wider.equals(DataType.FLOAT64)) {
      return new ParquetColumn(node, leaf, wider, numbers, false, null);
    }
    int more = wider.scale() - type.scale();
    if (numbers == null
        || !isExact(type)
        || !isExact(wider)
        || more < 0
        || FileTables.digits(wider) < FileTables.digits(type)
        || more > 0 && (numbers.width() > Long.BYTES || more > MAX_LONG_PRECISION)) {
      throw new PacelineException(
          ErrorCode.INVALID_FILE,
          "column "
              + name()
              + " of "
              + file
              + " has the type "
              + type
              + " and cannot be read as "
              + wider
              + "; read files of such types by separate statements");
    }
    return more == 0
        ? new ParquetColumn(node, leaf, wider, numbers, false, null)
        : new ParquetColumn(
            node,
            leaf,
            wider,
            numbers.scaled(more, wider.fitsLong() ? Long.BYTES : 2 * Long.BYTES),
            true,
            null);
  }

  private static boolean isExact(DataType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL -> true;
      default -> false;
    };
  }

  String name() {
    return node.name();
  }

  boolean isNullable() {
    return node.repetition() != SchemaNode.Repetition.REQUIRED;
  }

  /**
   * Checks that the column can be read.
   *
   * @throws PacelineException NOT_SUPPORTED if not
   */
  void checkReadable(String file) {
    if (unreadable != null) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "column "
              + name()
              + " of "
              + file
              + " cannot be read: "
              + unreadable
              + "; select the other columns by their names");
    }
  }

  /** Decodes some rows of a column that is not nested; they become values of {@link #type}. */
  ChunkColumn decode(ColumnRange part) {
    NumberForm numbers = form;
    if (numbers != null) {
      return ColumnDecoder.numbers(part, numbers).decode();
    }
    if (type.family() == TypeFamily.BOOLEAN) {
      return ColumnDecoder.booleans(part).decode();
    }
    return ColumnDecoder.strings(part, type.kind() == TypeKind.VARCHAR).decode();
  }
}
