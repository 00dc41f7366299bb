package dev.paceline.core.sched;

import dev.paceline.core.column.Batch;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.OrderCounters;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.sched.QueryExecution.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The state of one pipeline of a running query: it waits for its dependencies, opens its source,
 * reads it morsel by morsel, closes it, and is then done but for its sink. Opening, reading and
 * closing are work orders. Every method but {@link Order#run} is called under the lock of the query
 * and does no more than change the state.
 */
final class PipelineRun {
  private enum State {
    WAITING,
    OPENING,
    RUNNING,

    /** All input has been read; the source is to be closed. */
    DRAINED,
    CLOSING,
    CLOSED
  }

  /** The effort of reading rows that are kept in memory, as a share of that of making them. */
  private static final double KEPT_SHARE = 0.125;

  /** Orders after which half of what operators keep counts as read: nobody knows how many come. */
  private static final double SOME_ORDERS = 8;

  private final Pipeline pipeline;
  private final SinkRun sink;
  private final List<PipelineRun> dependencies;
  private final List<PipelineRun> after;
  private final List<PipelineRun> producers;
  private final PerWorker<Instance> instances = new PerWorker<>();
  private final IntConsumer onOperatorEnd;
  private State state = State.WAITING;

  /** Orders that read a morsel, and workers that look for one. */
  private int readers;

  /** See {@link #effort}; without temporary files and with them. */
  private final double[] efforts = new double[2];

  private boolean exhausted;
  private volatile boolean satisfied;

  /**
   * A pipeline as one worker runs it.
   *
   * @param local of the sink
   * @param scratch of the source and the stages, which ends with the pipeline
   */
  private record Instance(
      SourceReader reader, BatchConsumer head, BatchConsumer local, MemoryScope scratch) {}

  /**
   * @param earlier the runs of all pipelines that this one may depend on
   * @param onOperatorEnd is given the {@link OrderRecord#operator} when all input has been read
   */
  PipelineRun(
      Pipeline pipeline,
      SinkRun sink,
      Map<Pipeline, PipelineRun> earlier,
      IntConsumer onOperatorEnd) {
    this.pipeline = pipeline;
    this.sink = sink;
    this.dependencies = runsOf(pipeline.dependencies(), earlier);
    this.after = runsOf(pipeline.after(), earlier);
    Sink filled = pipeline.source().producer();
    this.producers = earlier.values().stream().filter(run -> run.sink().equals(filled)).toList();
    this.onOperatorEnd = onOperatorEnd;
    sink.addPipeline();
    for (int spilled = 0; spilled < efforts.length; spilled++) {
      efforts[spilled] = effort(spilled);
    }
  }

  /** Returns the effort of reading the source and of finishing the filled part of the sink. */
  private double effort(int spilled) {
    double reading = source().tableRows();
    if (reading == 0) {
      List<PipelineRun> inputs = new ArrayList<>(dependencies);
      inputs.addAll(after);
      inputs.addAll(producers);
      for (PipelineRun input : inputs) {
        reading += input.efforts[spilled];
      }
      reading = Math.max(1, spilled == 0 ? reading * KEPT_SHARE : reading);
    }
    return reading * (1 + sink().finishShare());
  }

  /**
   * About how much work it is, where a row of a table is 1. Rows that operators keep in memory take
   * a fraction of what it took to make them, rows in temporary files about the same.
   */
  double effort(boolean spilled) {
    return efforts[spilled ? 1 : 0];
  }

  /** The share of its work that is done, from 0 to 1. */
  double progress(QueryCounters counters) {
    double finishing = sink().finishShare();
    return (read(counters) + finishing * sink.finished()) / (1 + finishing);
  }

  private double read(QueryCounters counters) {
    long rows = source().tableRows();
    return switch (state) {
      case WAITING, OPENING -> 0;
      case RUNNING ->
          rows > 0
              ? Math.min(1, (double) source().tableRowsDone() / rows)
              : 1 - SOME_ORDERS / (SOME_ORDERS + counters.operator(operator()).orders());
      case DRAINED, CLOSING, CLOSED -> 1;
    };
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

  /** Returns the state of the pipeline, and what it has done. */
  PipelineReport report(long query, QueryCounters counters) {
    OrderCounters running = counters.operator(operator());
    OrderCounters finishing = counters.operator(OrderRecord.finishing(pipeline.id()));
    OrderCounters preparing = counters.operator(OrderRecord.preparing(pipeline.id()));
    return new PipelineReport(
        query,
        pipeline.id(),
        pipeline.describe(),
        reportedState(),
        running.orders() + finishing.orders(),
        running.busyNanos() + finishing.busyNanos() + preparing.busyNanos(),
        numbers(Stream.concat(dependencies.stream(), after.stream())),
        numbers(producers.stream()),
        progress(counters),
        running.concurrency());
  }

  private static List<Integer> numbers(Stream<PipelineRun> runs) {
    return runs.map(run -> run.pipeline.id()).distinct().sorted().toList();
  }

  private PipelineReport.State reportedState() {
    return switch (state) {
      case WAITING -> PipelineReport.State.WAITING;
      case OPENING, RUNNING, DRAINED, CLOSING -> PipelineReport.State.RUNNING;
      case CLOSED -> sink.isComplete() ? PipelineReport.State.DONE : PipelineReport.State.FINISHING;
    };
  }

  /** An order that changes the state of the pipeline or finishes its sink, if one is due. */
  @Nullable Order takeStep() {
    if (state == State.WAITING && mayStart()) {
      state = State.OPENING;
      return new Opening();
    }
    if (state == State.DRAINED) {
      state = State.CLOSING;
      return new Closing();
    }
    return state == State.CLOSED ? sink.take() : null;
  }

  /**
   * Lets the caller look for a morsel without the lock, and then call {@link #found} or {@link
   * #foundNothing}.
   */
  boolean mayRead() {
    if (state != State.RUNNING) {
      return false;
    }
    if (!sink.sink().wantsMore()) {
      satisfied = true;
    }
    if (satisfied || exhausted || readers > 0 && source().ordered() || !sink.sink().ready()) {
      drainIfDone();
      return false;
    }
    readers++;
    return true;
  }

  Order found(Morsel morsel) {
    return new Reading(morsel);
  }

  /**
   * @param isExhausted whether the source has no more morsels for anybody
   */
  void foundNothing(boolean isExhausted) {
    exhausted |= isExhausted;
    readers--;
    drainIfDone();
  }

  private void drainIfDone() {
    if (state == State.RUNNING && readers == 0 && (satisfied || exhausted)) {
      state = State.DRAINED;
    }
  }

  private boolean mayStart() {
    for (PipelineRun dependency : dependencies) {
      if (!dependency.isComplete()) {
        return false;
      }
    }
    for (PipelineRun earlier : after) {
      if (earlier.state != State.CLOSED) {
        return false;
      }
    }
    return true;
  }

  private int operator() {
    return OrderRecord.running(pipeline.id());
  }

  private Instance instance(int local, WorkerContext context) {
    Instance existing = instances.get(local);
    if (existing == null) {
      QueryContext query = context.query();
      MemoryScope scratch = query.budget().openScope(context.memory().owner());
      WorkerContext own = new WorkerContext(query, scratch);
      BatchConsumer filled = sink.local(local, context);
      BatchConsumer consumer = filled;
      for (int i = pipeline.stages().size() - 1; i >= 0; i--) {
        consumer = pipeline.stages().get(i).newStage(own, consumer);
      }
      existing =
          new Instance(pipeline.source().newReader(own), new Head(consumer), filled, scratch);
      instances.put(local, existing);
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

  /** Opens the source. */
  private final class Opening implements Order {
    private boolean succeeded;

    @Override
    public void run(int local, WorkerContext context) {
      dependencies.forEach(dependency -> dependency.sink.closeScratch());
      pipeline.source().open();
      succeeded = true;
    }

    @Override
    public void ended() {
      if (succeeded) {
        state = State.RUNNING;
      }
    }

    @Override
    public int operator() {
      return OrderRecord.preparing(pipeline.id());
    }
  }

  /** The pipeline over one morsel. */
  private final class Reading implements Order {
    private final Morsel morsel;

    Reading(Morsel morsel) {
      this.morsel = morsel;
    }

    @Override
    public void run(int local, WorkerContext context) {
      Instance instance = instance(local, context);
      instance.reader().read(morsel, instance.head());
      pipeline.sink().endOrder(instance.local());
    }

    @Override
    public void release() {
      morsel.release();
    }

    @Override
    public void ended() {
      readers--;
      drainIfDone();
    }

    @Override
    public int operator() {
      return PipelineRun.this.operator();
    }
  }

  /** Closes the source, whose input has been read. */
  private final class Closing implements Order {
    private boolean succeeded;

    @Override
    public void run(int local, WorkerContext context) {
      pipeline.source().close();
      instances.clear(instance -> instance.scratch().close());
      succeeded = true;
    }

    @Override
    public void ended() {
      if (succeeded) {
        state = State.CLOSED;
        onOperatorEnd.accept(PipelineRun.this.operator());
        onOperatorEnd.accept(operator());
        sink.pipelineClosed();
      }
    }

    @Override
    public int operator() {
      return OrderRecord.preparing(pipeline.id());
    }
  }
}
