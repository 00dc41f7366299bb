package dev.paceline.storage.table;

import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;
import java.util.Map;

/**
 * A committed state of a database.
 *
 * @param schemas apart from the one that each database has
 */
public record StoredDatabase(
    List<String> schemas,
    List<StoredTable> tables,
    List<ViewDefinition> views,
    List<MacroDefinition> macros,
    List<TypeDefinition> types,
    Map<SequenceDefinition, SequencePosition> sequences) {
  /** The state of a database without tables. */
  public static final StoredDatabase EMPTY =
      new StoredDatabase(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());

  public StoredDatabase {
    schemas = List.copyOf(schemas);
    tables = List.copyOf(tables);
    views = List.copyOf(views);
    macros = List.copyOf(macros);
    types = List.copyOf(types);
    sequences = Map.copyOf(sequences);
  }
}
