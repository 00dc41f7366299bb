package dev.paceline.core.operator.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import java.lang.foreign.MemorySegment;

/**
 * STRING_AGG: all strings with their separators, written one behind the other in the order of the
 * positions, so that the result of a partition is one range of bytes. The lengths are summed first.
 */
final class StringAggregation implements Evaluation {
  private final WindowCall call;
  private final SortedRows rows;
  private final RowStarts starts;
  private final ArgumentRows strings;
  private final MemoryScope memory;

  /** The beginning of the bytes of each position, counted from those of its range. */
  private final MemorySegment offsets;

  /** The beginning of the bytes of each range of positions, and behind it the end of the last. */
  private final long[] rangeOffsets;

  private MemorySegment heap = MemorySegment.NULL;

  StringAggregation(
      WindowCall call,
      SortedRows rows,
      RowStarts starts,
      ArgumentRows strings,
      MemoryScope memory) {
    this.call = call;
    this.rows = rows;
    this.starts = starts;
    this.strings = strings;
    this.memory = memory;
    this.offsets = memory.allocate(8L * rows.count() + 8);
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
          if (separated) {
            length[0] += StringView.length(separators.getView(row));
          }
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
    Spans partition = batch.partition();
    return out -> {
      MemorySegment views = out.scratch(8L * batch.capacity());
      MemorySegment nulls = out.nullScratch(batch.capacity());
      Bitmaps.zero(nulls, 0, batch.count());
      boolean any = false;
      for (int i = 0; i < batch.count(); i++) {
        int first = partition.first()[i];
        int end = partition.end()[i];
        views.set(JAVA_LONG, (long) i << 3, view(offset(first), offset(end)));
        if (strings.count(first, end) == 0) {
          Bitmaps.set(nulls, 0, i);
          any = true;
        }
      }
      out.setViews(views, 0, heap);
      if (any) {
        out.setNulls(nulls, 0);
      }
    };
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
