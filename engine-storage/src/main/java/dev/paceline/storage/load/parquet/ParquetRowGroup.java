package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.IndexPlaces;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.page.PageList;
import dev.paceline.storage.load.parquet.page.RowRanges;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** A row group of a scan, whose chunks share the lists of pages. Thread-safe. */
final class ParquetRowGroup {
  private final ParquetFile file;
  private final int number;
  private final RowGroupMetadata metadata;
  private final List<ParquetColumn> columns;
  private final List<ScanPredicate> predicates;
  private final AtomicReferenceArray<PageList> pages;

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
    this.pages = new AtomicReferenceArray<>(columns.size());
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
    return metadata.columns().get(columns.get(column).leaf());
  }

  /** Returns what error messages call a column of this row group. */
  String place(int column) {
    return file.place(columns.get(column), number);
  }

  /** Whether {@link #matchingRows} may rule out rows. */
  boolean hasFilters() {
    for (ScanPredicate predicate : predicates) {
      if (!columns.get(predicate.column()).isStored()) {
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
        if (!columns.get(column).isStored()) {
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

  /** Returns the pages of a column; workers that ask at the same time may both look for them. */
  PageList pages(int column, FileRead read, MemoryScope memory, Runnable cancellation) {
    PageList known = pages.get(column);
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
      pages.set(column, known);
    }
    return known;
  }
}
