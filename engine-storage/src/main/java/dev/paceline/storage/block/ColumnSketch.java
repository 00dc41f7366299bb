package dev.paceline.storage.block;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/**
 * A small summary of a block's values for estimates: distinct values (HyperLogLog of 2¹¹ registers,
 * 2.3 % standard error) and their distribution (an equi-depth histogram of numbers). Immutable.
 */
public final class ColumnSketch {
  /** The most buckets of a histogram. */
  public static final int HISTOGRAM_BUCKETS = 64;

  /**
   * The form that {@link #toBytes} returns. It is decoded when it is used, since a database has
   * thousands.
   */
  private final byte[] bytes;

  private ColumnSketch(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * @param distinct was given all values
   * @param quantiles ascending: an equal share of the values lies between each two neighbours;
   *     empty if unknown
   */
  public static ColumnSketch of(DistinctSketch distinct, double[] quantiles) {
    byte[] sketch = distinct.toBytes();
    ByteBuffer bytes = ByteBuffer.allocate(8 + sketch.length + 8 * quantiles.length);
    bytes.putInt(sketch.length).put(sketch).putInt(quantiles.length);
    for (double quantile : quantiles) {
      bytes.putDouble(quantile);
    }
    return new ColumnSketch(bytes.array());
  }

  /**
   * Adds the distinct values to those of others.
   *
   * @throws PacelineException CORRUPT_DATA
   */
  void addDistinctTo(SketchUnion union) {
    try {
      union.add(distinct());
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw damaged(e);
    }
  }

  /**
   * The fraction of the non-NULL values that are at most {@code value}; -1 if unknown.
   *
   * @throws PacelineException CORRUPT_DATA
   */
  public double rank(double value) {
    double[] quantiles = quantiles();
    int last = quantiles.length - 1;
    if (last < 0) {
      return -1;
    }
    if (value < quantiles[0]) {
      return 0;
    }
    if (value >= quantiles[last]) {
      return 1;
    }
    int low = 0;
    int high = last;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (quantiles[middle] <= value) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double within = (value - quantiles[low]) / (quantiles[high] - quantiles[low]);
    return (low + within) / last;
  }

  /**
   * Returns the sketch of values that are some times as large. The distinct values are not counted
   * anew: together with those of other sketches they may be counted twice.
   */
  ColumnSketch times(long factor) {
    byte[] scaled = bytes.clone();
    ByteBuffer buffer = ByteBuffer.wrap(scaled);
    double[] quantiles = quantiles();
    int first = scaled.length - Double.BYTES * quantiles.length;
    for (int i = 0; i < quantiles.length; i++) {
      buffer.putDouble(first + Double.BYTES * i, quantiles[i] * factor);
    }
    return new ColumnSketch(scaled);
  }

  /** Returns the form in which it is stored. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /**
   * @param bytes made by {@link #toBytes}; whether they were is found out when the sketch is used
   */
  public static ColumnSketch of(byte[] bytes) {
    return new ColumnSketch(bytes.clone());
  }

  private byte[] distinct() {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      byte[] distinct = new byte[checkedLength(buffer, 1)];
      buffer.get(distinct);
      return distinct;
    } catch (BufferUnderflowException e) {
      throw damaged(e);
    }
  }

  private double[] quantiles() {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      buffer.position(Integer.BYTES + checkedLength(buffer, 1));
      double[] quantiles = new double[checkedLength(buffer, Double.BYTES)];
      buffer.asDoubleBuffer().get(quantiles);
      return quantiles;
    } catch (BufferUnderflowException e) {
      throw damaged(e);
    }
  }

  private static PacelineException damaged(RuntimeException cause) {
    return new PacelineException(ErrorCode.CORRUPT_DATA, "a column sketch is damaged", cause);
  }

  private static int checkedLength(ByteBuffer buffer, int elementBytes) {
    int length = buffer.getInt();
    if (length < 0 || length > buffer.remaining() / elementBytes) {
      throw new BufferUnderflowException();
    }
    return length;
  }
}
