package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.StringView;
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

  /** So few that the text of their fields stays in the cache until it is parsed. */
  static final int WINDOW_ROWS = 256;

  private final MemorySegment text;
  private final int end;
  private final MemorySegment fieldEnds;
  private final MemorySegment rowStarts;
  private final int fields;
  private final byte quote;
  private final boolean hasQuotes;
  private final boolean emptyIsNull;
  private final byte[][] nullStrings;
  private final boolean quotedNulls;
  private int rowCount;

  // The positions of one field in consecutive rows. They are far apart in the table and in the
  // text, so that reading each of them misses the caches. A loop that reads many of them at once
  // lets the processor serve several misses at the same time.
  private final int[] starts = new int[WINDOW_ROWS];
  private final int[] ends = new int[WINDOW_ROWS];
  private int windowField = -1;
  private int windowRow;
  private int windowRows;

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
        dialect.nullBytes(),
        dialect.quotedNulls());
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
      byte[][] nullStrings,
      boolean quotedNulls) {
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
    this.quotedNulls = quotedNulls;
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
        nullStrings,
        quotedNulls);
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
    int at = row - windowRow;
    if (field != windowField || at < 0 || at >= windowRows) {
      fillWindow(row, field);
      at = 0;
    }
    int from = starts[at];
    int to = ends[at];
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

  /**
   * Reads characters of one field of consecutive rows, without its quotes.
   *
   * @param behind bytes from the start of the field to that of its second word
   * @param to gets the words and lengths
   * @return the number of rows, at least 1
   */
  int readWords(int row, int field, int behind, FieldWords to) {
    if (field != windowField || row != windowRow) {
      fillWindow(row, field);
    }
    int count = windowRows;
    MemorySegment characters = text;
    for (int i = 0; i < count; i++) {
      to.words[i] = characters.get(Digits.WORD, starts[i]);
      to.next[i] = characters.get(Digits.WORD, starts[i] + behind);
      to.lengths[i] = (long) ends[i] - starts[i];
    }
    if (hasQuotes && to.anyBeginsWith(quote, count)) {
      for (int i = 0; i < count; i++) {
        if ((byte) to.words[i] == quote && select(row + i, field)) {
          to.words[i] = characters.get(Digits.WORD, fieldStart);
          to.next[i] = characters.get(Digits.WORD, fieldStart + behind);
          to.lengths[i] = (long) fieldEnd - fieldStart;
        }
      }
    }
    return count;
  }

  /**
   * Writes views of one field of consecutive rows, if none of them is empty, quoted, or longer than
   * the rest; null strings do not matter.
   *
   * @param longest bytes of a field
   * @param to gets a {@link StringView} into the text for each row
   * @return the number of rows; 0 if some row is of another form, and has to be selected
   */
  int readViews(int row, int field, int longest, long[] to) {
    if (field != windowField || row != windowRow) {
      fillWindow(row, field);
    }
    int count = windowRows;
    int least = Integer.MAX_VALUE;
    int most = 0;
    for (int i = 0; i < count; i++) {
      int length = ends[i] - starts[i];
      least = Math.min(least, length);
      most = Math.max(most, length);
      to[i] = StringView.of(starts[i], length);
    }
    boolean isUsual = least > 0 && most <= longest;
    if (hasQuotes) {
      int quotes = 0;
      for (int i = 0; i < count; i++) {
        quotes += text.get(JAVA_BYTE, starts[i]) == quote ? 1 : 0;
      }
      isUsual &= quotes == 0;
    }
    return isUsual ? count : 0;
  }

  /**
   * Returns eight characters of a row of the words that were read last.
   *
   * @param behind bytes from the start of the field, without its quote
   */
  long wordBehind(int at, int behind) {
    int start = starts[at] + (hasQuotes && text.get(JAVA_BYTE, starts[at]) == quote ? 1 : 0);
    return text.get(Digits.WORD, start + behind);
  }

  /** Whether a field of usual form may be written as NULL, so that it has to be selected. */
  boolean hasNullStrings() {
    return nullStrings.length > 0;
  }

  private void fillWindow(int row, int field) {
    int count = Math.min(WINDOW_ROWS, rowCount - row);
    long stride = (long) fields << 2;
    long at = row * stride + ((long) field << 2);
    if (field == 0) {
      MemorySegment.copy(rowStarts, JAVA_INT, (long) row << 2, starts, 0, count);
      for (int i = 0; i < count; i++) {
        ends[i] = fieldEnds.get(JAVA_INT, at + i * stride) & POSITION;
      }
    } else {
      for (int i = 0; i < count; i++) {
        long end = at + i * stride;
        starts[i] = (fieldEnds.get(JAVA_INT, end - 4) & POSITION) + 1;
        ends[i] = fieldEnds.get(JAVA_INT, end) & POSITION;
      }
    }
    if (field == fields - 1) {
      for (int i = 0; i < count; i++) {
        if (ends[i] > starts[i] && text.get(JAVA_BYTE, ends[i] - 1) == '\r') {
          ends[i]--;
        }
      }
    }
    windowRow = row;
    windowRows = count;
    windowField = field;
  }

  /** A closing quote that is not at the end leaves the field as it is, which no type accepts. */
  private boolean selectQuoted() {
    quoted = true;
    if (fieldEnd - fieldStart >= 2 && text.get(JAVA_BYTE, fieldEnd - 1) == quote) {
      fieldStart++;
      fieldEnd--;
    }
    if (quotedNulls && (fieldStart < fieldEnd ? isNullString() : emptyIsNull)) {
      quoted = false;
      return false;
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
    windowField = -1;
  }
}
