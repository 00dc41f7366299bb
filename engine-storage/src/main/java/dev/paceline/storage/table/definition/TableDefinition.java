package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table as it was created: its name, its columns, whose names differ, and its constraints. */
public record TableDefinition(
    String name, List<ColumnDefinition> columns, List<CheckConstraint> checks) {
  public TableDefinition {
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

  /** A table without constraints but NOT NULL. */
  public TableDefinition(String name, List<ColumnDefinition> columns) {
    this(name, columns, List.of());
  }

  /** Returns the table with another name. */
  public TableDefinition withName(String newName) {
    return new TableDefinition(newName, columns, checks);
  }

  /** Returns the table with other columns. */
  public TableDefinition withColumns(List<ColumnDefinition> newColumns) {
    return new TableDefinition(name, newColumns, checks);
  }

  public ColumnDefinition column(int index) {
    return columns.get(index);
  }

  public int columnCount() {
    return columns.size();
  }

  public List<DataType> columnTypes() {
    return columns.stream().map(ColumnDefinition::type).toList();
  }
}
