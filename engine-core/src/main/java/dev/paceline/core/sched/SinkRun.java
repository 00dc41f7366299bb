package dev.paceline.core.sched;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.sched.QueryExecution.Order;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a sink and of the pipelines that share it. Workers call {@link Order#run} and {@link
 * #local} without a lock. All other methods are called under the lock of the query, and only change
 * the state.
 */
final class SinkRun {
  private enum State {
    FILLING,
    FINISHING,
    COMPLETE
  }

  private final Sink sink;
  private final int operator;
  private final IntConsumer onOperatorEnd;

  /** The consumer of each worker, for any of the pipelines. Only its worker uses an element. */
  private final PerWorker<BatchConsumer> locals = new PerWorker<>();

  /** The scratch memory of the workers that fill it. */
  private final List<MemoryScope> scratch = new CopyOnWriteArrayList<>();

  private final ArrayDeque<FinishOrder> finishOrders = new ArrayDeque<>();
  private State state = State.FILLING;
  private int fillingPipelines;

  /** Gives the next phase, when all orders of the present one have ended. */
  private @Nullable Supplier<FinishPhase> nextPhase;

  private int runningOrders;

  /** Phases of finishing that have begun, and the orders of the present one. */
  private int phases;

  private int phaseOrders;

  /**
   * @param operator of the orders that finish it, as {@link OrderRecord#operator} says
   * @param onOperatorEnd is given the operator when the sink is complete
   */
  SinkRun(Sink sink, int operator, IntConsumer onOperatorEnd) {
    this.sink = sink;
    this.operator = operator;
    this.onOperatorEnd = onOperatorEnd;
  }

  Sink sink() {
    return sink;
  }

  /**
   * Returns the part of the sink that a worker fills, the same one for all pipelines, so that a
   * worker has one table of groups and not one for each input of a UNION. Called by that worker,
   * without the lock.
   *
   * @param worker its number
   */
  BatchConsumer local(int worker, WorkerContext context) {
    BatchConsumer local = locals.get(worker);
    if (local == null) {
      MemoryScope own = context.query().budget().openScope(context.memory().owner());
      scratch.add(own);
      local = sink.newLocal(new WorkerContext(context.query(), own));
      locals.put(worker, local);
    }
    return local;
  }

  /** Called when the sink is complete, without the lock, any number of times. */
  void closeScratch() {
    scratch.forEach(MemoryScope::close);
  }

  void addPipeline() {
    fillingPipelines++;
  }

  void pipelineClosed() {
    if (--fillingPipelines == 0) {
      state = State.FINISHING;
      nextPhase = sink::finish;
    }
  }

  boolean isComplete() {
    return state == State.COMPLETE;
  }

  /**
   * The share of its finishing that is done. Nobody knows how many phases will follow; each takes
   * half of what is left.
   */
  double finished() {
    if (state == State.COMPLETE) {
      return 1;
    }
    if (phases == 0) {
      return 0;
    }
    int left = Math.min(phaseOrders, finishOrders.size() + runningOrders);
    double ofPhase = phaseOrders == 0 ? 0 : (double) (phaseOrders - left) / phaseOrders;
    return 1 - Math.scalb(1 - ofPhase / 2, 1 - phases);
  }

  /** About how many bytes {@link #evict} would give back. */
  long evictableBytes() {
    return state == State.FILLING ? sink.evictableBytes() : 0;
  }

  /**
   * The order that asks the sink what to put into temporary files; null if it is not being filled.
   * No other order of the query may run.
   *
   * @param evictions takes the orders that do it
   */
  @Nullable Order evict(ArrayDeque<Order> evictions) {
    return state == State.FILLING ? new EvictionStart(evictions) : null;
  }

  @Nullable Order take() {
    if (state != State.FINISHING) {
      return null;
    }
    FinishOrder order = finishOrders.poll();
    if (order != null) {
      runningOrders++;
      return new FinishPart(order);
    }
    Supplier<FinishPhase> next = nextPhase;
    if (runningOrders > 0 || next == null) {
      return null;
    }
    nextPhase = null;
    runningOrders++;
    return new PhaseStart(next);
  }

  private void orderEnded(boolean succeeded) {
    runningOrders--;
    if (succeeded && runningOrders == 0 && finishOrders.isEmpty() && nextPhase == null) {
      state = State.COMPLETE;
      onOperatorEnd.accept(operator);
    }
  }

  /** Begins a phase of finishing. */
  private final class PhaseStart implements Order {
    private final Supplier<FinishPhase> start;
    private @Nullable FinishPhase phase;

    PhaseStart(Supplier<FinishPhase> start) {
      this.start = start;
    }

    @Override
    public void run(int local, WorkerContext context) {
      phase = start.get();
    }

    @Override
    public void ended() {
      FinishPhase begun = phase;
      if (begun != null) {
        finishOrders.addAll(begun.orders());
        phases++;
        phaseOrders = begun.orders().size();
        nextPhase = begun.next();
      }
      orderEnded(begun != null);
    }

    @Override
    public int operator() {
      return operator;
    }
  }

  /** One of the orders of a phase. */
  private final class FinishPart implements Order {
    private final FinishOrder part;
    private boolean succeeded;

    FinishPart(FinishOrder part) {
      this.part = part;
    }

    @Override
    public void run(int local, WorkerContext context) {
      part.run(context);
      succeeded = true;
    }

    @Override
    public void ended() {
      orderEnded(succeeded);
    }

    @Override
    public int operator() {
      return operator;
    }
  }

  /** Calls {@link Sink#evict}. */
  private final class EvictionStart implements Order {
    private final ArrayDeque<Order> evictions;
    private List<FinishOrder> parts = List.of();

    EvictionStart(ArrayDeque<Order> evictions) {
      this.evictions = evictions;
    }

    @Override
    public void run(int local, WorkerContext context) {
      parts = sink.evict();
    }

    @Override
    public void ended() {
      parts.forEach(part -> evictions.add(new Eviction(part)));
    }

    @Override
    public int operator() {
      return operator;
    }
  }

  /** One of the orders that {@link Sink#evict} asked for. */
  private final class Eviction implements Order {
    private final FinishOrder part;

    Eviction(FinishOrder part) {
      this.part = part;
    }

    @Override
    public void run(int local, WorkerContext context) {
      part.run(context);
    }

    @Override
    public int operator() {
      return operator;
    }
  }
}
