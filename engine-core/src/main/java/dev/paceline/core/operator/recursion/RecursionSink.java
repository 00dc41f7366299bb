package dev.paceline.core.operator.recursion;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.shared.SharedRows;
import dev.paceline.core.type.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * WITH RECURSIVE: takes the rows of the first query, and then runs the second query in iterations.
 * Each iteration reads the rows that the previous one added; the last one adds none. Iterations are
 * phases of this sink, whose work orders are those of the second query's pipelines; iterations of
 * few rows run together in one work order, which costs less than starting workers for each.
 *
 * <p>The rows of the result and of an iteration go to temporary files where there is no room for
 * them. With UNION, what tells which rows are new stays in memory.
 */
public final class RecursionSink implements Sink {
  private static final String NAME = "recursion";

  /** The most rows of iterations that run in one work order. */
  private static final int FEW_ROWS = 2048;

  /** The most iterations of a work order. */
  private static final int ITERATIONS = 256;

  private final List<DataType> types;
  private final QueryContext query;
  private final StepPlan step;
  private final List<SharedRows> kept;
  private final MemoryScope memory;
  private final SharedRows result;
  private final @Nullable SeenRows seen;
  private final long enough;

  /** Written by one thread at a time, between phases; what the current iteration produces. */
  private SharedRows produced;

  /** The rows that the last iteration added, and how many they are. */
  private SharedRows added;

  private long addedRows;

  /** The rows of the seed and of all iterations so far. */
  private long rows;

  private @Nullable BatchConsumer resultRows;

  /** Makes the pipelines of one iteration. */
  @FunctionalInterface
  public interface StepPlan {
    /**
     * Returns pipelines, each behind those that it depends on, of which the last ones end in a
     * sink.
     *
     * @param previous what the iteration before added
     * @param query whose memory ends with the iteration
     */
    List<Pipeline> pipelines(SharedRows previous, Sink sink, QueryContext query);
  }

  /**
   * @param all whether rows may be added that there were before
   * @param enough the number of rows after which there is no further iteration
   * @param kept rows that all iterations read; given back after the last one
   */
  public RecursionSink(
      List<DataType> types,
      boolean all,
      long enough,
      QueryContext query,
      StepPlan step,
      List<SharedRows> kept) {
    this.types = List.copyOf(types);
    this.enough = enough;
    this.query = query;
    this.step = step;
    this.kept = List.copyOf(kept);
    this.memory = query.budget().openScope(NAME + " of " + query.name());
    this.result = new SharedRows(types, query);
    this.seen = all ? null : new SeenRows(types, memory, query);
    this.produced = new SharedRows(types, query);
    this.added = produced;
  }

  @Override
  public BatchConsumer newLocal(WorkerContext context) {
    return produced.newLocal(context);
  }

  @Override
  public FinishPhase finish() {
    return produced.finish().then(this::takeIn);
  }

  private FinishPhase takeIn() {
    return FinishPhase.of(List.of(context -> absorb())).then(this::advance);
  }

  /** Adds what the iteration produced to the result, and finds out which of it is new. */
  private void absorb() {
    try (MemoryScope scratch = query.budget().openScope(NAME + " of " + query.name())) {
      WorkerContext context = new WorkerContext(query, scratch);
      BatchConsumer target = resultRows();
      addedRows = 0;
      if (seen == null) {
        added = produced;
        addAll(produced, context, target);
        return;
      }
      SharedRows fresh = new SharedRows(types, query);
      addNew(produced, context, target, fresh.newLocal(context), seen);
      fresh.finish().runAll(context);
      produced.close();
      added = fresh;
    }
  }

  /** Returns the consumer of the rows of the result. */
  private BatchConsumer resultRows() {
    BatchConsumer target = resultRows;
    if (target == null) {
      target = result.newLocal(new WorkerContext(query, memory));
      resultRows = target;
    }
    return target;
  }

  private void addAll(SharedRows source, WorkerContext context, BatchConsumer target) {
    read(
        source,
        context,
        batch -> {
          addedRows += batch.selectedCount();
          return target.accept(batch);
        });
    rows += addedRows;
  }

  private void addNew(
      SharedRows source,
      WorkerContext context,
      BatchConsumer target,
      BatchConsumer fresh,
      SeenRows known) {
    read(
        source,
        context,
        batch -> {
          int count = known.keepNew(batch);
          addedRows += count;
          if (count > 0) {
            target.accept(batch);
            fresh.accept(batch);
          }
          return true;
        });
    rows += addedRows;
  }

  private void read(SharedRows shared, WorkerContext context, BatchConsumer out) {
    Source source = shared.newSource();
    source.open();
    SourceReader reader = source.newReader(context);
    for (Morsel morsel = source.next(); morsel != null; morsel = source.next()) {
      query.cancellation().check();
      reader.read(morsel, out);
    }
    source.close();
  }

  private FinishPhase advance() {
    if (addedRows == 0 || rows >= enough) {
      added.close();
      kept.forEach(SharedRows::close);
      return result.finish().thenRun(memory::close);
    }
    if (addedRows <= FEW_ROWS) {
      return FinishPhase.of(List.of(context -> iterateFew(context))).then(this::advance);
    }
    Iteration iteration = new Iteration(query.workers());
    return iteration
        .phases()
        .then(
            () -> {
              iteration.close();
              return takeIn();
            });
  }

  /** Runs iterations, all by the calling thread, as long as they add few rows. */
  private void iterateFew(WorkerContext context) {
    for (int i = 0;
        i < ITERATIONS && addedRows > 0 && addedRows <= FEW_ROWS && rows < enough;
        i++) {
      query.cancellation().check();
      Iteration iteration = new Iteration(1);
      if (addedRows <= context.batchRows()
          && RepeatedStep.canRepeat(iteration.pipelines, types, iteration.previous)) {
        iteration.repeat();
        iteration.close();
        return;
      }
      iteration.phases().runAll(context);
      iteration.close();
      absorb();
    }
  }

  /** All rows, each once with UNION. */
  public Source output() {
    return result.newSource();
  }

  /** Gives the rows back: no source is read any more. */
  public void close() {
    result.close();
  }

  @Override
  public long evictableBytes() {
    return produced.evictableBytes();
  }

  @Override
  public List<FinishOrder> evict() {
    return produced.evict();
  }

  @Override
  public String name() {
    return NAME;
  }

  /** One run of the second query. */
  private final class Iteration {
    private final MemoryScope state = query.budget().openScope(NAME + " of " + query.name());
    private final QueryContext part = query.withMemory(state);
    private final SharedRows previous = added;
    private final List<Pipeline> pipelines;
    private final PipelinePhases phases;

    /**
     * @param orders that read one source at once
     */
    Iteration(int orders) {
      produced = new SharedRows(types, query);
      pipelines = step.pipelines(previous, produced, part);
      phases = new PipelinePhases(pipelines, part, orders);
    }

    FinishPhase phases() {
      return phases.phases();
    }

    /** Runs this and further iterations by the stages of this one. */
    void repeat() {
      WorkerContext context = new WorkerContext(part, state);
      RepeatedStep repeated =
          new RepeatedStep(pipelines.getFirst(), types, query, resultRows(), seen, context);
      read(previous, context, repeated::start);
      rows += repeated.run(enough - rows);
      addedRows = repeated.added();
      produced.close();
      produced = repeated.rows();
      added = produced;
    }

    void close() {
      phases.close();
      state.close();
      previous.close();
    }
  }
}
