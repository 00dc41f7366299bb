package dev.paceline.core.sched.simulation;

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
 * Runs queries on virtual workers under the policy that the engine would use: whenever a worker is
 * free it asks the policy, as {@link dev.paceline.core.sched.WorkerPool} does, and is busy for as
 * long as the order says. Which queries run, the engine's {@link LoadController} decides. Used
 * once; not thread-safe.
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

  /** When the last order had been handed out. */
  private long dispatchedNanos;

  /**
   * A query began, was suspended or went on.
   *
   * @param query its name
   */
  public record StateChange(long nanos, String query, Action action) {}

  /**
   * Something happens.
   *
   * @param order that ends; null if the query comes
   */
  private record Event(long nanos, long number, Running query, @Nullable OrderRecord order) {}

  /** A query that has come. */
  private static final class Running implements LoadedQuery {
    final VirtualQuery query;
    final ResourceMap resources;
    boolean suspended;
    final long number;
    final Contender contender;
    int phase;
    int nextOrder;
    int runningOrders;

    /** What was predicted of the order that each worker runs. */
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
      return 0; // what it needs counts in any case
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
   * A simulation to run, with memory for all queries.
   *
   * @param workers at least 1
   */
  public Simulator(SchedulingPolicy policy, int workers) {
    this(policy, workers, Long.MAX_VALUE);
  }

  /**
   * A simulation to run.
   *
   * @param workers at least 1
   * @param thresholdBytes of memory that running queries may need together; the {@link
   *     LoadController} lets others wait, or suspends some of lower priorities
   */
  public Simulator(SchedulingPolicy policy, int workers, long thresholdBytes) {
    this.policy = policy;
    this.thresholdBytes = thresholdBytes;
    for (int i = 0; i < workers; i++) {
      idleWorkers.add(i);
    }
  }

  /**
   * Lets it take a time to hand out an order, in which no other is handed out: what workers do one
   * after the other under the lock of their pool. Without that it takes none.
   */
  public void setDispatchNanos(long nanos) {
    dispatchNanos = nanos;
  }

  /** Like {@link #run(List, long)}, until all queries have ended. */
  public List<OrderRecord> run(List<VirtualQuery> queries) {
    return run(queries, Long.MAX_VALUE);
  }

  /**
   * Runs queries.
   *
   * @param untilNanos orders that would end later are left out
   * @return all orders as they ended, in virtual nanoseconds from 0
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

  /** What the load controller did in {@link #run}. */
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

  /** Goes on to the next phase that has orders, if the present one is over. */
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

  /** Gives orders to idle workers while there are both. */
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
