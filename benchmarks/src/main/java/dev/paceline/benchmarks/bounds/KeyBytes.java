package dev.paceline.benchmarks.bounds;

import java.time.LocalDate;

/** A small number for each key, stored plus one, so that 0 stands for a missing key. */
final class KeyBytes {
  private final DenseKeys keys;
  private final byte[] bytes;

  KeyBytes(DenseKeys keys) {
    this.keys = keys;
    this.bytes = new byte[keys.size()];
  }

  DenseKeys keys() {
    return keys;
  }

  /** Returns one byte per key, indexed by the key minus the smallest key. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Adds the keys of a block and their numbers.
   *
   * @param least that a number may be, which is stored as 1
   * @param limit differences from it are less
   */
  void add(Codes keyCodes, Codes numbers, long least, int limit) {
    requireRange(numbers.min() - least, numbers.max() - least, limit);
    int shift = keys.shift(keyCodes);
    boolean twice = false;
    for (int row = 0; row < keyCodes.rows(); row++) {
      int index = (int) keyCodes.code(row) + shift;
      twice |= bytes[index] != 0;
      bytes[index] = (byte) (numbers.value(row) - least + 1);
    }
    keys.requireUnique(!twice);
  }

  /** Adds the keys of a block and the years of their dates, which a table tells by code. */
  void addYears(Codes keyCodes, Codes dates, int firstYear, int limit) {
    int first = year(dates.min()) - firstYear;
    int last = year(dates.max()) - firstYear;
    requireRange(first, last, limit);
    Codes days = dates.unitsAtWidth(2);
    byte[] yearOf = new byte[Math.toIntExact(days.max() - days.base() + 1)];
    for (int code = 0; code < yearOf.length; code++) {
      yearOf[code] = (byte) (year(days.base() + code) - firstYear + 1);
    }
    Codes wide = keyCodes.unitsAtWidth(4);
    int shift = keys.shift(wide);
    boolean twice = false;
    for (int row = 0; row < keyCodes.rows(); row++) {
      int index = (int) wide.code(row) + shift;
      twice |= bytes[index] != 0;
      bytes[index] = yearOf[(int) days.code(row)];
    }
    keys.requireUnique(!twice);
  }

  private static int year(long epochDay) {
    return LocalDate.ofEpochDay(epochDay).getYear();
  }

  private static void requireRange(long first, long last, int limit) {
    BlockProperty.require(first >= 0 && last < limit, "fewer than " + limit + " nations and years");
  }
}
