package dev.paceline.datasets;

/**
 * Random numbers that depend on a table and the number of a row only, so that rows can be made in
 * any order. The sequence is that of SplitMix64 (Steele, Lea and Flood: Fast Splittable
 * Pseudorandom Number Generators, OOPSLA 2014).
 */
final class RowRandom {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private final long seed;
  private long state;

  /**
   * @param table any number that differs between tables
   */
  RowRandom(long table) {
    seed = mix(table * GAMMA);
  }

  /** Begins the numbers of a row. */
  void startRow(long row) {
    state = mix(seed + row * GAMMA);
  }

  /** The next number, from low to high, both included. */
  int between(int low, int high) {
    state += GAMMA;
    return low + (int) Math.unsignedMultiplyHigh(mix(state), high - low + 1L);
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
