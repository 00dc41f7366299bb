package dev.paceline.calcite.sql.macro;

import static java.util.stream.Collectors.joining;

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
 * @param variables of the session, which a macro lists
 */
public record Macros(
    List<MacroDefinition> temporary, List<MacroDefinition> stored, List<String> variables) {
  private static final String VARIABLES = "duckdb_variables";

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
    if (found != null || !schema.isEmpty() && !schema.equalsIgnoreCase(PostgresCatalog.NAME)) {
      return found;
    }
    return table && name.getLast().equalsIgnoreCase(VARIABLES)
        ? new MacroDefinition(VARIABLES, true, "() AS TABLE " + listOfVariables())
        : BuiltInMacros.find(name.getLast(), table);
  }

  private String listOfVariables() {
    return variables.isEmpty()
        ? "SELECT '' AS name, '' AS \"value\", '' AS type WHERE FALSE"
        : variables.stream()
            .map(FunctionListing::literal)
            .map(
                name ->
                    "SELECT %1$s AS name, CAST(getvariable(%1$s) AS VARCHAR) AS \"value\","
                        .concat(" typeof(getvariable(%1$s)) AS type")
                        .formatted(name))
            .collect(joining(" UNION ALL "));
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
