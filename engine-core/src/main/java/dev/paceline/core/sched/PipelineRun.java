package dev.paceline.core.sched;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.OrderCounters;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.sched.QueryExecution.Order;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of one pipeline of a running query. Every method but {@link Order#run} is called under
 * the lock of the query.
 */
final class PipelineRun {
  private enum State {
    WAITING,
    RUNNING,
    DRAINED
  }

  private final Pipeline pipeline;
  private final SinkRun sink;
  private final List<PipelineRun> dependencies;
  private final List<PipelineRun> after;
  private final List<PipelineRun> producers;
  private final Instance[] instances;
  private final IntConsumer onOperatorEnd;
  private State state = State.WAITING;
  private int runningOrders;
  private boolean advanced;
  private volatile boolean satisfied;

  /** A pipeline as one worker runs it. */
  private record Instance(SourceReader reader, BatchConsumer head) {}

  /**
   * @param earlier the runs of all pipelines that this one may depend on
   * @param onOperatorEnd is given the {@link OrderRecord#operator} when all input has been read
   */
  PipelineRun(
      Pipeline pipeline,
      SinkRun sink,
      Map<Pipeline, PipelineRun> earlier,
      int workers,
      IntConsumer onOperatorEnd) {
    this.pipeline = pipeline;
    this.sink = sink;
    this.dependencies = runsOf(pipeline.dependencies(), earlier);
    this.after = runsOf(pipeline.after(), earlier);
    Sink filled = pipeline.source().producer();
    this.producers = earlier.values().stream().filter(run -> run.sink().equals(filled)).toList();
    this.instances = new Instance[workers];
    this.onOperatorEnd = onOperatorEnd;
    sink.addPipeline();
  }

  private static List<PipelineRun> runsOf(
      List<Pipeline> pipelines, Map<Pipeline, PipelineRun> earlier) {
    return pipelines.stream()
        .map(
            dependency -> {
              PipelineRun run = earlier.get(dependency);
              if (run == null) {
                throw new IllegalArgumentException(
                    "pipelines are not in the order of their dependencies");
              }
              return run;
            })
        .toList();
  }

  Source source() {
    return pipeline.source();
  }

  Sink sink() {
    return pipeline.sink();
  }

  boolean isComplete() {
    return sink.isComplete();
  }

  /** Whether the last {@link #take} changed a state without giving an order. */
  boolean advanced() {
    return advanced;
  }

  /** Where it is, and what it has done. */
  PipelineReport report(long query, QueryCounters counters) {
    OrderCounters running = counters.operator(operator());
    OrderCounters finishing = counters.operator(OrderRecord.finishing(pipeline.id()));
    return new PipelineReport(
        query,
        pipeline.id(),
        pipeline.describe(),
        reportedState(),
        running.orders() + finishing.orders(),
        running.busyNanos() + finishing.busyNanos(),
        numbers(Stream.concat(dependencies.stream(), after.stream())),
        numbers(producers.stream()));
  }

  private static List<Integer> numbers(Stream<PipelineRun> runs) {
    return runs.map(run -> run.pipeline.id()).distinct().sorted().toList();
  }

  private PipelineReport.State reportedState() {
    return switch (state) {
      case WAITING -> PipelineReport.State.WAITING;
      case RUNNING -> PipelineReport.State.RUNNING;
      case DRAINED ->
          sink.isComplete() ? PipelineReport.State.DONE : PipelineReport.State.FINISHING;
    };
  }

  void closeSource() {
    pipeline.source().close();
  }

  @Nullable Order take() {
    advanced = false;
    if (state == State.WAITING) {
      if (!mayStart()) {
        return null;
      }
      pipeline.source().open();
      state = State.RUNNING;
      advanced = true;
    }
    if (state == State.RUNNING) {
      Order order = takeMorsel();
      if (order != null) {
        return order;
      }
    }
    return state == State.DRAINED ? sink.take() : null;
  }

  private boolean mayStart() {
    for (PipelineRun dependency : dependencies) {
      if (!dependency.isComplete()) {
        return false;
      }
    }
    for (PipelineRun earlier : after) {
      if (earlier.state != State.DRAINED) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Order takeMorsel() {
    Source source = pipeline.source();
    if (!sink.sink().wantsMore()) {
      satisfied = true;
    }
    if (!satisfied) {
      if (runningOrders > 0 && source.ordered() || !sink.sink().ready()) {
        return null;
      }
      Morsel morsel = source.next();
      if (morsel != null) {
        runningOrders++;
        return new MorselOrder(morsel);
      }
    }
    if (runningOrders == 0 && (satisfied || source.exhausted())) {
      source.close();
      state = State.DRAINED;
      onOperatorEnd.accept(operator());
      sink.pipelineDrained();
      advanced = true;
    }
    return null;
  }

  private int operator() {
    return OrderRecord.running(pipeline.id());
  }

  private Instance instance(int worker, WorkerContext context) {
    Instance existing = instances[worker];
    if (existing == null) {
      BatchConsumer consumer = pipeline.sink().newLocal(context);
      for (int i = pipeline.stages().size() - 1; i >= 0; i--) {
        consumer = pipeline.stages().get(i).newStage(context, consumer);
      }
      existing = new Instance(pipeline.source().newReader(context), new Head(consumer));
      instances[worker] = existing;
    }
    return existing;
  }

  /** Notices when the pipeline needs no more rows. */
  private final class Head implements BatchConsumer {
    private final BatchConsumer first;

    Head(BatchConsumer first) {
      this.first = first;
    }

    @Override
    public boolean accept(Batch batch) {
      if (satisfied || !first.accept(batch)) {
        satisfied = true;
        return false;
      }
      return true;
    }
  }

  /** The pipeline over one morsel. */
  private final class MorselOrder implements Order {
    private final Morsel morsel;

    MorselOrder(Morsel morsel) {
      this.morsel = morsel;
    }

    @Override
    public void run(int worker, WorkerContext context) {
      Instance instance = instance(worker, context);
      instance.reader().read(morsel, instance.head());
    }

    @Override
    public void ended() {
      morsel.release();
      runningOrders--;
    }

    @Override
    public int operator() {
      return PipelineRun.this.operator();
    }
  }
}
