package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

/**
 * The value of a column in rows for which a statement gives none.
 *
 * @param expression in SQL; the storage keeps it and does not read it
 */
public record ColumnValue(Kind kind, String expression) {
  /** Who may give the value. */
  public enum Kind {
    /** A statement may give another value: DEFAULT. */
    DEFAULT,
    /** The value is always computed from the other columns of the row: GENERATED ALWAYS AS. */
    GENERATED
  }

  public ColumnValue {
    requireNonNull(kind, "kind");
    requireNonNull(expression, "expression");
  }
}
