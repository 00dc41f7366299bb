package dev.paceline.core.plan;

/**
 * How two inputs are joined. The left input is the probe side, the right one the build side. A
 * residual condition is part of the match: a left row "has a partner" when some right row has equal
 * keys and satisfies the condition.
 */
public enum JoinType {
  /** All pairs that match. */
  INNER,
  /** INNER, and left rows without a partner, with NULL for the right columns. */
  LEFT,
  /** INNER, and right rows without a partner, with NULL for the left columns. */
  RIGHT,
  /** LEFT and RIGHT together. */
  FULL,
  /** Left rows that have a partner, once. Output: left columns only. */
  SEMI,
  /**
   * Left rows without a partner (NOT EXISTS; a NULL key has none, so the row stays). Output: left
   * columns only.
   */
  ANTI,
  /** Right rows that have a partner, once. Output: right columns only. */
  RIGHT_SEMI,
  /** Right rows without a partner (NOT EXISTS). Output: right columns only. */
  RIGHT_ANTI,
  /**
   * Each left row once, with a BOOLEAN column behind the left columns that says whether the value
   * of {@code key IN (right)} is true, false or NULL: NULL when there is no partner and the left
   * key is NULL (and the right side is not empty) or some right key is NULL.
   */
  LEFT_MARK,
  /**
   * Left rows for which {@code key NOT IN (right)} is true (null-aware anti join). Output: left
   * columns only.
   */
  NULL_AWARE_ANTI;

  /** Returns whether the left columns come first in the output. */
  public boolean deliversLeftColumns() {
    return this != RIGHT_SEMI && this != RIGHT_ANTI;
  }

  /** Returns whether the right columns are in the output, behind the left ones if it has these. */
  public boolean deliversRightColumns() {
    return switch (this) {
      case INNER, LEFT, RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
      case SEMI, ANTI, LEFT_MARK, NULL_AWARE_ANTI -> false;
    };
  }

  /** Returns whether left rows without a partner are delivered, with NULL for right columns. */
  public boolean keepsLeftRows() {
    return this == LEFT || this == FULL;
  }

  /** Returns whether right rows without a partner are delivered. */
  public boolean deliversUnmatchedRightRows() {
    return this == RIGHT || this == FULL || this == RIGHT_ANTI;
  }

  /** Returns whether right rows are delivered after all left rows have looked for partners. */
  public boolean deliversRightRowsLast() {
    return deliversUnmatchedRightRows() || this == RIGHT_SEMI;
  }

  /** Returns whether each left row only asks whether it has a partner. */
  public boolean asksForExistence() {
    return this == SEMI || this == ANTI || isNullAware();
  }

  /** Returns whether a comparison with NULL that decides makes the answer NULL. */
  public boolean isNullAware() {
    return this == LEFT_MARK || this == NULL_AWARE_ANTI;
  }
}
