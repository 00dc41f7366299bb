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
 * Strings as views of the text itself. Where a field has escaped quotes, they are removed in place,
 * so that each field is parsed once only, after all rows are known to be right.
 */
public final class StringParser extends FieldParser {
  private final byte quote;
  private final byte escape;

  public StringParser(DataType type, CsvDialect dialect) {
    super(type);
    this.quote = dialect.quote();
    this.escape = dialect.escape();
  }

  /** Finds values that no VARCHAR can hold, and changes nothing. */
  public boolean check(RecordTable table, int field, FieldFailures failures) {
    boolean checksCharacters = table.hasNonAscii();
    int longest = Math.min(type().precision(), StringView.MAX_LENGTH);
    for (int row = 0; row < table.rowCount(); row++) {
      if (!table.select(row, field)) {
        continue;
      }
      String reason = null;
      int length = table.end() - table.start();
      if (length > StringView.MAX_LENGTH) {
        reason = "is longer than " + StringView.MAX_LENGTH + " bytes";
      } else if (table.isQuoted() && !isClosed(table)) {
        reason = "has characters behind its closing quote";
      } else if (checksCharacters && !Utf8Text.isValid(table.text(), table.start(), table.end())) {
        reason = "is not valid UTF-8; set encoding='latin-1' if the file is in that encoding";
      } else if (length > longest && isTooLong(table, longest)) {
        reason = "is longer than " + longest + " characters";
      }
      if (reason != null && !failures.failed(row, field, reason)) {
        return false;
      }
    }
    return true;
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
    for (int row = 0; row < rows; row++) {
      int start;
      int length;
      if (table.select(row, field)) {
        start = table.start();
        length = table.end() - start;
        if (table.isQuoted()) {
          length = unescape(text, start, length);
        }
      } else {
        start = 0;
        length = 0;
        boolean empty = table.start() == table.end();
        if (!table.isQuoted() && (emptyIsNull || !empty)) {
          nulls.add(row);
        }
      }
      views.set(JAVA_LONG, (long) row << 3, StringView.of(start, length));
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : new StringColumn(type(), nulls.rows(), views, text);
  }

  /** Removes escapes and returns the new length. */
  private int unescape(MemorySegment text, int start, int length) {
    int end = start + length;
    int from = start;
    while (from < end && text.get(JAVA_BYTE, from) != escape) {
      from++;
    }
    int to = from;
    while (from < end) {
      byte value = text.get(JAVA_BYTE, from);
      if (value == escape && from + 1 < end) {
        byte next = text.get(JAVA_BYTE, from + 1);
        if (next == quote || next == escape) {
          value = next;
          from++;
        }
      }
      text.set(JAVA_BYTE, to++, value);
      from++;
    }
    return to - start;
  }
}
