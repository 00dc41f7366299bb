package dev.paceline.storage.load.csv.field;

import dev.paceline.core.kernel.digit.DigitKernels;
import java.util.Arrays;

/**
 * One field of consecutive records as words of eight characters, so that numbers and dates of usual
 * lengths are parsed many at a time. One thread uses it.
 */
final class FieldWords {
  /** Elements of the arrays, which have more room than a window has rows. */
  static final int ROOM = RecordTable.WINDOW_ROWS + DigitKernels.SPARE;

  private static final byte MINUS = '-';

  /** The bytes from the start of a date to the start of its last eight characters. */
  private static final int DATE_BACK = IsoDate.LENGTH - Long.BYTES;

  /** The first eight characters of each field. */
  final long[] words = new long[ROOM];

  /** Eight characters that begin behind the start of each field. */
  final long[] next = new long[ROOM];

  /** The number of characters of each field; 0 or less if it is missing. */
  final long[] lengths = new long[ROOM];

  private final long[] numbers = new long[ROOM];

  /** -1 for a number with a minus, whose words begin behind it. */
  private final long[] signs = new long[ROOM];

  private boolean hasSigns;
  private int fractionDigits;
  private boolean areWhole;

  /**
   * Parses numbers of at most eight digits with a point.
   *
   * @param points the point in all bytes
   * @return the number of rows, at least 1
   */
  int readPointed(RecordTable table, int row, int field, long points) {
    int count = readSigned(table, row, field);
    fractionDigits = DigitKernels.current().pointed(words, next, lengths, count, points, numbers);
    return count;
  }

  /**
   * Parses whole numbers of at most eight digits.
   *
   * @return the number of rows, at least 1
   */
  int readWhole(RecordTable table, int row, int field) {
    int count = readSigned(table, row, field);
    areWhole = DigitKernels.current().whole(words, lengths, count, numbers);
    return count;
  }

  /**
   * Takes dates of the form {@code YYYY-MM-DD} apart.
   *
   * @return the number of rows, at least 1
   */
  int readDates(RecordTable table, int row, int field) {
    int count = table.readWords(row, field, DATE_BACK, this);
    DigitKernels.current().dates(words, next, count, numbers);
    return count;
  }

  /**
   * Whether one of the first fields begins with a character.
   *
   * @param character 1 to 127
   */
  boolean anyBeginsWith(byte character, int count) {
    long found = 0;
    for (int i = 0; i < count; i++) {
      found |= ((words[i] & 0xff) ^ character) - 1; // negative only if both are the same
    }
    return found < 0;
  }

  private int readSigned(RecordTable table, int row, int field) {
    int count = table.readWords(row, field, 1, this);
    if (hasSigns) {
      Arrays.fill(signs, 0);
    }
    hasSigns = anyBeginsWith(MINUS, count);
    if (hasSigns) {
      for (int i = 0; i < count; i++) {
        if ((byte) words[i] == MINUS) {
          signs[i] = -1;
          words[i] = next[i];
          next[i] = table.wordBehind(i, 2);
          lengths[i]--;
        }
      }
    }
    return count;
  }

  /**
   * Returns the digits that all {@linkplain #readPointed numbers} have behind the point; {@link
   * DigitKernels#VARIOUS} if they differ, or some are negative or not of a usual form.
   */
  int fractionDigits() {
    return hasSigns ? DigitKernels.VARIOUS : fractionDigits;
  }

  /**
   * Whether all fields are {@linkplain #readWhole whole numbers} of a usual form, none negative.
   */
  boolean areWhole() {
    return areWhole && !hasSigns;
  }

  /** Returns what a kernel made of the fields; see {@link #number}. */
  long[] numbers() {
    return numbers;
  }

  /**
   * Returns what a kernel made of a field, without its sign; negative if it is not of a usual form.
   */
  long number(int row) {
    return numbers[row];
  }

  /** Returns -1 for a negative number, and 0 for others. */
  long sign(int row) {
    return signs[row];
  }

  /** Returns the number of characters of a field. */
  long length(int row) {
    return lengths[row];
  }
}
