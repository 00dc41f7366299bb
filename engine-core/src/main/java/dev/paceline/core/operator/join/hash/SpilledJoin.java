package dev.paceline.core.operator.join.hash;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.join.JoinShape;
import dev.paceline.core.operator.join.filter.SharedBloomFilter;
import dev.paceline.core.operator.spill.PartitionedRows;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hash join whose rows are in temporary files, in partitions by the hash of their keys: partition
 * by partition, the right rows are built into a table and the left rows probe it, as if they were a
 * join of their own; one that is too large is divided again.
 *
 * <p>Source: the GRACE hash join (Kitsuregawa, Tanaka and Moto-oka, Application of Hash to Data
 * Base Machine and Its Architecture, 1983), with recursion. Any thread may use it; different
 * partitions at the same time.
 */
final class SpilledJoin implements AutoCloseable {
  private final HashJoinBuild build;
  private final JoinShape shape;
  private final PartitionedRows left;
  private final PartitionedRows right;
  private final @Nullable SharedBloomFilter[] filters;

  /**
   * @param level of the partitions
   */
  SpilledJoin(HashJoinBuild build, int level, QueryContext query) {
    this.build = build;
    this.shape = build.shape();
    JoinKeys keys = build.keys();
    List<DataType> kept = build.columns().keptTypes();
    right = new PartitionedRows("the right rows of a join", kept, keys.stored(), level, query);
    left =
        new PartitionedRows(
            "the left rows of a join", shape.leftTypes(), keys.left(), level, query);
    filters = new SharedBloomFilter[keys.count()];
    for (int key = 0; key < filters.length; key++) {
      if (build.publishes(key)) {
        // until the query ends: scans that nobody listens to any more may still look into it
        MemoryScope memory = query.budget().openScope("a runtime filter of " + query.name());
        filters[key] = SharedBloomFilter.of(memory, query.budget(), keys.nullsEqual()[key]);
      }
    }
  }

  /** Takes right rows, of the columns that are kept. */
  RightWriter newRightWriter(WorkerContext context) {
    return new RightWriter(right.newWriter(context));
  }

  /** Takes left rows: what remains of the probe. */
  BatchConsumer newLeftWriter(WorkerContext context) {
    return left.newWriter(context);
  }

  /** Writes what is left in memory of the right rows; the last of them are then written. */
  List<FinishOrder> finishRight() {
    return right.finishOrders();
  }

  /** A runtime filter of a key of all right rows, if one is wanted and would drop some rows. */
  @Nullable RuntimeFilter filter(int key) {
    SharedBloomFilter filter = filters[key];
    return filter == null ? null : filter.complete();
  }

  /** Writes what is left in memory of the left rows; the last of them are then written. */
  List<FinishOrder> finishLeft() {
    return left.finishOrders();
  }

  /**
   * Joins the rows of a partition.
   *
   * @return false if the consumer wanted no more
   */
  boolean join(int partition, WorkerContext context, BatchConsumer out) {
    long rightRows = right.rowCount(partition);
    boolean leftMatters = left.rowCount(partition) > 0;
    if (!leftMatters && (rightRows == 0 || !shape.deliversUnmatchedBuildRows())) {
      return true;
    }
    QueryContext query = context.query();
    String owner = "a partition of hash join " + shape.type() + " of " + query.name();
    boolean divides = rightRows < right.rowCount(); // other bits of equal hashes are equal, too
    try (MemoryScope scratch = query.budget().openScope(owner);
        HashJoinBuild part = build.ofPartition(divides, query)) {
      WorkerContext worker = new WorkerContext(query, scratch);
      fill(part, partition, worker);
      Downstream downstream = new Downstream(out);
      left.read(partition, worker, part.probe().newStage(worker, downstream));
      deliverRest(part, worker, downstream);
      return downstream.wantsMore;
    }
  }

  private void fill(HashJoinBuild part, int partition, WorkerContext worker) {
    int[] kept = build.columns().kept();
    ColumnVector[] columns = new ColumnVector[shape.rightTypes().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(shape.rightTypes().get(i));
    }
    Batch rows = new Batch(columns);
    BatchConsumer local = part.newLocal(worker);
    right.read(
        partition,
        worker,
        batch -> {
          for (int i = 0; i < kept.length; i++) {
            columns[kept[i]].pointTo(batch.column(i));
          }
          return local.accept(rows.set(batch.rowCount(), null));
        });
    part.finish().runAll(worker);
  }

  private static void deliverRest(HashJoinBuild part, WorkerContext worker, Downstream downstream) {
    Source rest = part.rest();
    if (rest == null || !downstream.wantsMore) {
      return;
    }
    rest.open();
    SourceReader reader = rest.newReader(worker);
    while (downstream.wantsMore && !rest.exhausted()) {
      Morsel morsel = requireNonNull(rest.next(), "morsel");
      reader.read(morsel, downstream);
    }
    rest.close();
  }

  /** Gives the rows' room on the disk back. */
  @Override
  public void close() {
    left.close();
    right.close();
  }

  /** Writes right rows and adds their keys to the runtime filters. One thread at a time. */
  final class RightWriter {
    private final PartitionedRows.Writer rows;

    private RightWriter(PartitionedRows.Writer rows) {
      this.rows = rows;
    }

    /**
     * Adds some rows of a batch of the kept columns, whatever its selection.
     *
     * @param positions 32-bit row numbers; null for the first {@code count} rows
     */
    void write(Batch batch, @Nullable MemorySegment positions, int count) {
      rows.write(batch, positions, count);
      for (int key = 0; key < filters.length; key++) {
        SharedBloomFilter filter = filters[key];
        if (filter != null) {
          filter.add(batch.column(build.keys().stored()[key]), positions, count);
        }
      }
    }
  }

  /** Remembers whether more is wanted. */
  private static final class Downstream implements BatchConsumer {
    private final BatchConsumer out;
    private boolean wantsMore = true;

    Downstream(BatchConsumer out) {
      this.out = out;
    }

    @Override
    public boolean accept(Batch batch) {
      wantsMore = wantsMore && out.accept(batch);
      return wantsMore;
    }
  }
}
