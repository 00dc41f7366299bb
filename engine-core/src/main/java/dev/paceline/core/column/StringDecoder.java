package dev.paceline.core.column;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Makes Java strings of the UTF-8 strings of vectors. It keeps those of small dictionaries, whose
 * entries occur in many rows. Not thread-safe.
 */
public final class StringDecoder {
  /** Strings of dictionaries with at most this many entries are made once. */
  private static final int MAX_KEPT_STRINGS = 4096;

  private static final int FIRST_BYTES = 64;

  private byte[] bytes = new byte[FIRST_BYTES];
  private @Nullable Dictionary dictionary;
  private @Nullable String[] strings = new String[0];

  /**
   * Decodes a value of a BYTES vector.
   *
   * @param row of a value that is not NULL
   */
  public String decode(ColumnVector vector, int row) {
    if (vector.form() != Form.DICTIONARY) {
      return decode(vector.valueHeap(), vector.getView(row));
    }
    Dictionary entries = vector.dictionary();
    if (entries.size() > MAX_KEPT_STRINGS) {
      return decode(entries.heap(), vector.getView(row));
    }
    if (!entries.equals(dictionary)) {
      dictionary = entries;
      strings = new String[entries.size()];
    }
    int code = vector.getCode(row);
    String string = strings[code];
    if (string == null) {
      string = decode(entries.heap(), entries.view(code));
      strings[code] = string;
    }
    return string;
  }

  private String decode(MemorySegment heap, long view) {
    int length = StringView.length(view);
    if (bytes.length < length) {
      bytes = new byte[Math.max(length, 2 * bytes.length)];
    }
    MemorySegment.copy(heap, ValueLayout.JAVA_BYTE, StringView.offset(view), bytes, 0, length);
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
