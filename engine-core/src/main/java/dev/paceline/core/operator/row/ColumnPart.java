package dev.paceline.core.operator.row;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One column of the rows of one worker, as a list of growing blocks. One worker uses it. */
abstract class ColumnPart {
  private static final int FIRST_BLOCK_ROWS = 1 << 8;
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
   * Allocates a column for all rows of some parts of this class and makes {@code out} that column;
   * NULLs are not set.
   *
   * @param rowCount of all parts, positive
   * @return what copies the rows, before which the column is undefined
   */
  abstract LaneCopy prepare(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope target, ColumnVector out);

  /**
   * Returns independent tasks that move everything besides the lanes.
   *
   * @param copy gives what {@link #prepare} has returned
   */
  List<Runnable> pieces(List<? extends ColumnPart> parts, Supplier<LaneCopy> copy) {
    return List.of();
  }

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

  /** Gives the memory back as far as it can be. */
  void release() {
    for (LaneBlock block : blocks) {
      block.release(memory);
    }
    blocks.clear();
  }
}
