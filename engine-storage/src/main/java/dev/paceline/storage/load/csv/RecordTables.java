package dev.paceline.storage.load.csv;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.kernel.separator.SeparatorScan;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.storage.load.csv.field.CsvDialect;
import dev.paceline.storage.load.csv.field.RecordTable;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Makes tables of the separators of records. Records of the right number of fields stay where they
 * are; if any record has another number, all are copied.
 */
final class RecordTables {
  private static final int POSITION = ~SeparatorScan.RECORD_END;

  private final CsvDialect dialect;
  private final int fields;
  private final boolean padding;

  /** The reaction to a record that has too many or too few fields. */
  @FunctionalInterface
  interface RecordFailures {
    /** Returns without an exception if the record is to be left out. */
    void failed(int recordStart, int recordEnd, int found);
  }

  /**
   * @param fields of each record
   * @param padding whether missing fields are NULL
   */
  RecordTables(CsvDialect dialect, int fields, boolean padding) {
    this.dialect = dialect;
    this.fields = fields;
    this.padding = padding;
  }

  /**
   * Makes a table.
   *
   * @param first index of the first separator of the first record
   * @param last index of the last separator of the last record, whose end it is
   * @param recordStart where the first record starts
   */
  RecordTable of(
      MemorySegment text,
      RecordSplitter splitter,
      int first,
      int last,
      int recordStart,
      MemoryScope memory,
      RecordFailures failures) {
    int count = Math.max(0, last - first + 1);
    MemorySegment ends = splitter.positions().asSlice(4L * first);
    int end = count == 0 ? recordStart : ends.get(JAVA_INT, 4L * (count - 1)) & POSITION;
    if (count % fields == 0) {
      MemorySegment starts = regularStarts(text, ends, count, recordStart, memory);
      if (starts != null) {
        return new RecordTable(text, end, ends, starts, count / fields, fields, dialect);
      }
    }
    return normalised(text, ends, count, recordStart, end, memory, failures);
  }

  /**
   * Returns where records start; null if a record has another number of fields, or is no record.
   */
  private @Nullable MemorySegment regularStarts(
      MemorySegment text, MemorySegment ends, int count, int recordStart, MemoryScope memory) {
    int rows = count / fields;
    MemorySegment starts = memory.allocate(4L * rows);
    int start = recordStart;
    for (int row = 0; row < rows; row++) {
      int recordEnd = ends.get(JAVA_INT, 4L * ((row + 1L) * fields - 1));
      if (recordEnd >= 0 || isNoRecord(text, start, recordEnd & POSITION)) {
        return null;
      }
      starts.set(JAVA_INT, 4L * row, start);
      start = (recordEnd & POSITION) + 1;
    }
    int recordEnds = 0;
    for (int i = 0; i < count; i++) {
      recordEnds += ends.get(JAVA_INT, 4L * i) >>> 31;
    }
    return recordEnds == rows ? starts : null;
  }

  /** Whether a line is a comment. */
  private boolean isNoRecord(MemorySegment text, int start, int end) {
    return dialect.comment() != 0 && start < end && text.get(JAVA_BYTE, start) == dialect.comment();
  }

  private RecordTable normalised(
      MemorySegment text,
      MemorySegment ends,
      int count,
      int recordStart,
      int end,
      MemoryScope memory,
      RecordFailures failures) {
    int records = 0;
    for (int i = 0; i < count; i++) {
      records += ends.get(JAVA_INT, 4L * i) < 0 ? 1 : 0;
    }
    MemorySegment starts = memory.allocate(4L * records);
    MemorySegment table = memory.allocate(4L * records * fields);
    int rows = 0;
    int start = recordStart;
    int from = 0;
    for (int i = 0; i < count; i++) {
      int separator = ends.get(JAVA_INT, 4L * i);
      if (separator >= 0) {
        continue;
      }
      int recordEnd = separator & POSITION;
      int contentEnd =
          recordEnd > start && text.get(JAVA_BYTE, recordEnd - 1) == '\r'
              ? recordEnd - 1
              : recordEnd;
      int found = i - from + 1;
      boolean blank = found == 1 && start == contentEnd && fields > 1;
      if (!blank && !isNoRecord(text, start, contentEnd)) {
        boolean trailing =
            found == fields + 1 && contentEnd == (ends.get(JAVA_INT, 4L * (i - 1)) & POSITION) + 1;
        if (found == fields || trailing || found < fields && padding) {
          starts.set(JAVA_INT, 4L * rows, start);
          copy(ends, from, Math.min(found, fields), contentEnd, trailing, table, rows);
          rows++;
        } else {
          failures.failed(start, contentEnd, found);
        }
      }
      start = recordEnd + 1;
      from = i + 1;
    }
    return new RecordTable(text, end, table, starts, rows, fields, dialect);
  }

  private void copy(
      MemorySegment ends,
      int from,
      int found,
      int contentEnd,
      boolean trailing,
      MemorySegment table,
      int row) {
    long at = 4L * row * fields;
    for (int field = 0; field < fields; field++) {
      boolean inside = field < found - 1 || trailing && field < found;
      int end = inside ? ends.get(JAVA_INT, 4L * (from + field)) & POSITION : contentEnd;
      table.set(JAVA_INT, at + 4L * field, end);
    }
  }
}
