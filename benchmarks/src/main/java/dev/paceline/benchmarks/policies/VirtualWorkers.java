package dev.paceline.benchmarks.policies;

import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.sched.simulation.SimulatedQuery;
import dev.paceline.core.sched.simulation.SimulatedQuery.Phase;
import dev.paceline.core.sched.simulation.Simulator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Runs streams on any number of virtual workers, from the orders that real queries had when they
 * ran alone. A stream's next query begins in the moment in which the last one ends.
 */
final class VirtualWorkers {
  private static final long SEED = 1;

  private final Map<String, List<Phase>> queries = new LinkedHashMap<>();

  /** Learns a query from a schedule in which it ran alone. */
  void learn(String query, Schedule alone) {
    long last = alone.orders().stream().mapToLong(OrderRecord::queryNumber).max().orElseThrow();
    Map<Integer, List<Long>> operators = new LinkedHashMap<>();
    alone.orders().stream()
        .filter(order -> order.queryNumber() == last)
        .sorted(Comparator.comparingLong(OrderRecord::startNanos))
        .forEach(
            order ->
                operators
                    .computeIfAbsent(order.operator(), key -> new ArrayList<>())
                    .add(Math.max(1, order.nanos())));
    List<Phase> phases = new ArrayList<>();
    operators.forEach((operator, nanos) -> phases.add(new Phase(operator, nanos)));
    queries.put(query, phases);
  }

  /** The orders of a query that was learnt. */
  List<Phase> phases(String query) {
    List<Phase> phases = queries.get(query);
    if (phases == null) {
      throw new IllegalStateException("Q" + query + " was not learnt");
    }
    return phases;
  }

  /**
   * Runs streams.
   *
   * @param seconds the time that is looked at
   */
  Schedule run(
      List<QueryStream> streams, SchedulingPolicyKind policy, int workers, double seconds) {
    long nanos = (long) (seconds * 1e9);
    List<SimulatedQuery> simulated = new ArrayList<>();
    for (QueryStream stream : streams) {
      List<Phase> once = phases(stream.query());
      long work =
          once.stream()
              .flatMap(phase -> phase.orderNanos().stream())
              .mapToLong(Long::longValue)
              .sum();
      long runs = stream.runs() > 0 ? stream.runs() : 1 + workers * nanos / work;
      List<Phase> phases = new ArrayList<>();
      for (long i = 0; i < runs; i++) {
        for (Phase phase : once) { // operators end with their run, each has its own
          phases.add(new Phase(phases.size(), phase.orderNanos()));
        }
      }
      simulated.add(
          new SimulatedQuery(
              stream.name(), stream.priority(), (long) (stream.start() * nanos), phases));
    }
    Simulator simulator = new Simulator(policy.create(new SplittableRandom(SEED)), workers);
    return new Schedule(workers, nanos, simulator.run(simulated, nanos), Map.of());
  }
}
