package dev.paceline.core.operator.join;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.StageFactory;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs operators on rows of objects, on one or more threads, in batches of any forms. */
final class JoinFixture implements AutoCloseable {
  final QueryContext query;
  private final Random random;
  private final List<WorkerContext> workers = new ArrayList<>();

  /** Rows of objects, as {@link ColumnVector#getObject} gives them. */
  record Rows(List<DataType> types, List<List<@Nullable Object>> rows) {}

  JoinFixture(MemoryLedger ledger, int batchRows, int workerCount, Random random) {
    this(ledger, batchRows, workerCount, random, Set.of());
  }

  JoinFixture(
      MemoryLedger ledger, int batchRows, int workerCount, Random random, Set<Technique> without) {
    this(ledger, TemporaryStorage.NONE, batchRows, workerCount, random, without);
  }

  /**
   * @param temporaryStorage where everything goes at once if files are allowed
   */
  JoinFixture(
      MemoryLedger ledger,
      TemporaryStorage temporaryStorage,
      int batchRows,
      int workerCount,
      Random random,
      Set<Technique> without) {
    this.random = random;
    query =
        QueryContext.open(
            "join test",
            ledger.openBudget(
                temporaryStorage == TemporaryStorage.NONE ? MemoryBudget.FAIR_SHARE : 1),
            temporaryStorage,
            new CancellationToken(),
            batchRows,
            0,
            ZoneOffset.UTC,
            without);
    for (int i = 0; i < workerCount; i++) {
      workers.add(new WorkerContext(query, ledger.openScope("worker " + i)));
    }
  }

  @Override
  public void close() {
    workers.forEach(worker -> worker.memory().close());
    query.close();
  }

  /** Fills a sink from all workers at once, and begins to finish it. */
  FinishPhase fillOnly(Sink sink, Rows input) {
    List<Runnable> tasks = new ArrayList<>();
    for (int worker = 0; worker < workers.size(); worker++) {
      WorkerContext context = workers.get(worker);
      List<Batch> batches = batches(context, part(input, worker));
      tasks.add(
          () -> {
            BatchConsumer local = sink.newLocal(context);
            batches.forEach(local::accept);
          });
    }
    runAll(tasks);
    return sink.finish();
  }

  /** The first worker. */
  WorkerContext worker() {
    return workers.getFirst();
  }

  /** Fills a sink from all workers at once, and finishes it. */
  void fill(Sink sink, Rows input) {
    FinishPhase phase = fillOnly(sink, input);
    while (phase != null) {
      runOrders(phase.orders());
      Supplier<FinishPhase> next = phase.next();
      phase = next == null ? null : next.get();
    }
  }

  /** Runs the orders of a phase by all workers at once. */
  private void runOrders(List<Sink.FinishOrder> orders) {
    List<Runnable> pieces = new ArrayList<>();
    for (int worker = 0; worker < workers.size(); worker++) {
      int index = worker;
      pieces.add(
          () -> {
            for (int i = index; i < orders.size(); i += workers.size()) {
              orders.get(i).run(workers.get(index));
            }
          });
    }
    runAll(pieces);
  }

  /** Sends rows through a stage from all workers at once. */
  List<List<@Nullable Object>> send(StageFactory stage, Rows input) {
    List<List<@Nullable Object>> all = Collections.synchronizedList(new ArrayList<>());
    List<Runnable> tasks = new ArrayList<>();
    for (int worker = 0; worker < workers.size(); worker++) {
      WorkerContext context = workers.get(worker);
      List<Batch> batches = batches(context, part(input, worker));
      tasks.add(
          () -> {
            BatchConsumer consumer = stage.newStage(context, collect(all));
            batches.forEach(consumer::accept);
          });
    }
    runAll(tasks);
    return all;
  }

  /** All rows of a source. */
  List<List<@Nullable Object>> read(Source source) {
    List<List<@Nullable Object>> all = new ArrayList<>();
    source.open();
    Source.SourceReader reader = source.newReader(workers.getFirst());
    BatchConsumer out = collect(all);
    while (!source.exhausted()) {
      Source.Morsel morsel = source.next();
      if (morsel != null) {
        reader.read(morsel, out);
        morsel.release();
      }
    }
    source.close();
    return all;
  }

  private BatchConsumer collect(List<List<@Nullable Object>> into) {
    return batch -> {
      Selection selection = batch.selection();
      if (batch.selectedCount() < 1
          || batch.rowCount() > query.batchRows()
          || selection != null && selection.count() == batch.rowCount()) {
        throw new IllegalStateException("a batch that breaks the contract");
      }
      for (int row = 0; row < batch.rowCount(); row++) {
        if (selection == null || selection.isSelected(row)) {
          List<@Nullable Object> values = new ArrayList<>();
          for (int column = 0; column < batch.columnCount(); column++) {
            ColumnVector vector = batch.column(column);
            values.add(vector.getObject(row));
            checkBounds(vector, row);
          }
          into.add(values);
        }
      }
      return true;
    };
  }

  private static void checkBounds(ColumnVector vector, int row) {
    if (vector.hasBounds()
        && vector.type().family() == TypeFamily.INTEGRAL
        && !vector.isNull(row)
        && (vector.getLong(row) < vector.min() || vector.getLong(row) > vector.max())) {
      throw new IllegalStateException("a value outside its vector's bounds: " + vector);
    }
  }

  private Rows part(Rows input, int worker) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = worker; i < input.rows().size(); i += workers.size()) {
      rows.add(input.rows().get(i));
    }
    return new Rows(input.types(), rows);
  }

  private static void runAll(List<Runnable> tasks) {
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks.subList(1, tasks.size())) {
      threads.add(
          Thread.ofPlatform().uncaughtExceptionHandler((t, e) -> failures.add(e)).start(task));
    }
    try {
      tasks.getFirst().run();
    } finally {
      for (Thread thread : threads) {
        join(thread);
      }
    }
    if (!failures.isEmpty()) {
      throw new IllegalStateException(failures.getFirst());
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Cuts rows into batches of random lengths, some with rows that are not selected. */
  private List<Batch> batches(WorkerContext context, Rows input) {
    Vectors vectors = new Vectors(context.memory());
    List<Batch> batches = new ArrayList<>();
    int capacity = query.batchRows();
    int at = 0;
    while (at < input.rows().size()) {
      int length = random.nextInt(4) == 0 ? 1 + random.nextInt(capacity) : capacity;
      boolean all = random.nextBoolean();
      int share = 1 + random.nextInt(10);
      Selection selection = new Selection(context.memory(), capacity);
      Bitmaps.zero(selection.bitmap(), 0, capacity);
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (int i = 0; i < length && at < input.rows().size(); i++) {
        if (all || random.nextInt(10) < share) {
          Bitmaps.set(selection.bitmap(), 0, i);
          rows.add(input.rows().get(at++));
        } else {
          rows.add(input.rows().get(random.nextInt(input.rows().size())));
        }
      }
      int selected = selection.update(rows.size());
      if (selected == 0) {
        continue;
      }
      ColumnVector[] columns = new ColumnVector[input.types().size()];
      for (int column = 0; column < columns.length; column++) {
        int index = column;
        columns[column] =
            vector(
                vectors,
                input.types().get(column),
                rows.stream().map(row -> row.get(index)).toArray());
      }
      batches.add(new Batch(columns).set(rows.size(), selected == rows.size() ? null : selection));
    }
    return batches;
  }

  /** The values in a random form. */
  private ColumnVector vector(Vectors vectors, DataType type, @Nullable Object... values) {
    if (Arrays.stream(values).allMatch(value -> Objects.equals(value, values[0]))
        && random.nextBoolean()) {
      return vectors.constant(type, values[0]);
    }
    List<Supplier<ColumnVector>> forms = new ArrayList<>();
    forms.add(() -> vectors.of(type, values));
    if (type.family() == TypeFamily.BYTES) {
      if (values.length < 1 << Byte.SIZE) {
        forms.add(() -> vectors.dictionary(type, 1, random.nextBoolean(), values));
      }
      forms.add(() -> vectors.dictionary(type, 2, random.nextBoolean(), values));
      forms.add(() -> vectors.dictionary(type, 4, random.nextBoolean(), values));
    } else if (type.family() == TypeFamily.INTEGRAL) {
      forms.add(() -> vectors.int128s(type, values));
      if (type.fitsLong() && type.kind() != TypeKind.DECIMAL) {
        long min =
            Arrays.stream(values)
                .filter(value -> value instanceof Long)
                .mapToLong(value -> (Long) value)
                .min()
                .orElse(0);
        long max =
            Arrays.stream(values)
                .filter(value -> value instanceof Long)
                .mapToLong(value -> (Long) value)
                .max()
                .orElse(0);
        long range = max - min;
        if (range >= 0 && range < 256) {
          forms.add(() -> vectors.affine(type, 1, min, 1, values));
        }
        if (range >= 0 && range < 1L << 32) {
          forms.add(() -> vectors.affine(type, 4, min, 1, values));
        }
        forms.add(() -> vectors.affine(type, 8, 0, 1, values));
      }
    }
    return forms.get(random.nextInt(forms.size())).get();
  }

  /** A scope for what a test makes itself. */
  MemoryScope memory() {
    return query.memory();
  }
}
