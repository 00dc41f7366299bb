package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The strings of a column whose rows arrived as dictionary codes: one code for each row, and the
 * list of the entries, each of which occurs in some row. There are so few entries that a dictionary
 * block is the shortest encoding.
 *
 * @param codes 2 bytes a row: the entry, counted from 1; 0 for NULL
 * @param views the entry's string, by its code; two entries may have equal strings
 * @param count entries
 */
public record StringCodes(MemorySegment codes, long[] views, int count) {
  /** The most entries. */
  public static final int MAX_ENTRIES = (1 << 16) - 1;

  private static final int LEAST_ROWS = 1024;
  private static final int ROWS_PER_ENTRY = 16;

  /**
   * Returns whether a dictionary block is certainly the shortest. Its codes and entries take at
   * most 2.5 bytes a row. The other encodings of strings take at least 2.8 bytes a row by the
   * measure of the chooser, and the bytes of every string.
   */
  public static boolean suit(int entries, int rows) {
    return rows >= LEAST_ROWS && (long) entries * ROWS_PER_ENTRY <= rows;
  }

  /** Returns the code of a row. */
  public int code(int row) {
    return codes.get(ValueLayout.JAVA_SHORT, (long) row << 1) & 0xffff;
  }

  /** Returns the string of a row; an empty one for NULL. */
  public long view(int row) {
    int code = code(row);
    return code == 0 ? StringView.of(0, 0) : views[code];
  }
}
