package dev.paceline.core.operator.aggregate;

import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.aggregate.Grouping.Shape;
import dev.paceline.core.operator.spill.BufferedRows;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one worker. It groups its rows in one table until that has outgrown the cache and
 * many more groups are expected; then it only sorts further rows into {@link BufferedRows}, which
 * are grouped in the end, or by and by in {@link FoldedGroups} if they become many.
 *
 * <p>Groups and rows are in memory, but for those that were written to temporary files while the
 * query was suspended: after that the worker begins anew, and keys may be in both. One worker at a
 * time uses it; any thread may ask for the {@link #bytes}.
 */
final class WorkerGroups implements BatchConsumer {
  /** The errors after which rows stay in memory because they cannot be written. */
  private static final Set<ErrorCode> NO_ROOM =
      EnumSet.of(ErrorCode.DISK_FULL, ErrorCode.IO_ERROR, ErrorCode.MEMORY_LIMIT);

  /** The bytes of rows that are buffered, at first, before they are grouped. */
  private static final long FOLD_BYTES = 128L << 20;

  /** The number of partitions after which it is known whether grouping rows early saves memory. */
  private static final int SAMPLED_FOLDS = 8;

  /**
   * A table is kept if the tables of all workers are expected to have at most this multiple of the
   * groups that outgrow the cache: up to there, rows that meet groups of the table cost less than
   * buffered ones, even though each misses the cache. Each worker's table has nearly all groups, so
   * that more workers make more of them, and merge them in the end.
   */
  private static final long EXPECTED_TABLES = 4;

  /** The factor by which the planner's estimate of groups is assumed to be too low at most. */
  private static final double PLANNER_ERROR = 4;

  private final Shape shape;
  private final QueryContext query;
  private final FoldedGroups folded;
  private final long tableGroups;
  private final double plannedGroups;
  private final boolean mayBuffer;
  private final List<PartitionedRows> written = new ArrayList<>();
  private final List<PartitionedRows> writtenRows = new ArrayList<>();

  /** Null from when it was written until more rows come. */
  private volatile @Nullable Grouping inMemory;

  private volatile @Nullable BufferedRows buffered;

  private long rows;
  private int groupsBefore;
  private long rowsBefore;
  private long nextLook;

  private long foldBytes = FOLD_BYTES;
  private int nextFold;
  private long foldedRows;
  private long foldedGroups;

  /**
   * @param tableGroups more groups than this outgrow the cache; 0 buffers all rows but those of the
   *     first batch
   * @param plannedGroups the planner's estimate of the number of groups; infinite if there is none
   */
  WorkerGroups(
      Shape shape,
      FoldedGroups folded,
      long tableGroups,
      double plannedGroups,
      QueryContext query) {
    this.shape = shape;
    this.query = query;
    this.folded = folded;
    this.tableGroups = tableGroups;
    this.plannedGroups = plannedGroups;
    this.mayBuffer = GroupRows.supports(shape);
    this.inMemory = new Grouping(shape, query);
    this.nextLook = tableGroups;
  }

  /** Those in memory, to add some. */
  Grouping open() {
    Grouping groups = inMemory;
    if (groups == null) {
      groups = new Grouping(shape, query);
      inMemory = groups;
      rows = 0;
      groupsBefore = 0;
      rowsBefore = 0;
      nextLook = tableGroups;
    }
    return groups;
  }

  @Override
  public boolean accept(Batch batch) {
    BufferedRows buffer = buffered;
    if (buffer != null) {
      buffer.accept(batch);
      foldIfMany(buffer);
      return true;
    }
    Grouping groups = open();
    groups.add(batch);
    rows += batch.selectedCount();
    if (mayBuffer && groups.size() > nextLook && shouldBuffer(groups)) {
      buffered = new BufferedRows(shape.inputTypes(), shape.keys(), query);
    }
    return true;
  }

  /**
   * Whether the table has outgrown the cache, most rows that came since it was half as large were
   * new groups, too many more are expected, and no array can take its place.
   */
  private boolean shouldBuffer(Grouping groups) {
    double newShare = (double) (groups.size() - groupsBefore) / (rows - rowsBefore);
    double meanSize = (groupsBefore + (double) groups.size()) / 2;
    groupsBefore = groups.size();
    rowsBefore = rows;
    nextLook = 2L * groups.size();
    long least = BufferedRows.leastBytes(shape.inputTypes(), query);
    return tableGroups == 0
        || newShare > 0.5
            && expectedGroups(groups.size(), meanSize, newShare)
                > mostExpected(tableGroups, query.workers())
            && !groups.preferIndexed()
            && !query.shouldSpill(groups.bytes(), 2 * least);
  }

  /**
   * Estimates the number of groups of the whole input if groups come in random order: a row is new
   * with the probability that its group is not one of those in the table. If most rows are new,
   * only the planner can know how many come; its estimate counts as long as it has not been proven
   * wrong.
   *
   * @param size the number of groups in the table
   * @param meanSize their mean number while rows were observed
   * @param newShare the share of these rows that were new groups
   */
  private double expectedGroups(int size, double meanSize, double newShare) {
    double observed = meanSize / (1 - newShare); // infinite if all were new
    boolean refuted = size > 2 * plannedGroups;
    return refuted ? observed : Math.min(observed, PLANNER_ERROR * plannedGroups);
  }

  /** The most groups that are expected where tables are kept that have outgrown the cache. */
  static long mostExpected(long tableGroups, int workers) {
    return EXPECTED_TABLES * tableGroups / workers;
  }

  /** Groups the rows of a partition if too much is buffered. */
  private void foldIfMany(BufferedRows buffer) {
    long bytes = buffer.bytes();
    if (bytes <= foldBytes
        && (bytes <= FOLD_BYTES / 4
            || query.budget().usedBytes() < query.budget().boundBytes() / 2)) {
      return;
    }
    int partition = nextFold;
    nextFold = (nextFold + 1) % HashPartitions.FINE_COUNT;
    long count = buffer.rowCount(partition);
    int groups = folded.fold(partition, buffer);
    if (groups >= 0) {
      foldedRows += count;
      foldedGroups += groups;
    }
    if (nextFold % SAMPLED_FOLDS == 0) {
      if (2 * foldedGroups > foldedRows) {
        foldBytes *= 2; // groups take no less memory than their rows
      }
      foldedRows = 0;
      foldedGroups = 0;
    }
  }

  /** Bytes of the groups and rows in memory. */
  long bytes() {
    Grouping groups = inMemory;
    BufferedRows buffer = buffered;
    return (groups == null ? 0 : groups.bytes()) + (buffer == null ? 0 : buffer.bytes());
  }

  /** Those in memory; null if there are none, though there were. */
  @Nullable Grouping inMemory() {
    return inMemory;
  }

  /** Rows that are to be added; null if there are none. */
  @Nullable BufferedRows buffered() {
    return buffered;
  }

  /** Files of {@link GroupRows}. */
  List<PartitionedRows> written() {
    return written;
  }

  /** Files of rows that are to be added. */
  List<PartitionedRows> writtenRows() {
    return writtenRows;
  }

  /**
   * Writes all groups and rows that are in memory, and gives it back; does nothing if there is no
   * room.
   */
  void evict() {
    Grouping groups = inMemory;
    BufferedRows buffer = buffered;
    if (buffer != null) {
      if (!writeIfRoom(() -> writtenRows.add(write(buffer)))) {
        return;
      }
      buffered = null;
      buffer.close();
    }
    if (groups != null
        && groups.size() > 0
        && writeIfRoom(() -> written.add(GroupRows.write(List.of(groups), query)))) {
      inMemory = null;
      groups.close();
    }
  }

  /** Whether there was room. */
  static boolean writeIfRoom(Runnable writing) {
    try {
      writing.run();
      return true;
    } catch (PacelineException e) {
      if (NO_ROOM.contains(e.code())) {
        return false;
      }
      throw e;
    }
  }

  private PartitionedRows write(BufferedRows buffer) {
    PartitionedRows file = HashAggregate.newRows(shape, 0, query);
    boolean complete = false;
    try (MemoryScope scope = query.budget().openScope("eviction of rows of " + query.name())) {
      buffer.read(scope, file.newWriter(new WorkerContext(query, scope)));
      file.finish();
      complete = true;
      return file;
    } finally {
      if (!complete) {
        file.close();
      }
    }
  }
}
