package dev.paceline.storage.load.parquet.page;

import java.lang.foreign.MemorySegment;

/**
 * Values in the encoding PLAIN.
 *
 * @param bytes holds them; ends at least 64 bytes behind them
 * @param from position of the first value
 * @param to behind the last value
 * @param count at most as many values as there are
 */
record PlainValues(MemorySegment bytes, long from, long to, int count) {
  /** Checks that there are {@code values} values of {@code width} bytes each. */
  void checkFixed(int values, int width) {
    if ((long) values * width > to - from) {
      throw new IndexOutOfBoundsException("values end too early");
    }
  }
}
