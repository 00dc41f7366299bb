package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.expr.vector.TextWriter;
import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * Changes the case of characters that have one or two bytes in UTF-8, and as many in the other
 * case. It also copies those of East Asian scripts, which have no case. All others have rules that
 * only the library knows.
 */
final class CaseTable implements TextWriter.Change {
  static final CaseTable UPPER = new CaseTable(true);
  static final CaseTable LOWER = new CaseTable(false);

  /** The code points of one or two bytes. */
  private static final int SIZE = 0x800;

  private static final int ASCII = 0x80;

  /** Its lower case depends on whether it ends a word. */
  private static final char SIGMA = '\u03a3';

  /** The first and the last lead byte of three bytes of scripts without case. */
  private static final int FIRST_CJK = 0xe3;

  private static final int LAST_CJK = 0xe9;

  /** The code point of the other case; 0 for those that the library has to change. */
  private final char[] changed = new char[SIZE];

  private CaseTable(boolean upper) {
    for (char c = 1; c < SIZE; c++) {
      String text = String.valueOf(c);
      String other = upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
      boolean simple =
          c != SIGMA
              && other.length() == 1
              && other.charAt(0) < SIZE
              && (other.charAt(0) < ASCII) == (c < ASCII);
      changed[c] = simple ? other.charAt(0) : 0;
    }
  }

  @Override
  public boolean write(MemorySegment source, long from, int length, MemorySegment target, long to) {
    for (int i = 0; i < length; i++) {
      int lead = source.get(JAVA_BYTE, from + i) & 0xff;
      if (lead < ASCII) {
        target.set(JAVA_BYTE, to + i, (byte) changed[lead]);
      } else if (lead < 0xe0) {
        char other = changed[(lead & 0x1f) << 6 | source.get(JAVA_BYTE, from + i + 1) & 0x3f];
        if (other == 0) {
          return false;
        }
        target.set(JAVA_BYTE, to + i, (byte) (0xc0 | other >> 6));
        target.set(JAVA_BYTE, to + ++i, (byte) (0x80 | other & 0x3f));
      } else if (lead >= FIRST_CJK && lead <= LAST_CJK) {
        target.set(JAVA_BYTE, to + i, (byte) lead);
        target.set(JAVA_BYTE, to + ++i, source.get(JAVA_BYTE, from + i));
        target.set(JAVA_BYTE, to + ++i, source.get(JAVA_BYTE, from + i));
      } else {
        return false;
      }
    }
    return true;
  }
}
