package dev.paceline.calcite.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.calcite.experiment.Experiment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plans of the statements that were used last, for all sessions of a database. A plan is given
 * out only while its tables are what they were. Thread-safe.
 */
public final class PlanCache {
  /** Plans that are kept. */
  static final int CAPACITY = 512;

  /** Longer texts are generated ones, which do not come again. */
  static final int MAX_SQL_LENGTH = 16_384;

  @GuardedBy("this")
  private final Map<Key, StatementPlan> plans = new LinkedHashMap<>(64, 0.75f, true);

  @GuardedBy("this")
  private long hits;

  @GuardedBy("this")
  private long misses;

  /**
   * @param parameterTypes the types that were imposed on the parameters; empty if the statement
   *     tells them
   * @param experiment that the plan was made for
   * @param session the temporary tables and views of the session; null if it has none
   */
  record Key(String sql, String parameterTypes, Experiment experiment, @Nullable Object session) {
    /** Does what records do, without method handles, which take 5 ms of a process to make. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && sql.equals(that.sql)
          && parameterTypes.equals(that.parameterTypes)
          && experiment.equals(that.experiment)
          && Objects.equals(session, that.session);
    }

    @Override
    public int hashCode() {
      return 31 * sql.hashCode() + Objects.hashCode(session);
    }
  }

  /** How the cache has done. */
  public record Statistics(long hits, long misses, int plans) {}

  @Nullable StatementPlan get(Key key) {
    StatementPlan plan;
    synchronized (this) {
      plan = plans.get(key);
    }
    boolean current = plan != null && plan.uses().stream().allMatch(CatalogUse::isCurrent);
    synchronized (this) {
      if (current) {
        hits++;
        return plan;
      }
      misses++;
      plans.remove(key, plan);
      return null;
    }
  }

  synchronized void put(Key key, StatementPlan plan) {
    if (key.sql().length() > MAX_SQL_LENGTH) {
      return;
    }
    plans.put(key, plan);
    if (plans.size() > CAPACITY) {
      plans.remove(plans.keySet().iterator().next());
    }
  }

  public synchronized Statistics statistics() {
    return new Statistics(hits, misses, plans.size());
  }
}
