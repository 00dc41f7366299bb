package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A column as it was created.
 *
 * @param nullable false: NOT NULL
 * @param value how rows get a value that a statement does not give; null if they get NULL
 * @param comment what COMMENT ON says about it; null for nothing
 */
public record ColumnDefinition(
    String name,
    DataType type,
    boolean nullable,
    @Nullable ColumnValue value,
    @Nullable String comment) {
  public ColumnDefinition {
    requireNonNull(name, "name");
    requireNonNull(type, "type");
  }

  /** A column without a comment. */
  public ColumnDefinition(
      String name, DataType type, boolean nullable, @Nullable ColumnValue value) {
    this(name, type, nullable, value, null);
  }

  /** A column that is NULL where a statement gives no value. */
  public ColumnDefinition(String name, DataType type, boolean nullable) {
    this(name, type, nullable, null);
  }

  /** Returns the column with another name. */
  public ColumnDefinition withName(String newName) {
    return new ColumnDefinition(newName, type, nullable, value, comment);
  }

  /** Returns the column with another type. */
  public ColumnDefinition withType(DataType newType) {
    return new ColumnDefinition(name, newType, nullable, value, comment);
  }

  /** Returns the column, with NULL allowed or not. */
  public ColumnDefinition withNullable(boolean newNullable) {
    return new ColumnDefinition(name, type, newNullable, value, comment);
  }

  /** Returns the column with another value, or with none. */
  public ColumnDefinition withValue(@Nullable ColumnValue newValue) {
    return new ColumnDefinition(name, type, nullable, newValue, comment);
  }

  /** Returns the column with another comment, or with none. */
  public ColumnDefinition withComment(@Nullable String newComment) {
    return new ColumnDefinition(name, type, nullable, value, newComment);
  }

  /**
   * Returns the type of the blocks that keep the values: nested values are byte strings there,
   * whose order is that of the values, and those of an ENUM are the places of their labels.
   */
  public DataType storedType() {
    return type.isNested() ? DataType.VARBINARY : type.isEnum() ? DataType.INT32 : type;
  }

  /** Whether statements must not give a value, because it is computed from other columns. */
  public boolean isGenerated() {
    return value != null && value.kind() == ColumnValue.Kind.GENERATED;
  }
}
