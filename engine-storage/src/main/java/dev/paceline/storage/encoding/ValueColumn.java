package dev.paceline.storage.encoding;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.kernel.CompressKernels;
import dev.paceline.core.kernel.DecodeKernels;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.filter.ColumnFilter;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/**
 * A column of a chunk whose values and NULLs are in native memory: applies statistics before any
 * row is looked at, and NULLs after it. Immutable and safe for all threads.
 */
public abstract class ValueColumn implements ChunkColumn {
  /** Selections with fewer than one in this number of rows are gathered row by row. */
  private static final int SPARSE = 16;

  private final DataType type;
  private final ColumnStatistics statistics;
  private final boolean hasNulls;
  private final MemorySegment nulls;
  private final long nullsOffset;

  /**
   * @param hasNulls whether there is a bitmap of NULLs
   * @param nulls holds that bitmap, bit set = NULL
   * @param nullsOffset byte offset of its first word, a multiple of 8
   */
  protected ValueColumn(
      DataType type,
      ColumnStatistics statistics,
      boolean hasNulls,
      MemorySegment nulls,
      long nullsOffset) {
    this.type = type;
    this.statistics = statistics;
    this.hasNulls = hasNulls;
    this.nulls = nulls;
    this.nullsOffset = nullsOffset;
  }

  @Override
  public final DataType type() {
    return type;
  }

  @Override
  public final ColumnStatistics statistics() {
    return statistics;
  }

  @Override
  public final ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
    boolean nullMatches = ZoneMap.nullMatches(predicate);
    Outcome outcome = ZoneMap.valueOutcome(statistics, predicate);
    if (statistics.nullCount() == statistics.rowCount()) {
      outcome = nullMatches ? Outcome.ALL_MATCH : Outcome.NONE_MATCH;
    }
    if (outcome != Outcome.SOME_MATCH) {
      return new ColumnFilter(outcome, null, hasNulls, nullMatches, nulls, nullsOffset);
    }
    ValueFilter values = valueFilter(predicate, scratch);
    return new ColumnFilter(values.outcome(), values, hasNulls, nullMatches, nulls, nullsOffset);
  }

  /**
   * Translates a predicate that statistics leave open; it need not care for NULL rows.
   *
   * @param predicate of this column's family, and no NullTest
   * @param scratch memory that the filter may use
   */
  protected abstract ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch);

  /** A predicate of the wrong family has reached this column. */
  protected final IllegalArgumentException mismatch(ColumnPredicate predicate) {
    return new IllegalArgumentException(predicate + " on a column of type " + type());
  }

  /** Adds the NULLs of a window to a vector. */
  protected final void windowNulls(int fromRow, int rowCount, ColumnVector out) {
    if (!hasNulls) {
      return;
    }
    if ((fromRow & 63) == 0) {
      out.setNulls(nulls, nullsOffset + (fromRow >>> 3));
    } else {
      MemorySegment shifted = out.nullScratch(rowCount);
      Bitmaps.copy(nulls, (nullsOffset << 3) + fromRow, shifted, 0, rowCount);
      out.setNulls(shifted, 0);
    }
  }

  /** Adds the NULLs of selected rows to a vector. */
  protected final void selectedNulls(int fromRow, Selection selection, ColumnVector out) {
    if (hasNulls) {
      MemorySegment selected = out.nullScratch(selection.rowCount());
      Bitmaps.compress(
          nulls, (nullsOffset << 3) + fromRow, selection.bitmap(), selection.rowCount(), selected);
      out.setNulls(selected, 0);
    }
  }

  /**
   * Copies selected lanes into the scratch of a vector.
   *
   * @param offset of the first lane of the window
   */
  protected static MemorySegment selectLanes(
      MemorySegment data, long offset, int width, Selection selection, ColumnVector out) {
    int rows = selection.rowCount();
    MemorySegment lanes = out.scratch((long) width * rows);
    if (selection.count() * SPARSE < rows) {
      DecodeKernels.current()
          .gather(data, offset, width, selection.positions(), selection.count(), lanes, 0);
    } else {
      CompressKernels.current().compress(data, offset, width, selection.bitmap(), rows, lanes);
    }
    return lanes;
  }

  /**
   * Makes a vector a window on a bitmap of BOOLEAN values.
   *
   * @param offset byte offset of the bitmap, a multiple of 8
   */
  protected final void readBits(
      MemorySegment data, long offset, int fromRow, int rowCount, ColumnVector out) {
    if ((fromRow & 63) == 0) {
      out.setBits(data, offset + (fromRow >>> 3));
    } else {
      MemorySegment bits = out.scratch(Bitmaps.bytes(rowCount));
      Bitmaps.copy(data, (offset << 3) + fromRow, bits, 0, rowCount);
      out.setBits(bits, 0);
    }
    windowNulls(fromRow, rowCount, out);
  }

  /** Copies the selected bits of a bitmap of BOOLEAN values. */
  protected final void readBits(
      MemorySegment data, long offset, int fromRow, Selection selection, ColumnVector out) {
    int rows = selection.rowCount();
    MemorySegment bits = out.scratch(Bitmaps.bytes(rows));
    Bitmaps.compress(data, (offset << 3) + fromRow, selection.bitmap(), rows, bits);
    out.setBits(bits, 0);
    selectedNulls(fromRow, selection, out);
  }
}
