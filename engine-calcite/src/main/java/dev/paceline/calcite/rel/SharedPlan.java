package dev.paceline.calcite.rel;

import java.util.Objects;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query that occurs several times and is computed once. {@link SharedRead} stands for
 * its occurrences until these become {@link PacelineShared}. For one planning, until the physical
 * plan is set; immutable then.
 */
public final class SharedPlan {
  private int id;
  private RelNode logical;
  private @Nullable PacelineRel physical;

  /**
   * @param id tells the shared plans of a query apart
   */
  public SharedPlan(int id, RelNode logical) {
    this.id = id;
    this.logical = logical;
  }

  public int id() {
    return id;
  }

  /** Renumbers the plan once no {@link SharedRead} tells it from others by its number. */
  public void setId(int id) {
    this.id = id;
  }

  /** The expression that makes the rows, as far as it has been planned. */
  public RelNode logical() {
    return logical;
  }

  /** Replaces the expression by one that makes the same rows, or those that are wanted of them. */
  public void setLogical(RelNode logical) {
    this.logical = logical;
  }

  /** Returns the plan that the engine runs. */
  public PacelineRel physical() {
    return Objects.requireNonNull(physical, "not planned yet");
  }

  /** Ends the planning of this part. */
  public void setPhysical(PacelineRel physical) {
    this.physical = physical;
  }
}
