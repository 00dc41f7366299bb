package dev.paceline.benchmarks.simulation.scheduling;

import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.admission.LoadChange;
import dev.paceline.core.sched.admission.LoadChange.Action;
import dev.paceline.core.sched.admission.LoadConditions;
import dev.paceline.core.sched.admission.LoadController;
import dev.paceline.core.sched.admission.LoadedQuery;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.OrderTimes;
import dev.paceline.core.sched.policy.SchedulingPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries on virtual workers under a policy of the engine. A free worker asks the policy, as
 * {@link dev.paceline.core.sched.WorkerPool} does, and is busy for the time of the order. The
 * engine's {@link LoadController} decides which queries run. A simulator is used once and is not
 * thread-safe.
 */
public final class Simulator {
  private final SchedulingPolicy policy;
  private final ArrayDeque<Integer> idleWorkers = new ArrayDeque<>();
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
  private final List<Running> running = new ArrayList<>();
  private final List<OrderRecord> records = new ArrayList<>();
  private final List<StateChange> changes = new ArrayList<>();
  private final LoadController<Running> controller =
      new LoadController<>(LoadController.AGEING_NANOS);
  private final long thresholdBytes;
  private long eventNumber;
  private long dispatchNanos;

  /** The time when the last order was handed out. */
  private long dispatchedNanos;

  /**
   * A query began, was suspended or was resumed.
   *
   * @param nanos the time
   * @param query the name of the query
   * @param action what happened
   */
  public record StateChange(long nanos, String query, Action action) {}

  /**
   * An arrival of a query or the end of an order.
   *
   * @param order the order that ends; null if the query arrives
   */
  private record Event(long nanos, long number, Running query, @Nullable OrderRecord order) {}

  /** A query that has arrived. */
  private static final class Running implements LoadedQuery {
    final VirtualQuery query;
    final ResourceMap resources;
    boolean suspended;
    final long number;
    final Contender contender;
    int phase;
    int nextOrder;
    int runningOrders;

    /** The predicted time of the order that each worker runs. */
    double[] predicted = new double[0];

    Running(VirtualQuery query, long number) {
      this.query = query;
      this.number = number;
      this.contender = new Contender(query.name(), query.priority(), new OrderTimes());
      long bytes = query.memoryBytes();
      this.resources = new ResourceMap(Integer.MAX_VALUE, bytes, bytes);
    }

    @Override
    public int priority() {
      return query.priority();
    }

    @Override
    public ResourceMap resources() {
      return resources;
    }

    @Override
    public long usedBytes() {
      return 0; // The controller counts what it needs.
    }

    @Override
    public long evictableBytes() {
      return 0;
    }

    @Override
    public boolean isStalled() {
      return false;
    }

    boolean isDone() {
      return phase == query.phases().size();
    }
  }

  /**
   * Creates a simulator with memory for all queries.
   *
   * @param policy the policy that workers ask
   * @param workers the number of workers, at least 1
   */
  public Simulator(SchedulingPolicy policy, int workers) {
    this(policy, workers, Long.MAX_VALUE);
  }

  /**
   * Creates a simulator.
   *
   * @param policy the policy that workers ask
   * @param workers the number of workers, at least 1
   * @param thresholdBytes the memory that running queries may need together; beyond it, the {@link
   *     LoadController} lets queries wait or suspends queries of lower priorities
   */
  public Simulator(SchedulingPolicy policy, int workers, long thresholdBytes) {
    this.policy = policy;
    this.thresholdBytes = thresholdBytes;
    for (int i = 0; i < workers; i++) {
      idleWorkers.add(i);
    }
  }

  /**
   * Sets the time that handing out an order takes, 0 by default. No other order is handed out
   * meanwhile, because workers do this under the lock of their pool.
   */
  public void setDispatchNanos(long nanos) {
    dispatchNanos = nanos;
  }

  /** Runs queries to their ends; otherwise as {@link #run(List, long)}. */
  public List<OrderRecord> run(List<VirtualQuery> queries) {
    return run(queries, Long.MAX_VALUE);
  }

  /**
   * Runs queries.
   *
   * @param queries the queries, in any order of arrival
   * @param untilNanos the time after which the simulation stops; orders that end later are left out
   * @return all orders in the order of their ends, in virtual nanoseconds from 0
   */
  public List<OrderRecord> run(List<VirtualQuery> queries, long untilNanos) {
    long number = 0;
    for (VirtualQuery query : queries) {
      events.add(
          new Event(query.arrivalNanos(), eventNumber++, new Running(query, number++), null));
    }
    while (!events.isEmpty() && events.peek().nanos() <= untilNanos) {
      Event event = events.remove();
      OrderRecord order = event.order();
      if (order == null) {
        apply(controller.arrive(event.query(), conditions(event.nanos())), event.nanos());
      } else {
        end(event.query(), order);
      }
      if (events.isEmpty() || events.peek().nanos() > event.nanos()) {
        assign(event.nanos());
      }
    }
    return records;
  }

  /** Returns what the load controller did in {@link #run}. */
  public List<StateChange> changes() {
    return changes;
  }

  private LoadConditions conditions(long now) {
    return new LoadConditions(now, thresholdBytes, thresholdBytes, true);
  }

  private void apply(List<LoadChange<Running>> made, long now) {
    for (LoadChange<Running> change : made) {
      Running query = change.query();
      changes.add(new StateChange(now, query.query.name(), change.action()));
      query.suspended = change.action() == Action.SUSPEND;
      if (query.suspended) {
        running.remove(query);
        policy.remove(query.contender);
      } else {
        running.add(query);
        policy.add(query.contender);
        advance(query, now);
      }
    }
  }

  private void end(Running query, OrderRecord order) {
    records.add(order);
    query.runningOrders--;
    if (!query.suspended) {
      query.contender.add(order.operator(), order.nanos());
    }
    policy.ended(query.contender, query.predicted[order.worker()], order.nanos());
    idleWorkers.add(order.worker());
    advance(query, order.endNanos());
  }

  /** Moves on to the next phase that has orders if the current phase is over. */
  private void advance(Running query, long now) {
    while (!query.isDone()
        && query.runningOrders == 0
        && query.nextOrder == query.query.phases().get(query.phase).orderNanos().size()) {
      query.contender.times().end(query.query.phases().get(query.phase).operator());
      query.phase++;
      query.nextOrder = 0;
    }
    if (query.isDone() && (running.remove(query) || query.suspended)) {
      policy.remove(query.contender);
      controller.leave(query);
      apply(controller.retry(conditions(now)), now);
    }
  }

  /** Gives orders to idle workers as long as there are both. */
  private void assign(long now) {
    while (!idleWorkers.isEmpty()) {
      List<Contender> candidates = new ArrayList<>();
      List<Running> ready = new ArrayList<>();
      for (Running query : running) {
        if (query.nextOrder < query.query.phases().get(query.phase).orderNanos().size()) {
          candidates.add(query.contender);
          ready.add(query);
        }
      }
      if (candidates.isEmpty()) {
        return;
      }
      Contender chosen = policy.choose(candidates);
      begin(ready.get(candidates.indexOf(chosen)), idleWorkers.remove(), now);
    }
  }

  private void begin(Running query, int worker, long now) {
    VirtualQuery.Phase phase = query.query.phases().get(query.phase);
    long nanos = phase.orderNanos().get(query.nextOrder++);
    query.runningOrders++;
    if (query.predicted.length <= worker) {
      query.predicted = Arrays.copyOf(query.predicted, worker + 1);
    }
    query.predicted[worker] = query.contender.times().predicted();
    policy.began(query.contender);
    dispatchedNanos = Math.max(now, dispatchedNanos) + dispatchNanos;
    long start = dispatchedNanos;
    long end = start + nanos;
    OrderRecord order =
        new OrderRecord(query.query.name(), query.number, phase.operator(), worker, start, end);
    events.add(new Event(end, eventNumber++, query, order));
  }
}
