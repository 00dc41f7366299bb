package dev.paceline.core.operator.window;

import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Aggregates of aligned ranges of positions, of which those of any frame are put together (segment
 * trees: Leis and others, Efficient Processing of Window Functions in Analytical SQL Queries, 2015,
 * section 4.4). A node of level n has the aggregate of 16 nodes of level n - 1; level 0 has a node
 * for each position.
 */
abstract class SegmentTree implements Evaluation {
  private static final int FAN_OUT_BITS = 4;
  private static final int FAN_OUT = 1 << FAN_OUT_BITS;

  /** The levels in which each worker's range has nodes of its own. */
  private static final int RANGE_LEVELS =
      Integer.numberOfTrailingZeros(PositionRanges.ROWS) / FAN_OUT_BITS;

  private final SortedRows rows;
  private final List<MemorySegment> levels = new ArrayList<>();
  private final int[] sizes;

  /**
   * @param nodeBytes of a node
   */
  SegmentTree(SortedRows rows, int nodeBytes, MemoryScope memory) {
    this.rows = rows;
    List<Integer> nodes = new ArrayList<>();
    int size = rows.count();
    while (true) {
      levels.add(memory.allocate((long) nodeBytes * size));
      nodes.add(size);
      if (size <= FAN_OUT) {
        break;
      }
      size = (size + FAN_OUT - 1) >>> FAN_OUT_BITS;
    }
    sizes = nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public final FinishPhase phases() {
    return PositionRanges.phase(rows, this::build)
        .thenRun(
            () -> {
              for (int level = RANGE_LEVELS + 1; level < levels.size(); level++) {
                buildLevel(level, 0, sizes[level]);
              }
            });
  }

  private void build(int from, int to, BatchReader reader) {
    fillLeaves(from, to, levels.getFirst(), reader);
    for (int level = 1; level <= RANGE_LEVELS && level < levels.size(); level++) {
      int shift = FAN_OUT_BITS * level;
      buildLevel(level, from >>> shift, Math.min(sizes[level], (to + (1 << shift) - 1) >>> shift));
    }
  }

  private void buildLevel(int level, int from, int to) {
    for (int node = from; node < to; node++) {
      int first = node << FAN_OUT_BITS;
      int end = Math.min(first + FAN_OUT, sizes[level - 1]);
      merge(levels.get(level - 1), first, end, levels.get(level), node);
    }
  }

  /** Writes the nodes of some positions. */
  abstract void fillLeaves(int from, int to, MemorySegment leaves, BatchReader reader);

  /** Writes the aggregate of some nodes to a node of the level above. */
  abstract void merge(MemorySegment nodes, int from, int to, MemorySegment above, int node);

  /** An aggregate of nodes that one worker puts together. */
  interface Accumulator {
    /** Begins anew. */
    void clear();

    /** Adds the nodes [from, to) of a level. */
    void add(MemorySegment nodes, int from, int to);
  }

  /**
   * Makes an accumulator that of the frames of a row. Where the frame only grew since the row
   * before in the batch, as those that start with the partition do, only the new positions are
   * added.
   */
  final class FrameCursor {
    private final Frames frames;
    private final Accumulator accumulator;
    private int start;
    private int end;

    FrameCursor(Frames frames, Accumulator accumulator) {
      this.frames = frames;
      this.accumulator = accumulator;
    }

    /** Moves to a row of the batch; its first one begins anew, whoever computed those before. */
    void move(int i) {
      if (frames.ranges() > 1) {
        accumulator.clear();
        for (int range = 0; range < frames.ranges(); range++) {
          add(frames.starts(range)[i], frames.ends(range)[i], accumulator);
        }
        return;
      }
      int newStart = frames.starts(0)[i];
      int newEnd = frames.ends(0)[i];
      if (i > 0 && newStart == start && newEnd >= end) {
        add(end, newEnd, accumulator);
      } else {
        accumulator.clear();
        add(newStart, newEnd, accumulator);
      }
      start = newStart;
      end = newEnd;
    }
  }

  private void add(int from, int to, Accumulator accumulator) {
    int low = from;
    int high = to;
    for (int level = 0; low < high; level++) {
      MemorySegment nodes = levels.get(level);
      if (high - low <= 2 * FAN_OUT) {
        accumulator.add(nodes, low, high);
        return;
      }
      int firstWhole = (low + FAN_OUT - 1) >>> FAN_OUT_BITS;
      int lastWhole = high >>> FAN_OUT_BITS;
      accumulator.add(nodes, low, firstWhole << FAN_OUT_BITS);
      accumulator.add(nodes, lastWhole << FAN_OUT_BITS, high);
      low = firstWhole;
      high = lastWhole;
    }
  }
}
