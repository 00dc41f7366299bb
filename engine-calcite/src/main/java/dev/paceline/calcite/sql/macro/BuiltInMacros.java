package dev.paceline.calcite.sql.macro;

import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Functions of DuckDB in FROM that tell what a database has, as queries of {@code
 * information_schema}. A macro of the same name comes before them.
 */
final class BuiltInMacros {
  private static final String INTERNAL =
      "table_schema IN ('information_schema', 'paceline') AS internal";

  private static final Map<String, MacroDefinition> TABLES =
      List.of(
              table(
                  "duckdb_tables",
                  "()",
                  """
                  SELECT table_catalog AS database_name, table_schema AS schema_name, table_name,
                    table_comment AS comment, FALSE AS internal, FALSE AS temporary,
                    (SELECT count(*) FROM information_schema.columns c
                      WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name)
                      AS column_count
                  FROM information_schema.tables t WHERE table_type = 'BASE TABLE'
                  """),
              table(
                  "duckdb_views",
                  "()",
                  """
                  SELECT t.table_catalog AS database_name, t.table_schema AS schema_name,
                    t.table_name AS view_name, t.table_comment AS comment, t.%s, FALSE AS temporary, v.view_definition AS sql
                  FROM information_schema.tables t
                    LEFT JOIN information_schema.views v
                      ON v.table_schema = t.table_schema AND v.table_name = t.table_name
                  WHERE t.table_type = 'VIEW'
                  """
                      .formatted(INTERNAL)),
              table(
                  "duckdb_columns",
                  "()",
                  """
                  SELECT table_catalog AS database_name, table_schema AS schema_name, table_name,
                    column_name, ordinal_position AS column_index, column_comment AS comment, %s,
                    column_default,
                    is_nullable = 'YES' AS is_nullable, data_type, character_maximum_length,
                    numeric_precision, numeric_scale
                  FROM information_schema.columns
                  """
                      .formatted(INTERNAL)),
              table(
                  "duckdb_schemas",
                  "()",
                  """
                  SELECT catalog_name AS database_name, schema_name,
                    schema_name IN ('information_schema', 'paceline') AS internal
                  FROM information_schema.schemata
                  """),
              table(
                  "duckdb_sequences",
                  "()",
                  """
                  SELECT sequence_catalog AS database_name, sequence_schema AS schema_name,
                    sequence_name, FALSE AS temporary, start_value, minimum_value AS min_value,
                    maximum_value AS max_value, increment AS increment_by,
                    cycle_option = 'YES' AS cycle
                  FROM information_schema.sequences
                  """),
              table(
                  "duckdb_settings",
                  "()",
                  "SELECT name, value, description, type AS input_type, scope"
                      + " FROM paceline.settings"),
              table(
                  "pragma_table_info",
                  "(name)",
                  """
                  SELECT ordinal_position - 1 AS cid, column_name AS name, data_type AS type,
                    is_nullable = 'NO' AS "notnull", column_default AS dflt_value, FALSE AS pk
                  FROM information_schema.columns
                  WHERE lower(table_name) = lower(name) AND table_schema = current_schema()
                  ORDER BY cid
                  """))
          .stream()
          .collect(Collectors.toMap(MacroDefinition::name, macro -> macro));

  private BuiltInMacros() {}

  private static MacroDefinition table(String name, String parameters, String query) {
    return new MacroDefinition(name, true, parameters + " AS TABLE " + query);
  }

  /**
   * Returns the macro of a name that stands for a query.
   *
   * @param name in any case
   * @return null if there is none
   */
  static @Nullable MacroDefinition find(String name) {
    return TABLES.get(name.toLowerCase(Locale.ROOT));
  }
}
