package dev.paceline.core.operator.shared;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import dev.paceline.core.operator.spill.RunFile;
import dev.paceline.core.operator.spill.RunWriter;
import dev.paceline.core.operator.spill.SpilledRun;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rows that several sources hand out, each all of them. The order of the rows is lost.
 *
 * <p>Where the query's budget has no room for more, a worker writes its rows to a temporary file,
 * which each source then reads.
 */
public final class SharedRows implements Sink, AutoCloseable {
  private static final String NAME = "shared rows";

  private final List<DataType> types;
  private final QueryContext query;
  private final MemoryScope memory;
  private final RowCollector collector;

  @GuardedBy("this")
  private final List<Local> locals = new ArrayList<>();

  @GuardedBy("this")
  private final List<SpilledRun> runs = new ArrayList<>();

  /** Null while all rows are in memory. */
  @GuardedBy("this")
  private @Nullable RunFile file;

  /**
   * @param types of the columns
   */
  public SharedRows(List<DataType> types, QueryContext query) {
    this.types = List.copyOf(types);
    this.query = query;
    this.memory = query.budget().openScope(owner());
    this.collector = new RowCollector(types, query.withMemory(memory), NAME);
  }

  private String owner() {
    return NAME + " of " + query.name();
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    Local local = new Local(); // without the lock: it reserves memory
    synchronized (this) {
      locals.add(local);
    }
    return local;
  }

  @Override
  public synchronized long evictableBytes() {
    return query.temporaryFiles().areAllowed()
        ? locals.stream().mapToLong(local -> local.memory.bytes()).sum()
        : 0;
  }

  @Override
  public synchronized List<FinishOrder> evict() {
    return query.temporaryFiles().areAllowed()
        ? locals.stream()
            .filter(local -> local.part.rowCount() > 0)
            .<FinishOrder>map(local -> context -> local.beginAnew())
            .toList()
        : List.of();
  }

  @Override
  public synchronized FinishPhase finish() {
    locals.forEach(local -> collector.add(local.part));
    return FinishPhase.of(collector.combine()).thenRun(this::closeLocals);
  }

  private synchronized void closeLocals() {
    locals.forEach(local -> local.memory.close());
    locals.clear();
  }

  /** Hands out all rows, for a pipeline that depends on this sink. */
  public Source newSource() {
    return new SharedRowsSource(NAME, owner(), types, query, this);
  }

  /** Whether a source hands out these rows. */
  public boolean isReadBy(Source source) {
    return source instanceof SharedRowsSource reader && reader.isOf(this);
  }

  /** The rows in memory, once the sink is complete. */
  RowStore store() {
    return collector.store();
  }

  /** The rows in files, once the sink is complete. */
  synchronized List<SpilledRun> runs() {
    return List.copyOf(runs);
  }

  private synchronized RunFile file() {
    RunFile current = file;
    if (current == null) {
      current = new RunFile(NAME, types, query);
      file = current;
    }
    return current;
  }

  private synchronized void add(SpilledRun run) {
    runs.add(run);
  }

  /** Gives memory and files back: no source is read any more. The query's end does so, too. */
  @Override
  public void close() {
    runs().forEach(SpilledRun::close);
    memory.close();
  }

  @Override
  public String name() {
    return NAME;
  }

  static Batch newBatch(List<DataType> types, MemoryScope memory) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i), memory);
    }
    return new Batch(columns);
  }

  /** The rows of one worker, but for those in the file. */
  private final class Local implements BatchConsumer {
    private volatile MemoryScope memory = newMemory();
    private RowPart part = newPart();

    private MemoryScope newMemory() {
      return query.budget().openScope(owner());
    }

    private RowPart newPart() {
      return new RowPart(types, memory, new WorkerContext(query, memory));
    }

    @Override
    public boolean accept(Batch batch) {
      part.append(batch);
      long held = memory.stateBytes();
      // combining the parts takes as much again
      if (query.shouldSpill(held, held)) {
        beginAnew();
      }
      return true;
    }

    /** Writes the rows to the file, and gives their memory back. */
    void beginAnew() {
      RowCollector alone = new RowCollector(types, query.withMemory(memory), NAME);
      alone.add(part);
      RowStore store = alone.combineNow();
      RunWriter writer = file().newWriter(memory);
      store.read(
          0,
          store.rowCount(),
          newBatch(types, memory),
          new WorkerContext(query, memory),
          batch -> {
            writer.append(batch);
            return true;
          });
      add(writer.finish());
      memory.close();
      memory = newMemory();
      part = newPart();
    }
  }
}
