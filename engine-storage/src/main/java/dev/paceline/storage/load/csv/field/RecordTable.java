package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.kernel.separator.SeparatorKernels;
import dev.paceline.core.kernel.separator.SeparatorScan;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/**
 * The fields of some records: all records have the same number of them. A cursor shows one field at
 * a time, without its quotes. One thread uses it.
 */
public final class RecordTable {
  private static final int POSITION = ~SeparatorScan.RECORD_END;

  private final MemorySegment text;
  private final int end;
  private final MemorySegment fieldEnds;
  private final MemorySegment rowStarts;
  private final int fields;
  private final byte quote;
  private final boolean hasQuotes;
  private final boolean emptyIsNull;
  private final byte[][] nullStrings;
  private int rowCount;

  private int fieldStart;
  private int fieldEnd;
  private boolean quoted;
  private byte nonAscii;

  /**
   * @param text with 64 readable bytes behind the last field
   * @param end of the text
   * @param fieldEnds an int for each field of each record; a field that is missing has the end of
   *     its record
   * @param rowStarts an int for each record
   * @param fields of each record
   */
  public RecordTable(
      MemorySegment text,
      int end,
      MemorySegment fieldEnds,
      MemorySegment rowStarts,
      int rowCount,
      int fields,
      CsvDialect dialect) {
    this(
        text,
        end,
        fieldEnds,
        rowStarts,
        rowCount,
        fields,
        dialect.quote(),
        dialect.isEmptyNull(),
        dialect.nullBytes());
  }

  private RecordTable(
      MemorySegment text,
      int end,
      MemorySegment fieldEnds,
      MemorySegment rowStarts,
      int rowCount,
      int fields,
      byte quote,
      boolean emptyIsNull,
      byte[][] nullStrings) {
    this.text = text;
    this.end = end;
    this.fieldEnds = fieldEnds;
    this.rowStarts = rowStarts;
    this.rowCount = rowCount;
    this.fields = fields;
    this.quote = quote;
    this.hasQuotes = quote != 0;
    this.emptyIsNull = emptyIsNull;
    this.nullStrings = nullStrings;
  }

  /** Returns a table of the rows [from, to) of this one; both share their memory. */
  public RecordTable rows(int from, int to) {
    int count = Math.max(0, to - from);
    return new RecordTable(
        text,
        end,
        fieldEnds.asSlice((long) from * fields << 2),
        rowStarts.asSlice((long) from << 2),
        count,
        fields,
        quote,
        emptyIsNull,
        nullStrings);
  }

  /** Returns the number of fields of each record. */
  public int fields() {
    return fields;
  }

  public MemorySegment text() {
    return text;
  }

  public int rowCount() {
    return rowCount;
  }

  /** Whether an empty field without quotes is NULL in a column of strings. */
  public boolean isEmptyNull() {
    return emptyIsNull;
  }

  /** Returns where a record starts in the text. */
  public int rowStart(int row) {
    return rowStarts.get(JAVA_INT, (long) row << 2);
  }

  /**
   * Moves to a field.
   *
   * @return whether it is there and has a byte, without its quotes, and is not written as NULL
   */
  public boolean select(int row, int field) {
    long at = (long) row * fields + field << 2;
    int from = field == 0 ? rowStart(row) : (fieldEnds.get(JAVA_INT, at - 4) & POSITION) + 1;
    int to = fieldEnds.get(JAVA_INT, at) & POSITION;
    if (field == fields - 1 && to > from && text.get(JAVA_BYTE, to - 1) == '\r') {
      to--;
    }
    fieldStart = from;
    fieldEnd = to;
    quoted = false;
    if (from >= to) {
      return false;
    }
    if (hasQuotes && text.get(JAVA_BYTE, from) == quote) {
      return selectQuoted();
    }
    return nullStrings.length == 0 || !isNullString();
  }

  /** A closing quote that is not at the end leaves the field as it is, which no type accepts. */
  private boolean selectQuoted() {
    quoted = true;
    if (fieldEnd - fieldStart >= 2 && text.get(JAVA_BYTE, fieldEnd - 1) == quote) {
      fieldStart++;
      fieldEnd--;
    }
    return fieldStart < fieldEnd;
  }

  private boolean isNullString() {
    int length = fieldEnd - fieldStart;
    for (byte[] string : nullStrings) {
      if (string.length == length
          && MemorySegment.mismatch(
                  text, fieldStart, fieldEnd, MemorySegment.ofArray(string), 0, length)
              < 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns where the selected field starts, behind its quote. */
  public int start() {
    return fieldStart;
  }

  /** Returns where the selected field ends, before its quote. */
  public int end() {
    return fieldEnd;
  }

  /** Whether the selected field begins with a quote. */
  public boolean isQuoted() {
    return quoted;
  }

  /** Returns the selected field, for slow paths and messages. */
  public String string() {
    return new String(
        text.asSlice(fieldStart, Math.max(0, fieldEnd - fieldStart)).toArray(JAVA_BYTE),
        StandardCharsets.UTF_8);
  }

  /** Whether the text has bytes above 127. */
  public boolean hasNonAscii() {
    if (nonAscii == 0) {
      int from = rowCount == 0 ? end : rowStart(0);
      nonAscii =
          (byte) (SeparatorKernels.current(end - from).hasNonAscii(text, from, end) ? 1 : -1);
    }
    return nonAscii > 0;
  }

  /** Drops some rows; those behind them move up. */
  public void remove(BitSet rows) {
    int to = rows.nextSetBit(0);
    for (int row = rows.nextClearBit(to); row < rowCount; row = rows.nextClearBit(row + 1)) {
      rowStarts.set(JAVA_INT, (long) to << 2, rowStart(row));
      long bytes = (long) fields << 2;
      MemorySegment.copy(fieldEnds, row * bytes, fieldEnds, to * bytes, bytes);
      to++;
    }
    rowCount = to;
  }
}
