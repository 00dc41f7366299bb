package dev.paceline.core.plan;

/**
 * The rows of its partition that a row's window functions look at (SQL:2016, 7.15 window clause).
 *
 * @param lower and upper both included
 * @param rangeKey the input column to which RANGE adds distances, of the same order as the only
 *     order key; -1 if no bound of a RANGE has a distance
 */
public record WindowFrame(Unit unit, Bound lower, Bound upper, Exclusion exclusion, int rangeKey) {
  /** All rows of the partition. */
  public static final WindowFrame PARTITION =
      new WindowFrame(
          Unit.ROWS,
          Bound.of(BoundKind.UNBOUNDED_PRECEDING),
          Bound.of(BoundKind.UNBOUNDED_FOLLOWING),
          Exclusion.NONE,
          -1);

  /** The unit of distances, and whether CURRENT ROW means the row or its peers. */
  public enum Unit {
    ROWS,
    RANGE,
    GROUPS
  }

  public enum BoundKind {
    UNBOUNDED_PRECEDING,
    PRECEDING,
    CURRENT_ROW,
    FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** Rows of the frame that are left out. */
  public enum Exclusion {
    NONE,
    CURRENT_ROW,
    /** The current row and its peers. */
    GROUP,
    /** The peers of the current row. */
    TIES
  }

  /**
   * An end of a frame.
   *
   * @param distance the input column with the distance of PRECEDING and FOLLOWING, else -1: rows,
   *     groups, or with RANGE what is added to or taken from the range key, in its unit. NULL and
   *     negative ones are errors
   */
  public record Bound(BoundKind kind, int distance) {
    /** A bound without a distance. */
    public static Bound of(BoundKind kind) {
      return new Bound(kind, -1);
    }

    @Override
    public String toString() {
      return (distance < 0 ? "" : "$" + distance + " ") + kind.name().replace('_', ' ');
    }
  }

  /** The frame as SQL writes it, with numbers for columns. */
  @Override
  public String toString() {
    return unit
        + " BETWEEN "
        + lower
        + " AND "
        + upper
        + (exclusion == Exclusion.NONE ? "" : " EXCLUDE " + exclusion.name().replace('_', ' '));
  }

  /** Whether the frame begins with the first row of the partition, and leaves no row out. */
  public boolean startsWithPartition() {
    return lower.kind == BoundKind.UNBOUNDED_PRECEDING && exclusion == Exclusion.NONE;
  }
}
