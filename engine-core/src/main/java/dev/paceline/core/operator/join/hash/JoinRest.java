package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.join.BuildRows;
import dev.paceline.core.operator.spill.HashPartitions;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a hash join delivers after its left input has been consumed: the join of all
 * partitions if its rows are in temporary files, otherwise the build rows if the type delivers
 * them.
 *
 * <p>The first morsels of a join in temporary files write the left rows that are still in memory,
 * each those of one worker; partitions follow when all are written.
 */
final class JoinRest implements Source {
  private final HashJoinBuild build;
  private final @Nullable BuildRows buildRows;

  @GuardedBy("this")
  private @Nullable SpilledJoin spilled;

  @GuardedBy("this")
  private final ArrayDeque<FinishOrder> unwritten = new ArrayDeque<>();

  /** Writes that have not ended. */
  @GuardedBy("this")
  private int writing;

  @GuardedBy("this")
  private int partition;

  @GuardedBy("this")
  private Runnable wakeUp = () -> {};

  private record Partition(SpilledJoin join, int number) implements Morsel {}

  private record Write(FinishOrder order) implements Morsel {}

  JoinRest(HashJoinBuild build, @Nullable BuildRows buildRows) {
    this.build = build;
    this.buildRows = buildRows;
  }

  @Override
  public synchronized void open() {
    SpilledJoin join = build.spilled();
    if (join != null) {
      unwritten.addAll(join.finishLeft());
      writing = unwritten.size();
      spilled = join;
    }
  }

  @Override
  public synchronized @Nullable Morsel next() {
    SpilledJoin join = spilled;
    if (join == null) {
      return buildRows == null ? null : buildRows.next();
    }
    FinishOrder write = unwritten.poll();
    if (write != null) {
      return new Write(write);
    }
    return writing == 0 && partition < HashPartitions.COUNT
        ? new Partition(join, partition++)
        : null;
  }

  @Override
  public synchronized boolean exhausted() {
    if (spilled != null) {
      return partition == HashPartitions.COUNT;
    }
    return buildRows == null || buildRows.exhausted();
  }

  @Override
  public synchronized void onAvailable(Runnable wakeUp) {
    this.wakeUp = wakeUp;
  }

  private void written() {
    Runnable signal;
    synchronized (this) {
      writing--;
      signal = writing == 0 ? wakeUp : () -> {};
    }
    signal.run();
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    SourceReader rows = buildRows == null ? null : buildRows.newReader(context);
    return (morsel, out) -> {
      switch (morsel) {
        case Partition(SpilledJoin join, int number) -> join.join(number, context, out);
        case Write(FinishOrder order) -> {
          order.run(context);
          written();
        }
        default -> requireNonNull(rows, "rows").read(morsel, out);
      }
    };
  }

  /** Nothing is handed out any more, and all that was has been read. */
  @Override
  public void close() {
    SpilledJoin join;
    synchronized (this) {
      join = spilled;
    }
    if (join != null) {
      join.close();
    }
  }

  @Override
  public String name() {
    return buildRows == null ? "rest of hash join " + build.shape().type() : buildRows.name();
  }
}
