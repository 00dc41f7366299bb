package dev.paceline.core.plan;

/**
 * Says which rows of a partition are wanted behind a {@link PlanNode.Window}: rows whose RANK is
 * larger are dropped above, and change nothing for the others.
 *
 * @param orderKeys the number of leading order keys of the node by which the rank is counted; at
 *     least one
 * @param rank the largest rank that is wanted, from 1
 */
public record RankLimit(int orderKeys, int rank) {
  public RankLimit {
    if (orderKeys < 1 || rank < 1) {
      throw new IllegalArgumentException("rank " + rank + " by " + orderKeys + " keys");
    }
  }
}
