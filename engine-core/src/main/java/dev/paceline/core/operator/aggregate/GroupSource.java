package dev.paceline.core.operator.aggregate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out finished groups, some ten thousand a morsel; of groups that are not finished a
 * partition, which is finished then. Groups are gone when they have been read.
 */
final class GroupSource implements Source {
  private static final int MORSEL_GROUPS = 1 << 15;

  private final List<DataType> types;
  private final Supplier<Results> finished;

  @GuardedBy("this")
  private List<Grouping> groupings = List.of();

  /** Morsels of each grouping that are being read, and one more until all were handed out. */
  @GuardedBy("this")
  private AtomicIntegerArray readers = new AtomicIntegerArray(0);

  @GuardedBy("this")
  private int grouping;

  @GuardedBy("this")
  private int next = 1;

  @GuardedBy("this")
  private @Nullable UnfinishedGroups unfinished;

  @GuardedBy("this")
  private int partition;

  @GuardedBy("this")
  private int partitions;

  /**
   * The result of a sink.
   *
   * @param unfinished groups beside them
   */
  record Results(List<Grouping> groupings, @Nullable UnfinishedGroups unfinished) {}

  /** Finished groups. */
  private record Groups(Grouping grouping, int from, int to, Runnable onRelease) implements Morsel {
    @Override
    public void release() {
      onRelease.run();
    }
  }

  /** Groups that are not finished. */
  private record Partition(UnfinishedGroups groups, int number) implements Morsel {}

  /**
   * @param finished gives the groups once their sink is complete
   */
  GroupSource(List<DataType> types, Supplier<Results> finished) {
    this.types = types;
    this.finished = finished;
  }

  @Override
  public synchronized void open() {
    Results results = finished.get();
    groupings = results.groupings;
    int[] ones = new int[groupings.size()];
    Arrays.fill(ones, 1); // one for those that have not been handed out
    readers = new AtomicIntegerArray(ones);
    unfinished = results.unfinished;
    partitions = results.unfinished == null ? 0 : results.unfinished.partitions();
    skipEmpty();
  }

  @GuardedBy("this")
  private void skipEmpty() {
    while (grouping < groupings.size() && next > groupings.get(grouping).size()) {
      hasBeenRead(readers, grouping, groupings.get(grouping));
      grouping++;
      next = 1;
    }
  }

  /**
   * A morsel of a grouping has been read, or all of them have been handed out. Workers call this
   * without a lock, because the last one frees the memory of the groups.
   */
  private static void hasBeenRead(AtomicIntegerArray readers, int number, Grouping grouping) {
    if (readers.decrementAndGet(number) == 0) {
      grouping.close();
    }
  }

  @Override
  public synchronized @Nullable Morsel next() {
    if (grouping < groupings.size()) {
      Grouping current = groupings.get(grouping);
      int from = next;
      next = Math.min(from + MORSEL_GROUPS, current.size() + 1);
      int number = grouping;
      AtomicIntegerArray counts = readers;
      counts.incrementAndGet(number);
      Groups morsel = new Groups(current, from, next, () -> hasBeenRead(counts, number, current));
      skipEmpty();
      return morsel;
    }
    UnfinishedGroups rest = unfinished;
    return rest == null || partition == partitions ? null : new Partition(rest, partition++);
  }

  @Override
  public synchronized boolean exhausted() {
    return grouping == groupings.size() && partition == partitions;
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i), context.memory());
    }
    Batch batch = new Batch(columns);
    MemorySegment ids = context.memory().allocate(4L * context.batchRows());
    return (morsel, out) -> {
      switch (morsel) {
        case Partition(UnfinishedGroups groups, int number) ->
            groups.finish(number, part -> emit(part, 1, part.size() + 1, batch, ids, context, out));
        case Groups groups ->
            emit(groups.grouping, groups.from, groups.to, batch, ids, context, out);
        default -> throw new IllegalArgumentException("no morsel of groups: " + morsel);
      }
    };
  }

  private static boolean emit(
      Grouping groups,
      int first,
      int end,
      Batch batch,
      MemorySegment ids,
      WorkerContext context,
      BatchConsumer out) {
    int rows = context.batchRows();
    for (int from = first; from < end; from += rows) {
      context.query().cancellation().check();
      groups.emit(from, Math.min(rows, end - from), ids, batch);
      if (!out.accept(batch)) {
        return false;
      }
    }
    return true;
  }

  /** Nothing is handed out any more, and all that was has been read. */
  @Override
  public void close() {
    List<Grouping> read;
    UnfinishedGroups rest;
    synchronized (this) {
      read = groupings;
      rest = unfinished;
    }
    read.forEach(Grouping::close);
    if (rest != null) {
      rest.close();
    }
  }

  @Override
  public String name() {
    return "groups";
  }
}
