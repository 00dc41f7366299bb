package dev.paceline.storage.encoding;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.ValueFilter;
import dev.paceline.storage.encoding.profile.ColumnProfile;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * INTEGRAL values of 64 bits and doubles that come in runs: the entries are the value of each run,
 * the codes where it ends, 4 bytes. NULL rows belong to the run before them. A run is tested once
 * by a filter, and a batch inside a run is a constant.
 */
final class RunLengthEncoding implements Encoding {
  private static final int END_BYTES = 4;
  private static final int RUN_BYTES = END_BYTES + 8;

  /** Rows after which it is asked whether the runs are too many. */
  private static final int COUNTED_ROWS = 512;

  @Override
  public byte id() {
    return 8;
  }

  /** Reading writes every row, where others' codes are read in place. */
  @Override
  public double cost() {
    return 2.5;
  }

  @Override
  public @Nullable BlockPlan plan(ColumnValues values, ColumnProfile profile) {
    ColumnStatistics statistics = profile.statistics();
    if (!statistics.hasLongBounds() && !statistics.hasDoubleBounds()
        || values.type().family() == TypeFamily.BOOLEAN) {
      return null;
    }
    int limit = (int) (8L * values.rowCount() / (RUN_BYTES * cost()));
    if (statistics.distinctEstimate() > 2L * limit) {
      return null;
    }
    int runs = values.nullCount() == 0 ? runs(values, limit) : runsBetweenNulls(values, limit);
    if (runs > limit) {
      return null;
    }
    BlockBuilder builder =
        new BlockBuilder(values.type(), id(), statistics)
            .filledCodes(END_BYTES, (long) END_BYTES * runs)
            .entries(runs);
    return new Plan(builder, values);
  }

  /** Returns the number of runs; any number above the limit if they are more. */
  private static int runs(ColumnValues values, int limit) {
    MemorySegment lanes = values.lanes();
    int runs = 1;
    long before = values.lane(0);
    for (int from = 1; from < values.rowCount() && runs <= limit; from += COUNTED_ROWS) {
      int to = Math.min(from + COUNTED_ROWS, values.rowCount());
      for (int row = from; row < to; row++) {
        long lane = lanes.get(ValueLayout.JAVA_LONG, (long) row << 3);
        runs += lane == before ? 0 : 1;
        before = lane;
      }
    }
    return runs;
  }

  private static int runsBetweenNulls(ColumnValues values, int limit) {
    int runs = 0;
    long before = 0;
    for (int row = 0; row < values.rowCount() && runs <= limit; row++) {
      long lane = values.lane(row);
      if ((runs == 0 || lane != before) && !values.isNull(row)) {
        before = lane;
        runs++;
      }
    }
    return runs;
  }

  private record Plan(BlockBuilder builder, ColumnValues values) implements BlockPlan {
    @Override
    public long length() {
      return builder.length();
    }

    @Override
    public void write(MemorySegment block) {
      builder.start(block, values.nulls());
      int runs = 0;
      long before = 0;
      for (int row = 0; row < values.rowCount(); row++) {
        long lane = values.lane(row);
        if ((runs == 0 || lane != before) && !values.isNull(row)) {
          if (runs > 0) {
            setEnd(block, runs - 1, row);
          }
          block.set(ValueLayout.JAVA_LONG, builder.entriesOffset() + ((long) runs << 3), lane);
          before = lane;
          runs++;
        }
      }
      setEnd(block, runs - 1, values.rowCount());
    }

    private void setEnd(MemorySegment block, int run, int end) {
      block.set(ValueLayout.JAVA_INT, builder.codesOffset() + ((long) run << 2), end);
    }
  }

  @Override
  public EncodedColumn open(ColumnBlock block) {
    return new Column(block);
  }

  private static final class Column extends EncodedColumn {
    private final int runs;
    private final long ends;
    private final long entries;
    private final boolean doubles;

    Column(ColumnBlock block) {
      super(block);
      runs = block.entryCount();
      ends = block.codesOffset();
      entries = block.entriesOffset();
      doubles = type().family() == TypeFamily.FLOATING;
      ColumnBlock.check(
          doubles
              ? statistics().hasDoubleBounds()
              : type().family() == TypeFamily.INTEGRAL && statistics().hasLongBounds(),
          "bounds");
      ColumnBlock.check(runs > 0 && runs <= block.rowCount(), "entries");
      block.checkSection(ends, (long) END_BYTES * runs, "codes");
      block.checkSection(entries, 8L * runs, "entries");
      int before = 0;
      for (int run = 0; run < runs; run++) {
        int end = end(run);
        ColumnBlock.check(end > before, "ends of runs");
        before = end;
        long value = value(run);
        ColumnBlock.check(
            doubles || value >= statistics().minLong() && value <= statistics().maxLong(),
            "bounds");
      }
      ColumnBlock.check(before == block.rowCount(), "ends of runs");
    }

    private int end(int run) {
      return segment.get(ValueLayout.JAVA_INT, ends + ((long) run << 2));
    }

    private long value(int run) {
      return segment.get(ValueLayout.JAVA_LONG, entries + ((long) run << 3));
    }

    /** The run of a row. */
    private int run(int row) {
      int low = 0;
      int high = runs - 1;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (end(middle) > row) {
          high = middle;
        } else {
          low = middle + 1;
        }
      }
      return low;
    }

    @Override
    protected ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch) {
      if (predicate instanceof LongRanges ranges && !doubles) {
        return new RunFilter(ranges, null);
      }
      if (predicate instanceof DoubleRanges ranges && doubles) {
        return new RunFilter(null, ranges);
      }
      throw mismatch(predicate);
    }

    /** Clears the bits of runs that do not match. */
    private final class RunFilter implements ValueFilter {
      private final @Nullable LongRanges longRanges;
      private final @Nullable DoubleRanges doubleRanges;

      RunFilter(@Nullable LongRanges longRanges, @Nullable DoubleRanges doubleRanges) {
        this.longRanges = longRanges;
        this.doubleRanges = doubleRanges;
      }

      @Override
      public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
        int to = fromRow + rowCount;
        int start = fromRow;
        for (int run = run(fromRow); start < to; run++) {
          int end = Math.min(to, end(run));
          if (!matches(value(run))) {
            clear(bitmap, start - fromRow, end - fromRow);
          }
          start = end;
        }
      }

      private boolean matches(long value) {
        if (longRanges != null) {
          return longRanges.contains(value);
        }
        if (doubleRanges != null) {
          for (DoubleRange range : doubleRanges.ranges()) {
            if (range.contains(Double.longBitsToDouble(value))) {
              return true;
            }
          }
        }
        return false;
      }

      private static void clear(MemorySegment bitmap, int from, int to) {
        for (int row = from; row < to; row = (row | 63) + 1) {
          long at = (long) (row >>> 6) << 3;
          long cleared = -1L << row;
          if (to - (row & ~63) < 64) {
            cleared &= (1L << to) - 1;
          }
          bitmap.set(ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) & ~cleared);
        }
      }
    }

    @Override
    public void read(int fromRow, int rowCount, ColumnVector out) {
      int run = run(fromRow);
      int to = fromRow + rowCount;
      if (end(run) >= to && block.nullCount() == 0) {
        if (doubles) {
          out.setConstantDouble(Double.longBitsToDouble(value(run)));
        } else {
          out.setConstantLong(value(run));
        }
        return;
      }
      MemorySegment lanes = out.scratch(8L * rowCount);
      int start = fromRow;
      while (start < to) {
        int end = Math.min(to, end(run));
        long value = value(run++);
        for (int row = start; row < end; row++) {
          lanes.set(ValueLayout.JAVA_LONG, (long) (row - fromRow) << 3, value);
        }
        start = end;
      }
      point(out, lanes);
      windowNulls(fromRow, rowCount, out);
    }

    @Override
    public void read(int fromRow, Selection selection, ColumnVector out) {
      MemorySegment positions = selection.positions();
      MemorySegment lanes = out.scratch(8L * selection.rowCount());
      int run = run(fromRow);
      int end = end(run);
      for (int i = 0; i < selection.count(); i++) {
        int row = fromRow + positions.get(ValueLayout.JAVA_INT, (long) i << 2);
        while (row >= end) {
          end = end(++run);
        }
        lanes.set(ValueLayout.JAVA_LONG, (long) i << 3, value(run));
      }
      point(out, lanes);
      selectedNulls(fromRow, selection, out);
    }

    private void point(ColumnVector out, MemorySegment lanes) {
      if (doubles) {
        out.setDoubles(lanes, 0);
      } else {
        out.setLongs(lanes, 0).setBounds(statistics().minLong(), statistics().maxLong());
      }
    }
  }
}
