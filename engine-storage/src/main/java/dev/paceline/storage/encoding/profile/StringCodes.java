package dev.paceline.storage.encoding.profile;

import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The strings of a column that came as codes into dictionaries: a code a row, of entries that all
 * occur. They are so few that a dictionary is the shortest block.
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
   * Whether a dictionary is certainly the shortest block. Its codes and entries take 2.5 bytes a
   * row; other encodings of strings take 4 bytes, or 2 that count 1.4 times, and all strings.
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
