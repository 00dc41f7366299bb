package dev.paceline.storage.encoding;

import dev.paceline.core.column.StringView;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Encodes the strings of a column by a symbol table of their own. Its arrays are reused; a result
 * is valid until the next one is asked for. One thread at a time.
 */
final class TextCompressor {
  /** Fewer bytes than this do not pay for a symbol table. */
  private static final int MIN_BYTES = 16 << 10;

  private static final int SAMPLE_BYTES = 16 << 10;
  private static final int SAMPLE_STRINGS = 512;

  /** The most percent of the plain strings that encoded strings may take. */
  private static final int MAX_PERCENT = 70;

  /** The factor by which all strings may compress better than the sample. */
  private static final double SAMPLE_ERROR = 1.2;

  private final SymbolTable table = new SymbolTable();
  private final SymbolTrainer trainer = new SymbolTrainer();
  private final byte[] sample = new byte[SAMPLE_BYTES + SymbolTable.MAX_SYMBOL_LENGTH];
  private final int[] sampleEnds = new int[SAMPLE_STRINGS];
  private byte[] codes = new byte[0];
  private int[] ends = new int[0];
  private int length;

  SymbolTable table() {
    return table;
  }

  /** All encoded strings, one behind the other. */
  byte[] codes() {
    return codes;
  }

  /** Bytes of all encoded strings. */
  int length() {
    return length;
  }

  /**
   * Returns the position in {@link #codes} at which the string of a row starts; one past the last
   * row, the end.
   */
  int start(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /**
   * Encodes all strings.
   *
   * @param most the most bytes of code that are of use
   * @return whether the encoded strings are short enough; if not, there is no result
   */
  boolean compress(ColumnValues values, long most) {
    if (most <= 0) {
      return false;
    }
    long bytes = 0;
    for (int row = 0; row < values.rowCount(); row++) {
      bytes += values.isNull(row) ? 0 : StringView.length(values.lane(row));
    }
    long limit = Math.min(bytes * MAX_PERCENT / 100, most);
    if (bytes < MIN_BYTES || !samplePromises(values, bytes, most)) {
      return false;
    }
    int rows = values.rowCount();
    if (ends.length < rows) {
      ends = new int[rows];
    }
    length = 0;
    reserve((int) (bytes / 2));
    for (int row = 0; row < rows; row++) {
      if (!values.isNull(row)) {
        long view = values.lane(row);
        reserve(2 * StringView.length(view));
        encode(values.heap(), view);
        if (length > limit) {
          return false;
        }
      }
      ends[row] = length;
    }
    return true;
  }

  private boolean samplePromises(ColumnValues values, long allBytes, long most) {
    int step = Math.max(1, values.rowCount() / SAMPLE_STRINGS);
    int strings = 0;
    int at = 0;
    for (int row = 0; row < values.rowCount() && strings < SAMPLE_STRINGS; row += step) {
      if (!values.isNull(row)) {
        long view = values.lane(row);
        int bytes = Math.min(StringView.length(view), SAMPLE_BYTES - at);
        MemorySegment.copy(
            values.heap(), ValueLayout.JAVA_BYTE, StringView.offset(view), sample, at, bytes);
        at += bytes;
        sampleEnds[strings++] = at;
      }
    }
    int encoded = trainer.train(table, sample, sampleEnds, strings);
    return encoded < (long) at * MAX_PERCENT / 100
        && (double) encoded / at * allBytes < most * SAMPLE_ERROR;
  }

  private void reserve(int more) {
    if (codes.length - length < more) {
      codes = Arrays.copyOf(codes, Math.max(length + more, 2 * codes.length));
    }
  }

  private void encode(MemorySegment heap, long view) {
    long at = StringView.offset(view);
    int rest = StringView.length(view);
    int to = length;
    byte[] target = codes;
    long lastWord = heap.byteSize() - Long.BYTES;
    SymbolTable symbols = table;
    while (rest > 0) {
      long word =
          at <= lastWord
              ? heap.get(ValueLayout.JAVA_LONG_UNALIGNED, at)
              : lastBytes(heap, at, rest);
      int found = symbols.find(word, rest);
      int code = found & SymbolTable.CODE_MASK;
      if (code < SymbolTable.FIRST_SYMBOL) {
        target[to++] = (byte) SymbolTable.ESCAPE;
      }
      target[to++] = (byte) code;
      int taken = found >>> SymbolTable.LENGTH_SHIFT;
      at += taken;
      rest -= taken;
    }
    length = to;
  }

  private static long lastBytes(MemorySegment heap, long at, int rest) {
    long word = 0;
    for (int i = Math.min(rest, Long.BYTES) - 1; i >= 0; i--) {
      word = word << 8 | heap.get(ValueLayout.JAVA_BYTE, at + i) & 0xff;
    }
    return word;
  }
}
