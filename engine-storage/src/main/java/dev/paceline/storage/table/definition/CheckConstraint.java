package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

/**
 * A condition that no row of a table makes false.
 *
 * @param name unique in its table
 * @param condition in SQL; the storage keeps it and does not read it
 */
public record CheckConstraint(String name, String condition) {
  public CheckConstraint {
    requireNonNull(name, "name");
    requireNonNull(condition, "condition");
  }
}
