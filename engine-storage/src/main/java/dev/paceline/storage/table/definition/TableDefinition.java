package dev.paceline.storage.table.definition;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A table as it was created: its name and its columns, whose names differ. */
public record TableDefinition(String name, List<ColumnDefinition> columns) {
  public TableDefinition {
    requireNonNull(name, "name");
    columns = List.copyOf(columns);
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
