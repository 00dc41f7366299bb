package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A column as it was created.
 *
 * @param nullable false: NOT NULL
 * @param value how rows get a value that a statement does not give; null if they get NULL
 */
public record ColumnDefinition(
    String name, DataType type, boolean nullable, @Nullable ColumnValue value) {
  public ColumnDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }

  /** A column that is NULL where a statement gives no value. */
  public ColumnDefinition(String name, DataType type, boolean nullable) {
    this(name, type, nullable, null);
  }

  /** Returns the column with another name. */
  public ColumnDefinition withName(String newName) {
    return new ColumnDefinition(newName, type, nullable, value);
  }

  /** Returns the column with another type. */
  public ColumnDefinition withType(DataType newType) {
    return new ColumnDefinition(name, newType, nullable, value);
  }

  /** Returns the column, with NULL allowed or not. */
  public ColumnDefinition withNullable(boolean newNullable) {
    return new ColumnDefinition(name, type, newNullable, value);
  }

  /** Returns the column with another value, or with none. */
  public ColumnDefinition withValue(@Nullable ColumnValue newValue) {
    return new ColumnDefinition(name, type, nullable, newValue);
  }

  /** Whether statements must not give a value, because it is computed from other columns. */
  public boolean isGenerated() {
    return value != null && value.kind() == ColumnValue.Kind.GENERATED;
  }
}
