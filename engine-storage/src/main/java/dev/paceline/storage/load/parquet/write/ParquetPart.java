package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.Batch;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.parquet.metadata.ColumnBounds;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.PageCompression;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.PageHeader.Kind;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.ValueEncoding;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The row groups that one worker writes, one after the other. */
final class ParquetPart implements RowWriter.Part {
  private static final int BATCH_ROWS = 2048;

  /** A row group is written earlier when its values take so many bytes. */
  private static final long MAX_GROUP_BYTES = 64L << 20;

  private final ParquetRowWriter writer;
  private final PageCompression compression;
  private final int groupRows;
  private final MemoryScope memory;
  private final PageCompressor compressor;
  private final Compactor compactor;
  private final List<ColumnBuffer> columns = new ArrayList<>();
  private final DictionaryBuilder dictionary;
  private final GrowingBuffer page;

  /** The pages of a row group with their headers. */
  private final GrowingBuffer pages;

  private int rows;

  ParquetPart(
      ParquetRowWriter writer,
      List<StoredType> types,
      DataType[] batchTypes,
      PageCompression compression,
      int groupRows,
      MemoryScope memory) {
    this.writer = writer;
    this.compression = compression;
    this.groupRows = groupRows;
    this.memory = memory;
    this.compressor = new PageCompressor(compression);
    this.compactor = new Compactor(batchTypes, memory, BATCH_ROWS);
    for (StoredType type : types) {
      columns.add(new ColumnBuffer(type, groupRows, BATCH_ROWS, memory));
    }
    this.dictionary = new DictionaryBuilder(groupRows, memory);
    this.page = new GrowingBuffer(memory);
    this.pages = new GrowingBuffer(memory);
  }

  @Override
  public void append(Batch batch) {
    Batch dense = compactor.compact(batch);
    int count = dense.rowCount();
    for (int from = 0; from < count; ) {
      int part = Math.min(Math.min(BATCH_ROWS, count - from), groupRows - rows);
      for (int i = 0; i < columns.size(); i++) {
        columns.get(i).append(dense.column(i), from, part);
      }
      from += part;
      rows += part;
      if (rows == groupRows || bytes() > MAX_GROUP_BYTES) {
        writeGroup();
      }
    }
  }

  private long bytes() {
    long bytes = 0;
    for (ColumnBuffer column : columns) {
      bytes += column.bytes();
    }
    return bytes;
  }

  @Override
  public void end() {
    if (rows > 0) {
      writeGroup();
    }
    columns.forEach(column -> column.values().release());
    page.release();
    pages.release();
    dictionary.entries().release();
  }

  private void writeGroup() {
    pages.clear();
    List<ColumnChunkMetadata> chunks = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      chunks.add(writeColumn(columns.get(i), writer.columnName(i)));
    }
    long uncompressed = chunks.stream().mapToLong(ColumnChunkMetadata::uncompressedBytes).sum();
    writer.append(pages.bytes(), new RowGroupMetadata(chunks, uncompressed, rows));
    columns.forEach(ColumnBuffer::clear);
    rows = 0;
  }

  /** Writes the pages of a column; positions count from the start of the row group. */
  private ColumnChunkMetadata writeColumn(ColumnBuffer column, String name) {
    long start = pages.length();
    long uncompressed = 0;
    long dataPage = start;
    ValueEncoding encoding = ValueEncoding.PLAIN;
    ColumnBounds bounds;
    boolean hasDictionary = dictionary.build(column);
    if (hasDictionary) {
      encoding = ValueEncoding.RLE_DICTIONARY;
      GrowingBuffer entries = dictionary.entries();
      bounds = BoundsBuilder.of(column, entries, dictionary.entryCount());
      uncompressed +=
          writePage(Kind.DICTIONARY_PAGE, ValueEncoding.PLAIN, dictionary.entryCount(), entries);
      dataPage = pages.length();
    } else {
      bounds = BoundsBuilder.of(column, column.values(), column.valueCount());
    }
    page.clear();
    RunEncoder.writeLevels(column.nulls(), column.rows(), column.nullCount(), page);
    if (hasDictionary) {
      page.writeByte(dictionary.bits());
      RunEncoder.writeCodes(dictionary.codes(), column.valueCount(), dictionary.bits(), page);
    } else if (column.type().physical() == PhysicalType.BOOLEAN) {
      appendBits(column);
    } else {
      long length = column.values().length();
      long at = page.extend(length);
      MemorySegment.copy(column.values().segment(), 0, page.segment(), at, length);
    }
    uncompressed += writePage(Kind.DATA_PAGE, encoding, column.rows(), page);
    return new ColumnChunkMetadata(
        column.type().physical(),
        hasDictionary
            ? List.of(ValueEncoding.PLAIN, ValueEncoding.RLE, ValueEncoding.RLE_DICTIONARY)
            : List.of(ValueEncoding.PLAIN, ValueEncoding.RLE),
        List.of(name),
        compression,
        column.rows(),
        uncompressed,
        pages.length() - start,
        dataPage,
        hasDictionary ? start : ColumnChunkMetadata.NO_DICTIONARY,
        bounds,
        IndexPlaces.NONE);
  }

  private void appendBits(ColumnBuffer column) {
    int count = column.valueCount();
    long at = page.extend((count + 7) / 8);
    MemorySegment values = column.values().segment();
    for (int i = 0; i < count; i += 8) {
      int bits = 0;
      for (int k = 0; k < Math.min(8, count - i); k++) {
        bits |= values.get(JAVA_BYTE, i + k) << k;
      }
      page.segment().set(JAVA_BYTE, at + i / 8, (byte) bits);
    }
  }

  /** Compresses a page and appends it behind its header; returns both lengths before that. */
  private long writePage(Kind kind, ValueEncoding encoding, int values, GrowingBuffer content) {
    GrowingBuffer compressed = new GrowingBuffer(memory);
    int length = compressor.compress(content, compressed);
    PageHeader header =
        new PageHeader(
            kind, (int) content.length(), length, values, encoding, ValueEncoding.RLE, 0, 0, true);
    byte[] bytes = header.toBytes();
    pages.writeBytes(bytes);
    long at = pages.extend(length);
    MemorySegment.copy(compressed.segment(), 0, pages.segment(), at, length);
    compressed.release();
    return bytes.length + content.length();
  }
}
