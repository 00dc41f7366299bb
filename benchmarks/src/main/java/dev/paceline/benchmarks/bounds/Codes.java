package dev.paceline.benchmarks.bounds;

import static dev.paceline.core.error.ErrorCode.NOT_SUPPORTED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Form;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * The codes of one block without NULLs: value = base + multiplier × code, or entry number code of a
 * dictionary.
 */
final class Codes {
  private final String column;
  private final BlockReader reader;
  private final MemorySegment segment;
  private final long offset;
  private final int width;
  private final long base;
  private final long multiplier;
  private final long min;
  private final long max;
  private final boolean sorted;
  private final int rows;
  private final List<byte[]> entries;

  /**
   * @param width bytes a code: 1, 2 or 4 unsigned, 8 signed; 0 if all codes are 0
   */
  private Codes(
      String column,
      BlockReader reader,
      MemorySegment segment,
      long offset,
      int width,
      long base,
      long multiplier,
      ColumnStatistics statistics,
      int rows,
      List<byte[]> entries) {
    this.column = column;
    this.reader = reader;
    this.segment = segment;
    this.offset = offset;
    this.width = width;
    this.base = base;
    this.multiplier = multiplier;
    this.min = statistics.minLong();
    this.max = statistics.maxLong();
    this.sorted = statistics.sorted();
    this.rows = rows;
    this.entries = entries;
  }

  /** The same values at another place. */
  private Codes(Codes other, MemorySegment segment, int width, long multiplier) {
    this.column = other.column;
    this.reader = other.reader;
    this.segment = segment;
    this.offset = 0;
    this.width = width;
    this.base = other.base;
    this.multiplier = multiplier;
    this.min = other.min;
    this.max = other.max;
    this.sorted = other.sorted;
    this.rows = other.rows;
    this.entries = other.entries;
  }

  static Codes of(
      String column,
      ColumnVector window,
      ColumnStatistics statistics,
      int rows,
      BlockReader reader) {
    boolean strings = window.type().family() == TypeFamily.BYTES;
    if (statistics.nullCount() > 0 || !strings && !statistics.hasLongBounds()) {
      throw new PacelineException(
          NOT_SUPPORTED, "hand-written queries need " + column + " without NULLs and with bounds");
    }
    if (window.isConstant()) {
      return new Codes(
          column,
          reader,
          MemorySegment.NULL,
          0,
          0,
          strings ? 0 : window.constantLong(),
          1,
          statistics,
          rows,
          strings ? List.of(window.getBytes(0)) : List.of());
    }
    if (strings && window.form() != Form.DICTIONARY) {
      throw new PacelineException(
          NOT_SUPPORTED, "hand-written queries need " + column + " with a dictionary");
    }
    return new Codes(
        column,
        reader,
        window.data(),
        window.offset(),
        window.width(),
        strings ? 0 : window.base(),
        strings ? 1 : window.multiplier(),
        statistics,
        rows,
        strings ? entries(window.dictionary()) : List.of());
  }

  private static List<byte[]> entries(Dictionary dictionary) {
    byte[][] entries = new byte[dictionary.size()][];
    for (int code = 0; code < entries.length; code++) {
      entries[code] = StringView.bytes(dictionary.heap(), dictionary.view(code));
    }
    return Arrays.asList(entries);
  }

  MemorySegment segment() {
    return segment;
  }

  /** Returns the position of the first code in {@link #segment}. */
  long offset() {
    return offset;
  }

  int rows() {
    return rows;
  }

  long base() {
    return base;
  }

  long multiplier() {
    return multiplier;
  }

  /** The least value, by the zone map. */
  long min() {
    return min;
  }

  /** The largest value, by the zone map. */
  long max() {
    return max;
  }

  /** The largest absolute value, by the zone map. */
  long magnitude() {
    return Math.max(Math.abs(min), Math.abs(max));
  }

  /** Whether the values ascend, by the zone map. */
  boolean sorted() {
    return sorted;
  }

  /** The strings of a dictionary. */
  List<byte[]> entries() {
    return entries;
  }

  /** The code of a string; -1 if no row has it. */
  int find(byte[] entry) {
    for (int code = 0; code < entries.size(); code++) {
      if (Arrays.equals(entries.get(code), entry)) {
        return code;
      }
    }
    return -1;
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
   * The same with codes of exactly so many bytes: in place if they are so, else copied.
   *
   * @throws PacelineException NOT_SUPPORTED if they do not fit
   */
  Codes atWidth(int wanted) {
    return width == wanted ? this : copied(wanted, 1);
  }

  /** Like {@link #atWidth}, where neighbouring codes stand for neighbouring values. */
  Codes unitsAtWidth(int wanted) {
    return width == wanted && multiplier == 1 ? this : copied(wanted, multiplier);
  }

  private Codes copied(int wanted, long factor) {
    long greatest =
        entries.isEmpty() ? (max - base) / multiplier * factor : Math.max(0, entries.size() - 1);
    if (greatest < 0 || greatest >>> (8 * wanted) != 0 || min < base && entries.isEmpty()) {
      throw new PacelineException(
          NOT_SUPPORTED,
          "hand-written queries need codes of at most " + wanted + " bytes for " + column);
    }
    MemorySegment copy = reader.scratch((long) wanted * rows);
    for (int row = 0; row < rows; row++) {
      long code = code(row) * factor;
      switch (wanted) {
        case 1 -> copy.set(ValueLayout.JAVA_BYTE, row, (byte) code);
        case 2 -> copy.set(ValueLayout.JAVA_SHORT, (long) row << 1, (short) code);
        default -> copy.set(ValueLayout.JAVA_INT, (long) row << 2, (int) code);
      }
    }
    return new Codes(this, copy, wanted, multiplier / factor);
  }
}
