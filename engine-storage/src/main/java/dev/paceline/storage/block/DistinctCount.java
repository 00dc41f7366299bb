package dev.paceline.storage.block;

import dev.paceline.core.error.PacelineException;
import java.util.List;
import org.apache.datasketches.hll.HllSketch;
import org.apache.datasketches.hll.HllUnion;
import org.apache.datasketches.hll.TgtHllType;

/** The estimated distinct values of several blocks together. Immutable. */
public final class DistinctCount {
  private final byte[] sketch;

  private DistinctCount(HllUnion union) {
    this.sketch = union.getResult(TgtHllType.HLL_4).toCompactByteArray();
  }

  /**
   * Returns the count of distinct values of blocks.
   *
   * @throws PacelineException CORRUPT_DATA
   */
  public static DistinctCount of(List<ColumnSketch> sketches) {
    HllUnion union = new HllUnion(DistinctSketch.LOG_REGISTERS);
    for (ColumnSketch sketch : sketches) {
      union.update(sketch.distinctSketch());
    }
    return new DistinctCount(union);
  }

  /**
   * Returns the union of other counts: the same as if all their blocks had been counted at once.
   */
  public static DistinctCount union(List<DistinctCount> counts) {
    HllUnion union = new HllUnion(DistinctSketch.LOG_REGISTERS);
    for (DistinctCount count : counts) {
      union.update(HllSketch.heapify(count.sketch));
    }
    return new DistinctCount(union);
  }

  public long estimate() {
    return Math.round(HllSketch.heapify(sketch).getEstimate());
  }
}
