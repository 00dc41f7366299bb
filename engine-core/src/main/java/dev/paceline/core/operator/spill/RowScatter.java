package dev.paceline.core.operator.spill;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.Compactor;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the rows of a batch by the partition that the hash of some columns gives, by counting, and
 * encodes them as pages have them. One worker uses it.
 */
final class RowScatter {
  private final int[] keys;
  private final int count;
  private final PartitionFunction function;
  private final Compactor compactor;
  private final KeyHasher hasher;
  private final ColumnVector[] keyColumns;
  private final MemorySegment hashes;
  private final byte[] partitionOf;
  private final MemorySegment positions;
  private final LaneEncoder encoder;
  private final int[] ends;

  /** The partition of a hash. */
  @FunctionalInterface
  interface PartitionFunction {
    int of(long hash);
  }

  /**
   * @param keys columns that decide a row's partition
   * @param count of partitions, at most 256
   */
  RowScatter(
      PageLayout layout,
      int[] keys,
      int count,
      PartitionFunction function,
      MemoryScope scope,
      int batchRows) {
    this.keys = keys;
    this.count = count;
    this.function = function;
    compactor = new Compactor(layout.types().toArray(new DataType[0]), scope, batchRows);
    hasher = new KeyHasher(keys.length, scope, batchRows);
    keyColumns = new ColumnVector[keys.length];
    hashes = scope.allocateScratch(8L * batchRows);
    partitionOf = new byte[batchRows];
    positions = scope.allocateScratch(4L * batchRows);
    encoder = new LaneEncoder(layout, scope, batchRows);
    ends = new int[count];
  }

  /**
   * Sorts some rows of a batch, whatever its selection.
   *
   * @param selected 32-bit row numbers; null for the first {@code rows} rows
   * @return where each partition ends among the {@link #rows}; valid until the next call
   */
  int[] sort(Batch batch, @Nullable MemorySegment selected, int rows) {
    for (int i = 0; i < keys.length; i++) {
      keyColumns[i] = batch.column(keys[i]);
    }
    hasher.hash(keyColumns, batch.rowCount(), hashes);
    int[] next = new int[count + 1];
    count(selected, rows, next);
    for (int i = 1; i < count; i++) {
      next[i] += next[i - 1];
    }
    place(selected, rows, next);
    encoder.encode(compactor.gather(batch, positions, rows));
    System.arraycopy(next, 0, ends, 0, count);
    return ends;
  }

  /** Finds the partition of each row. Counts the rows of a partition at the next one's number. */
  private void count(@Nullable MemorySegment selected, int rows, int[] next) {
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected.get(ValueLayout.JAVA_INT, (long) i << 2);
      int partition = function.of(hashes.get(ValueLayout.JAVA_LONG, (long) row << 3));
      partitionOf[i] = (byte) partition;
      next[partition + 1]++;
    }
  }

  /** Writes the row numbers in the order of their partitions, from where each begins. */
  private void place(@Nullable MemorySegment selected, int rows, int[] next) {
    for (int i = 0; i < rows; i++) {
      int row = selected == null ? i : selected.get(ValueLayout.JAVA_INT, (long) i << 2);
      int at = next[partitionOf[i] & 0xff]++;
      positions.set(ValueLayout.JAVA_INT, (long) at << 2, row);
    }
  }

  /** The rows that were sorted last, in their new order. */
  LaneEncoder rows() {
    return encoder;
  }
}
