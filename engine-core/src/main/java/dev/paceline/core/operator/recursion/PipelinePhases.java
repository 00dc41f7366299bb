package dev.paceline.core.operator.recursion;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs pipelines one after the other as phases of a sink, each with several work orders. Their
 * sources must hold all of their rows when they are opened.
 */
final class PipelinePhases implements AutoCloseable {
  private final List<Pipeline> pipelines;
  private final QueryContext query;
  private final int orders;

  /** The scratch of all orders, which sinks may still use after their pipelines. */
  private final List<MemoryScope> scopes = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param pipelines each behind those that it depends on
   * @param orders that read one source at once
   */
  PipelinePhases(List<Pipeline> pipelines, QueryContext query, int orders) {
    this.pipelines = pipelines;
    this.query = query;
    this.orders = orders;
  }

  FinishPhase phases() {
    return run(0);
  }

  private FinishPhase run(int number) {
    if (number == pipelines.size()) {
      return FinishPhase.COMPLETE;
    }
    Pipeline pipeline = pipelines.get(number);
    pipeline.source().open();
    AtomicBoolean satisfied = new AtomicBoolean();
    int readers = pipeline.source().ordered() ? 1 : orders;
    return FinishPhase.of(Collections.nCopies(readers, context -> read(pipeline, satisfied)))
        .then(() -> finish(number));
  }

  private FinishPhase finish(int number) {
    Sink sink = pipelines.get(number).sink();
    pipelines.get(number).source().close();
    boolean last =
        pipelines.stream().skip(number + 1L).noneMatch(later -> later.sink().equals(sink));
    FinishPhase finished = last ? sink.finish() : FinishPhase.COMPLETE;
    return finished.then(() -> run(number + 1));
  }

  private void read(Pipeline pipeline, AtomicBoolean satisfied) {
    MemoryScope scratch = query.budget().openScope("recursion of " + query.name());
    scopes.add(scratch);
    WorkerContext context = new WorkerContext(query, scratch);
    BatchConsumer consumer = pipeline.sink().newLocal(context);
    for (int i = pipeline.stages().size() - 1; i >= 0; i--) {
      consumer = pipeline.stages().get(i).newStage(context, consumer);
    }
    BatchConsumer head = consumer;
    SourceReader reader = pipeline.source().newReader(context);
    while (!satisfied.get() && pipeline.sink().wantsMore()) {
      query.cancellation().check();
      Morsel morsel = pipeline.source().next();
      if (morsel == null) {
        return;
      }
      try {
        reader.read(
            morsel,
            batch -> {
              boolean more = head.accept(batch);
              if (!more) {
                satisfied.set(true);
              }
              return more;
            });
      } finally {
        morsel.release();
      }
    }
  }

  /** Gives the scratch back. */
  @Override
  public void close() {
    scopes.forEach(MemoryScope::close);
    scopes.clear();
  }
}
