package dev.paceline.core.operator.join;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.operator.spill.HashPartitions;
import org.jspecify.annotations.Nullable;

/**
 * What a hash join delivers when its left input has been consumed: the join of all partitions if
 * its rows are in temporary files, else the build rows if the type wants them.
 */
final class JoinRest implements Source {
  private final HashJoinBuild build;
  private final @Nullable BuildRows buildRows;

  @GuardedBy("this")
  private @Nullable SpilledJoin spilled;

  @GuardedBy("this")
  private int partition;

  private record Partition(SpilledJoin join, int number) implements Morsel {}

  JoinRest(HashJoinBuild build, @Nullable BuildRows buildRows) {
    this.build = build;
    this.buildRows = buildRows;
  }

  @Override
  public synchronized void open() {
    SpilledJoin join = build.spilled();
    if (join != null) {
      join.finishLeft();
      spilled = join;
    }
  }

  @Override
  public synchronized @Nullable Morsel next() {
    SpilledJoin join = spilled;
    if (join != null) {
      return partition < HashPartitions.COUNT ? new Partition(join, partition++) : null;
    }
    return buildRows == null ? null : buildRows.next();
  }

  @Override
  public synchronized boolean exhausted() {
    if (spilled != null) {
      return partition == HashPartitions.COUNT;
    }
    return buildRows == null || buildRows.exhausted();
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    SourceReader rows = buildRows == null ? null : buildRows.newReader(context);
    return (morsel, out) -> {
      if (morsel instanceof Partition(SpilledJoin join, int number)) {
        join.join(number, context, out);
      } else if (rows != null) {
        rows.read(morsel, out);
      }
    };
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
    return buildRows == null ? "rest of hash join " + build.shape().type() : buildRows.name();
  }
}
