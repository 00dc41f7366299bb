package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * COUNT: the rows of the frame, or those among them whose argument counts.
 *
 * @param argument null for COUNT(*)
 */
record CountEvaluation(WindowCall call, @Nullable ArgumentRows argument) implements Evaluation {
  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    RankedBits counted = argument == null ? null : argument.bits();
    return out -> {
      MemorySegment lanes = out.scratch(8L * batch.capacity());
      for (int range = 0; range < frames.ranges(); range++) {
        add(counted, frames.starts(range), frames.ends(range), batch.count(), range == 0, lanes);
      }
      out.setLongs(lanes, 0);
      out.setBounds(0, batch.rows().count());
    };
  }

  private static void add(
      @Nullable RankedBits counted,
      int[] starts,
      int[] ends,
      int count,
      boolean first,
      MemorySegment lanes) {
    for (int i = 0; i < count; i++) {
      long rows =
          counted == null ? ends[i] - starts[i] : counted.rank(ends[i]) - counted.rank(starts[i]);
      long before = first ? 0 : lanes.get(JAVA_LONG, (long) i << 3);
      lanes.set(JAVA_LONG, (long) i << 3, before + rows);
    }
  }
}
