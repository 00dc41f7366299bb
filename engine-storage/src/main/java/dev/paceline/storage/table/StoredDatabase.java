package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;

/**
 * A committed state of a database.
 *
 * @param schemas apart from the one that each database has
 */
public record StoredDatabase(
    List<String> schemas,
    List<StoredTable> tables,
    List<ViewDefinition> views,
    List<MacroDefinition> macros) {
  /** The state of a database without tables. */
  public static final StoredDatabase EMPTY =
      new StoredDatabase(List.of(), List.of(), List.of(), List.of());

  public StoredDatabase {
    schemas = List.copyOf(schemas);
    tables = List.copyOf(tables);
    views = List.copyOf(views);
    macros = List.copyOf(macros);
  }
}
