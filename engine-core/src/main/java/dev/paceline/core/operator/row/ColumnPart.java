package dev.paceline.core.operator.row;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** One column of the rows of one worker, as a list of growing blocks. One worker uses it. */
abstract class ColumnPart {
  private static final int FIRST_BLOCK_ROWS = 1 << 11;
  private static final int LAST_BLOCK_ROWS = 1 << 16;

  final MemoryScope memory;
  final List<LaneBlock> blocks = new ArrayList<>();
  private boolean hasNulls;

  ColumnPart(MemoryScope memory) {
    this.memory = memory;
  }

  /**
   * @param memory where the rows live
   * @param scratch of the worker
   */
  static ColumnPart of(DataType type, MemoryScope memory, MemoryScope scratch) {
    return switch (type.family()) {
      case INTEGRAL -> new IntegralPart(memory);
      case FLOATING -> new DoublePart(memory);
      case BOOLEAN -> new BooleanPart(memory);
      case BYTES -> new BytesPart(memory, scratch);
    };
  }

  /** Copies the first rows of a vector. */
  final void append(ColumnVector source, int count) {
    LaneBlock block;
    if (source.isConstantNull()) {
      block = block(narrowest(), count);
      block.lanes.asSlice(block.end(), (long) block.width * count).fill((byte) 0);
      block.appendAllNull(count, memory);
      hasNulls = true;
    } else {
      block = write(source, count);
      MemorySegment nulls = source.nulls();
      if (nulls != null) {
        block.appendNulls(nulls, source.nullsOffset(), count, memory);
        hasNulls = true;
      }
    }
    block.rows += count;
  }

  /** Width of lanes for rows that are all NULL. */
  abstract int narrowest();

  /** Writes the lanes of rows behind the last row of a block, and returns the block. */
  abstract LaneBlock write(ColumnVector source, int count);

  /**
   * Makes {@code out} all rows of some parts of this class, in memory of its own; NULLs are not
   * set.
   *
   * @param rowCount of all parts, positive
   */
  abstract void combine(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out);

  /**
   * A block of at least this width with room; the last one where possible.
   *
   * @param width bytes of a lane; never becomes narrower from block to block
   */
  final LaneBlock block(int width, int count) {
    int rows = FIRST_BLOCK_ROWS;
    int wanted = width;
    if (!blocks.isEmpty()) {
      LaneBlock last = blocks.getLast();
      if (last.width >= width && last.rows + count <= last.capacity) {
        return last;
      }
      rows = Math.min(2 * last.capacity, LAST_BLOCK_ROWS);
      wanted = Math.max(width, last.width);
    }
    LaneBlock block = new LaneBlock(memory, wanted, Math.max(rows, count));
    blocks.add(block);
    return block;
  }

  /** Bytes of the rows so far. */
  long bytes() {
    long bytes = 0;
    for (LaneBlock block : blocks) {
      bytes += block.end();
    }
    return bytes;
  }

  final boolean hasNulls() {
    return hasNulls;
  }

  /** Sets the bits of this part's NULLs, from a row on; returns the row behind the last. */
  final int copyNulls(MemorySegment bitmap, int row) {
    int at = row;
    for (LaneBlock block : blocks) {
      MemorySegment nulls = block.nulls;
      if (nulls != null) {
        for (int i = 0; i < block.rows; i++) {
          if (nulls.get(ValueLayout.JAVA_BYTE, i) != 0) {
            Bitmaps.set(bitmap, 0, at + i);
          }
        }
      }
      at += block.rows;
    }
    return at;
  }

  /** Gives the memory back as far as it can be. */
  void release() {
    for (LaneBlock block : blocks) {
      block.release(memory);
    }
    blocks.clear();
  }
}
