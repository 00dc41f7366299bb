package dev.paceline.benchmarks.bounds;

import dev.paceline.storage.block.ColumnBlock;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The parts of a block of compressed text: its symbols, and the codes of each row, one byte each,
 * or an escape with the byte itself behind it.
 */
final class CompressedText {
  /** The code that says that the next byte stands for itself. */
  static final int ESCAPE = 255;

  private static final byte ENCODING = 9;
  private static final int GROUP_SHIFT = 6;

  private final MemorySegment segment;
  private final int rows;
  private final int width;
  private final long starts;
  private final long bases;
  private final long codes;
  private final byte[][] symbols;

  private CompressedText(ColumnBlock block) {
    segment = block.segment();
    rows = block.rowCount();
    width = block.codeWidth();
    starts = block.codesOffset();
    bases = starts + (2 * (rows + 1L) + 3 & -4);
    int count = block.entryCount();
    codes = block.heapOffset() + count;
    symbols = new byte[count][];
    for (int i = 0; i < count; i++) {
      symbols[i] = new byte[segment.get(ValueLayout.JAVA_BYTE, block.heapOffset() + i)];
      MemorySegment.copy(
          segment,
          ValueLayout.JAVA_BYTE,
          block.entriesOffset() + ((long) i << 3),
          symbols[i],
          0,
          symbols[i].length);
    }
  }

  static CompressedText of(String column, ColumnBlock block) {
    BlockProperty.require(
        block.encoding() == ENCODING && block.nullCount() == 0,
        "compressed text without NULLs in " + column);
    return new CompressedText(block);
  }

  MemorySegment segment() {
    return segment;
  }

  int rows() {
    return rows;
  }

  byte[][] symbols() {
    return symbols;
  }

  /** Returns the position in {@link #segment} of the codes of row 0. */
  long codes() {
    return codes;
  }

  /**
   * Returns the position, relative to {@link #codes}, of the codes of a row; one past the last row,
   * their end.
   */
  int start(int row) {
    return width == 4
        ? segment.get(ValueLayout.JAVA_INT, starts + ((long) row << 2))
        : segment.get(ValueLayout.JAVA_INT, bases + ((long) (row >>> GROUP_SHIFT) << 2))
            + (segment.get(ValueLayout.JAVA_SHORT, starts + ((long) row << 1)) & 0xffff);
  }
}
