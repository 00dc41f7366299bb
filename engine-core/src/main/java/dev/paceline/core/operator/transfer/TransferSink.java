package dev.paceline.core.operator.transfer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends a pipeline whose rows another pipeline consumes while this one still runs, {@link
 * UnitOfTransfer} by unit (Deshmukh, Efficient Query Scheduling, §4.2). Each worker packs its rows
 * into columnar blocks of its own; an order of the consumer takes one block, whose memory ends with
 * the order. The order of the rows is lost.
 *
 * <p>When blocks hold as much as they may, the producers wait; when the consumer wants no more,
 * they stop.
 */
public final class TransferSink implements Sink {
  private final List<DataType> types;
  private final UnitOfTransfer unit;
  private final QueryContext query;
  private final BlockQueue queue;

  @GuardedBy("this")
  private final List<BlockWriter> writers = new ArrayList<>();

  /**
   * @param types of the rows
   * @param unit neither automatic nor fused
   */
  public TransferSink(List<DataType> types, UnitOfTransfer unit, QueryContext query) {
    this.types = List.copyOf(types);
    this.unit = unit;
    this.query = query;
    this.queue = new BlockQueue(unit, query);
  }

  /** Hands the blocks out. */
  public Source output() {
    return new TransferSource(types, queue, this);
  }

  @Override
  public synchronized BatchConsumer newLocal(WorkerContext context) {
    BlockWriter writer = new BlockWriter(types, unit.blockBytes(), queue, query);
    writers.add(writer);
    return writer;
  }

  @Override
  public boolean ready() {
    return queue.hasRoom();
  }

  @Override
  public boolean wantsMore() {
    return !queue.isClosed();
  }

  /** The last block of each worker is not full. */
  @Override
  public synchronized FinishPhase finish() {
    return FinishPhase.of(
            writers.stream().<FinishOrder>map(writer -> context -> writer.finish()).toList())
        .thenRun(queue::complete);
  }

  @Override
  public String name() {
    return "transfer of " + unit;
  }
}
