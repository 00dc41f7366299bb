package dev.paceline.core.operator.aggregate;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.aggregate.index.GroupTable;
import dev.paceline.core.operator.key.KeyHasher;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.scan.ValueRange;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Says which partition a group falls into: by the range of its key where keys are dense, so that
 * arrays indexed by the key stay as short together as one of them was; else by the hash of its
 * keys, or where rows are in temporary files as these are partitioned.
 *
 * @param count of partitions, up to {@value #MAX_COUNT}
 * @param range of the one key; null to go by hashes
 * @param level of the temporary files' {@link HashPartitions}; {@link #IN_MEMORY} or less for none
 */
record Partitioning(int count, @Nullable ValueRange range, int level) {
  /** No rows are in temporary files. */
  static final int IN_MEMORY = -1;

  /** Rows are in memory, by {@link HashPartitions#fine}. */
  private static final int BUFFERED = -2;

  /** A partition's number fits a byte. */
  static final int MAX_COUNT = 256;

  /**
   * @param groups of all workers
   */
  static Partitioning of(Shape shape, int count, long groups) {
    @Nullable ValueRange[] ranges = shape.keyRanges();
    ValueRange range = ranges.length == 1 ? ranges[0] : null;
    boolean dense =
        range != null
            && span(range) >= 0
            && span(range) / GroupTable.ENTRIES_PER_ROW < groups
            && isLong(shape);
    return new Partitioning(Math.min(count, MAX_COUNT), dense ? range : null, IN_MEMORY);
  }

  /** Returns the partitioning of rows in temporary files. */
  static Partitioning ofSpilled(int level) {
    return new Partitioning(HashPartitions.COUNT, null, level);
  }

  /** Returns the partitioning of rows in memory. */
  static Partitioning ofBuffered() {
    return new Partitioning(HashPartitions.FINE_COUNT, null, BUFFERED);
  }

  private static boolean isLong(Shape shape) {
    DataType type = shape.keyTypes().getFirst();
    return type.family() == TypeFamily.INTEGRAL && type.fitsLong();
  }

  private static long span(ValueRange range) {
    return range.max() - range.min();
  }

  /** Returns the shape of the groups of one partition. */
  Shape shapeOf(Shape shape, int partition) {
    return range == null
        ? shape.withKeyRanges(new ValueRange[shape.keys().length])
        : shape.withKeyRanges(new ValueRange[] {part(range, partition)});
  }

  private ValueRange part(ValueRange whole, int partition) {
    long width = 1L << shift(whole);
    long min = whole.min() + partition * width;
    return new ValueRange(Math.min(min, whole.max()), Math.min(min + width - 1, whole.max()));
  }

  /** Bits of the distance from the smallest key that do not tell the partition. */
  private int shift(ValueRange whole) {
    return Long.SIZE - Long.numberOfLeadingZeros(span(whole) / count);
  }

  /**
   * Finds the partitions of some groups.
   *
   * @param hashes scratch, a long a group
   * @param out gets a byte a group
   */
  void assign(
      ColumnVector[] keys, int groups, KeyHasher hasher, MemorySegment hashes, MemorySegment out) {
    if (range == null) {
      hasher.hash(keys, groups, hashes);
      byHash(hashes, groups, out);
    } else {
      byRange(keys[0], groups, range, out);
    }
  }

  private void byHash(MemorySegment hashes, int groups, MemorySegment out) {
    for (int i = 0; i < groups; i++) {
      long hash = hashes.get(JAVA_LONG, (long) i << 3);
      long partition =
          switch (level) {
            case IN_MEMORY -> (hash >>> 33) % count; // the lower bits choose slots in hash tables
            case BUFFERED -> HashPartitions.fine(hash);
            default -> HashPartitions.of(hash, level);
          };
      out.set(JAVA_BYTE, i, (byte) partition);
    }
  }

  private void byRange(ColumnVector key, int groups, ValueRange whole, MemorySegment out) {
    long min = whole.min();
    int shift = shift(whole);
    for (int i = 0; i < groups; i++) {
      long value = key.isNull(i) ? min : Math.clamp(key.getLong(i), min, whole.max());
      out.set(JAVA_BYTE, i, (byte) (value - min >>> shift));
    }
  }
}
