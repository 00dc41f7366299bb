package dev.paceline.storage.load.parquet;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.page.PageList;
import dev.paceline.storage.load.parquet.page.RowRanges;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A row group of a scan, whose chunks share the lists of pages. Thread-safe. */
final class ParquetRowGroup {
  private final ParquetFile file;
  private final int number;
  private final RowGroupMetadata metadata;
  private final List<ParquetColumn> columns;
  private final List<ScanPredicate> predicates;

  /** The pages of columns of the file, by their numbers. */
  private final Map<Integer, PageList> pages = new ConcurrentHashMap<>();

  /** See {@link #matchingRows}; null before it was looked for. */
  private volatile @Nullable RowRanges matching;

  /**
   * @param number of the row group in the file, from 0
   * @param columns that the scan wants
   * @param predicates on these columns
   */
  ParquetRowGroup(
      ParquetFile file, int number, List<ParquetColumn> columns, List<ScanPredicate> predicates) {
    this.file = file;
    this.number = number;
    this.metadata = file.metadata().rowGroups().get(number);
    this.columns = columns;
    this.predicates = predicates;
  }

  ParquetFile file() {
    return file;
  }

  long rowCount() {
    return metadata.rowCount();
  }

  /** Returns the number of its first row in the file, from 0. */
  long firstRow() {
    return file.firstRow(number);
  }

  List<ParquetColumn> columns() {
    return columns;
  }

  ColumnChunkMetadata chunk(int column) {
    return chunkOfLeaf(columns.get(column).leaf());
  }

  /** Returns a column chunk by the number of the column in the file. */
  ColumnChunkMetadata chunkOfLeaf(int leaf) {
    return metadata.columns().get(leaf);
  }

  /** Returns the bytes of a column in the file. */
  long compressedBytes(int column) {
    NestedNode nested = columns.get(column).nested();
    return nested == null ? chunk(column).compressedBytes() : compressedBytes(nested);
  }

  private long compressedBytes(NestedNode node) {
    ParquetColumn leaf = node.leaf();
    return leaf != null
        ? chunkOfLeaf(leaf.leaf()).compressedBytes()
        : node.children().stream().mapToLong(this::compressedBytes).sum();
  }

  /** Returns what error messages call a column of this row group. */
  String place(int column) {
    return file.place(columns.get(column), number);
  }

  /** Whether pages and statistics of a column describe its rows; those of nested columns do not. */
  private static boolean isPlain(ParquetColumn column) {
    return column.isStored() && column.nested() == null;
  }

  /** Whether {@link #matchingRows} may rule out rows. */
  boolean hasFilters() {
    for (ScanPredicate predicate : predicates) {
      if (!isPlain(columns.get(predicate.column()))) {
        continue;
      }
      IndexPlaces indexes = chunk(predicate.column()).indexes();
      if (indexes.bloomFilter() > 0 || indexes.havePages()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the rows that may match all predicates, as far as page indexes and Bloom filters tell.
   * Workers that ask at the same time may both look for them.
   */
  RowRanges matchingRows(FileRead read, MemoryScope memory, Runnable cancellation) {
    RowRanges known = matching;
    if (known == null) {
      known = RowRanges.of(0, rowCount());
      for (ScanPredicate predicate : predicates) {
        cancellation.run();
        int column = predicate.column();
        if (!isPlain(columns.get(column))) {
          continue;
        }
        RowRanges rows =
            ParquetFilters.matchingRows(
                read,
                columns.get(column),
                chunk(column),
                rowCount(),
                place(column),
                predicate.predicate(),
                memory);
        known = known.and(rows);
      }
      matching = known;
    }
    return known;
  }

  /**
   * Returns the pages of a column that is not nested; workers that ask at the same time may both
   * look for them.
   */
  PageList pages(int column, FileRead read, MemoryScope memory, Runnable cancellation) {
    int leaf = columns.get(column).leaf();
    PageList known = pages.get(leaf);
    if (known == null) {
      known =
          PageList.read(
              read,
              chunk(column),
              file.entry().bytes(),
              rowCount(),
              place(column),
              memory,
              cancellation);
      pages.put(leaf, known);
    }
    return known;
  }

  /** Returns the pages of a column of the file that is in lists or structs. */
  PageList pages(
      NestedNode leaf, String place, FileRead read, MemoryScope memory, Runnable cancellation) {
    int number = requireNonNull(leaf.leaf(), "leaf").leaf();
    PageList known = pages.get(number);
    if (known == null) {
      long limit = file.entry().bytes();
      known =
          leaf.repetition() == 0
              ? PageList.read(
                  read, chunkOfLeaf(number), limit, rowCount(), place, memory, cancellation)
              : PageList.readRepeated(
                  read,
                  chunkOfLeaf(number),
                  limit,
                  rowCount(),
                  leaf.repetition(),
                  leaf.definition(),
                  place,
                  memory,
                  cancellation);
      pages.put(number, known);
    }
    return known;
  }
}
