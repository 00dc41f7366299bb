package dev.paceline.storage.load.parquet.write;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.GrowingBuffer;
import dev.paceline.storage.load.RowWriter;
import dev.paceline.storage.load.parquet.index.BloomFilterBuilder;
import dev.paceline.storage.load.parquet.metadata.ColumnBounds;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.PageHeader;
import dev.paceline.storage.load.parquet.metadata.PageHeader.Kind;
import dev.paceline.storage.load.parquet.metadata.PhysicalType;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.metadata.ValueEncoding;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row groups that one worker writes, one after the other. */
final class ParquetPart implements RowWriter.Part {
  private static final int BATCH_ROWS = 2048;

  /** Rows of a page: few enough that readers save something by leaving pages out. */
  private static final int PAGE_ROWS = 10 * BATCH_ROWS;

  private final ParquetRowWriter writer;
  private final ParquetStyle style;
  private final int groupRows;
  private final MemoryScope memory;
  private final PageCompressor compressor;
  private final Compactor compactor;

  /** The inputs that take the columns of a batch. */
  private final List<Input> inputs = new ArrayList<>();

  /** The columns of the file. */
  private final List<ColumnBuffer> columns = new ArrayList<>();

  private final DictionaryBuilder builder;
  private final GrowingBuffer page;

  /** The pages of a row group with their headers. */
  private final GrowingBuffer pages;

  private int rows;

  /** Levels of a page. */
  private int[] levels = new int[0];

  /** Takes some rows of a column of a batch. */
  @FunctionalInterface
  private interface Input {
    void append(ColumnVector vector, int from, int count);
  }

  ParquetPart(
      ParquetRowWriter writer,
      List<ColumnDefinition> definitions,
      ParquetStyle style,
      MemoryScope memory) {
    this.writer = writer;
    this.style = style;
    this.groupRows = style.groupRows();
    this.memory = memory;
    this.compressor = new PageCompressor(style.compression());
    DataType[] types = definitions.stream().map(ColumnDefinition::type).toArray(DataType[]::new);
    this.compactor = new Compactor(types, memory, BATCH_ROWS);
    for (ColumnDefinition definition : definitions) {
      if (definition.type().isNested()) {
        NestedShredder shredder = NestedShredder.of(definition, BATCH_ROWS, memory, columns);
        inputs.add(shredder::append);
      } else {
        ColumnBuffer column =
            ColumnBuffer.of(StoredType.of(definition), groupRows, BATCH_ROWS, memory);
        columns.add(column);
        inputs.add(column::append);
      }
    }
    this.builder = new DictionaryBuilder(groupRows, DictionaryBuilder.MAX_ENTRIES, memory);
    this.page = new GrowingBuffer(memory);
    this.pages = new GrowingBuffer(memory);
  }

  @Override
  public void append(Batch batch) {
    Batch dense = compactor.compact(batch);
    int count = dense.rowCount();
    for (int from = 0; from < count; ) {
      int part = Math.min(Math.min(BATCH_ROWS, count - from), groupRows - rows);
      for (int i = 0; i < inputs.size(); i++) {
        inputs.get(i).append(dense.column(i), from, part);
      }
      from += part;
      rows += part;
      if (rows == groupRows || bytes() > style.groupBytes()) {
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
    columns.forEach(ColumnBuffer::release);
    page.release();
    pages.release();
    builder.entries().release();
  }

  private void writeGroup() {
    pages.clear();
    List<ColumnChunkMetadata> chunks = new ArrayList<>();
    List<List<WrittenPage>> written = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      List<WrittenPage> dataPages = new ArrayList<>();
      chunks.add(writeColumn(columns.get(i), writer.path(i), dataPages));
      written.add(dataPages);
    }
    long uncompressed = chunks.stream().mapToLong(ColumnChunkMetadata::uncompressedBytes).sum();
    writer.append(pages.bytes(), new RowGroupMetadata(chunks, uncompressed, rows), written);
    columns.forEach(ColumnBuffer::clear);
    rows = 0;
  }

  /**
   * Writes the pages of a column, and the Bloom filter of its dictionary; positions count from the
   * start of the row group.
   */
  private ColumnChunkMetadata writeColumn(
      ColumnBuffer column, List<String> path, List<WrittenPage> dataPages) {
    long start = pages.length();
    long uncompressed = 0;
    ColumnBounds bounds;
    DictionaryBuilder dictionary = dictionary(column);
    if (dictionary != null) {
      GrowingBuffer entries = dictionary.entries();
      bounds =
          BoundsBuilder.of(
              column.type(), entries.segment(), dictionary.entryCount(), column.nullCount());
      uncompressed +=
          writePage(Kind.DICTIONARY_PAGE, ValueEncoding.PLAIN, dictionary.entryCount(), entries);
    } else {
      bounds =
          BoundsBuilder.of(
              column.type(), column.values().segment(), column.valueCount(), column.nullCount());
    }
    long dataPage = pages.length();
    int value = 0;
    long valueAt = 0;
    long row = 0;
    for (int from = 0; from < column.rows(); ) {
      int count = pageEntries(column, from);
      long position = pages.length();
      ColumnBuffer.Piece piece = column.piece(from, count, value, valueAt, dictionary != null);
      uncompressed += writeDataPage(column, from, piece, dictionary);
      dataPages.add(
          new WrittenPage(
              position,
              (int) (pages.length() - position),
              row,
              pageBounds(column.type(), piece, dictionary),
              piece.valueCount() == 0));
      value += piece.valueCount();
      valueAt += piece.values().byteSize();
      row += rows(column, from, count);
      from += count;
    }
    long compressed = pages.length() - start;
    return new ColumnChunkMetadata(
        column.type().physical(),
        dictionary != null
            ? List.of(ValueEncoding.PLAIN, ValueEncoding.RLE, ValueEncoding.RLE_DICTIONARY)
            : List.of(ValueEncoding.PLAIN, ValueEncoding.RLE),
        path,
        style.compression(),
        column.rows(),
        uncompressed,
        compressed,
        dataPage,
        dictionary != null ? start : ColumnChunkMetadata.NO_DICTIONARY,
        bounds,
        dictionary != null && style.bloomFilters()
            ? new IndexPlaces(0, 0, 0, 0, writeBloomFilter(dictionary))
            : IndexPlaces.NONE);
  }

  private @Nullable DictionaryBuilder dictionary(ColumnBuffer column) {
    DictionaryBuilder known = column.dictionary();
    return known != null ? known : builder.build(column) ? builder : null;
  }

  /** Returns the bounds of a page: of strings with a dictionary, by the entries that it uses. */
  private static ColumnBounds pageBounds(
      StoredType type, ColumnBuffer.Piece piece, @Nullable DictionaryBuilder dictionary) {
    int from = piece.firstValue();
    return dictionary != null && type.physical() == PhysicalType.BYTE_ARRAY
        ? BoundsBuilder.ofEntries(dictionary, from, from + piece.valueCount(), piece.nullCount())
        : BoundsBuilder.of(type, piece.values(), piece.valueCount(), piece.nullCount());
  }

  /** Returns the number of entries of the next page, which ends with a row. */
  private static int pageEntries(ColumnBuffer column, int from) {
    int end = Math.min(column.rows(), from + PAGE_ROWS);
    while (column.hasLevels() && end < column.rows() && column.repetition(end) > 0) {
      end++;
    }
    return end - from;
  }

  /** Returns how many rows some entries are. */
  private static long rows(ColumnBuffer column, int from, int count) {
    if (!column.hasLevels()) {
      return count;
    }
    long begun = 0;
    for (int entry = from; entry < from + count; entry++) {
      begun += column.repetition(entry) == 0 ? 1 : 0;
    }
    return begun;
  }

  private void writeLevels(ColumnBuffer column, int from, ColumnBuffer.Piece piece) {
    if (!column.hasLevels()) {
      RunEncoder.writeLevels(piece.nulls(), piece.rowCount(), piece.nullCount(), page);
      return;
    }
    int count = piece.rowCount();
    if (levels.length < count) {
      levels = new int[count];
    }
    if (column.maxRepetition() > 0) {
      for (int i = 0; i < count; i++) {
        levels[i] = column.repetition(from + i);
      }
      RunEncoder.writeLevels(levels, count, column.maxRepetition(), page);
    }
    for (int i = 0; i < count; i++) {
      levels[i] = column.definition(from + i);
    }
    RunEncoder.writeLevels(levels, count, column.maxDefinition(), page);
  }

  /**
   * Writes a page of values.
   *
   * @param from the first entry of the column
   * @param dictionary of the values; null if they are written themselves
   * @return the lengths of the page and its header before compression
   */
  private long writeDataPage(
      ColumnBuffer column,
      int from,
      ColumnBuffer.Piece piece,
      @Nullable DictionaryBuilder dictionary) {
    page.clear();
    writeLevels(column, from, piece);
    if (dictionary != null) {
      page.writeByte(dictionary.bits());
      RunEncoder.writeCodes(
          dictionary.codes(),
          piece.firstValue(),
          piece.firstValue() + piece.valueCount(),
          dictionary.bits(),
          page);
    } else if (column.type().physical() == PhysicalType.BOOLEAN) {
      appendBits(piece.values(), piece.valueCount());
    } else {
      long length = piece.values().byteSize();
      long at = page.extend(length);
      MemorySegment.copy(piece.values(), 0, page.segment(), at, length);
    }
    ValueEncoding encoding =
        dictionary != null ? ValueEncoding.RLE_DICTIONARY : ValueEncoding.PLAIN;
    return writePage(Kind.DATA_PAGE, encoding, piece.rowCount(), page);
  }

  /** Writes a Bloom filter of the entries of the dictionary, and returns its position. */
  private long writeBloomFilter(DictionaryBuilder dictionary) {
    BloomFilterBuilder filter = new BloomFilterBuilder(dictionary.entryCount());
    dictionary.forEachEntry(filter::add);
    long position = pages.length();
    pages.writeBytes(filter.toBytes());
    return position;
  }

  private void appendBits(MemorySegment values, int count) {
    long at = page.extend((count + 7) / 8);
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
