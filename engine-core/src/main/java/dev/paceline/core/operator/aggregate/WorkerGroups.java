package dev.paceline.core.operator.aggregate;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.PartitionedRows;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one worker, which are in memory, but for those that were written to temporary files
 * while the query was suspended: after that the worker begins anew, and keys may be in both. One
 * worker at a time uses it; any thread may ask for the {@link #bytes}.
 */
final class WorkerGroups implements BatchConsumer {
  /** Groups that cannot be written for one of these reasons stay in memory. */
  private static final Set<ErrorCode> NO_ROOM =
      EnumSet.of(ErrorCode.DISK_FULL, ErrorCode.IO_ERROR, ErrorCode.MEMORY_LIMIT);

  private final Shape shape;
  private final QueryContext query;
  private final List<PartitionedRows> written = new ArrayList<>();

  /** Null from when it was written until more rows come. */
  private volatile @Nullable Grouping inMemory;

  WorkerGroups(Shape shape, QueryContext query) {
    this.shape = shape;
    this.query = query;
    this.inMemory = new Grouping(shape, query);
  }

  /** Those in memory, to add some. */
  Grouping open() {
    Grouping groups = inMemory;
    if (groups == null) {
      groups = new Grouping(shape, query);
      inMemory = groups;
    }
    return groups;
  }

  @Override
  public boolean accept(Batch batch) {
    open().add(batch);
    return true;
  }

  /** Bytes of the groups in memory. */
  long bytes() {
    Grouping groups = inMemory;
    return groups == null ? 0 : groups.bytes();
  }

  /** Those in memory; null if there are none, though there were. */
  @Nullable Grouping inMemory() {
    return inMemory;
  }

  /** Files of {@link GroupRows}. */
  List<PartitionedRows> written() {
    return written;
  }

  /** Writes all groups that are in memory, and gives it back; does nothing if there is no room. */
  void evict() {
    Grouping groups = inMemory;
    if (groups == null || groups.size() == 0) {
      return;
    }
    PartitionedRows file;
    try {
      file = GroupRows.write(groups, query);
    } catch (PacelineException e) {
      if (NO_ROOM.contains(e.code())) {
        return;
      }
      throw e;
    }
    written.add(file);
    inMemory = null;
    groups.close();
  }
}
