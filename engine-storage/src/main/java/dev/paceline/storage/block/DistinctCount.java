package dev.paceline.storage.block;

import dev.paceline.core.error.PacelineException;
import java.util.List;

/** The estimated distinct values of several blocks together. Immutable. */
public final class DistinctCount {
  private final SketchUnion union;

  private DistinctCount(SketchUnion union) {
    this.union = union;
  }

  /**
   * Returns the count of distinct values of blocks.
   *
   * @throws PacelineException CORRUPT_DATA
   */
  public static DistinctCount of(List<ColumnSketch> sketches) {
    SketchUnion union = new SketchUnion();
    for (ColumnSketch sketch : sketches) {
      sketch.addDistinctTo(union);
    }
    return new DistinctCount(union);
  }

  /**
   * Returns the union of other counts: the same as if all their blocks had been counted at once.
   */
  public static DistinctCount union(List<DistinctCount> counts) {
    SketchUnion union = new SketchUnion();
    for (DistinctCount count : counts) {
      union.add(count.union);
    }
    return new DistinctCount(union);
  }

  public long estimate() {
    return union.estimate();
  }
}
