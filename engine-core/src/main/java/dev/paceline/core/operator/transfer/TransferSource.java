package dev.paceline.core.operator.transfer;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands out the blocks of a {@link TransferSink}, each of which is a morsel. */
final class TransferSource implements Source {
  private final List<DataType> types;
  private final BlockQueue queue;
  private final TransferSink producer;

  TransferSource(List<DataType> types, BlockQueue queue, TransferSink producer) {
    this.types = types;
    this.queue = queue;
    this.producer = producer;
  }

  @Override
  public @Nullable Morsel next() {
    return queue.poll();
  }

  @Override
  public boolean exhausted() {
    return queue.isExhausted();
  }

  @Override
  public Sink producer() {
    return producer;
  }

  @Override
  public void onAvailable(Runnable wakeUp) {
    queue.onAvailable(wakeUp);
  }

  @Override
  public SourceReader newReader(WorkerContext context) {
    ColumnVector[] columns = new ColumnVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ColumnVector(types.get(i), context.memory());
    }
    Batch batch = new Batch(columns);
    return (morsel, out) -> {
      TransferBlock block = (TransferBlock) morsel;
      block.rows().read(0, block.rows().rowCount(), batch, context, out);
    };
  }

  @Override
  public void close() {
    queue.close();
  }

  @Override
  public String name() {
    return "transferred rows";
  }
}
