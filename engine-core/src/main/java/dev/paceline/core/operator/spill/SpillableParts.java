package dev.paceline.core.operator.spill;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.operator.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The rows of an operator that needs all of them before it can begin. Each worker collects its rows
 * in a part, in memory of its own. When the budget of the query has no room for all rows, a worker
 * writes its part to a temporary file, gives the memory back as a whole, and begins a new part. Any
 * thread may call any method.
 *
 * @param <F> writes the parts of one worker
 */
public final class SpillableParts<F extends SpillableParts.PartFile> {
  private final RowCollector rows;
  private final String owner;
  private final long rowBytes;
  private final QueryContext query;
  private final BooleanSupplier maySpill;
  private final Supplier<F> newFile;

  /** The bytes that the operator will need for the rows in memory, including the rows. */
  private final AtomicLong wantedBytes = new AtomicLong();

  @GuardedBy("this")
  private final List<Part> parts = new ArrayList<>();

  /** The size of {@link #parts}; written under the lock, read without it. */
  private volatile int count;

  /** Writes the parts of one worker to a temporary file. */
  @FunctionalInterface
  public interface PartFile {
    /**
     * Writes a part.
     *
     * @param memory that ends after this call
     */
    void write(RowStore part, MemoryScope memory);
  }

  /**
   * @param rows takes the parts if all rows stay in memory
   * @param owner what messages about memory call the operator
   * @param rowBytes that the operator will need for each row, beside the row
   * @param maySpill whether parts can be written at all
   */
  public SpillableParts(
      RowCollector rows,
      String owner,
      long rowBytes,
      QueryContext query,
      BooleanSupplier maySpill,
      Supplier<F> newFile) {
    this.rows = rows;
    this.owner = owner;
    this.rowBytes = rowBytes;
    this.query = query;
    this.maySpill = maySpill;
    this.newFile = newFile;
  }

  /** Returns the part of a worker. */
  public BatchConsumer newPart() {
    Part part = new Part(newFile.get()); // without the lock: it reserves memory
    synchronized (this) {
      parts.add(part);
      count = parts.size();
    }
    return part;
  }

  /** Returns what {@link dev.paceline.core.exec.Sink#evictableBytes} does. */
  public synchronized long evictableBytes() {
    return maySpill.getAsBoolean()
        ? parts.stream().mapToLong(part -> part.memory.bytes()).sum()
        : 0;
  }

  /** Returns orders that write all parts, and begin new ones. */
  public synchronized List<FinishOrder> evict() {
    List<FinishOrder> orders = new ArrayList<>();
    if (maySpill.getAsBoolean()) {
      for (Part part : parts) {
        if (part.rows.rowCount() > 0) {
          orders.add(context -> part.beginAnew());
        }
      }
    }
    return orders;
  }

  /** Combines all parts, none of which has been written; {@link #closeMemory} comes afterwards. */
  public synchronized FinishPhase combine() {
    parts.forEach(part -> rows.add(part.rows));
    return FinishPhase.of(rows.combine());
  }

  /** Gives back the memory of parts that have been combined. */
  public synchronized void closeMemory() {
    parts.forEach(part -> part.memory.close());
  }

  /** Returns orders that write the rest of all parts, and end them. */
  public synchronized List<FinishOrder> writeRest() {
    List<FinishOrder> orders = new ArrayList<>();
    for (Part part : parts) {
      orders.add(context -> part.writeRest());
    }
    return orders;
  }

  /** Returns what has written the parts, for each worker in the order of their first parts. */
  public synchronized List<F> files() {
    return parts.stream().map(part -> part.file).toList();
  }

  /** The rows of one worker that are in memory. */
  private final class Part implements BatchConsumer {
    private final F file;
    private volatile MemoryScope memory;
    private RowPart rows;
    private long countedBytes;

    Part(F file) {
      this.file = file;
      memory = newMemory();
      rows = newRows();
    }

    private MemoryScope newMemory() {
      return query.budget().openScope(owner + " of " + query.name());
    }

    private RowPart newRows() {
      return new RowPart(
          SpillableParts.this.rows.types(), memory, new WorkerContext(query, memory));
    }

    @Override
    public boolean accept(Batch batch) {
      rows.append(batch);
      long needed = memory.stateBytes() + rowBytes * rows.rowCount();
      long all = wantedBytes.addAndGet(needed - countedBytes);
      countedBytes = needed;
      // Writing a small part does not help much: other workers write their large parts first.
      boolean isLarge = 2 * needed * count >= all;
      if (isLarge && maySpill.getAsBoolean() && query.shouldSpill(memory.stateBytes(), all)) {
        beginAnew();
      }
      return true;
    }

    void beginAnew() {
      write();
      memory = newMemory();
      rows = newRows();
    }

    void writeRest() {
      if (rows.rowCount() > 0) {
        write();
      } else {
        memory.close();
      }
    }

    private void write() {
      RowCollector alone =
          new RowCollector(SpillableParts.this.rows.types(), query.withMemory(memory), owner);
      alone.add(rows);
      file.write(alone.combineNow(), memory);
      memory.close();
      wantedBytes.addAndGet(-countedBytes);
      countedBytes = 0;
    }
  }
}
