package dev.paceline.calcite.sql.macro;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.sql.catalog.PostgresCatalog;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The macros that a statement may call.
 *
 * @param temporary those of the session, which come first
 */
public record Macros(List<MacroDefinition> temporary, List<MacroDefinition> stored) {
  /** Returns the names of the macros that stand for values. */
  public Stream<String> functions() {
    return Stream.concat(temporary.stream(), stored.stream())
        .filter(macro -> !macro.table())
        .map(MacroDefinition::name);
  }

  /**
   * Returns the macro that a name means.
   *
   * @param name with or without its schema, in any case
   * @param table whether a macro that stands for a query is wanted
   * @return null if there is none
   */
  public @Nullable MacroDefinition find(List<String> name, boolean table) {
    if (name.size() > 2) {
      return null;
    }
    String schema = name.size() == 2 ? name.getFirst() : "";
    MacroDefinition found = null;
    if (schema.isEmpty() || schema.equalsIgnoreCase(SessionCatalog.TEMPORARY)) {
      found = find(temporary, name.getLast(), table);
    }
    if (found == null && (schema.isEmpty() || schema.equalsIgnoreCase(Catalog.SCHEMA))) {
      found = find(stored, name.getLast(), table);
    }
    return found == null && (schema.isEmpty() || schema.equalsIgnoreCase(PostgresCatalog.NAME))
        ? BuiltInMacros.find(name.getLast(), table)
        : found;
  }

  private static @Nullable MacroDefinition find(
      List<MacroDefinition> macros, String name, boolean table) {
    for (MacroDefinition macro : macros) {
      if (macro.table() == table && macro.name().equalsIgnoreCase(name)) {
        return macro;
      }
    }
    return null;
  }
}
