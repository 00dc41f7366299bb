package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;

/** A committed state of a database. */
public record StoredDatabase(List<StoredTable> tables, List<ViewDefinition> views) {
  public StoredDatabase {
    tables = List.copyOf(tables);
    views = List.copyOf(views);
  }
}
