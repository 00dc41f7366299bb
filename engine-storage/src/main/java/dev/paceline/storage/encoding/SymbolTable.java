package dev.paceline.storage.encoding;

import java.util.Arrays;

/**
 * Up to 255 strings of 1 to 8 bytes that stand for codes of one byte, and the longest of them at
 * each place of a text (FSST, Boncz, Neumann and Leis 2020, §4). {@link #find} answers for bytes
 * without a symbol, too: with the byte itself, which is to be escaped. One thread at a time.
 */
final class SymbolTable {
  static final int MAX_SYMBOLS = 255;

  /** The code that says that the next byte stands for itself. */
  static final int ESCAPE = 255;

  static final int MAX_SYMBOL_LENGTH = 8;

  /** Answers below this are bytes, above them this and the number of a symbol. */
  static final int FIRST_SYMBOL = 256;

  /** Answers of {@link #find} have the length in the bits above this one. */
  static final int LENGTH_SHIFT = 9;

  static final int CODE_MASK = (1 << LENGTH_SHIFT) - 1;

  private static final int PREFIX_BYTES = 3;
  private static final int EMPTY = MAX_SYMBOL_LENGTH + 1 << LENGTH_SHIFT;
  private static final int PREFIX_SLOTS = 1 << 11;

  /** The symbols, first byte lowest, zeros behind the last. */
  final long[] symbols = new long[MAX_SYMBOLS];

  final int[] lengths = new int[MAX_SYMBOLS];

  /** Symbols of one byte or two, by the first two bytes of a text. */
  private final short[] pairs = new short[1 << 16];

  private final int[] singles = new int[256];

  /**
   * Longer symbols by their first three bytes: at most one for a slot, as in the paper. Answers,
   * the symbols, and which of their bytes count; an empty slot is longer than any text.
   */
  private final int[] slots = new int[PREFIX_SLOTS];

  private final long[] slotSymbols = new long[PREFIX_SLOTS];
  private final long[] slotMasks = new long[PREFIX_SLOTS];

  private int count;

  SymbolTable() {
    clear();
  }

  int count() {
    return count;
  }

  void clear() {
    count = 0;
    Arrays.fill(slots, EMPTY);
    Arrays.fill(pairs, (short) 0);
    for (int first = 0; first < 256; first++) {
      setSingle(first, 1 << LENGTH_SHIFT | first);
    }
  }

  private void setSingle(int first, int answer) {
    singles[first] = answer;
    for (int second = 0; second < 256; second++) {
      int pair = second << 8 | first;
      if (pairs[pair] >>> LENGTH_SHIFT != 2) {
        pairs[pair] = (short) answer;
      }
    }
  }

  /**
   * Adds a symbol; better ones first.
   *
   * @return false if one with the same beginning has its place
   */
  boolean add(long symbol, int length) {
    int answer = length << LENGTH_SHIFT | FIRST_SYMBOL + count;
    if (length >= PREFIX_BYTES) {
      int slot = slot(symbol);
      if (slots[slot] != EMPTY) {
        return false;
      }
      slots[slot] = answer;
      slotSymbols[slot] = symbol;
      slotMasks[slot] = -1L >>> Long.SIZE - Byte.SIZE * length;
    } else if (length == 2) {
      pairs[(int) symbol] = (short) answer;
    } else {
      setSingle((int) symbol, answer);
    }
    symbols[count] = symbol;
    lengths[count++] = length;
    return true;
  }

  /**
   * Finds the code for the next bytes of a string.
   *
   * @param word the next 8 bytes, the first one lowest; anything behind the end
   * @param rest bytes to the end of the text, at least 1
   * @return length and code; a code below {@link #FIRST_SYMBOL} is a byte to escape
   */
  int find(long word, int rest) {
    int slot = slot(word);
    int answer = slots[slot];
    int shorter = rest > 1 ? pairs[(int) word & 0xffff] : singles[(int) word & 0xff];
    // One condition, so that it can be a conditional move: whether a symbol fits is anybody's
    // guess.
    int lacking = Math.min(rest, MAX_SYMBOL_LENGTH) - (answer >>> LENGTH_SHIFT) >> 31;
    return ((word ^ slotSymbols[slot]) & slotMasks[slot] | lacking) == 0 ? answer : shorter;
  }

  private static int slot(long word) {
    int prefix = (int) word & 0xff_ffff;
    return (prefix * 0x9E37_79B1) >>> 21;
  }
}
