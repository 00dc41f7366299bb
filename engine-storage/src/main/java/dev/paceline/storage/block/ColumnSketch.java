package dev.paceline.storage.block;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.datasketches.common.SketchesArgumentException;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;

/**
 * A small summary of a block's values for estimates: distinct values (HyperLogLog of 2¹¹ registers,
 * 2.3 % standard error) and their distribution (an equi-depth histogram of numbers). Immutable.
 */
public final class ColumnSketch {
  private static final int LOG_REGISTERS = 11;

  private final byte[] distinct;
  private final double[] quantiles;

  private ColumnSketch(byte[] distinct, double[] quantiles) {
    this.distinct = distinct;
    this.quantiles = quantiles;
  }

  /**
   * @param distinct was given {@link #newDistinct}
   * @param quantiles ascending: an equal share of the values lies between each two neighbours;
   *     empty if unknown
   */
  public static ColumnSketch of(HllSketch distinct, double[] quantiles) {
    return new ColumnSketch(distinct.toCompactByteArray(), quantiles);
  }

  /** An empty sketch of distinct values, to be updated with values or their hashes. */
  public static HllSketch newDistinct() {
    return new HllSketch(LOG_REGISTERS, TgtHllType.HLL_4);
  }

  /** Estimated distinct values of several blocks together. */
  public static long distinct(List<ColumnSketch> sketches) {
    HllUnion union = new HllUnion(LOG_REGISTERS);
    for (ColumnSketch sketch : sketches) {
      union.update(HllSketch.heapify(sketch.distinct));
    }
    return Math.round(union.getEstimate());
  }

  /** The fraction of the non-NULL values that are at most {@code value}; -1 if unknown. */
  public double rank(double value) {
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

  /** For storing. */
  public byte[] toBytes() {
    ByteBuffer bytes = ByteBuffer.allocate(8 + distinct.length + 8 * quantiles.length);
    bytes.putInt(distinct.length).put(distinct).putInt(quantiles.length);
    for (double quantile : quantiles) {
      bytes.putDouble(quantile);
    }
    return bytes.array();
  }

  /**
   * @param bytes made by {@link #toBytes}
   * @throws PacelineException CORRUPT_DATA
   */
  public static ColumnSketch of(byte[] bytes) {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      byte[] distinct = new byte[checkedLength(buffer, 1)];
      buffer.get(distinct);
      double[] quantiles = new double[checkedLength(buffer, 8)];
      for (int i = 0; i < quantiles.length; i++) {
        quantiles[i] = buffer.getDouble();
      }
      ColumnSketch sketch = new ColumnSketch(distinct, quantiles);
      distinct(List.of(sketch));
      return sketch;
    } catch (java.nio.BufferUnderflowException
        | SketchesArgumentException
        | ArrayIndexOutOfBoundsException e) {
      throw new PacelineException(ErrorCode.CORRUPT_DATA, "a column sketch is damaged", e);
    }
  }

  private static int checkedLength(ByteBuffer buffer, int elementBytes) {
    int length = buffer.getInt();
    if (length < 0 || length > buffer.remaining() / elementBytes) {
      throw new java.nio.BufferUnderflowException();
    }
    return length;
  }
}
