package dev.paceline.storage.load.parquet;

import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import dev.paceline.storage.load.parquet.metadata.ColumnBounds;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.LogicalType.Meaning;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Statistics of column chunks, in terms of the types that their values become. */
final class ParquetBounds {
  private ParquetBounds() {}

  /**
   * Returns what the footer knows of a column of a row group.
   *
   * <p>Nobody says whether a column of floating-point numbers has NaN, which is larger than every
   * bound: its upper bound is NaN.
   */
  static ColumnStatistics of(ParquetColumn column, RowGroupMetadata rowGroup) {
    return of(column, rowGroup.columns().get(column.leaf()).bounds(), rowGroup.rowCount());
  }

  /**
   * Returns what bounds say of a column.
   *
   * @param rows at least 1
   */
  static ColumnStatistics of(ParquetColumn column, ColumnBounds bounds, long rows) {
    // The bounds of a part of a nested column say nothing of its rows.
    long nulls = column.nested() == null ? bounds.nullCount() : -1;
    if (nulls < 0 || nulls > rows) {
      // Some rows may be NULL, and not all of them have to be.
      nulls = column.isNullable() ? Math.min(1, rows - 1) : 0;
    }
    ColumnStatistics unknown = ColumnStatistics.unknown(rows, nulls);
    byte[] min = bounds.min();
    byte[] max = bounds.max();
    if (min == null
        || max == null
        || column.unreadable() != null
        || column.nested() != null
        || column.isConverted()
        || column.node().logical().meaning() == Meaning.INTERVAL) {
      return unknown;
    }
    DataType type = column.type();
    return switch (type.family()) {
      case BOOLEAN, INTEGRAL -> {
        Long low = integral(column, min, bounds.isLegacy());
        Long high = integral(column, max, bounds.isLegacy());
        yield low == null || high == null || low > high
            ? unknown
            : new ColumnStatistics(
                rows, nulls, -1, true, low, high, false, 0, 0, null, null, false, false);
      }
      case FLOATING -> {
        double low = floating(column, min);
        yield Double.isNaN(low)
            ? unknown
            : new ColumnStatistics(
                rows, nulls, -1, false, 0, 0, true, low, Double.NaN, null, null, false, false);
      }
      case BYTES ->
          bounds.isLegacy()
              ? unknown
              : new ColumnStatistics(
                  rows, nulls, -1, false, 0, 0, false, 0, 0, min, max, false, false);
    };
  }

  private static @Nullable Long integral(ParquetColumn column, byte[] bytes, boolean isLegacy) {
    PhysicalType stored = column.node().type();
    LogicalType logical = column.node().logical();
    boolean isUnsigned = logical.meaning() == Meaning.INTEGER && !logical.flag();
    if (stored == null || isUnsigned && isLegacy) {
      return null;
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return switch (stored) {
      case BOOLEAN -> bytes.length == 1 ? Long.valueOf(bytes[0] & 1) : null;
      case INT32 -> {
        if (bytes.length != Integer.BYTES) {
          yield null;
        }
        int value = buffer.getInt();
        yield isUnsigned
            ? Integer.toUnsignedLong(value)
            : logical.meaning() == Meaning.TIME ? value * Micros.PER_MILLI : (long) value;
      }
      case INT64 -> bytes.length == Long.BYTES ? ofLong(buffer.getLong(), logical) : null;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> {
        if (isLegacy || bytes.length == 0) {
          yield null;
        }
        BigInteger value = new BigInteger(bytes);
        yield value.bitLength() < Long.SIZE ? (Long) value.longValue() : null;
      }
      case INT96, FLOAT, DOUBLE -> null;
    };
  }

  private static @Nullable Long ofLong(long value, LogicalType logical) {
    if (logical.meaning() == Meaning.INTEGER && !logical.flag() && value < 0) {
      return null;
    }
    if (logical.unit() == null) {
      return value;
    }
    return switch (logical.unit()) {
      case MILLIS -> Micros.canHoldMillis(value) ? (Long) Micros.ofMillis(value) : null;
      case MICROS -> value;
      case NANOS -> Math.floorDiv(value, (long) Micros.NANOS_PER_MICRO);
    };
  }

  /** NaN if it is unknown. */
  private static double floating(ParquetColumn column, byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    return switch (bytes.length) {
      case Float.BYTES -> buffer.getFloat();
      case Double.BYTES -> buffer.getDouble();
      case Short.BYTES ->
          column.node().logical().meaning() == Meaning.FLOAT16
              ? Float.float16ToFloat(buffer.getShort())
              : Double.NaN;
      default -> Double.NaN;
    };
  }
}
