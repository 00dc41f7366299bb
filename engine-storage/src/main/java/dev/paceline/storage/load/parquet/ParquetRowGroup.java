package dev.paceline.storage.load.parquet;

import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.parquet.metadata.ColumnChunkMetadata;
import dev.paceline.storage.load.parquet.metadata.RowGroupMetadata;
import dev.paceline.storage.load.parquet.page.PageList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A row group of a scan, whose chunks share the lists of pages. Thread-safe. */
final class ParquetRowGroup {
  private final ParquetFile file;
  private final int number;
  private final RowGroupMetadata metadata;
  private final List<ParquetColumn> columns;
  private final AtomicReferenceArray<PageList> pages;

  /**
   * @param number of the row group in the file, from 0
   * @param columns that the scan wants
   */
  ParquetRowGroup(ParquetFile file, int number, List<ParquetColumn> columns) {
    this.file = file;
    this.number = number;
    this.metadata = file.metadata().rowGroups().get(number);
    this.columns = columns;
    this.pages = new AtomicReferenceArray<>(columns.size());
  }

  ParquetFile file() {
    return file;
  }

  long rowCount() {
    return metadata.rowCount();
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
