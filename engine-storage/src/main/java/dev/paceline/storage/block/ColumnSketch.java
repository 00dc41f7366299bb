package dev.paceline.storage.block;

/**
 * A small summary of a block's values for estimates: distinct values and their distribution.
 * Immutable.
 */
public final class ColumnSketch {
  /** For storing. */
  public byte[] toBytes() {
    return new byte[0];
  }

  /**
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  public static ColumnSketch of(byte[] bytes) {
    return new ColumnSketch();
  }
}
