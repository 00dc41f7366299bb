package dev.paceline.storage.load.parquet.write;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileOutput;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.FileMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.LogicalType;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.SchemaNode.Repetition;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/** A Parquet file that is being written. Parts write whole row groups at once. */
final class ParquetRowWriter implements RowWriter {
  private static final byte[] NO_BOUNDS = {};
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final FileOutput output;
  private final List<ColumnDefinition> columns;

  /** The nodes of the schema below its root, in depth-first order. */
  private final List<SchemaNode> schema = new ArrayList<>();

  /** The names that lead to each column of the file. */
  private final List<List<String>> paths = new ArrayList<>();

  private final ParquetStyle style;

  @GuardedBy("this")
  private final List<PlacedGroup> groups = new ArrayList<>();

  /**
   * A row group and where it is.
   *
   * @param metadata with positions that count from the start of the row group
   * @param pages the data pages of each column
   */
  private record PlacedGroup(
      long position, RowGroupMetadata metadata, List<List<WrittenPage>> pages) {}

  ParquetRowWriter(FileOutput output, List<ColumnDefinition> columns, ParquetStyle style) {
    this.output = output;
    this.columns = columns;
    this.style = style;
    List<SchemaNode> nodes = new ArrayList<>();
    columns.forEach(column -> nodes.addAll(NestedShredder.schema(column)));
    Object ids = style.fieldIds();
    schema.addAll(ids == null ? nodes : FieldIds.assign(nodes, ids));
    addPaths();
    output.write(ByteBuffer.wrap(MAGIC));
  }

  private void addPaths() {
    Deque<String> names = new ArrayDeque<>();
    Deque<Integer> waiting = new ArrayDeque<>();
    for (SchemaNode node : schema) {
      names.addLast(node.name());
      if (node.type() == null) {
        waiting.addLast(node.childCount());
        continue;
      }
      paths.add(List.copyOf(names));
      names.removeLast();
      while (!waiting.isEmpty() && waiting.getLast() == 1) {
        waiting.removeLast();
        names.removeLast();
      }
      if (!waiting.isEmpty()) {
        waiting.addLast(waiting.removeLast() - 1);
      }
    }
  }

  /** Returns the names that lead to a column of the file. */
  List<String> path(int column) {
    return paths.get(column);
  }

  @Override
  public Part openPart(MemoryScope memory) {
    return new ParquetPart(this, columns, style, memory);
  }

  /**
   * Writes a row group.
   *
   * @param written the data pages of each column
   */
  void append(ByteBuffer pages, RowGroupMetadata metadata, List<List<WrittenPage>> written) {
    long position = output.write(pages);
    synchronized (this) {
      groups.add(new PlacedGroup(position, metadata, written));
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
    List<SchemaNode> nodes = new ArrayList<>();
    nodes.add(
        new SchemaNode(
            "schema", null, 0, Repetition.REQUIRED, columns.size(), LogicalType.NONE, -1));
    nodes.addAll(schema);
    groups.sort(Comparator.comparingLong(PlacedGroup::position));
    List<RowGroupMetadata> placed = groups.stream().map(this::withPageIndexes).toList();
    long rows = placed.stream().mapToLong(RowGroupMetadata::rowCount).sum();
    return new FileMetadata(
        nodes, rows, placed, "Paceline", FileMetadata.VERSION, style.keyValues());
  }

  /** Writes the page indexes of a row group, and returns the row group as the footer names it. */
  private RowGroupMetadata withPageIndexes(PlacedGroup group) {
    RowGroupMetadata placed = group.metadata().movedBy(group.position());
    List<ColumnChunkMetadata> chunks = new ArrayList<>();
    for (int i = 0; i < placed.columns().size(); i++) {
      ColumnChunkMetadata chunk = placed.columns().get(i);
      List<WrittenPage> pages = group.pages().get(i);
      byte[] bounds =
          PageIndexWriter.haveBounds(pages) ? PageIndexWriter.columnIndex(pages) : NO_BOUNDS;
      long boundsAt = bounds.length == 0 ? 0 : output.write(ByteBuffer.wrap(bounds));
      byte[] offsets = PageIndexWriter.offsetIndex(pages, group.position());
      long offsetsAt = output.write(ByteBuffer.wrap(offsets));
      chunks.add(
          chunk.withIndexes(
              new IndexPlaces(
                  boundsAt,
                  bounds.length,
                  offsetsAt,
                  offsets.length,
                  chunk.indexes().bloomFilter())));
    }
    return new RowGroupMetadata(chunks, placed.uncompressedBytes(), placed.rowCount());
  }

  @Override
  public void close() {
    output.close();
  }
}
