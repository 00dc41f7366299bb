package dev.paceline.benchmarks.bounds;

/** A byte for each key; 0 stands for a missing key. */
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
   * Stores, for each key of a block, the byte of the code that another column has in the same row.
   *
   * @param byteOf the byte of each code
   */
  void add(Codes keyCodes, Codes codes, byte[] byteOf) {
    Codes wide = keyCodes.unitsAtWidth(4);
    int shift = keys.shift(wide);
    boolean twice = false;
    for (int row = 0; row < keyCodes.rows(); row++) {
      int index = (int) wide.code(row) + shift;
      twice |= bytes[index] != 0;
      bytes[index] = byteOf[(int) codes.code(row)];
    }
    keys.requireUnique(!twice);
  }
}
