package dev.paceline.storage.load.parquet.metadata;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One column of one row group.
 *
 * @param type of its values
 * @param encodings of its pages
 * @param path names from the root of the schema to the column
 * @param valueCount values, NULLs included
 * @param uncompressedBytes of all pages with their headers
 * @param compressedBytes the same as they are in the file
 * @param dataPageOffset position in the file of the first data page
 * @param dictionaryPageOffset position of the dictionary page; {@link #NO_DICTIONARY} if there is
 *     none or nobody says
 * @param bounds statistics of the values
 * @param indexes where the file says more about the values
 */
public record ColumnChunkMetadata(
    PhysicalType type,
    List<ValueEncoding> encodings,
    List<String> path,
    PageCompression compression,
    long valueCount,
    long uncompressedBytes,
    long compressedBytes,
    long dataPageOffset,
    long dictionaryPageOffset,
    ColumnBounds bounds,
    IndexPlaces indexes) {
  /** The position of a dictionary page that does not exist. */
  public static final long NO_DICTIONARY = -1;

  /** Returns the position in the file of the first page. */
  public long start() {
    return dictionaryPageOffset > 0
        ? Math.min(dictionaryPageOffset, dataPageOffset)
        : dataPageOffset;
  }

  ColumnChunkMetadata movedBy(long bytes) {
    return new ColumnChunkMetadata(
        type,
        encodings,
        path,
        compression,
        valueCount,
        uncompressedBytes,
        compressedBytes,
        dataPageOffset + bytes,
        dictionaryPageOffset < 0 ? dictionaryPageOffset : dictionaryPageOffset + bytes,
        bounds,
        indexes.movedBy(bytes));
  }

  /** Reads a column chunk; null if its metadata is in another place. */
  static @Nullable ColumnChunkMetadata read(ThriftReader reader) {
    ColumnChunkMetadata metadata = null;
    long columnIndex = 0;
    int columnIndexBytes = 0;
    long offsetIndex = 0;
    int offsetIndexBytes = 0;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 3 -> metadata = readMetadata(reader);
        case 4 -> offsetIndex = reader.readLong();
        case 5 -> offsetIndexBytes = reader.readInt();
        case 6 -> columnIndex = reader.readLong();
        case 7 -> columnIndexBytes = reader.readInt();
        default -> reader.skip();
      }
    }
    return metadata == null
        ? null
        : metadata.withIndexes(
            new IndexPlaces(
                columnIndex,
                columnIndexBytes,
                offsetIndex,
                offsetIndexBytes,
                metadata.indexes.bloomFilter()));
  }

  /** Returns the same with other places of its indexes. */
  public ColumnChunkMetadata withIndexes(IndexPlaces places) {
    return new ColumnChunkMetadata(
        type,
        encodings,
        path,
        compression,
        valueCount,
        uncompressedBytes,
        compressedBytes,
        dataPageOffset,
        dictionaryPageOffset,
        bounds,
        places);
  }

  private static ColumnChunkMetadata readMetadata(ThriftReader reader) {
    PhysicalType type = null;
    List<ValueEncoding> encodings = new ArrayList<>();
    List<String> path = new ArrayList<>();
    PageCompression compression = null;
    long valueCount = -1;
    long uncompressedBytes = -1;
    long compressedBytes = -1;
    long dataPageOffset = -1;
    long dictionaryPageOffset = NO_DICTIONARY;
    ColumnBounds bounds = ColumnBounds.UNKNOWN;
    long bloomFilter = 0;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> type = FileMetadata.constant(reader, PhysicalType.values());
        case 2 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            encodings.add(FileMetadata.constant(reader, ValueEncoding.values()));
          }
        }
        case 3 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            path.add(reader.readString());
          }
        }
        case 4 -> compression = FileMetadata.constant(reader, PageCompression.values());
        case 5 -> valueCount = reader.readLong();
        case 6 -> uncompressedBytes = reader.readLong();
        case 7 -> compressedBytes = reader.readLong();
        case 9 -> dataPageOffset = reader.readLong();
        case 11 -> dictionaryPageOffset = reader.readLong();
        case 12 -> bounds = ColumnBounds.read(reader);
        case 14 -> bloomFilter = reader.readLong();
        default -> reader.skip();
      }
    }
    if (type == null
        || compression == null
        || valueCount < 0
        || uncompressedBytes < 0
        || compressedBytes < 0
        || dataPageOffset < 0) {
      throw reader.invalid("the metadata of a column chunk lacks a size or a position");
    }
    return new ColumnChunkMetadata(
        type,
        List.copyOf(encodings),
        List.copyOf(path),
        compression,
        valueCount,
        uncompressedBytes,
        compressedBytes,
        dataPageOffset,
        dictionaryPageOffset,
        bounds,
        new IndexPlaces(0, 0, 0, 0, Math.max(0, bloomFilter)));
  }

  void write(ThriftWriter writer) {
    writer.beginStruct();
    writer.writeLong(2, 0);
    writer.beginStruct(3);
    writer.writeInt(1, type.ordinal());
    writer.beginListOfInts(2, encodings.size());
    encodings.forEach(encoding -> writer.writeInt(encoding.ordinal()));
    writer.beginListOfStrings(3, path.size());
    path.forEach(writer::writeString);
    writer.writeInt(4, compression.ordinal());
    writer.writeLong(5, valueCount);
    writer.writeLong(6, uncompressedBytes);
    writer.writeLong(7, compressedBytes);
    writer.writeLong(9, dataPageOffset);
    if (dictionaryPageOffset > 0) {
      writer.writeLong(11, dictionaryPageOffset);
    }
    bounds.write(writer, 12);
    if (indexes.bloomFilter() > 0) {
      writer.writeLong(14, indexes.bloomFilter());
    }
    writer.endStruct();
    if (indexes.offsetIndex() > 0) {
      writer.writeLong(4, indexes.offsetIndex());
      writer.writeInt(5, indexes.offsetIndexBytes());
    }
    if (indexes.columnIndex() > 0) {
      writer.writeLong(6, indexes.columnIndex());
      writer.writeInt(7, indexes.columnIndexBytes());
    }
    writer.endStruct();
  }
}
