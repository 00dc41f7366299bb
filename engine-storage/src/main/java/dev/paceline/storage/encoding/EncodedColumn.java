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
import dev.paceline.storage.block.ColumnBlock;
import dev.paceline.storage.encoding.filter.ColumnFilter;
import dev.paceline.storage.encoding.filter.ValueFilter;
import java.lang.foreign.MemorySegment;

/** A parsed block: reads and filters rows. Immutable and safe for all threads. */
public abstract class EncodedColumn implements ChunkColumn {
  /** Selections with fewer rows than one in so many are gathered row by row. */
  private static final int SPARSE = 16;

  protected final ColumnBlock block;
  protected final MemorySegment segment;
  private final ColumnStatistics statistics;
  private final long nullsOffset;

  protected EncodedColumn(ColumnBlock block) {
    this.block = block;
    this.segment = block.segment();
    this.statistics = block.statistics();
    this.nullsOffset = block.nullsOffset();
  }

  /**
   * Parses a block and checks everything that reading relies on.
   *
   * @param memory native, starts with the block at a multiple of 8 bytes
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  public static EncodedColumn open(MemorySegment memory) {
    return EncodingChooser.open(ColumnBlock.of(memory));
  }

  public final ColumnBlock block() {
    return block;
  }

  @Override
  public final DataType type() {
    return block.type();
  }

  @Override
  public final ColumnStatistics statistics() {
    return statistics;
  }

  @Override
  public final ChunkFilter filter(ColumnPredicate predicate, ColumnVector scratch) {
    boolean hasNulls = nullsOffset != 0;
    boolean nullMatches = ZoneMap.nullMatches(predicate);
    Outcome outcome = ZoneMap.valueOutcome(statistics, predicate);
    if (statistics.nullCount() == statistics.rowCount()) {
      outcome = nullMatches ? Outcome.ALL_MATCH : Outcome.NONE_MATCH;
    }
    if (outcome != Outcome.SOME_MATCH) {
      return new ColumnFilter(outcome, null, hasNulls, nullMatches, segment, nullsOffset);
    }
    ValueFilter values = valueFilter(predicate, scratch);
    return new ColumnFilter(values.outcome(), values, hasNulls, nullMatches, segment, nullsOffset);
  }

  /**
   * Translates a predicate that statistics leave open; it need not care for NULL rows.
   *
   * @param predicate of this column's family, and no NullTest
   * @param scratch memory that the filter may use
   */
  abstract ValueFilter valueFilter(ColumnPredicate predicate, ColumnVector scratch);

  /** A predicate of the wrong family has reached this column. */
  final IllegalArgumentException mismatch(ColumnPredicate predicate) {
    return new IllegalArgumentException(predicate + " on a column of type " + type());
  }

  /** Adds the NULLs of a window to a vector. */
  final void windowNulls(int fromRow, int rowCount, ColumnVector out) {
    if (nullsOffset == 0) {
      return;
    }
    if ((fromRow & 63) == 0) {
      out.setNulls(segment, nullsOffset + (fromRow >>> 3));
    } else {
      MemorySegment nulls = out.nullScratch(rowCount);
      Bitmaps.copy(segment, (nullsOffset << 3) + fromRow, nulls, 0, rowCount);
      out.setNulls(nulls, 0);
    }
  }

  /** Adds the NULLs of selected rows to a vector. */
  final void selectedNulls(int fromRow, Selection selection, ColumnVector out) {
    if (nullsOffset != 0) {
      MemorySegment nulls = out.nullScratch(selection.rowCount());
      Bitmaps.compress(
          segment, (nullsOffset << 3) + fromRow, selection.bitmap(), selection.rowCount(), nulls);
      out.setNulls(nulls, 0);
    }
  }

  /**
   * Copies selected lanes into the scratch of a vector.
   *
   * @param offset of the first lane of the window
   */
  final MemorySegment selectLanes(long offset, int width, Selection selection, ColumnVector out) {
    int rows = selection.rowCount();
    MemorySegment lanes = out.scratch((long) width * rows);
    if (selection.count() * SPARSE < rows) {
      DecodeKernels.current()
          .gather(segment, offset, width, selection.positions(), selection.count(), lanes, 0);
    } else {
      CompressKernels.current().compress(segment, offset, width, selection.bitmap(), rows, lanes);
    }
    return lanes;
  }
}
