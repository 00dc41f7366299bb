package dev.paceline.core.sched;

import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.Sink.FinishOrder;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.sched.QueryExecution.Order;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of a sink and of the pipelines that share it. Every method but {@link Order#run} is
 * called under the lock of the query.
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
  private final ArrayDeque<FinishOrder> finishOrders = new ArrayDeque<>();
  private State state = State.FILLING;
  private int fillingPipelines;
  private boolean finishTaken;
  private boolean finishEnded;
  private int runningFinishOrders;

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

  void addPipeline() {
    fillingPipelines++;
  }

  void pipelineDrained() {
    if (--fillingPipelines == 0) {
      state = State.FINISHING;
    }
  }

  boolean isComplete() {
    return state == State.COMPLETE;
  }

  /** About how many bytes {@link #evictions} would give back. */
  long evictableBytes() {
    return state == State.FILLING ? sink.evictableBytes() : 0;
  }

  /** Orders that put what the sink keeps into temporary files. None of the query may run. */
  List<Order> evictions() {
    return state == State.FILLING
        ? sink.evict().stream().<Order>map(Eviction::new).toList()
        : List.of();
  }

  @Nullable Order take() {
    if (state != State.FINISHING) {
      return null;
    }
    if (!finishTaken) {
      finishTaken = true;
      return new Finish();
    }
    FinishOrder next = finishOrders.poll();
    if (next == null) {
      return null;
    }
    runningFinishOrders++;
    return new FinishPart(next);
  }

  private void completeIfDone() {
    if (finishEnded && finishOrders.isEmpty() && runningFinishOrders == 0) {
      sink.complete();
      state = State.COMPLETE;
      onOperatorEnd.accept(operator);
    }
  }

  /** Calls {@link Sink#finish}. */
  private final class Finish implements Order {
    private @Nullable Iterable<FinishOrder> orders;

    @Override
    public void run(int worker, WorkerContext context) {
      orders = sink.finish();
    }

    @Override
    public void ended() {
      if (orders == null) {
        return; // it failed
      }
      orders.forEach(finishOrders::add);
      finishEnded = true;
      completeIfDone();
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
    public void run(int worker, WorkerContext context) {
      part.run(context);
    }

    @Override
    public void ended() {}

    @Override
    public int operator() {
      return operator;
    }
  }

  /** One of the orders that {@link Sink#finish} asked for. */
  private final class FinishPart implements Order {
    private final FinishOrder part;
    private boolean succeeded;

    FinishPart(FinishOrder part) {
      this.part = part;
    }

    @Override
    public void run(int worker, WorkerContext context) {
      part.run(context);
      succeeded = true;
    }

    @Override
    public void ended() {
      runningFinishOrders--;
      if (succeeded) {
        completeIfDone();
      }
    }

    @Override
    public int operator() {
      return operator;
    }
  }
}
