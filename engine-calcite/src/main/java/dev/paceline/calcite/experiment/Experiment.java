package dev.paceline.calcite.experiment;

import dev.paceline.core.exec.Technique;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.jspecify.annotations.Nullable;

/**
 * The differences of a session from the usual behaviour. They are in the context of the planner of
 * every expression, so that whoever has an expression finds it.
 *
 * @param without techniques to do without
 * @param joinOrderSeed of random join orders; null for the best order
 */
public record Experiment(Set<Technique> without, @Nullable Long joinOrderSeed) {
  /** All as usual. */
  public static final Experiment NONE = new Experiment(Set.of(), null);

  public Experiment {
    without = Set.copyOf(without);
  }

  /** The experiment that an expression belongs to. */
  public static Experiment of(RelOptCluster cluster) {
    Experiment experiment = cluster.getPlanner().getContext().unwrap(Experiment.class);
    return experiment == null ? NONE : experiment;
  }

  /** Whether a technique is used. */
  public boolean uses(Technique technique) {
    return !without.contains(technique);
  }
}
