package dev.paceline.core.operator.aggregate;

import static dev.paceline.core.error.PacelineException.internal;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.key.KeyHasher;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The complete groups of one worker, by {@link Partitioning}, so that partitions of all workers'
 * groups can be merged in parallel. One thread sorts the groups, by counting; after that any thread
 * may use it.
 */
final class GroupPartitions {
  private final Grouping groups;
  private final Partitioning partitioning;

  /** The position in the ids at which each partition starts, and the end of the last one. */
  private int[] starts = {};

  private @Nullable MemorySegment ids;

  /**
   * @param groups to which nothing will be added
   */
  GroupPartitions(Grouping groups, Partitioning partitioning) {
    this.groups = groups;
    this.partitioning = partitioning;
  }

  Grouping groups() {
    return groups;
  }

  /** The numbers of a partition's groups, 4 bytes each, in memory of the groups. */
  MemorySegment ids(int partition) {
    MemorySegment sorted = ids;
    if (sorted == null) {
      throw internal("groups are not sorted by partition", null);
    }
    return sorted.asSlice(4L * starts[partition], 4L * (starts[partition + 1] - starts[partition]));
  }

  /** Finds the groups of each partition. Called once, before {@link #ids}. */
  void sort(CancellationToken cancellation) {
    groups.completeKeys();
    int[] begins = new int[partitioning.count() + 1];
    ids = sort(begins, cancellation);
    starts = begins;
    groups.sortValues(cancellation);
  }

  /**
   * @param begins zeros; gets the starts
   */
  private MemorySegment sort(int[] begins, CancellationToken cancellation) {
    int size = groups.size();
    MemoryScope scope = groups.scope();
    int capacity = groups.capacity();
    MemorySegment partitionOf = scope.allocate(size);
    MemorySegment batch = scope.allocate(4L * capacity);
    MemorySegment hashes = scope.allocate(8L * capacity);
    ColumnVector[] keys = groups.newKeys(scope);
    KeyHasher hasher = new KeyHasher(keys.length, scope, capacity);
    for (int first = 0; first < size; first += capacity) {
      cancellation.check();
      int count = Math.min(capacity, size - first);
      number(batch, first + 1, count);
      groups.emitKeys(batch, count, keys);
      MemorySegment assigned = partitionOf.asSlice(first, count);
      partitioning.assign(keys, count, hasher, hashes, assigned);
      count(assigned, count, begins);
    }
    for (int i = 1; i < begins.length; i++) {
      begins[i] += begins[i - 1];
    }
    MemorySegment sorted = scope.allocate(4L * size);
    int[] next = begins.clone();
    for (int first = 0; first < size; first += capacity) {
      cancellation.check();
      distribute(partitionOf, first, Math.min(size - first, capacity) + first, next, sorted);
    }
    scope.release(partitionOf);
    return sorted;
  }

  // The loops over rows are methods of their own: C2 would compile all that sort() calls, too.

  private static void number(MemorySegment batch, int first, int count) {
    for (int i = 0; i < count; i++) {
      batch.set(JAVA_INT, (long) i << 2, first + i);
    }
  }

  private static void count(MemorySegment assigned, int count, int[] begins) {
    for (int i = 0; i < count; i++) {
      begins[(assigned.get(JAVA_BYTE, i) & 0xff) + 1]++;
    }
  }

  private static void distribute(
      MemorySegment partitionOf, int first, int end, int[] next, MemorySegment sorted) {
    for (int group = first; group < end; group++) {
      int partition = partitionOf.get(JAVA_BYTE, group) & 0xff;
      sorted.set(JAVA_INT, (long) next[partition]++ << 2, group + 1);
    }
  }
}
