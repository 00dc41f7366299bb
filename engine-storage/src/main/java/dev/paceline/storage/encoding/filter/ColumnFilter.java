package dev.paceline.storage.encoding.filter;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.scan.ChunkFilter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Adds the treatment of NULLs to a filter of values. One worker uses it. */
public final class ColumnFilter implements ChunkFilter {
  private final Outcome valueOutcome;
  private final @Nullable ValueFilter values;
  private final boolean hasNulls;
  private final boolean nullMatches;
  private final MemorySegment segment;
  private final long nullsOffset;
  private final Outcome outcome;
  private long[] before = new long[0];

  /**
   * @param valueOutcome of the rows that are not NULL
   * @param values needed where the outcome is SOME_MATCH
   */
  public ColumnFilter(
      Outcome valueOutcome,
      @Nullable ValueFilter values,
      boolean hasNulls,
      boolean nullMatches,
      MemorySegment segment,
      long nullsOffset) {
    this.valueOutcome = valueOutcome;
    this.values = values;
    this.hasNulls = hasNulls;
    this.nullMatches = nullMatches;
    this.segment = segment;
    this.nullsOffset = nullsOffset;
    Outcome nullOutcome = nullMatches ? Outcome.ALL_MATCH : Outcome.NONE_MATCH;
    this.outcome = hasNulls && nullOutcome != valueOutcome ? Outcome.SOME_MATCH : valueOutcome;
  }

  @Override
  public Outcome outcome() {
    return outcome;
  }

  @Override
  public boolean takesRowByRow() {
    return values != null && values.takesRowByRow();
  }

  @Override
  public void narrow(int fromRow, int rowCount, MemorySegment bitmap) {
    if (outcome == Outcome.ALL_MATCH) {
      return;
    }
    if (outcome == Outcome.NONE_MATCH) {
      Bitmaps.zero(bitmap, 0, rowCount);
      return;
    }
    long nullsBit = (nullsOffset << 3) + fromRow;
    if (hasNulls && nullMatches) {
      keep(bitmap, rowCount);
      narrowValues(fromRow, rowCount, bitmap);
      addNulls(nullsBit, bitmap, rowCount);
    } else {
      narrowValues(fromRow, rowCount, bitmap);
      if (hasNulls) {
        Bitmaps.clearWhereSet(segment, nullsBit, rowCount, bitmap);
      }
    }
  }

  private void narrowValues(int fromRow, int rowCount, MemorySegment bitmap) {
    switch (valueOutcome) {
      case ALL_MATCH -> {}
      case NONE_MATCH -> Bitmaps.zero(bitmap, 0, rowCount);
      case SOME_MATCH -> {
        ValueFilter filter = values;
        if (filter != null) {
          filter.narrow(fromRow, rowCount, bitmap);
        }
      }
    }
  }

  private void keep(MemorySegment bitmap, int rowCount) {
    int words = rowCount + 63 >>> 6;
    if (before.length < words) {
      before = new long[words];
    }
    for (int i = 0; i < words; i++) {
      before[i] = bitmap.get(ValueLayout.JAVA_LONG, (long) i << 3);
    }
  }

  private void addNulls(long nullsBit, MemorySegment bitmap, int rowCount) {
    for (int i = 0; i << 6 < rowCount; i++) {
      long nulls = Bitmaps.word(segment, nullsBit + ((long) i << 6), rowCount - (i << 6));
      long at = (long) i << 3;
      bitmap.set(
          ValueLayout.JAVA_LONG, at, bitmap.get(ValueLayout.JAVA_LONG, at) | before[i] & nulls);
    }
  }
}
