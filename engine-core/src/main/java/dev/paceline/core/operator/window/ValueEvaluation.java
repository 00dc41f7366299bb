package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * LAG, LEAD, FIRST_VALUE, LAST_VALUE and NTH_VALUE: the value of another row, whose position
 * follows from partitions and frames, and from where values are NULL if NULLs are skipped.
 */
final class ValueEvaluation implements Evaluation {
  private static final int NONE = -1;

  private final WindowCall call;
  private final @Nullable RankedBits notNull;

  /**
   * @param values of the first argument
   */
  ValueEvaluation(WindowCall call, ArgumentRows values) {
    this.call = call;
    this.notNull = call.ignoreNulls() ? values.bits() : null;
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    return switch (call.function()) {
      case LAG -> neighbours(batch, -1);
      case LEAD -> neighbours(batch, 1);
      case FIRST_VALUE -> {
        Frames frames = batch.frames(call);
        yield fetching(batch, positions -> first(batch, frames, positions));
      }
      case LAST_VALUE -> {
        Frames frames = batch.frames(call);
        yield fetching(batch, positions -> last(batch, frames, positions));
      }
      case NTH_VALUE -> {
        Frames frames = batch.frames(call);
        ColumnVector numbers = batch.newVector(call.arguments().get(1));
        yield fetching(batch, positions -> nth(batch, frames, numbers, positions));
      }
      default -> throw new IllegalArgumentException("no value of another row: " + call);
    };
  }

  /** Finds the positions that the rows of a batch take their values from. */
  @FunctionalInterface
  private interface Origins {
    /**
     * @param positions gets a position for each row; {@link #NONE} for NULL
     */
    void find(int[] positions);
  }

  private Evaluator fetching(WindowBatch batch, Origins origins) {
    int[] positions = new int[batch.capacity()];
    MemorySegment rows = batch.memory().allocate(4L * batch.capacity());
    MemorySegment missing = batch.memory().allocate(Bitmaps.bytes(batch.capacity()));
    return out -> {
      origins.find(positions);
      boolean any = toRows(batch, positions, rows, missing);
      batch
          .rows()
          .store()
          .gather(
              call.arguments().get(0),
              rows,
              any ? missing : null,
              batch.count(),
              out,
              batch.capacity());
    };
  }

  /**
   * Turns positions into row numbers.
   *
   * @param missing gets a bit for each row without a position
   * @return whether there is such a row
   */
  private static boolean toRows(
      WindowBatch batch, int[] positions, MemorySegment rows, MemorySegment missing) {
    Bitmaps.zero(missing, 0, batch.count());
    boolean any = false;
    for (int i = 0; i < batch.count(); i++) {
      int position = positions[i];
      if (position < 0) {
        Bitmaps.set(missing, 0, i);
        any = true;
        position = 0;
      }
      rows.set(JAVA_INT, (long) i << 2, batch.rows().row(position));
    }
    return any;
  }

  private Evaluator neighbours(WindowBatch batch, long sign) {
    Spans partition = batch.partition();
    ColumnVector distances = batch.newVector(call.arguments().get(1));
    return fetching(
        batch,
        positions -> {
          batch.read(call.arguments().get(1), distances);
          for (int i = 0; i < batch.count(); i++) {
            if (distances.isNull(i)) {
              positions[i] = NONE;
              continue;
            }
            // more than any number of rows is as good as the greatest distance
            long distance =
                sign * Math.clamp(distances.getLong(i), -Integer.MAX_VALUE, Integer.MAX_VALUE);
            long position = neighbour(batch.from() + i, distance);
            boolean inside = position >= partition.first()[i] && position < partition.end()[i];
            positions[i] = inside ? (int) position : NONE;
          }
        });
  }

  /** Returns the position {@code distance} rows behind another one; only counted rows count. */
  private long neighbour(int position, long distance) {
    RankedBits counted = notNull;
    if (counted == null || distance == 0) {
      return position + distance;
    }
    long rank =
        distance < 0
            ? counted.rank(position) + distance
            : counted.rank(position + 1) + distance - 1;
    return rank < 0 || rank > Integer.MAX_VALUE ? NONE : counted.select((int) rank);
  }

  private void first(WindowBatch batch, Frames frames, int[] positions) {
    for (int i = 0; i < batch.count(); i++) {
      positions[i] = first(frames, i);
    }
  }

  private void last(WindowBatch batch, Frames frames, int[] positions) {
    for (int i = 0; i < batch.count(); i++) {
      positions[i] = last(frames, i);
    }
  }

  private void nth(WindowBatch batch, Frames frames, ColumnVector numbers, int[] positions) {
    batch.read(call.arguments().get(1), numbers);
    for (int i = 0; i < batch.count(); i++) {
      positions[i] = nth(frames, i, numbers);
    }
  }

  private int first(Frames frames, int i) {
    for (int range = 0; range < frames.ranges(); range++) {
      int start = frames.starts(range)[i];
      int end = frames.ends(range)[i];
      int position = notNull == null || start == end ? start : notNull.select(notNull.rank(start));
      if (position < end) {
        return position;
      }
    }
    return NONE;
  }

  private int last(Frames frames, int i) {
    for (int range = frames.ranges() - 1; range >= 0; range--) {
      int start = frames.starts(range)[i];
      int end = frames.ends(range)[i];
      if (start == end) {
        continue;
      }
      if (notNull == null) {
        return end - 1;
      }
      int rank = notNull.rank(end) - 1;
      if (rank >= notNull.rank(start)) {
        return notNull.select(rank);
      }
    }
    return NONE;
  }

  private int nth(Frames frames, int i, ColumnVector numbers) {
    if (numbers.isNull(i)) {
      return NONE;
    }
    long left = numbers.getLong(i);
    if (left < 1) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the row number of NTH_VALUE must be at least 1, but it is " + left);
    }
    for (int range = 0; range < frames.ranges(); range++) {
      int start = frames.starts(range)[i];
      int end = frames.ends(range)[i];
      int before = notNull == null ? start : notNull.rank(start);
      int there = (notNull == null ? end : notNull.rank(end)) - before;
      if (left <= there) {
        int rank = before + (int) left - 1;
        return notNull == null ? rank : notNull.select(rank);
      }
      left -= there;
    }
    return NONE;
  }
}
