package dev.paceline.core.operator.sort;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.plan.SortKey;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sorts the rows of some whole columns by all workers: the {@link SortPrefix prefixes} of a sample
 * divide the rows into buckets, each of which fits into a processor's cache and is sorted alone by
 * {@link RowSorter} (Frazer and McKellar, Samplesort, 1970; the buckets by counting and scattering
 * as in Sanders and Winkel, Super Scalar Sample Sort, 2004). Stable.
 *
 * <p>Scratch is 25 bytes a row for all of it, and as much as a bucket for each worker.
 */
public final class SampleSort {
  /** Rows that an order encodes, counts or scatters. */
  private static final int RANGE_ROWS = 1 << 16;

  /** Rows of a bucket, about: with spare room and ties they take a megabyte. */
  private static final int BUCKET_ROWS = 1 << 15;

  /** Bucket numbers are bytes. */
  private static final int MAX_BUCKETS = 256;

  private static final int SAMPLES_PER_BUCKET = 32;
  private static final int STEP_ROWS = 1 << 11;

  private final ColumnVector[] columns;
  private final int count;
  private final List<SortKey> keys;
  private final MemoryScope memory;
  private final CancellationToken cancellation;
  private final MemorySegment order;
  private final int ranges;
  private final StringTraits[] traits;

  private List<SortPrefix> prefixes = List.of();
  private @Nullable MemorySegment codes;
  private @Nullable MemorySegment bucketOf;
  private @Nullable MemorySegment entries;
  private Splitters splitters = new Splitters(new long[0]);

  /**
   * The number of rows per range and bucket; later the position of the range's next row of the
   * bucket.
   */
  private int[][] positions = {};

  private int[] bucketStarts = {};

  /**
   * @param columns of at least {@code count} rows; not changed until the last phase has ended
   * @param keys at least one
   * @param memory for the result, and for scratch that is given back
   */
  public SampleSort(
      ColumnVector[] columns,
      int count,
      List<SortKey> keys,
      MemoryScope memory,
      CancellationToken cancellation) {
    this.columns = columns;
    this.count = count;
    this.keys = keys;
    this.memory = memory;
    this.cancellation = cancellation;
    this.order = memory.allocate(4L * count);
    this.ranges = (count + RANGE_ROWS - 1) / RANGE_ROWS;
    this.traits = new StringTraits[keys.size()];
    for (int key = 0; key < traits.length; key++) {
      traits[key] = new StringTraits(columns[keys.get(key).column()], count);
    }
  }

  /** The row numbers in order, 32 bits each, once the last phase has ended. */
  public MemorySegment order() {
    return order;
  }

  /** Everything there is to do. */
  public FinishPhase phases() {
    return ranges(this::lookAtStrings).then(this::encode);
  }

  private FinishPhase ranges(IntConsumer action) {
    List<FinishOrder> orders = new ArrayList<>();
    for (int range = 0; range < ranges; range++) {
      int number = range;
      orders.add(context -> action.accept(number));
    }
    return FinishPhase.of(orders);
  }

  private int end(int range) {
    return Math.min(count, (range + 1) * RANGE_ROWS);
  }

  private void lookAtStrings(int range) {
    cancellation.check();
    for (StringTraits key : traits) {
      key.look(range * RANGE_ROWS, end(range));
    }
  }

  private FinishPhase encode() {
    prefixes = RowSorter.prefixes(columns, keys, traits);
    codes = memory.allocate(8L * count);
    return ranges(this::encode).then(this::divide);
  }

  private void encode(int range) {
    SortPrefix encoder = prefixes.getFirst();
    MemorySegment target = requireNonNull(codes);
    for (int from = range * RANGE_ROWS; from < end(range); from += STEP_ROWS) {
      cancellation.check();
      int rows = Math.min(STEP_ROWS, end(range) - from);
      encoder.encode(columns, from, rows, target.asSlice(8L * from, 8L * rows));
    }
  }

  /** Chooses what divides the buckets. */
  private FinishPhase divide() {
    int buckets = Math.clamp(count / BUCKET_ROWS, 1, MAX_BUCKETS);
    int samples = Math.min(count, buckets * SAMPLES_PER_BUCKET);
    long[] sample = new long[samples];
    for (int i = 0; i < samples; i++) {
      // spread over all rows, but not in a regular distance, which data may have as well
      long row = (long) i * count / samples + Math.floorMod(i * 0x9E3779B9L, count / samples);
      sample[i] = code((int) row);
    }
    splitters = Splitters.of(sample, buckets);
    bucketOf = memory.allocate(count);
    positions = new int[ranges][splitters.buckets()];
    return ranges(this::count).then(this::place);
  }

  private long code(int row) {
    return requireNonNull(codes).get(JAVA_LONG, (long) row << 3);
  }

  /** Counts the rows of each bucket in a range. */
  private void count(int range) {
    cancellation.check();
    MemorySegment from = requireNonNull(codes);
    MemorySegment assigned = requireNonNull(bucketOf);
    int[] counts = positions[range];
    Splitters dividing = splitters;
    for (int row = range * RANGE_ROWS; row < end(range); row++) {
      int bucket = dividing.bucket(from.get(JAVA_LONG, (long) row << 3));
      assigned.set(JAVA_BYTE, row, (byte) bucket);
      counts[bucket]++;
    }
  }

  /** Turns counts into positions, so that rows of a bucket stay in the order of the ranges. */
  private FinishPhase place() {
    int buckets = splitters.buckets();
    bucketStarts = new int[buckets + 1];
    int next = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
      bucketStarts[bucket] = next;
      for (int[] range : positions) {
        int rows = range[bucket];
        range[bucket] = next;
        next += rows;
      }
    }
    bucketStarts[buckets] = next;
    entries = memory.allocate(8L * sorter().words() * count);
    return ranges(this::scatter).then(this::sortBuckets);
  }

  private RowSorter sorter() {
    return new RowSorter(columns, count, keys, prefixes, memory, cancellation);
  }

  private void scatter(int range) {
    cancellation.check();
    RowSorter sorter = sorter();
    MemorySegment target = requireNonNull(entries);
    MemorySegment assigned = requireNonNull(bucketOf);
    int[] next = positions[range];
    MemorySegment numbers = memory.allocateAlone(8L * STEP_ROWS);
    for (int from = range * RANGE_ROWS; from < end(range); from += STEP_ROWS) {
      int rows = Math.min(STEP_ROWS, end(range) - from);
      sorter.number(from, rows, numbers);
      for (int i = 0; i < rows; i++) {
        int bucket = assigned.get(JAVA_BYTE, (long) from + i) & 0xff;
        long number = numbers.get(JAVA_LONG, (long) i << 3);
        sorter.setEntry(target, next[bucket]++, code(from + i), number);
      }
    }
    memory.release(numbers);
  }

  private FinishPhase sortBuckets() {
    memory.release(requireNonNull(codes));
    memory.release(requireNonNull(bucketOf));
    List<FinishOrder> orders = new ArrayList<>();
    for (int bucket = 0; bucket + 1 < bucketStarts.length; bucket++) {
      int from = bucketStarts[bucket];
      int rows = bucketStarts[bucket + 1] - from;
      if (rows > 0) {
        orders.add(context -> sortBucket(from, rows));
      }
    }
    return FinishPhase.of(orders).thenRun(() -> memory.release(requireNonNull(entries)));
  }

  private void sortBucket(int from, int rows) {
    RowSorter sorter = sorter();
    long entryBytes = 8L * sorter.words();
    sorter.sortEntries(
        requireNonNull(entries).asSlice(entryBytes * from, entryBytes * rows),
        rows,
        order.asSlice(4L * from, 4L * rows));
  }
}
