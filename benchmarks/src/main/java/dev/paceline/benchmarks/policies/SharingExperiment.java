package dev.paceline.benchmarks.policies;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.datasets.SsbQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Some users, and the policies to share the workers among them.
 *
 * @param name in lower case
 * @param question that it answers
 */
public record SharingExperiment(
    String name, String question, List<SchedulingPolicyKind> policies, List<QueryStream> streams) {
  private static final String[] CLASSES = {"1.1", "1.2", "2.1", "2.2", "3.1", "3.2", "4.1", "4.2"};
  private static final int LONG_STREAMS = 10;
  private static final int URGENT_RUNS = 15;

  /** The user who comes late, in a hurry; null if there is none. */
  @Nullable QueryStream urgent() {
    return streams.stream().filter(stream -> stream.runs() > 0).findFirst().orElse(null);
  }

  /** All there are. */
  public static List<SharingExperiment> all() {
    return List.of(learning(), fair(), proportional(), urgency());
  }

  /**
   * Some of them.
   *
   * @throws PacelineException INVALID_ARGUMENT, naming all there are
   */
  public static List<SharingExperiment> named(List<String> names) {
    List<String> known = all().stream().map(SharingExperiment::name).toList();
    for (String name : names) {
      if (!known.contains(name)) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "there are the experiments " + String.join(", ", known) + ", not " + name);
      }
    }
    return all().stream().filter(experiment -> names.contains(experiment.name())).toList();
  }

  /** Does knowing how long orders take make shares equal? */
  private static SharingExperiment learning() {
    return new SharingExperiment(
        "learning",
        "two unlike queries: equal time?",
        List.of(
            SchedulingPolicyKind.UNIFORM, SchedulingPolicyKind.FAIR, SchedulingPolicyKind.STRIDE),
        List.of(QueryStream.of("1.1", 1), QueryStream.of("4.1", 1)));
  }

  /** Do many queries get the same? */
  private static SharingExperiment fair() {
    return new SharingExperiment(
        "fair",
        "all 13 queries: the same time for each?",
        List.of(
            SchedulingPolicyKind.UNIFORM, SchedulingPolicyKind.FAIR, SchedulingPolicyKind.STRIDE),
        SsbQueries.NAMES.stream().map(name -> QueryStream.of(name, 1)).toList());
  }

  /** Two queries of each class at priority 1, 2, 4 and 8. */
  private static SharingExperiment proportional() {
    return new SharingExperiment(
        "proportional",
        "classes of priority 1, 2, 4 and 8: time in proportion?",
        List.of(SchedulingPolicyKind.PROPORTIONAL, SchedulingPolicyKind.STRIDE),
        IntStream.range(0, CLASSES.length)
            .mapToObj(i -> QueryStream.of(CLASSES[i], 1 << i / 2))
            .toList());
  }

  /** How long does an urgent query take among ten others? */
  private static SharingExperiment urgency() {
    List<QueryStream> streams = new ArrayList<>();
    for (int i = 0; i < LONG_STREAMS; i++) {
      String query = SsbQueries.NAMES.get(3 + i);
      streams.add(new QueryStream("Q" + query, query, 1, 0, 0));
    }
    streams.add(new QueryStream("urgent", "4.2", 100, 0.3, URGENT_RUNS));
    return new SharingExperiment(
        "urgency",
        "Q4.2 of priority 100 among ten others: how much longer than alone?",
        List.of(
            SchedulingPolicyKind.HIGHEST_PRIORITY,
            SchedulingPolicyKind.STRIDE,
            SchedulingPolicyKind.FAIR),
        List.copyOf(streams));
  }
}
