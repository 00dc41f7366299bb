package dev.paceline.core.operator.aggregate;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out finished groups, some ten thousand a morsel; of groups with rows in temporary files a
 * partition, which is finished then.
 */
final class GroupSource implements Source {
  private static final int MORSEL_GROUPS = 1 << 15;

  private final List<DataType> types;
  private final Supplier<Results> finished;

  @GuardedBy("this")
  private List<Grouping> groupings = List.of();

  @GuardedBy("this")
  private int grouping;

  @GuardedBy("this")
  private int next = 1;

  @GuardedBy("this")
  private @Nullable SpilledGroups spilled;

  @GuardedBy("this")
  private int partition = HashPartitions.COUNT;

  /**
   * What a sink has made.
   *
   * @param spilled groups beside them, of which rows are in temporary files
   */
  record Results(List<Grouping> groupings, @Nullable SpilledGroups spilled) {}

  /** Finished groups. */
  private record Groups(Grouping grouping, int from, int to) implements Morsel {}

  /** Groups that are not finished. */
  private record Partition(SpilledGroups groups, int number) implements Morsel {}

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
    spilled = results.spilled;
    partition = spilled == null ? HashPartitions.COUNT : 0;
    skipEmpty();
  }

  @GuardedBy("this")
  private void skipEmpty() {
    while (grouping < groupings.size() && next > groupings.get(grouping).size()) {
      grouping++;
      next = 1;
    }
  }

  @Override
  public synchronized @Nullable Morsel next() {
    if (grouping < groupings.size()) {
      Grouping current = groupings.get(grouping);
      int from = next;
      next = Math.min(from + MORSEL_GROUPS, current.size() + 1);
      Groups morsel = new Groups(current, from, next);
      skipEmpty();
      return morsel;
    }
    SpilledGroups rest = spilled;
    return rest == null || partition == HashPartitions.COUNT
        ? null
        : new Partition(rest, partition++);
  }

  @Override
  public synchronized boolean exhausted() {
    return grouping == groupings.size() && partition == HashPartitions.COUNT;
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
      if (morsel instanceof Partition(SpilledGroups groups, int number)) {
        groups.finish(
            number, part -> emit(new Groups(part, 1, part.size() + 1), batch, ids, context, out));
      } else {
        emit((Groups) morsel, batch, ids, context, out);
      }
    };
  }

  private static boolean emit(
      Groups groups, Batch batch, MemorySegment ids, WorkerContext context, BatchConsumer out) {
    int rows = context.batchRows();
    for (int from = groups.from; from < groups.to; from += rows) {
      context.query().cancellation().check();
      groups.grouping.emit(from, Math.min(rows, groups.to - from), ids, batch);
      if (!out.accept(batch)) {
        return false;
      }
    }
    return true;
  }

  /** Nothing is handed out any more, and all that was has been read. */
  @Override
  public synchronized void close() {
    if (spilled != null) {
      spilled.close();
    }
  }

  @Override
  public String name() {
    return "groups";
  }
}
