package dev.paceline.core.operator.window;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.HashPartitions;
import dev.paceline.core.operator.spill.PartitionedRows;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes window functions of rows in a temporary file, which are partitioned by the hash of the
 * partition keys: a part of them at a time, which is divided further while it is too large for the
 * query's memory. Any thread may use it; different parts at the same time.
 */
final class SpilledWindows {
  private final WindowShape shape;
  private final PartitionedRows file;
  private final QueryContext query;

  /**
   * @param file all written; the caller closes it
   */
  SpilledWindows(WindowShape shape, PartitionedRows file, QueryContext query) {
    this.shape = shape;
    this.file = file;
    this.query = query;
  }

  static PartitionedRows newFile(WindowShape shape, int level, QueryContext query) {
    return new PartitionedRows("window", shape.types(), shape.partitionKeys(), level, query);
  }

  /**
   * Pushes the rows of a part with their results.
   *
   * @param part below {@link HashPartitions#COUNT}
   * @return false if the consumer needs no more
   */
  boolean read(int part, BatchConsumer out) {
    if (file.rowCount(part) == 0) {
      return true;
    }
    PartitionedRows rest;
    try (MemoryScope memory = query.budget().openScope("window of " + query.name())) {
      Loading loading = new Loading(memory, mayDivide(part));
      file.read(part, new WorkerContext(query, memory), loading);
      rest = loading.finish();
      if (rest == null) {
        return compute(loading.part, memory, out);
      }
    }
    try {
      SpilledWindows divided = new SpilledWindows(shape, rest, query);
      return IntStream.range(0, HashPartitions.COUNT).allMatch(i -> divided.read(i, out));
    } finally {
      rest.close();
    }
  }

  /**
   * Not if all rows of the file are in one part: then they have one key, as far as anybody knows.
   */
  private boolean mayDivide(int part) {
    return file.level() < HashPartitions.MAX_LEVEL
        && (file.level() == 0 || file.rowCount(part) < file.rowCount());
  }

  private boolean compute(RowPart part, MemoryScope memory, BatchConsumer out) {
    QueryContext own = query.withMemory(memory);
    RowCollector collector = new RowCollector(shape.types(), own, "window");
    collector.add(part);
    WindowComputation computation =
        new WindowComputation(shape, collector.combineNow(), memory, query);
    WorkerContext context = new WorkerContext(query, memory);
    computation.phases().runAll(context);
    return computation.newReader(context).read(0, computation.rowCount(), out);
  }

  /** Collects the rows of a part, or divides them if they are too many. */
  private final class Loading implements BatchConsumer {
    private final MemoryScope memory;
    private final boolean divides;
    private final RowPart part;
    private @Nullable PartitionedRows divided;
    private PartitionedRows.@Nullable Writer writer;

    Loading(MemoryScope memory, boolean divides) {
      this.memory = memory;
      this.divides = divides;
      this.part = new RowPart(shape.types(), memory, new WorkerContext(query, memory));
    }

    @Override
    public boolean accept(Batch batch) {
      PartitionedRows.Writer open = writer;
      if (open != null) {
        return open.accept(batch);
      }
      part.append(batch);
      long held = memory.stateBytes();
      long wanted = held + WindowComputation.rowBytes(shape) * part.rowCount();
      if (divides && held > PartitionedRows.DIVIDED_BYTES && query.shouldSpill(held, wanted)) {
        divide();
      }
      return true;
    }

    private void divide() {
      PartitionedRows target = newFile(shape, file.level() + 1, query);
      divided = target;
      PartitionedRows.Writer opened = target.newWriter(new WorkerContext(query, memory));
      writer = opened;
      RowCollector collector = new RowCollector(shape.types(), query.withMemory(memory), "window");
      collector.add(part);
      RowStore store = collector.combineNow();
      ColumnVector[] columns = new ColumnVector[shape.types().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new ColumnVector(shape.types().get(i), memory);
      }
      store.read(0, store.rowCount(), new Batch(columns), new WorkerContext(query, memory), opened);
      store.release();
    }

    /** The file with all rows of the part, all written; null if they are in memory. */
    @Nullable PartitionedRows finish() {
      if (divided != null) {
        divided.finish();
      }
      return divided;
    }
  }
}
