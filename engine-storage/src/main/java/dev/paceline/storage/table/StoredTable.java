package dev.paceline.storage.table;

import java.util.List;

/** A table in a committed state of a database. */
public record StoredTable(TableIdentity identity, List<RowGroup> rowGroups) {
  public StoredTable {
    rowGroups = List.copyOf(rowGroups);
  }
}
