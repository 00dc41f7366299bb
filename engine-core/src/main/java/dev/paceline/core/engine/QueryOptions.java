package dev.paceline.core.engine;

import dev.paceline.core.exec.Technique;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.PlanProfile;
import dev.paceline.core.sched.admission.ResourceMap;
import dev.paceline.core.sched.policy.Contender;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How one query is to be run.
 *
 * @param name what errors, memory accounts and statistics call it
 * @param statement by which the engine remembers how long the work orders of such queries take
 * @param timeout the longest it may take from its start; null for no limit
 * @param startMillis its CURRENT_TIMESTAMP, in milliseconds since 1970-01-01T00:00:00Z
 * @param zone the session's time zone
 * @param profile what counts for the nodes of the plan; null to count nothing
 * @param priority at least 1, greater is more important; what it means the scheduling policy
 *     decides
 * @param memoryBytes what it should hold at most, or {@link MemoryBudget#FAIR_SHARE}; what does not
 *     fit goes to temporary files
 * @param unitOfTransfer how many rows are handed from one operator to the next at once
 * @param resources that it needs, or SMALL if nobody knows; it gets no more workers at once
 * @param without techniques to do without, for experiments
 */
public record QueryOptions(
    String name,
    String statement,
    @Nullable Duration timeout,
    long startMillis,
    ZoneId zone,
    @Nullable PlanProfile profile,
    int priority,
    long memoryBytes,
    UnitOfTransfer unitOfTransfer,
    ResourceMap resources,
    Set<Technique> without) {
  /**
   * Creates options of a query whose order times are predicted from queries of the same name only.
   */
  public QueryOptions(
      String name,
      @Nullable Duration timeout,
      long startMillis,
      ZoneId zone,
      @Nullable PlanProfile profile,
      int priority,
      long memoryBytes,
      UnitOfTransfer unitOfTransfer,
      ResourceMap resources,
      Set<Technique> without) {
    this(
        name,
        name,
        timeout,
        startMillis,
        zone,
        profile,
        priority,
        memoryBytes,
        unitOfTransfer,
        resources,
        without);
  }

  /** No time limit, the clock's time, UTC, the usual priority. */
  public static QueryOptions named(String name) {
    return new QueryOptions(
        name,
        null,
        System.currentTimeMillis(),
        ZoneId.of("UTC"),
        null,
        Contender.DEFAULT_PRIORITY,
        MemoryBudget.FAIR_SHARE,
        UnitOfTransfer.AUTO,
        ResourceMap.SMALL,
        Set.of());
  }
}
