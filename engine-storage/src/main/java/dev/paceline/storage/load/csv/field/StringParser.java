package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.StringColumn;
import dev.paceline.storage.load.text.Utf8Text;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Strings as views of the text itself, which stays as it is. Where a field of a column has escaped
 * quotes, the strings of the column are copied.
 */
public final class StringParser extends FieldParser {
  private final byte quote;
  private final byte escape;
  private final boolean hasNulls;

  /**
   * @param hasNulls false if what is written for NULL is a string
   */
  public StringParser(DataType type, CsvDialect dialect, boolean hasNulls) {
    super(type);
    this.quote = dialect.quote();
    this.escape = dialect.escape();
    this.hasNulls = hasNulls;
  }

  /** Returns what is wrong with the selected field; null if a VARCHAR can hold it. */
  private @Nullable String problem(RecordTable table, boolean checksCharacters) {
    int longest = Math.min(type().precision(), StringView.MAX_LENGTH);
    int length = table.end() - table.start();
    if (length > StringView.MAX_LENGTH) {
      return "is longer than " + StringView.MAX_LENGTH + " bytes";
    }
    if (table.isQuoted() && !isClosed(table)) {
      return "has characters behind its closing quote";
    }
    if (checksCharacters && !Utf8Text.isValid(table.text(), table.start(), table.end())) {
      return "is not valid UTF-8; set encoding='latin-1' if the file is in that encoding";
    }
    return length > longest && isTooLong(table, longest)
        ? "is longer than " + longest + " characters"
        : null;
  }

  private boolean isTooLong(RecordTable table, int longest) {
    String string = table.string();
    int escapes = table.isQuoted() ? (int) string.chars().filter(c -> c == escape).count() / 2 : 0;
    return string.codePointCount(0, string.length()) - escapes > longest;
  }

  private boolean isClosed(RecordTable table) {
    int start = table.start();
    int end = table.end();
    if (start == end) {
      return true;
    }
    MemorySegment text = table.text();
    return text.get(JAVA_BYTE, start - 1) == quote
        && text.get(JAVA_BYTE, end) == quote
        && hasOnlyEscapedQuotes(text, start, end, quote, escape);
  }

  /** Whether all quotes between those around a field are escaped. */
  public static boolean hasOnlyEscapedQuotes(
      MemorySegment text, int start, int end, byte quote, byte escape) {
    for (int at = start; at < end; at++) {
      byte value = text.get(JAVA_BYTE, at);
      if (value == escape && at + 1 < end) {
        byte next = text.get(JAVA_BYTE, at + 1);
        if (next == quote || next == escape) {
          at++;
          continue;
        }
      }
      if (value == quote) {
        return false;
      }
    }
    return true;
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment text = table.text();
    MemorySegment views = memory.allocate(8L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    boolean emptyIsNull = table.isEmptyNull();
    boolean checksCharacters = table.hasNonAscii();
    int longest = Math.min(type().precision(), StringView.MAX_LENGTH);
    boolean areUsual = !checksCharacters && !table.hasNullStrings();
    long[] usualViews = new long[RecordTable.WINDOW_ROWS];
    long escapedBytes = 0;
    for (int from = 0, count; from < rows; from += count) {
      count = areUsual ? table.readViews(from, field, longest, usualViews) : 0;
      if (count > 0) {
        MemorySegment.copy(usualViews, 0, views, JAVA_LONG, (long) from << 3, count);
        continue;
      }
      count = Math.min(RecordTable.WINDOW_ROWS, rows - from);
      for (int row = from; row < from + count; row++) {
        int start;
        int length;
        if (table.select(row, field)) {
          start = table.start();
          length = table.end() - start;
          if (length > longest || checksCharacters || table.isQuoted()) {
            String problem = problem(table, checksCharacters);
            if (problem != null) {
              if (!failures.failed(row, field, problem)) {
                return null;
              }
              start = 0;
              length = 0;
              nulls.add(row);
            }
          }
          if (length > 0 && table.isQuoted() && hasEscape(text, start, table.end())) {
            escapedBytes += length;
          }
        } else {
          start = 0;
          length = 0;
          boolean empty = table.start() >= table.end();
          if (!hasNulls) {
            start = empty ? 0 : table.start();
            length = empty ? 0 : table.end() - start;
          } else if (!table.isQuoted() && (emptyIsNull || !empty)) {
            nulls.add(row);
          }
        }
        views.set(JAVA_LONG, (long) row << 3, StringView.of(start, length));
      }
    }
    if (nulls.isAll()) {
      return ConstantColumn.ofNull(type(), rows);
    }
    MemorySegment heap =
        escapedBytes == 0 ? text : unescape(table, field, views, escapedBytes, memory);
    return new StringColumn(type(), nulls.rows(), views, heap);
  }

  private boolean hasEscape(MemorySegment text, int start, int end) {
    for (int at = start; at < end; at++) {
      if (text.get(JAVA_BYTE, at) == escape) {
        return true;
      }
    }
    return false;
  }

  /**
   * Copies all strings of a column to a heap of their own and removes escapes. The text itself is
   * not changed, because other scans read the same chunk.
   *
   * @param views of the strings in the text; afterwards of those in the heap
   * @param escapedBytes bytes of the fields that have escapes
   * @return the heap
   */
  private MemorySegment unescape(
      RecordTable table, int field, MemorySegment views, long escapedBytes, MemoryScope memory) {
    MemorySegment text = table.text();
    long bytes = escapedBytes;
    for (int row = 0; row < table.rowCount(); row++) {
      bytes += StringView.length(views.get(JAVA_LONG, (long) row << 3));
    }
    MemorySegment heap = memory.allocate(bytes);
    long end = 0;
    for (int row = 0; row < table.rowCount(); row++) {
      long view = views.get(JAVA_LONG, (long) row << 3);
      int length = StringView.length(view);
      if (length > 0) {
        int start = (int) StringView.offset(view);
        boolean escaped =
            text.get(JAVA_BYTE, start - 1) == quote && hasEscape(text, start, start + length);
        if (escaped && table.select(row, field) && table.isQuoted()) {
          length = unescape(text, start, length, heap, end);
        } else {
          StringView.copy(text, view, heap, end);
        }
      }
      views.set(JAVA_LONG, (long) row << 3, StringView.of(end, length));
      end += length;
    }
    return heap;
  }

  /** Copies a field without its escapes and returns its new length. */
  private int unescape(MemorySegment text, int start, int length, MemorySegment heap, long to) {
    int end = start + length;
    long at = to;
    for (int from = start; from < end; from++) {
      byte value = text.get(JAVA_BYTE, from);
      if (value == escape && from + 1 < end) {
        byte next = text.get(JAVA_BYTE, from + 1);
        if (next == quote || next == escape) {
          value = next;
          from++;
        }
      }
      heap.set(JAVA_BYTE, at++, value);
    }
    return (int) (at - to);
  }
}
