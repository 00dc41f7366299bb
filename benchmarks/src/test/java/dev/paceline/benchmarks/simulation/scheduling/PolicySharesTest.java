package dev.paceline.benchmarks.simulation.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.benchmarks.simulation.scheduling.VirtualQuery.Phase;
import dev.paceline.core.sched.OrderRecord;
import dev.paceline.core.sched.policy.Contender;
import dev.paceline.core.sched.policy.FairPolicy;
import dev.paceline.core.sched.policy.HighestPriorityPolicy;
import dev.paceline.core.sched.policy.ProportionalPolicy;
import dev.paceline.core.sched.policy.SchedulingPolicy;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.sched.policy.StridePolicy;
import dev.paceline.core.sched.policy.UniformPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The shares of workers' time that policies promise, with virtual workers (Quickstep §2.10). */
class PolicySharesTest {
  private static final long MILLI = 1_000_000;

  /** The time at which shares are measured. */
  private static final long END = 5_000 * MILLI;

  private static RandomGenerator random() {
    return new SplittableRandom(5);
  }

  /** Returns a query of orders of the same length, all of which may run at the same time. */
  private static VirtualQuery scan(String name, int priority, long millis, int orders) {
    return new VirtualQuery(
        name, priority, 0, List.of(new Phase(0, Collections.nCopies(orders, millis * MILLI))));
  }

  /** Returns a query that does not end before {@link #END} on the given workers. */
  private static VirtualQuery endless(String name, int priority, long millis, int workers) {
    return scan(name, priority, millis, (int) (workers * END / MILLI / millis) + workers);
  }

  private static double busy(List<OrderRecord> records, long from, String... names) {
    return records.stream()
        .filter(record -> List.of(names).contains(record.query()))
        .mapToLong(
            record ->
                Math.max(0, Math.min(record.endNanos(), END) - Math.max(from, record.startNanos())))
        .sum();
  }

  private static double busy(List<OrderRecord> records, String... names) {
    return busy(records, 0, names);
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 40, 256})
  void fairSharesAreEqualThoughOrdersAreNot(int workers) {
    for (SchedulingPolicy policy : List.of(new FairPolicy(random()), new StridePolicy())) {
      List<OrderRecord> records =
          new Simulator(policy, workers)
              .run(List.of(endless("short", 1, 2, workers), endless("long", 1, 4, workers)));
      assertThat(busy(records, "long") / busy(records, "short"))
          .as("%s, %d workers", policy, workers)
          .isCloseTo(1, within(0.03));
    }
  }

  @Test
  void withoutLearningLongOrdersTakeTwiceTheTime() {
    List<OrderRecord> records =
        new Simulator(new UniformPolicy(random()), 40)
            .run(List.of(endless("short", 1, 2, 40), endless("long", 1, 4, 40)));
    assertThat(busy(records, "long") / busy(records, "short")).isCloseTo(2, within(0.06));
  }

  @Test
  void theHarmonicMeanKeepsProportionsAndTheArithmeticOneDoesNot() {
    List<VirtualQuery> queries =
        List.of(
            endless("a", 1, 3, 40),
            endless("b", 1, 3, 40),
            endless("c", 2, 1, 40),
            endless("d", 2, 9, 40));
    List<OrderRecord> harmonic = new Simulator(new ProportionalPolicy(random()), 40).run(queries);
    assertThat(busy(harmonic, "c", "d") / busy(harmonic, "a", "b")).isCloseTo(2, within(0.08));
    assertThat(busy(harmonic, "d") / busy(harmonic, "c")).isCloseTo(1, within(0.06));

    ProportionalPolicy byArithmeticMean =
        new ProportionalPolicy(random()) {
          @Override
          protected double meanTime(List<Contender> members) {
            return members.stream()
                .mapToDouble(query -> query.times().predicted())
                .average()
                .orElseThrow();
          }
        };
    List<OrderRecord> arithmetic = new Simulator(byArithmeticMean, 40).run(queries);
    assertThat(busy(arithmetic, "c", "d") / busy(arithmetic, "a", "b"))
        .isCloseTo(0.72, within(0.04));
  }

  @Test
  void theHighestPriorityTakesAllAndTheOthersWhatIsLeft() {
    VirtualQuery urgent = scan("urgent", 2, 5, 1000).at(1000 * MILLI, 2);
    List<OrderRecord> records =
        new Simulator(new HighestPriorityPolicy(random()), 4)
            .run(List.of(endless("other", 1, 5, 4), urgent));
    long first = first(records, "urgent");
    long last = last(records, "urgent");
    assertThat(first).isLessThanOrEqualTo(1005 * MILLI);
    assertThat(last - 1000 * MILLI).as("alone 1,250 ms").isLessThanOrEqualTo(1260 * MILLI);
    assertThat(
            records.stream()
                .filter(record -> record.query().equals("other"))
                .filter(
                    record ->
                        record.startNanos() > 1005 * MILLI
                            && record.startNanos() < last - 5 * MILLI))
        .isEmpty();
  }

  @Test
  void workersDoNotWaitForTheHighestPriority() {
    List<Phase> oneAfterTheOther = Collections.nCopies(100, new Phase(0, List.of(10 * MILLI)));
    VirtualQuery serial = new VirtualQuery("serial", 9, 0, oneAfterTheOther);
    List<OrderRecord> records =
        new Simulator(new HighestPriorityPolicy(random()), 2)
            .run(List.of(serial, scan("other", 1, 1, 2000)));
    assertThat(last(records, "serial")).isEqualTo(1000 * MILLI);
    assertThat(busy(records, "other")).isEqualTo(2000 * MILLI);
    assertThat(last(records, "other")).isLessThanOrEqualTo(1505 * MILLI);
  }

  @Test
  void whoComesLateIsNotRepaidForTheTimeBefore() {
    VirtualQuery late = endless("late", 1, 5, 2).at(2_000 * MILLI, 1);
    List<OrderRecord> records =
        new Simulator(new StridePolicy(), 2).run(List.of(endless("early", 1, 5, 2), late));
    double early = busy(records, 2_000 * MILLI, "early");
    assertThat(busy(records, 2_000 * MILLI, "late") / early).isCloseTo(1, within(0.01));
  }

  @ParameterizedTest
  @EnumSource(SchedulingPolicyKind.class)
  void sharesFollowPrioritiesWhereThePolicySaysSo(SchedulingPolicyKind kind) {
    List<OrderRecord> records =
        new Simulator(kind.create(random()), 8)
            .run(List.of(endless("low", 1, 2, 8), endless("high", 3, 5, 8)));
    double expected =
        switch (kind) {
          case STRIDE, PROPORTIONAL, DEADLINE -> 3;
          case AGEING -> 107; // 2 ms after two steps of 100 ms, while seven others continue
          case FAIR -> 1;
          case EXPONENTIAL -> 4;
          case UNIFORM -> 2.5;
          case HIGHEST_PRIORITY -> Double.POSITIVE_INFINITY;
        };
    double ratio = busy(records, "high") / busy(records, "low");
    if (Double.isInfinite(expected)) {
      assertThat(ratio).isInfinite();
    } else {
      assertThat(ratio).isCloseTo(expected, within(0.05 * expected));
    }
  }

  /** Every order runs once, one at a time on its worker, and phases follow each other. */
  @ParameterizedTest
  @EnumSource(SchedulingPolicyKind.class)
  void everyOrderRunsOnce(SchedulingPolicyKind kind) {
    for (int seed = 0; seed < 60; seed++) {
      checkOrders(kind, new SplittableRandom(seed));
    }
  }

  private static void checkOrders(SchedulingPolicyKind kind, SplittableRandom random) {
    int workers = 1 + random.nextInt(5);
    List<VirtualQuery> queries = new ArrayList<>();
    long work = 0;
    int orders = 0;
    for (int i = random.nextInt(7); i > 0; i--) {
      List<Phase> phases = new ArrayList<>();
      for (int j = random.nextInt(5); j > 0; j--) {
        List<Long> nanos = random.longs(random.nextInt(7), 1, 1000).boxed().toList();
        work += nanos.stream().mapToLong(Long::longValue).sum();
        orders += nanos.size();
        phases.add(new Phase(phases.size(), nanos));
      }
      queries.add(new VirtualQuery("q" + i, 1 + random.nextInt(3), random.nextLong(500), phases));
    }
    List<OrderRecord> records = new Simulator(kind.create(random()), workers).run(queries);
    assertThat(records).hasSize(orders);
    assertThat(records.stream().mapToLong(OrderRecord::nanos).sum()).isEqualTo(work);
    for (OrderRecord record : records) {
      assertThat(records)
          .filteredOn(other -> other.queryNumber() == record.queryNumber())
          .filteredOn(other -> other.operator() < record.operator())
          .allMatch(other -> other.endNanos() <= record.startNanos());
      assertThat(records)
          .filteredOn(other -> !other.equals(record) && other.worker() == record.worker())
          .allMatch(
              other ->
                  other.endNanos() <= record.startNanos()
                      || other.startNanos() >= record.endNanos());
    }
  }

  private static long first(List<OrderRecord> records, String name) {
    return records.stream()
        .filter(record -> record.query().equals(name))
        .mapToLong(OrderRecord::startNanos)
        .min()
        .orElseThrow();
  }

  private static long last(List<OrderRecord> records, String name) {
    return records.stream()
        .filter(record -> record.query().equals(name))
        .mapToLong(OrderRecord::endNanos)
        .max()
        .orElseThrow();
  }
}
