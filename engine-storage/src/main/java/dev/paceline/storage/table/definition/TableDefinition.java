package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table as it was created: its name and schema, its columns, whose names differ, and its
 * constraints.
 *
 * @param comment what COMMENT ON says about it; null for nothing
 */
public record TableDefinition(
    String schema,
    String name,
    List<ColumnDefinition> columns,
    List<CheckConstraint> checks,
    @Nullable String comment) {
  public TableDefinition {
    requireNonNull(schema, "schema");
    requireNonNull(name, "name");
    columns = List.copyOf(columns);
    checks = List.copyOf(checks);
    if (columns.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "table " + name + " needs at least one column");
    }
    Set<String> names = new HashSet<>();
    for (ColumnDefinition column : columns) {
      if (!names.add(column.name())) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "table " + name + " has the column " + column.name() + " twice; rename one of them");
      }
    }
  }

  /** A table without a comment. */
  public TableDefinition(
      String schema, String name, List<ColumnDefinition> columns, List<CheckConstraint> checks) {
    this(schema, name, columns, checks, null);
  }

  /** A table of the schema {@link ObjectName#MAIN}. */
  public TableDefinition(
      String name, List<ColumnDefinition> columns, List<CheckConstraint> checks) {
    this(ObjectName.MAIN, name, columns, checks);
  }

  /** A table of the schema {@link ObjectName#MAIN} without constraints but NOT NULL. */
  public TableDefinition(String name, List<ColumnDefinition> columns) {
    this(name, columns, List.of());
  }

  /** Returns the name with the schema. */
  public ObjectName qualifiedName() {
    return new ObjectName(schema, name);
  }

  /** Returns the table in another schema. */
  public TableDefinition withSchema(String newSchema) {
    return new TableDefinition(newSchema, name, columns, checks, comment);
  }

  /** Returns the table with another name. */
  public TableDefinition withName(String newName) {
    return new TableDefinition(schema, newName, columns, checks, comment);
  }

  /** Returns the table with other columns. */
  public TableDefinition withColumns(List<ColumnDefinition> newColumns) {
    return new TableDefinition(schema, name, newColumns, checks, comment);
  }

  /** Returns the table with other checks. */
  public TableDefinition withChecks(List<CheckConstraint> newChecks) {
    return new TableDefinition(schema, name, columns, newChecks, comment);
  }

  /** Returns the table with another comment, or with none. */
  public TableDefinition withComment(@Nullable String newComment) {
    return new TableDefinition(schema, name, columns, checks, newComment);
  }

  public ColumnDefinition column(int index) {
    return columns.get(index);
  }

  public int columnCount() {
    return columns.size();
  }

  /** Returns the sequences of the identity columns. */
  public List<SequenceDefinition> sequences() {
    return columns.stream()
        .map(ColumnDefinition::value)
        .map(value -> value == null ? null : value.sequence())
        .filter(Objects::nonNull)
        .toList();
  }

  public List<DataType> columnTypes() {
    return columns.stream().map(ColumnDefinition::type).toList();
  }
}
