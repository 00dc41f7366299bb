package dev.paceline.core.operator.window;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import java.lang.foreign.MemorySegment;

/** Makes the results of aggregates NULL where their frames have too few values. */
final class EmptyFrames {
  private EmptyFrames() {}

  /**
   * Sets the NULLs of results; to be called after the lanes were set.
   *
   * @param least the number of values that a result needs
   */
  static void setNulls(
      WindowBatch batch, Frames frames, ArgumentRows argument, int least, ColumnVector out) {
    MemorySegment nulls = out.nullScratch(batch.capacity());
    Bitmaps.zero(nulls, 0, batch.count());
    boolean any = false;
    for (int i = 0; i < batch.count(); i++) {
      int values = 0;
      for (int range = 0; range < frames.ranges(); range++) {
        values += argument.count(frames.starts(range)[i], frames.ends(range)[i]);
      }
      if (values < least) {
        Bitmaps.set(nulls, 0, i);
        any = true;
      }
    }
    if (any) {
      out.setNulls(nulls, 0);
    }
  }
}
