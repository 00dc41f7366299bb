package dev.paceline.core.operator.window;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.WindowCall;
import dev.paceline.core.plan.WindowFrame;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows whose functions a worker computes: consecutive positions, with the partition, the peers
 * and the frames of each, which all functions share. One worker uses it.
 */
final class WindowBatch {
  private final SortedRows rows;
  private final RowStarts starts;
  private final Map<Integer, RangeKeys> rangeKeys;
  private final MemoryScope memory;
  private final int capacity;
  private final Spans partition;
  private final Map<Integer, Spans> peers = new LinkedHashMap<>();
  private final Map<FrameOfPeers, Frames> frames = new LinkedHashMap<>();
  private int from;
  private int count;

  private record FrameOfPeers(WindowFrame frame, int peerKeys) {}

  /**
   * @param rangeKeys by column
   * @param memory for scratch
   * @param capacity the most rows of a batch
   */
  WindowBatch(
      SortedRows rows,
      RowStarts starts,
      Map<Integer, RangeKeys> rangeKeys,
      MemoryScope memory,
      int capacity) {
    this.rows = rows;
    this.starts = starts;
    this.rangeKeys = rangeKeys;
    this.memory = memory;
    this.capacity = capacity;
    this.partition = new Spans(starts.partitions(), capacity);
  }

  /** Looks at other rows, and so do all spans and frames. */
  void move(int position, int rowCount) {
    from = position;
    count = rowCount;
    partition.move(position, rowCount);
    peers.values().forEach(spans -> spans.move(position, rowCount));
    frames.values().forEach(frame -> frame.move(position, rowCount));
  }

  /** The position of the first row. */
  int from() {
    return from;
  }

  int count() {
    return count;
  }

  int capacity() {
    return capacity;
  }

  MemoryScope memory() {
    return memory;
  }

  SortedRows rows() {
    return rows;
  }

  Spans partition() {
    return partition;
  }

  /** The peers in some leading order keys; to be asked for before the first move. */
  Spans peers(int keys) {
    return keys == 0
        ? partition
        : peers.computeIfAbsent(keys, count -> new Spans(starts.peers(count), capacity));
  }

  /** The frames of a function; to be asked for before the first move. */
  Frames frames(WindowCall call) {
    Spans peersOfCall = peers(call.peerKeys());
    return frames.computeIfAbsent(
        new FrameOfPeers(call.frame(), call.peerKeys()),
        key ->
            new Frames(
                rows,
                key.frame(),
                partition,
                peersOfCall,
                rangeKeys.get(key.frame().rangeKey()),
                memory,
                capacity));
  }

  /** A vector for {@link #read}. */
  ColumnVector newVector(int column) {
    return new ColumnVector(rows.store().column(column).type(), memory);
  }

  /** Makes a vector the values of a column in the rows of the batch. */
  void read(int column, ColumnVector out) {
    rows.read(column, from, count, out, capacity);
  }
}
