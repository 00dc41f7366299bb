package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;

/**
 * A column as it was created.
 *
 * @param nullable false: NOT NULL
 */
public record ColumnDefinition(String name, DataType type, boolean nullable) {
  public ColumnDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }
}
