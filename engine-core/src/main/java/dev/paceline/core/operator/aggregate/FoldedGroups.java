package dev.paceline.core.operator.aggregate;

import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.scan.ValueRange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The groups of all workers, partitioned by {@link HashPartitions#fine}. Workers aggregate their
 * {@link BufferedRows} into them before the input ends, so that the rows do not take much more
 * memory than the groups. One worker at a time adds to a partition, so each key exists once,
 * however many workers there are.
 */
final class FoldedGroups implements AutoCloseable {
  private static final int FREE = 0;
  private static final int TAKEN = 1;

  private final Shape shape;
  private final QueryContext query;

  /** A worker may use the groups of a partition only while it holds the partition's mark. */
  private final AtomicIntegerArray marks = new AtomicIntegerArray(HashPartitions.FINE_COUNT);

  private final AtomicReferenceArray<@Nullable Grouping> partitions =
      new AtomicReferenceArray<>(HashPartitions.FINE_COUNT);

  FoldedGroups(Shape shape, QueryContext query) {
    this.shape = shape.withKeyRanges(new ValueRange[shape.keys().length]);
    this.query = query;
  }

  /**
   * Adds a partition's rows, unless another worker is at it.
   *
   * @return how many groups have come of them; -1 if nothing happened
   */
  int fold(int partition, BufferedRows rows) {
    if (!marks.compareAndSet(partition, FREE, TAKEN)) {
      return -1;
    }
    try {
      Grouping present = partitions.get(partition);
      Grouping groups = present == null ? new Grouping(shape, query) : present;
      partitions.set(partition, groups);
      int before = groups.size();
      rows.drain(
          partition,
          groups.scope(),
          batch -> {
            groups.add(batch);
            return true;
          });
      return groups.size() - before;
    } finally {
      marks.set(partition, FREE);
    }
  }

  /** A partition's groups, which belong to the caller then; null if there are none. */
  @Nullable Grouping take(int partition) {
    return partitions.getAndSet(partition, null);
  }

  /** All groups, which stay. Not while rows are added. */
  List<Grouping> all() {
    List<Grouping> all = new ArrayList<>();
    for (int i = 0; i < partitions.length(); i++) {
      Grouping groups = partitions.get(i);
      if (groups != null) {
        all.add(groups);
      }
    }
    return all;
  }

  /** All groups, which belong to the caller then. Not while rows are added. */
  List<Grouping> takeAll() {
    List<Grouping> all = all();
    for (int i = 0; i < partitions.length(); i++) {
      partitions.set(i, null);
    }
    return all;
  }

  /** Whether no rows have been added. */
  boolean isEmpty() {
    return all().isEmpty();
  }

  /** Bytes of the groups. */
  long bytes() {
    return all().stream().mapToLong(Grouping::bytes).sum();
  }

  @Override
  public void close() {
    takeAll().forEach(Grouping::close);
  }
}
