package dev.paceline.storage.load.parquet.metadata;

import org.jspecify.annotations.Nullable;

/**
 * Statistics of the values of a column chunk or page, in the encoding PLAIN without lengths.
 *
 * @param min a lower bound; null if unknown
 * @param max an upper bound; null if unknown
 * @param isLegacy whether the bounds are of the older kind, in which strings and unsigned numbers
 *     were ordered by signed bytes
 * @param nullCount -1 if unknown
 * @param distinctCount -1 if unknown
 */
public record ColumnBounds(
    byte @Nullable [] min,
    byte @Nullable [] max,
    boolean isLegacy,
    long nullCount,
    long distinctCount) {
  public static final ColumnBounds UNKNOWN = new ColumnBounds(null, null, false, -1, -1);

  static ColumnBounds read(ThriftReader reader) {
    byte[] legacyMin = null;
    byte[] legacyMax = null;
    byte[] min = null;
    byte[] max = null;
    long nullCount = -1;
    long distinctCount = -1;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> legacyMax = reader.readBinary();
        case 2 -> legacyMin = reader.readBinary();
        case 3 -> nullCount = reader.readLong();
        case 4 -> distinctCount = reader.readLong();
        case 5 -> max = reader.readBinary();
        case 6 -> min = reader.readBinary();
        default -> reader.skip();
      }
    }
    return min == null && max == null
        ? new ColumnBounds(legacyMin, legacyMax, true, nullCount, distinctCount)
        : new ColumnBounds(min, max, false, nullCount, distinctCount);
  }

  void write(ThriftWriter writer, int field) {
    writer.beginStruct(field);
    if (nullCount >= 0) {
      writer.writeLong(3, nullCount);
    }
    if (distinctCount >= 0) {
      writer.writeLong(4, distinctCount);
    }
    if (max != null) {
      writer.writeBinary(5, max);
    }
    if (min != null) {
      writer.writeBinary(6, min);
    }
    writer.endStruct();
  }
}
