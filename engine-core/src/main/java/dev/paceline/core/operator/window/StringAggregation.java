package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;

/**
 * STRING_AGG: all strings with their separators, written one behind the other in the order of the
 * positions, so that the result of a frame is one range of bytes, which begins behind the separator
 * of its first string. The lengths are summed first. A frame with rows that are left out is copied.
 */
final class StringAggregation implements Evaluation {
  private final WindowCall call;
  private final SortedRows rows;
  private final RowStarts starts;
  private final ArgumentRows strings;
  private final MemoryScope memory;
  private final CancellationToken cancellation;

  /** The beginning of the bytes of each position, counted from those of its range. */
  private final MemorySegment offsets;

  /** The length of the separator before the string of each position. */
  private final MemorySegment separatorLengths;

  /** The beginning of the bytes of each range of positions, and behind it the end of the last. */
  private final long[] rangeOffsets;

  private MemorySegment heap = MemorySegment.NULL;

  StringAggregation(
      WindowCall call,
      SortedRows rows,
      RowStarts starts,
      ArgumentRows strings,
      MemoryScope memory,
      CancellationToken cancellation) {
    this.call = call;
    this.rows = rows;
    this.starts = starts;
    this.strings = strings;
    this.memory = memory;
    this.cancellation = cancellation;
    this.offsets = memory.allocate(8L * rows.count() + 8);
    this.separatorLengths = memory.allocate(4L * rows.count());
    this.rangeOffsets = new long[rows.count() / PositionRanges.ROWS + 2];
  }

  @Override
  public FinishPhase phases() {
    return PositionRanges.phase(rows, this::measure).then(this::copyAll);
  }

  private FinishPhase copyAll() {
    for (int range = 1; range < rangeOffsets.length; range++) {
      rangeOffsets[range] += rangeOffsets[range - 1];
    }
    heap = memory.allocate(rangeOffsets[rangeOffsets.length - 1] + Long.BYTES);
    return PositionRanges.phase(rows, this::copy);
  }

  /** Takes a string that counts. */
  @FunctionalInterface
  private interface StringAction {
    /**
     * @param separator where the separator before the string is; null if there is none
     */
    void take(
        int position, ColumnVector values, int row, ColumnVector separators, boolean separated);
  }

  private void forEach(int from, int to, BatchReader reader, StringAction action) {
    ColumnVector separators = reader.newVector(call.arguments().get(1));
    reader.read(
        strings.column(),
        from,
        to,
        (values, at, count) -> {
          reader.read(call.arguments().get(1), at, count, separators);
          for (int i = 0; i < count; i++) {
            boolean separated =
                strings.counts(at + i)
                    && !separators.isNull(i)
                    && strings.count(starts.partitions().floor(at + i), at + i) > 0;
            action.take(at + i, values, i, separators, separated);
          }
        });
  }

  private void measure(int from, int to, BatchReader reader) {
    long[] length = new long[1];
    forEach(
        from,
        to,
        reader,
        (position, values, row, separators, separated) -> {
          offsets.set(JAVA_LONG, (long) position << 3, length[0]);
          int separator = separated ? StringView.length(separators.getView(row)) : 0;
          separatorLengths.setAtIndex(JAVA_INT, position, separator);
          length[0] += separator;
          if (strings.counts(position)) {
            length[0] += StringView.length(values.getView(row));
          }
        });
    rangeOffsets[from / PositionRanges.ROWS + 1] = length[0];
  }

  private void copy(int from, int to, BatchReader reader) {
    forEach(
        from,
        to,
        reader,
        (position, values, row, separators, separated) -> {
          long at = offset(position);
          if (separated) {
            at = copy(separators, row, at);
          }
          if (strings.counts(position)) {
            copy(values, row, at);
          }
        });
  }

  private long copy(ColumnVector values, int row, long at) {
    long view = values.getView(row);
    int length = StringView.length(view);
    MemorySegment.copy(values.valueHeap(), StringView.offset(view), heap, at, length);
    return at + length;
  }

  private long offset(int position) {
    return position == rows.count()
        ? rangeOffsets[rangeOffsets.length - 1]
        : rangeOffsets[position / PositionRanges.ROWS]
            + offsets.get(JAVA_LONG, (long) position << 3);
  }

  @Override
  public Evaluator open(WindowBatch batch) {
    Frames frames = batch.frames(call);
    return frames.ranges() == 1 ? viewed(batch, frames) : copied(batch, frames);
  }

  private Evaluator viewed(WindowBatch batch, Frames frames) {
    return out -> {
      MemorySegment views = out.scratch(8L * batch.capacity());
      MemorySegment nulls = out.nullScratch(batch.capacity());
      Bitmaps.zero(nulls, 0, batch.count());
      boolean any = false;
      for (int i = 0; i < batch.count(); i++) {
        int end = frames.ends(0)[i];
        int first = firstString(frames.starts(0)[i], end);
        if (first == end) {
          Bitmaps.set(nulls, 0, i);
          any = true;
          views.setAtIndex(JAVA_LONG, i, StringView.of(0, 0));
        } else {
          views.setAtIndex(JAVA_LONG, i, view(begin(first), offset(end)));
        }
      }
      out.setViews(views, 0, heap);
      if (any) {
        out.setNulls(nulls, 0);
      }
    };
  }

  private Evaluator copied(WindowBatch batch, Frames frames) {
    return out -> {
      MemorySegment views = out.scratch(8L * batch.capacity());
      MemorySegment nulls = out.nullScratch(batch.capacity());
      Bitmaps.zero(nulls, 0, batch.count());
      long total = 0;
      boolean any = false;
      for (int i = 0; i < batch.count(); i++) {
        long length = copy(frames, i, MemorySegment.NULL, 0);
        views.setAtIndex(JAVA_LONG, i, view(total, total + Math.max(0, length)));
        if (length < 0) {
          Bitmaps.set(nulls, 0, i);
          any = true;
        }
        total += Math.max(0, length);
      }
      MemorySegment copies = out.heapScratch(total, 0);
      for (int i = 0; i < batch.count(); i++) {
        cancellation.check(); // a frame may be the whole partition
        copy(frames, i, copies, StringView.offset(views.getAtIndex(JAVA_LONG, i)));
      }
      out.setViews(views, 0, copies);
      if (any) {
        out.setNulls(nulls, 0);
      }
    };
  }

  /**
   * Copies the ranges of a frame.
   *
   * @param to NULL to count bytes only
   * @return the number of bytes; -1 if there is no string
   */
  private long copy(Frames frames, int i, MemorySegment to, long at) {
    long length = -1;
    for (int range = 0; range < frames.ranges(); range++) {
      int end = frames.ends(range)[i];
      int first = firstString(frames.starts(range)[i], end);
      if (first < end) {
        long from = length < 0 ? begin(first) : offset(first);
        length = Math.max(0, length);
        if (!to.equals(MemorySegment.NULL)) {
          MemorySegment.copy(heap, from, to, at + length, offset(end) - from);
        }
        length += offset(end) - from;
      }
    }
    return length;
  }

  /** Returns the first position in a range whose string counts; the end if there is none. */
  private int firstString(int from, int end) {
    RankedBits counted = strings.bits();
    return from == end
        ? end
        : Math.min(end, counted == null ? from : counted.select(counted.rank(from)));
  }

  /** Returns where the string of a position begins, behind its separator. */
  private long begin(int position) {
    return offset(position) + separatorLengths.getAtIndex(JAVA_INT, position);
  }

  private static long view(long from, long to) {
    if (to - from > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "STRING_AGG makes a string of "
              + (to - from)
              + " bytes; strings have at most "
              + StringView.MAX_LENGTH);
    }
    return StringView.of(from, (int) (to - from));
  }
}
