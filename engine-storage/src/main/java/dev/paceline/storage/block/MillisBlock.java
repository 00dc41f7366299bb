package dev.paceline.storage.block;

import static dev.paceline.storage.block.ColumnBlockLayout.*;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;

/**
 * Blocks whose times are milliseconds, as files before version 3 of segments have them. They become
 * blocks of microseconds when they are loaded. No encoding knows more about a value than that it is
 * a number, so that only these numbers are multiplied.
 */
public final class MillisBlock {
  private MillisBlock() {}

  /** Whether values of a type were milliseconds. */
  public static boolean isConverted(DataType type) {
    return switch (type.kind()) {
      case TIME, TIMESTAMP, TIMESTAMP_LTZ, INTERVAL -> true;
      default -> false;
    };
  }

  /**
   * Converts a block in place. Whether it is a right one is found out when it is opened.
   *
   * @throws PacelineException NUMERIC_OVERFLOW if there is a time that microseconds cannot say
   */
  public static void toMicros(MemorySegment block) {
    if (block.get(JAVA_INT, MAGIC_OFFSET) != MAGIC) {
      return;
    }
    boolean bounds = (block.get(JAVA_SHORT, FLAGS_OFFSET) & BOUNDS_FLAG) != 0;
    if (!bounds) {
      return; // all rows are NULL
    }
    long min = block.get(JAVA_LONG, MIN_OFFSET);
    long max = block.get(JAVA_LONG, MAX_OFFSET);
    if (!Micros.canHoldMillis(min) || !Micros.canHoldMillis(max)) {
      throw new PacelineException(
          ErrorCode.NUMERIC_OVERFLOW,
          "a column has times more than 292,000 years from 1970, which Paceline no longer reads;"
              + " an earlier version does");
    }
    multiply(block, MIN_OFFSET, 2);
    switch (block.get(JAVA_BYTE, ENCODING_OFFSET)) {
      case ENCODING_CONSTANT -> multiply(block, section(block, CODES_OFFSET, 1), 1);
      case ENCODING_FRAME_OF_REFERENCE -> {
        if (block.get(JAVA_BYTE, CODE_WIDTH_OFFSET) == Long.BYTES) {
          int rows = block.get(JAVA_INT, ROW_COUNT_OFFSET);
          multiply(block, section(block, CODES_OFFSET, rows), rows);
        } else {
          multiply(block, BASE_OFFSET, 2);
        }
      }
      default -> {
        int entries = block.get(JAVA_INT, ENTRY_COUNT_OFFSET);
        multiply(block, section(block, ENTRIES_OFFSET, entries), entries);
      }
    }
  }

  /** Returns where a section of numbers begins. */
  private static long section(MemorySegment block, int offset, int count) {
    long start = block.get(JAVA_LONG, offset);
    ColumnBlock.check(
        count >= 0 && start >= HEADER_LENGTH && start <= block.byteSize() - 8L * count, "sections");
    return start;
  }

  private static void multiply(MemorySegment block, long offset, int count) {
    for (int i = 0; i < count; i++) {
      long at = offset + 8L * i;
      block.set(JAVA_LONG, at, block.get(JAVA_LONG, at) * Micros.PER_MILLI);
    }
  }

  /** Converts what is known about a block of milliseconds. */
  public static BlockSummary toMicros(BlockSummary summary) {
    ColumnStatistics known = summary.statistics();
    boolean bounds =
        known.hasLongBounds()
            && Micros.canHoldMillis(known.minLong())
            && Micros.canHoldMillis(known.maxLong());
    ColumnStatistics statistics =
        new ColumnStatistics(
            known.rowCount(),
            known.nullCount(),
            known.distinctEstimate(),
            bounds,
            bounds ? known.minLong() * Micros.PER_MILLI : 0,
            bounds ? known.maxLong() * Micros.PER_MILLI : 0,
            false,
            0,
            0,
            null,
            null,
            known.sorted(),
            known.unique());
    return new BlockSummary(summary.bytes(), statistics, summary.sketch().times(Micros.PER_MILLI));
  }
}
