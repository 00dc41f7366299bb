package dev.paceline.storage.encoding;

import static dev.paceline.storage.block.ColumnBlockLayout.KIND_OFFSET;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.storage.block.BlockBuilder;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.block.ColumnBlockLayout;
import java.lang.foreign.MemorySegment;

/**
 * Blocks of intervals that are numbers of months or of microseconds, as files before version 4 of
 * segments have them. They become blocks of intervals of both when they are loaded, and need more
 * room then. Microseconds become days and a time, as they were shown.
 */
public final class OldIntervals {
  /** Rows that are converted at once. */
  private static final int ROWS = 1024;

  private OldIntervals() {}

  /** Returns what is known of a block after its conversion. */
  public static BlockSummary converted(BlockSummary old) {
    ColumnStatistics known = old.statistics();
    ColumnStatistics statistics = ColumnStatistics.unknown(known.rowCount(), known.nullCount());
    return new BlockSummary(builder(statistics).length(), statistics, old.sketch());
  }

  private static BlockBuilder builder(ColumnStatistics statistics) {
    return new BlockBuilder(DataType.INTERVAL, PlainNumberEncoding.ID, statistics)
        .codes(2 * Long.BYTES, 0, 1);
  }

  /** Returns whether the values of a block are months; they are microseconds otherwise. */
  public static boolean areMonths(MemorySegment block) {
    return block.get(JAVA_BYTE, KIND_OFFSET) == ColumnBlockLayout.OLD_MONTHS_KIND;
  }

  /**
   * Converts a block.
   *
   * @param frame begins with the block, and has room for the converted one
   * @param length of the block
   * @param summary of the converted block
   * @return the converted block, at the beginning of the frame
   */
  public static EncodedColumn convert(MemorySegment frame, long length, BlockSummary summary) {
    boolean months = areMonths(frame);
    BlockBuilder builder = builder(summary.statistics());
    // The copy of one block is short-lived, so that no ledger counts it.
    try (MemoryLedger ledger = new MemoryLedger(Long.MAX_VALUE);
        MemoryScope scope = ledger.openScope("old intervals")) {
      MemorySegment copy = scope.allocate(length);
      MemorySegment.copy(frame, 0, copy, 0, length);
      EncodedColumn old = EncodedColumn.open(copy);
      int rows = old.block().rowCount();
      MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
      MemorySegment lanes = scope.allocateZeroed(16L * rows);
      ColumnVector values = new ColumnVector(old.type(), scope);
      IntervalFields interval = new IntervalFields();
      for (int from = 0; from < rows; from += ROWS) {
        int count = Math.min(ROWS, rows - from);
        old.read(from, count, values);
        for (int i = 0; i < count; i++) {
          int row = from + i;
          if (values.isNull(i)) {
            Bitmaps.set(nulls, 0, row);
            continue;
          }
          if (months) {
            interval.set(values.getLong(i), 0, 0);
          } else {
            interval.ofDifference(values.getLong(i));
          }
          long size = interval.length();
          long lane = (long) row << 4;
          lanes.set(JAVA_LONG, lane, interval.low(size));
          lanes.set(JAVA_LONG, lane + Long.BYTES, interval.high(size));
        }
      }
      builder.start(frame, nulls);
      MemorySegment.copy(lanes, 0, frame, builder.codesOffset(), 16L * rows);
    }
    return EncodedColumn.open(frame.asSlice(0, builder.length()));
  }
}
