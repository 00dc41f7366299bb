package dev.paceline.core.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.column.Batch;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Pipeline;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.QueryCounters;
import dev.paceline.core.operator.ResultSink;
import dev.paceline.core.pipeline.PipelineBuilder;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanProfile;
import dev.paceline.core.sched.PipelineReport;
import dev.paceline.core.sched.QueryExecution;
import dev.paceline.core.sched.WorkerPool;
import dev.paceline.core.sched.admission.LoadedQuery;
import dev.paceline.core.sched.admission.ResourceMap;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** A query on the engine's workers, with the caller at its end. */
final class ExecutedQuery implements RunningQuery, LoadedQuery {
  private final QueryContext context;
  private final ResultSink results;
  private final QueryExecution execution;
  private volatile int priority;
  private volatile ResourceMap resources;
  private final QueryAdmission admission;
  private final Consumer<ExecutedQuery> onClose;
  private final long startNanos = System.nanoTime();
  private final @Nullable QueryEvent event;
  private final long deadlineNanos;
  private volatile QueryState state = QueryState.WAITING;

  @GuardedBy("this")
  private boolean ended;

  @GuardedBy("this")
  private long endNanos;

  @GuardedBy("this")
  private long arrivals;

  private boolean closed;
  private double progress;

  /**
   * A query that waits for {@link #start}.
   *
   * @param deadlineNanos of the context's cancellation token; Long.MAX_VALUE for none
   * @param admission who starts it
   * @param onClose is called once when it has been closed
   */
  ExecutedQuery(
      PlanNode plan,
      QueryContext context,
      QueryOptions options,
      WorkerPool pool,
      long deadlineNanos,
      QueryAdmission admission,
      Consumer<ExecutedQuery> onClose) {
    this.context = context;
    this.priority = options.priority();
    this.resources = options.resources();
    this.admission = admission;
    this.onClose = onClose;
    this.deadlineNanos = deadlineNanos;
    this.results = new ResultSink(plan.types(), context, this::arrived, this::spaceAgain);
    PlanProfile profile = options.profile();
    PipelineBuilder builder = new PipelineBuilder(context, profile, options.unitOfTransfer());
    List<Pipeline> pipelines = builder.build(plan, results);
    if (profile != null) {
      profile.addRun(pipelines, context);
    }
    this.execution =
        new QueryExecution(
            context,
            options.statement(),
            priority,
            deadlineNanos,
            resources.maxWorkers(),
            pipelines,
            pool,
            this::executionEnded);
    context.budget().setResting(true);
    if (FlightRecorder.isInitialized()) {
      this.event = new QueryEvent();
      event.begin();
    } else {
      this.event = null;
    }
  }

  void start() {
    context.budget().setResting(false);
    state = QueryState.RUNNING;
    execution.start();
  }

  void suspend() {
    context.budget().setResting(true);
    state = QueryState.SUSPENDED;
    execution.suspend();
  }

  void resume() {
    context.budget().setResting(false);
    state = QueryState.RUNNING;
    execution.resume();
  }

  @Override
  public int priority() {
    return priority;
  }

  /** Gives it another priority, for workers and for admission, from now on. */
  void setPriority(int value) {
    priority = value;
    execution.setPriority(value);
    admission.retry();
  }

  /** Sets the number of workers that may run work orders of the query at once. */
  synchronized void setWorkers(int count) {
    resources = resources.withMaxWorkers(count);
    execution.setMaxWorkers(count);
  }

  @Override
  public ResourceMap resources() {
    return resources;
  }

  @Override
  public long usedBytes() {
    return context.budget().usedBytes();
  }

  @Override
  public long evictableBytes() {
    return execution.evictableBytes();
  }

  @Override
  public boolean isStalled() {
    return hasEnded() || !results.ready();
  }

  @Override
  public @Nullable Batch nextBatch() {
    if (closed) {
      throw new PacelineException(ErrorCode.OBJECT_CLOSED, "the result is closed");
    }
    while (true) {
      long seen;
      boolean last;
      synchronized (this) {
        seen = arrivals;
        last = ended;
      }
      PacelineException failure = execution.failure();
      if (failure != null) {
        throw new PacelineException(failure.code(), failure.getMessage(), failure);
      }
      Batch batch = results.poll();
      if (batch != null || last) {
        return batch;
      }
      if (deadlineNanos != Long.MAX_VALUE && System.nanoTime() - deadlineNanos >= 0) {
        execution.expire();
      }
      if (!awaitArrival(seen)) {
        Thread.currentThread().interrupt();
        execution.cancel(
            new PacelineException(ErrorCode.CANCELLED, "the calling thread was interrupted"));
      }
    }
  }

  @Override
  public void cancel() {
    cancel("the statement was cancelled");
  }

  /** Like {@link #cancel()}, with a reason that the error names. */
  void cancel(String reason) {
    fail(new PacelineException(ErrorCode.CANCELLED, reason));
    admission.retry(); // nobody waits any more for its end
  }

  /** Ends the query with an error. A caller that waits for a result gets it. */
  void fail(PacelineException reason) {
    execution.cancel(reason);
    arrived();
  }

  /** The number of this query, unique in the process. */
  long number() {
    return execution.number();
  }

  /** Returns the error that ended the query early; null if there was none. */
  @Nullable PacelineException failure() {
    return execution.failure();
  }

  List<PipelineReport> pipelines() {
    return execution.pipelines();
  }

  QueryReport report() {
    return new QueryReport(
        number(),
        context.name(),
        priority,
        hasEnded() ? QueryState.ENDED : state,
        context.counters().orders(),
        context.counters().busyNanos(),
        elapsedNanos(),
        progress(),
        context.budget().usedBytes(),
        context.budget().peakBytes(),
        context.temporaryFiles().writtenBytes(),
        context.counters().bytesUsed(),
        context.counters().bytesRead(),
        resources);
  }

  private synchronized long elapsedNanos() {
    return (ended ? endNanos : System.nanoTime()) - startNanos;
  }

  @Override
  public QueryCounters counters() {
    return context.counters();
  }

  @Override
  public double progress() {
    double share = execution.progress();
    synchronized (this) {
      progress = ended ? 1 : Math.max(progress, Math.min(0.99, share));
      return progress;
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (!hasEnded()) {
      // Before the sink wants no more rows, which would look like a regular end.
      cancel("the statement was closed before its end");
    }
    results.close();
    execution.close();
    if (event != null) {
      event.commit(report(), execution.failure());
    }
    onClose.accept(this);
  }

  private synchronized boolean hasEnded() {
    return ended;
  }

  private synchronized void arrived() {
    arrivals++;
    notifyAll();
  }

  private void spaceAgain() {
    execution.wakeUp();
  }

  /** Keeps no more than the results that the caller has not fetched. */
  private void executionEnded() {
    synchronized (this) {
      ended = true;
      endNanos = System.nanoTime();
      arrived();
    }
    context.budget().setResting(true);
    context.budget().closeAllBut(results.memory());
    context.temporaryFiles().close();
  }

  /**
   * Waits for something new, but not much beyond the deadline. Returns false when the thread was
   * interrupted.
   */
  private synchronized boolean awaitArrival(long seen) {
    if (arrivals == seen) {
      long waitMillis = 0;
      if (deadlineNanos != Long.MAX_VALUE) {
        waitMillis = (deadlineNanos - System.nanoTime()) / 1_000_000 + 1;
        if (waitMillis <= 0) {
          waitMillis = 10; // an order that runs has not noticed yet
        }
      }
      try {
        wait(waitMillis);
      } catch (InterruptedException e) {
        return false;
      }
    }
    return true;
  }
}
