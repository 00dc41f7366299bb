package dev.paceline.core.operator.transfer;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.row.RowCollector;
import dev.paceline.core.operator.row.RowPart;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Packs the batches of one worker into blocks. Rows are collected in wide lanes first, then moved
 * into lanes as narrow as the block's values allow: consumers read less than was written. One
 * thread at a time uses it.
 */
final class BlockWriter implements BatchConsumer {
  /** The number of rows that make a block full, however narrow they are. */
  private static final long MAX_ROWS = 1 << 20;

  private final List<DataType> types;
  private final long blockBytes;
  private final BlockQueue queue;
  private final QueryContext query;
  private final String owner;
  private @Nullable Filling filling;

  /** The block that is being filled, in memory that serves no other. */
  private record Filling(RowPart rows, MemoryScope memory) {}

  BlockWriter(List<DataType> types, long blockBytes, BlockQueue queue, QueryContext query) {
    this.types = types;
    this.blockBytes = blockBytes;
    this.queue = queue;
    this.query = query;
    this.owner = query.name() + ", rows between operators";
  }

  @Override
  public boolean accept(Batch batch) {
    if (queue.isClosed()) {
      return false;
    }
    Filling current = filling;
    if (current == null) {
      MemoryScope memory = query.budget().openScope(owner);
      RowPart rows = new RowPart(types, memory, new WorkerContext(query, memory));
      current = new Filling(rows, memory);
      filling = current;
    }
    current.rows.append(batch);
    if (current.rows.bytes() >= blockBytes || current.rows.rowCount() >= MAX_ROWS) {
      finish();
    }
    return true;
  }

  /** Hands on what has been written, if there is anything. */
  void finish() {
    Filling full = filling;
    if (full == null) {
      return;
    }
    filling = null;
    if (!queue.isClosed()) {
      MemoryScope kept = query.budget().openScope(owner);
      RowCollector collector = new RowCollector(types, query.withMemory(kept), owner);
      collector.add(full.rows);
      queue.add(new TransferBlock(collector.combineNow(), kept, queue));
    }
    full.memory.close();
  }
}
