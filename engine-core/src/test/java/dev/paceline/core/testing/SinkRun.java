package dev.paceline.core.testing;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.WorkerContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Drives sinks and sources as several workers would, one after the other in one thread. */
public final class SinkRun {
  private SinkRun() {}

  /** Feeds all rows to as many locals as there are workers, in random turns, and completes. */
  public static void fill(
      Sink sink,
      QueryContext query,
      int workers,
      Random random,
      RandomBatches batches,
      List<@Nullable Object[]> rows) {
    List<BatchConsumer> locals = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      locals.add(sink.newLocal(new WorkerContext(query, query.memory())));
    }
    if (!locals.isEmpty()) {
      batches.forEach(
          rows, query.batchRows(), batch -> locals.get(random.nextInt(workers)).accept(batch));
    }
    complete(sink, query);
  }

  /** Ends a sink's input. */
  public static void complete(Sink sink, QueryContext query) {
    sink.finish().runAll(new WorkerContext(query, query.memory()));
  }

  /** All rows of a source, as objects. */
  public static List<List<@Nullable Object>> read(Source source, QueryContext query) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    read(source, batch -> rows.addAll(rows(batch)), query);
    return rows;
  }

  /** What a stage makes of all rows of a source, as objects. */
  public static List<List<@Nullable Object>> read(
      Source source, StageFactory stage, QueryContext query) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    WorkerContext context = new WorkerContext(query, query.memory());
    read(source, stage.newStage(context, batch -> rows.addAll(rows(batch))), query);
    return rows;
  }

  private static void read(Source source, BatchConsumer out, QueryContext query) {
    source.open();
    SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
    for (Morsel morsel = source.next(); morsel != null; morsel = source.next()) {
      reader.read(morsel, out);
      morsel.release();
    }
    source.close();
  }

  /** The selected rows of a batch, as objects. */
  public static List<List<@Nullable Object>> rows(Batch batch) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int row = 0; row < batch.rowCount(); row++) {
      if (batch.selection() == null || batch.selection().isSelected(row)) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < batch.columnCount(); i++) {
          values.add(batch.column(i).getObject(row));
        }
        rows.add(values);
      }
    }
    return rows;
  }
}
