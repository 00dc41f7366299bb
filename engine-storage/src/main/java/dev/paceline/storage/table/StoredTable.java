package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.List;

/** A table in a committed state of a database. */
public record StoredTable(TableIdentity identity, List<RowGroup> rowGroups) {
  public StoredTable {
    rowGroups = List.copyOf(rowGroups);
  }
}
