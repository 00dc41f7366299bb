package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.List;

/**
 * What a commit changes; all else stays as it is. The {@linkplain RowGroup#blocks sources} of row
 * groups come from {@link TableStore#load} or {@link TableStore#write}.
 */
public sealed interface TableChange {
  TableIdentity table();

  /** A table comes into being, with its rows. */
  record Created(TableIdentity table, List<RowGroup> rowGroups) implements TableChange {
    public Created {
      rowGroups = List.copyOf(rowGroups);
    }
  }

  /**
   * The row groups of a table behind the first ones make room for others.
   *
   * @param kept how many row groups stay, from the first on
   * @param added behind these
   */
  record Replaced(TableIdentity table, int kept, List<RowGroup> added) implements TableChange {
    public Replaced {
      added = List.copyOf(added);
    }
  }

  /** A table is no more. */
  record Dropped(TableIdentity table) implements TableChange {}
}
