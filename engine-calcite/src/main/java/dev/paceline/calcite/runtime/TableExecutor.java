package dev.paceline.calcite.runtime;

import dev.paceline.calcite.lower.ResourceEstimate;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineTableScan;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryOptions;
import dev.paceline.core.engine.RunningQuery;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.sched.policy.Contender;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Set;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/**
 * Runs plans on the engine of their tables: for statements of Calcite's own driver, which knows no
 * engine.
 */
final class TableExecutor implements QueryExecutor {
  private final Engine engine;

  private TableExecutor(Engine engine) {
    this.engine = engine;
  }

  static QueryExecutor of(PacelineRel rel) {
    Engine engine = engineOf(rel);
    if (engine == null) {
      throw PacelineException.internal("no table in the plan tells its engine", null);
    }
    return new TableExecutor(engine);
  }

  private static @Nullable Engine engineOf(RelNode rel) {
    if (rel instanceof PacelineTableScan scan) {
      return scan.pacelineTable().source().engine();
    }
    for (RelNode input : rel.getInputs()) {
      Engine engine = engineOf(input);
      if (engine != null) {
        return engine;
      }
    }
    return null;
  }

  @Override
  public RunningQuery execute(PacelineRel rel, PlanNode plan, DataContext context) {
    Long timeoutMillis = DataContext.Variable.TIMEOUT.get(context);
    Long startMillis = DataContext.Variable.UTC_TIMESTAMP.get(context);
    TimeZone zone = DataContext.Variable.TIME_ZONE.get(context);
    return engine.execute(
        plan,
        new QueryOptions(
            "a query of Calcite",
            timeoutMillis == null ? null : Duration.ofMillis(timeoutMillis),
            startMillis == null ? System.currentTimeMillis() : startMillis,
            zone == null ? ZoneId.of("UTC") : zone.toZoneId(),
            null,
            Contender.DEFAULT_PRIORITY,
            MemoryBudget.FAIR_SHARE,
            UnitOfTransfer.AUTO,
            ResourceEstimate.of(rel, engine.workers()).withMaxWorkers(Integer.MAX_VALUE),
            Set.of()));
  }
}
