package dev.paceline.storage.load.parquet.metadata;

import java.util.ArrayList;
import java.util.List;

/**
 * A row group of a file: some rows, column by column.
 *
 * @param columns in the order of the schema's columns
 * @param uncompressedBytes of all columns
 */
public record RowGroupMetadata(
    List<ColumnChunkMetadata> columns, long uncompressedBytes, long rowCount) {

  /** Returns the same with all positions moved. */
  public RowGroupMetadata movedBy(long bytes) {
    return new RowGroupMetadata(
        columns.stream().map(column -> column.movedBy(bytes)).toList(),
        uncompressedBytes,
        rowCount);
  }

  static RowGroupMetadata read(ThriftReader reader) {
    List<ColumnChunkMetadata> columns = new ArrayList<>();
    long uncompressedBytes = 0;
    long rowCount = -1;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            ColumnChunkMetadata column = ColumnChunkMetadata.read(reader);
            if (column == null) {
              throw reader.invalid("a column chunk has no metadata in the footer");
            }
            columns.add(column);
          }
        }
        case 2 -> uncompressedBytes = reader.readLong();
        case 3 -> rowCount = reader.readLong();
        default -> reader.skip();
      }
    }
    if (rowCount < 0) {
      throw reader.invalid("a row group has no number of rows");
    }
    return new RowGroupMetadata(List.copyOf(columns), uncompressedBytes, rowCount);
  }

  void write(ThriftWriter writer) {
    writer.beginStruct();
    writer.beginListOfStructs(1, columns.size());
    columns.forEach(column -> column.write(writer));
    writer.writeLong(2, uncompressedBytes);
    writer.writeLong(3, rowCount);
    writer.endStruct();
  }
}
