package dev.paceline.core.operator.row;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes one column of a store of the parts that workers have collected, in {@link #pieces} that any
 * threads run in parallel. The first piece allocates the column, the last one releases the parts.
 */
final class ColumnFill {
  /** Rows of a piece, a multiple of 64 so that no two pieces share a word of a bitmap. */
  static final int PIECE_ROWS = 1 << 17;

  private final List<? extends ColumnPart> parts;
  private final int rowCount;
  private final MemoryScope memory;
  private final ColumnVector column;
  private final List<LaneBlock> blocks = new ArrayList<>();
  private final int[] starts;
  private final int[] partOf;
  private final AtomicInteger running = new AtomicInteger();

  @GuardedBy("this")
  private @Nullable Target target;

  /**
   * @param nulls bit set = NULL; null if no row is
   */
  private record Target(LaneCopy copy, @Nullable MemorySegment nulls) {}

  /**
   * @param rowCount of all parts
   * @param memory where the column will live
   * @param column becomes all rows of the parts
   */
  ColumnFill(
      List<? extends ColumnPart> parts, int rowCount, MemoryScope memory, ColumnVector column) {
    this.parts = parts;
    this.rowCount = rowCount;
    this.memory = memory;
    this.column = column;
    int blockCount = parts.stream().mapToInt(part -> part.blocks.size()).sum();
    starts = new int[blockCount];
    partOf = new int[blockCount];
    int row = 0;
    for (int part = 0; part < parts.size(); part++) {
      for (LaneBlock block : parts.get(part).blocks) {
        starts[blocks.size()] = row;
        partOf[blocks.size()] = part;
        blocks.add(block);
        row += block.rows;
      }
    }
  }

  /** All that is to be done, in independent pieces of about a millisecond. Called once. */
  List<Runnable> pieces() {
    if (rowCount == 0) {
      return List.of(this::complete);
    }
    List<Runnable> pieces = new ArrayList<>(parts.getFirst().pieces(parts, this::copy));
    for (int from = 0; from < rowCount; from += PIECE_ROWS) {
      int first = from;
      int end = Math.min(rowCount - PIECE_ROWS, from) + PIECE_ROWS;
      pieces.add(() -> fill(first, Math.min(end, rowCount)));
    }
    running.set(pieces.size());
    return pieces.stream().<Runnable>map(piece -> () -> run(piece)).toList();
  }

  private void run(Runnable piece) {
    piece.run();
    if (running.decrementAndGet() == 0) {
      complete();
    }
  }

  private void complete() {
    if (rowCount == 0 && column.type().family() == TypeFamily.INTEGRAL) {
      column.setConstantNull();
    }
    parts.forEach(ColumnPart::release);
  }

  private LaneCopy copy() {
    return target().copy();
  }

  private synchronized Target target() {
    Target known = target;
    if (known == null) {
      LaneCopy copy = parts.getFirst().prepare(parts, rowCount, memory, column);
      MemorySegment nulls = null;
      if (parts.stream().anyMatch(ColumnPart::hasNulls)) {
        nulls = memory.allocate(Bitmaps.bytes(rowCount));
        column.setNulls(nulls, 0);
      }
      known = new Target(copy, nulls);
      target = known;
    }
    return known;
  }

  /**
   * @param from a multiple of 64
   */
  private void fill(int from, int to) {
    Target into = target();
    MemorySegment nulls = into.nulls();
    if (nulls != null) {
      nulls.asSlice(from >>> 3, Bitmaps.bytes(to - from)).fill((byte) 0);
    }
    int row = from;
    for (int i = blockOf(from); row < to; i++) {
      LaneBlock block = blocks.get(i);
      int first = row - starts[i];
      int count = Math.min(block.rows - first, to - row);
      into.copy().copy(partOf[i], block, first, count, row);
      if (nulls != null) {
        copyNulls(block, first, count, nulls, row);
      }
      row += count;
    }
  }

  private int blockOf(int row) {
    int low = 0;
    int high = starts.length;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (starts[middle] <= row) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static void copyNulls(
      LaneBlock block, int from, int count, MemorySegment bitmap, int row) {
    MemorySegment marks = block.nulls;
    if (marks == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      if (marks.get(ValueLayout.JAVA_BYTE, (long) from + i) != 0) {
        Bitmaps.set(bitmap, 0, row + i);
      }
    }
  }
}
