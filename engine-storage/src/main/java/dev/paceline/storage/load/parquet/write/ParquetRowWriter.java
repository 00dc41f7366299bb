package dev.paceline.storage.load.parquet.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.parquet.metadata.FileMetadata;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A Parquet file that is being written. Parts write whole row groups at once. */
final class ParquetRowWriter implements RowWriter {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final FileOutput output;
  private final List<ColumnDefinition> columns;
  private final List<StoredType> types;
  private final PageCompression compression;
  private final int groupRows;

  @GuardedBy("this")
  private final List<PlacedGroup> groups = new ArrayList<>();

  /**
   * A row group and where it is.
   *
   * @param metadata with positions that count from the start of the row group
   */
  private record PlacedGroup(long position, RowGroupMetadata metadata) {}

  ParquetRowWriter(
      FileOutput output,
      List<ColumnDefinition> columns,
      PageCompression compression,
      int groupRows) {
    this.output = output;
    this.columns = columns;
    this.types = columns.stream().map(StoredType::of).toList();
    this.compression = compression;
    this.groupRows = groupRows;
    output.write(ByteBuffer.wrap(MAGIC));
  }

  String columnName(int column) {
    return columns.get(column).name();
  }

  @Override
  public Part openPart(MemoryScope memory) {
    DataType[] batchTypes = columns.stream().map(ColumnDefinition::type).toArray(DataType[]::new);
    return new ParquetPart(this, types, batchTypes, compression, groupRows, memory);
  }

  /** Writes a row group. */
  void append(ByteBuffer pages, RowGroupMetadata metadata) {
    long position = output.write(pages);
    synchronized (this) {
      groups.add(new PlacedGroup(position, metadata));
    }
  }

  @Override
  public long finish() {
    byte[] footer = footer().toBytes();
    ByteBuffer tail = ByteBuffer.allocate(footer.length + Integer.BYTES + MAGIC.length);
    tail.order(ByteOrder.LITTLE_ENDIAN).put(footer).putInt(footer.length).put(MAGIC).flip();
    output.write(tail);
    return output.finish();
  }

  private synchronized FileMetadata footer() {
    List<SchemaNode> schema = new ArrayList<>();
    schema.add(
        new SchemaNode(
            "schema", null, 0, Repetition.REQUIRED, columns.size(), LogicalType.NONE, -1));
    for (int i = 0; i < columns.size(); i++) {
      schema.add(types.get(i).node(columnName(i)));
    }
    groups.sort(Comparator.comparingLong(PlacedGroup::position));
    List<RowGroupMetadata> placed =
        groups.stream().map(group -> group.metadata().movedBy(group.position())).toList();
    long rows = placed.stream().mapToLong(RowGroupMetadata::rowCount).sum();
    return new FileMetadata(schema, rows, placed, "Paceline");
  }

  @Override
  public void close() {
    output.close();
  }
}
