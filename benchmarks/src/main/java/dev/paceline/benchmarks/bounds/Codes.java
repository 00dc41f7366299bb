package dev.paceline.benchmarks.bounds;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * The codes of one block without NULLs: value = base + multiplier × code, or entry number code of a
 * dictionary.
 *
 * @param offset of the first code in the segment
 * @param width bytes per code: 1, 2 or 4 unsigned, 8 signed; 0 if all codes are 0
 * @param entries the strings of a dictionary; none for numbers
 */
record Codes(
    String column,
    BlockReader reader,
    MemorySegment segment,
    long offset,
    int width,
    long base,
    long multiplier,
    ColumnStatistics statistics,
    int rows,
    List<String> entries) {
  static Codes of(
      String column,
      ColumnVector window,
      ColumnStatistics statistics,
      int rows,
      BlockReader reader) {
    boolean strings = window.type().family() == TypeFamily.BYTES;
    BlockProperty.require(
        statistics.nullCount() == 0 && (strings || statistics.hasLongBounds()),
        column + " without NULLs and with bounds");
    MemorySegment segment = MemorySegment.NULL;
    long offset = 0;
    int width = 0;
    long base = 0;
    long multiplier = 1;
    List<String> entries = List.of();
    if (!window.isConstant()) {
      segment = window.data();
      offset = window.offset();
      width = window.width();
    }
    if (strings) {
      BlockProperty.require(
          window.isConstant() || window.form() == Form.DICTIONARY, column + " with a dictionary");
      entries =
          window.isConstant() ? List.of(string(window.getBytes(0))) : entries(window.dictionary());
    } else if (window.isConstant()) {
      base = window.constantLong();
    } else {
      base = window.base();
      multiplier = window.multiplier();
    }
    return new Codes(
        column, reader, segment, offset, width, base, multiplier, statistics, rows, entries);
  }

  private static List<String> entries(Dictionary dictionary) {
    return IntStream.range(0, dictionary.size())
        .mapToObj(code -> string(StringView.bytes(dictionary.heap(), dictionary.view(code))))
        .toList();
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns the smallest value, by the statistics of the block. */
  long min() {
    return statistics.minLong();
  }

  /** Returns the largest value, by the statistics of the block. */
  long max() {
    return statistics.maxLong();
  }

  /** Returns the largest absolute value, by the statistics of the block. */
  long magnitude() {
    return Math.max(Math.abs(min()), Math.abs(max()));
  }

  /** Returns whether the values ascend, by the statistics of the block. */
  boolean sorted() {
    return statistics.sorted();
  }

  long code(int row) {
    return switch (width) {
      case 0 -> 0;
      case 1 -> segment.get(ValueLayout.JAVA_BYTE, offset + row) & 0xff;
      case 2 -> segment.get(ValueLayout.JAVA_SHORT, offset + ((long) row << 1)) & 0xffff;
      case 4 -> segment.get(ValueLayout.JAVA_INT, offset + ((long) row << 2)) & 0xffff_ffffL;
      default -> segment.get(ValueLayout.JAVA_LONG, offset + ((long) row << 3));
    };
  }

  long value(int row) {
    return base + multiplier * code(row);
  }

  /**
   * Computes a byte for each code of the block.
   *
   * @param ofValue makes the byte of the value that the code stands for
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED if codes have more than 2 bytes
   */
  byte[] bytes(LongUnaryOperator ofValue) {
    BlockProperty.require(
        width <= Short.BYTES && min() >= base, "codes of at most 2 bytes for " + column);
    byte[] bytes = new byte[Math.toIntExact((max() - base) / multiplier + 1)];
    for (int code = 0; code < bytes.length; code++) {
      bytes[code] = (byte) ofValue.applyAsLong(base + multiplier * code);
    }
    return bytes;
  }

  /**
   * Returns the same values with codes of exactly {@code wanted} bytes: in place if they are so,
   * otherwise copied.
   *
   * @throws dev.paceline.core.error.PacelineException NOT_SUPPORTED if they do not fit
   */
  Codes atWidth(int wanted) {
    return width == wanted ? this : copied(wanted, 1);
  }

  /** Does what {@link #atWidth} does; neighbouring codes then stand for neighbouring values. */
  Codes unitsAtWidth(int wanted) {
    return width == wanted && multiplier == 1 ? this : copied(wanted, multiplier);
  }

  private Codes copied(int wanted, long factor) {
    boolean numbers = entries.isEmpty();
    long greatest = numbers ? (max() - base) / multiplier * factor : entries.size() - 1;
    BlockProperty.require(
        greatest >= 0 && greatest >>> (8 * wanted) == 0 && (!numbers || min() >= base),
        "codes of at most " + wanted + " bytes for " + column);
    MemorySegment copy = reader.scratch((long) wanted * rows);
    for (int row = 0; row < rows; row++) {
      long code = code(row) * factor;
      switch (wanted) {
        case 1 -> copy.set(ValueLayout.JAVA_BYTE, row, (byte) code);
        case 2 -> copy.set(ValueLayout.JAVA_SHORT, (long) row << 1, (short) code);
        default -> copy.set(ValueLayout.JAVA_INT, (long) row << 2, (int) code);
      }
    }
    return new Codes(
        column, reader, copy, 0, wanted, base, multiplier / factor, statistics, rows, entries);
  }
}
