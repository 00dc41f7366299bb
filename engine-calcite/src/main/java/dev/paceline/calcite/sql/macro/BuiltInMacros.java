package dev.paceline.calcite.sql.macro;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.settings.Settings;
import dev.paceline.calcite.sql.catalog.PostgresCatalog;
import dev.paceline.storage.table.definition.MacroDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Functions of DuckDB and PostgreSQL that list or describe the objects of a database, as queries of
 * {@code information_schema} and {@code pg_catalog}. A macro of the user with the same name
 * replaces them.
 */
final class BuiltInMacros {
  private static final String INTERNAL =
      "table_schema IN ('information_schema', 'paceline') AS internal";

  /** The name of the type of a column, with its precision and scale. */
  private static final String TYPE =
      "CASE WHEN data_type = 'DECIMAL' THEN format('DECIMAL({},{})', numeric_precision,"
          + " numeric_scale) ELSE data_type END";

  private static final String OTHER_NAMES =
      Settings.OTHER_NAMES.entrySet().stream()
          .map(other -> "WHEN '%s' THEN '%s'".formatted(other.getKey(), other.getValue()))
          .collect(joining(" "));

  private static final String ALIASES =
      Settings.OTHER_NAMES.entrySet().stream()
          .map(other -> "('%s', '%s')".formatted(other.getKey(), other.getValue()))
          .collect(joining(", "));

  /** There are no users, so everybody has all privileges. */
  private static final String PRIVILEGE =
      "(object, privilege) AS TRUE, (user_name, object, privilege) AS TRUE";

  private static final Map<String, MacroDefinition> TABLES =
      List.of(
              table(
                  "duckdb_tables",
                  "()",
                  """
                  SELECT table_catalog AS database_name, table_schema AS schema_name, table_name,
                    table_comment AS comment, FALSE AS internal, FALSE AS temporary,
                    FALSE AS has_primary_key,
                    (SELECT count(*) FROM information_schema.columns c
                      WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name)
                      AS column_count,
                    0 AS index_count,
                    (SELECT count(*) FROM information_schema.table_constraints c
                      WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
                        AND c.constraint_type = 'CHECK') AS check_constraint_count,
                    s.sql
                  FROM information_schema.tables t
                    LEFT JOIN (%s) s ON s.schema = t.table_schema AND s.name = t.table_name
                  WHERE table_type = 'BASE TABLE'
                  """
                      .formatted(PostgresCatalog.DEFINITIONS)),
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
                    is_nullable = 'YES' AS is_nullable, %s AS data_type, character_maximum_length,
                    numeric_precision, numeric_scale
                  FROM information_schema.columns
                  """
                      .formatted(INTERNAL, TYPE)),
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
                  """
                  SELECT name, value, description, type AS input_type, scope
                  FROM paceline.settings
                  UNION ALL
                  SELECT o.name, s.value, s.description, s.type, s.scope
                  FROM paceline.settings s
                    JOIN (VALUES %s) AS o (name, known) ON o.known = s.name
                  """
                      .formatted(ALIASES)),
              table(
                  "pragma_table_info",
                  "(name)",
                  """
                  SELECT ordinal_position - 1 AS cid, column_name AS name, %s AS type,
                    is_nullable = 'NO' AS "notnull", column_default AS dflt_value, FALSE AS pk
                  FROM information_schema.columns
                  WHERE lower(table_name) = lower(name) AND table_schema = current_schema()
                  ORDER BY cid
                  """
                      .formatted(TYPE)),
              table(
                  "duckdb_constraints",
                  "()",
                  """
                  SELECT t.table_catalog AS database_name, t.table_schema AS schema_name,
                    t.table_name, t.constraint_type, t.constraint_name,
                    CASE t.constraint_type
                      WHEN 'CHECK' THEN 'CHECK(' || c.check_clause || ')' ELSE 'NOT NULL'
                    END AS constraint_text,
                    CASE t.constraint_type WHEN 'CHECK' THEN c.check_clause END AS expression
                  FROM information_schema.table_constraints t
                    JOIN information_schema.check_constraints c
                      ON c.constraint_schema = t.constraint_schema
                        AND c.table_name = t.table_name
                        AND c.constraint_name = t.constraint_name
                  """),
              table(
                  "duckdb_databases",
                  "()",
                  """
                  SELECT CURRENT_CATALOG AS database_name, FALSE AS internal,
                    "value" = 'true' AS readonly
                  FROM paceline.settings WHERE name = 'read_only'
                  """),
              table(
                  "duckdb_indexes",
                  "()",
                  """
                  SELECT schemaname AS schema_name, tablename AS table_name,
                    indexname AS index_name, FALSE AS is_unique, FALSE AS is_primary,
                    indexdef AS sql
                  FROM pg_catalog.pg_indexes
                  """),
              table(
                  "duckdb_types",
                  "()",
                  """
                  SELECT CURRENT_CATALOG AS database_name, 'main' AS schema_name, type_name,
                    type_size, logical_type, type_category, TRUE AS internal,
                    CAST(NULL AS VARCHAR[]) AS labels
                  FROM (VALUES
                    ('boolean', 1, 'BOOLEAN', 'BOOLEAN'), ('bool', 1, 'BOOLEAN', 'BOOLEAN'),
                    ('logical', 1, 'BOOLEAN', 'BOOLEAN'),
                    ('tinyint', 1, 'TINYINT', 'NUMERIC'), ('int1', 1, 'TINYINT', 'NUMERIC'),
                    ('smallint', 2, 'SMALLINT', 'NUMERIC'), ('int2', 2, 'SMALLINT', 'NUMERIC'),
                    ('short', 2, 'SMALLINT', 'NUMERIC'),
                    ('integer', 4, 'INTEGER', 'NUMERIC'), ('int', 4, 'INTEGER', 'NUMERIC'),
                    ('int4', 4, 'INTEGER', 'NUMERIC'), ('signed', 4, 'INTEGER', 'NUMERIC'),
                    ('bigint', 8, 'BIGINT', 'NUMERIC'), ('int8', 8, 'BIGINT', 'NUMERIC'),
                    ('long', 8, 'BIGINT', 'NUMERIC'),
                    ('real', 4, 'FLOAT', 'NUMERIC'), ('float4', 4, 'FLOAT', 'NUMERIC'),
                    ('double', 8, 'DOUBLE', 'NUMERIC'), ('float8', 8, 'DOUBLE', 'NUMERIC'),
                    ('decimal', NULL, 'DECIMAL', 'NUMERIC'),
                    ('numeric', NULL, 'DECIMAL', 'NUMERIC'),
                    ('varchar', NULL, 'VARCHAR', 'STRING'), ('text', NULL, 'VARCHAR', 'STRING'),
                    ('string', NULL, 'VARCHAR', 'STRING'), ('char', NULL, 'VARCHAR', 'STRING'),
                    ('json', NULL, 'VARCHAR', 'STRING'),
                    ('blob', NULL, 'BLOB', NULL), ('bytea', NULL, 'BLOB', NULL),
                    ('binary', NULL, 'BLOB', NULL), ('varbinary', NULL, 'BLOB', NULL),
                    ('date', 4, 'DATE', 'DATETIME'), ('time', 8, 'TIME', 'DATETIME'),
                    ('timestamp', 8, 'TIMESTAMP', 'DATETIME'),
                    ('datetime', 8, 'TIMESTAMP', 'DATETIME'),
                    ('timestamptz', 8, 'TIMESTAMP WITH TIME ZONE', 'DATETIME'),
                    ('interval', 16, 'INTERVAL', 'DATETIME'),
                    ('uuid', 16, 'UUID', NULL),
                    ('list', NULL, 'LIST', 'COMPOSITE'), ('struct', NULL, 'STRUCT', 'COMPOSITE'),
                    ('map', NULL, 'MAP', 'COMPOSITE'))
                    AS t (type_name, type_size, logical_type, type_category)
                  UNION ALL
                  SELECT user_defined_type_catalog, user_defined_type_schema,
                    user_defined_type_name, NULL,
                    CASE WHEN labels IS NOT NULL THEN 'ENUM' WHEN data_type LIKE '%]' THEN 'LIST'
                      ELSE split_part(data_type, '(', 1) END,
                    NULL, FALSE,
                    CAST(labels AS VARCHAR[])
                  FROM information_schema.user_defined_types
                  """),
              table(
                  "duckdb_extensions",
                  "()",
                  """
                  SELECT extension_name, TRUE AS loaded, TRUE AS installed,
                    '(BUILT-IN)' AS install_path, description,
                    CAST([] AS VARCHAR[]) AS aliases, version() AS extension_version,
                    'STATICALLY_LINKED' AS install_mode, '' AS installed_from
                  FROM (VALUES
                    ('core_functions', 'Functions of strings, numbers, dates, lists and maps'),
                    ('icu', 'Time zones'),
                    ('json', 'Files and functions of JSON'),
                    ('parquet', 'Files of Parquet')) AS e (extension_name, description)
                  """),
              table("pragma_version", "()", "SELECT version() AS library_version"),
              table(
                  "pragma_show",
                  "(name)",
                  """
                  SELECT column_name, data_type AS column_type, is_nullable AS "null",
                    CAST(NULL AS VARCHAR) AS "key", column_default AS "default",
                    CAST(NULL AS VARCHAR) AS extra
                  FROM information_schema.columns
                  WHERE lower(table_name) = lower(name) AND table_schema = current_schema()
                  ORDER BY ordinal_position
                  """),
              table("pragma_database_list", "()", "SELECT 0 AS seq, CURRENT_CATALOG AS name"))
          .stream()
          .collect(Collectors.toMap(MacroDefinition::name, macro -> macro));

  /**
   * Sub-queries give their columns names that begin with {@code own}: an argument such as {@code
   * c.oid} is looked up in the sub-query first, and must not find a column there.
   */
  private static final Map<String, MacroDefinition> VALUES =
      List.of(
              value(
                  "current_setting",
                  "(setting)",
                  """
                  CASE
                    WHEN lower(setting) IN ('search_path', 'schema') THEN current_schema()
                    ELSE coalesce(
                      (SELECT own_value
                        FROM (SELECT s."value" AS own_value, replace(s.name, '_', '') AS own_name
                          FROM paceline.settings s) AS own
                        WHERE own_name = replace(
                          CASE lower(setting) %s ELSE lower(setting) END, '_', '')),
                      error('there is no setting ' || setting))
                  END
                  """
                      .formatted(OTHER_NAMES)),
              value(
                  "current_schemas",
                  "(implicit)",
                  """
                  list_concat(
                    CASE current_schema() WHEN 'main' THEN ['main']
                      ELSE [current_schema(), 'main'] END,
                    CASE WHEN implicit THEN ['pg_catalog'] ELSE [] END)
                  """),
              new MacroDefinition("has_table_privilege", false, PRIVILEGE),
              new MacroDefinition("has_any_column_privilege", false, PRIVILEGE),
              new MacroDefinition("has_schema_privilege", false, PRIVILEGE),
              new MacroDefinition("has_database_privilege", false, PRIVILEGE),
              new MacroDefinition("has_function_privilege", false, PRIVILEGE),
              new MacroDefinition("has_sequence_privilege", false, PRIVILEGE),
              new MacroDefinition("has_language_privilege", false, PRIVILEGE),
              new MacroDefinition("pg_has_role", false, PRIVILEGE),
              new MacroDefinition(
                  "has_column_privilege",
                  false,
                  "(object, place, privilege) AS TRUE,"
                      + " (user_name, object, place, privilege) AS TRUE"),
              value("pg_type_is_visible", "(o)", "TRUE"),
              value("pg_function_is_visible", "(o)", "TRUE"),
              value("pg_operator_is_visible", "(o)", "TRUE"),
              value("pg_collation_is_visible", "(o)", "TRUE"),
              value("shobj_description", "(o, catalog_name)", "CAST(NULL AS VARCHAR)"),
              value(
                  "pg_table_is_visible",
                  "(o)",
                  """
                  EXISTS (SELECT 1
                    FROM (SELECT c.oid AS own_oid FROM pg_catalog.pg_class c
                        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
                      WHERE n.nspname IN (current_schema(), 'main', 'pg_catalog')) AS own
                    WHERE own_oid = o)
                  """),
              value(
                  "format_type",
                  "(o, modifier)",
                  """
                  (SELECT CASE own_name
                      WHEN 'numeric' THEN 'numeric' || CASE WHEN coalesce(size, -1) < 0 THEN ''
                        ELSE '(' || (size // 65536) || ',' || (size % 65536) || ')' END
                      WHEN 'varchar' THEN 'character varying' || CASE WHEN coalesce(size, -1) < 0
                        THEN '' ELSE '(' || size || ')' END
                      WHEN 'bpchar' THEN CASE WHEN coalesce(size, -1) < 0 THEN 'bpchar'
                        ELSE 'character(' || size || ')' END
                      WHEN 'bool' THEN 'boolean' WHEN 'int2' THEN 'smallint'
                      WHEN 'int4' THEN 'integer' WHEN 'int8' THEN 'bigint'
                      WHEN 'float4' THEN 'real' WHEN 'float8' THEN 'double precision'
                      WHEN 'time' THEN 'time without time zone'
                      WHEN 'timestamp' THEN 'timestamp without time zone'
                      WHEN 'timestamptz' THEN 'timestamp with time zone'
                      ELSE own_name END
                    FROM (SELECT t.oid AS own_oid, t.typname AS own_name FROM pg_catalog.pg_type t)
                      AS own
                    WHERE own_oid = o)
                  """
                      .replace("size", "(CAST(modifier AS INTEGER) - 4)")),
              value(
                  "pg_get_viewdef",
                  "(o)",
                  """
                  (SELECT own_text
                    FROM (SELECT c.oid AS own_oid, v.definition AS own_text
                      FROM pg_catalog.pg_views v
                        JOIN pg_catalog.pg_namespace n ON n.nspname = v.schemaname
                        JOIN pg_catalog.pg_class c
                          ON c.relnamespace = n.oid AND c.relname = v.viewname
                      WHERE c.relkind = 'v') AS own
                    WHERE own_oid = o)
                  """),
              value("pg_get_expr", "(expression, relation)", "expression"),
              value(
                  "pg_get_constraintdef",
                  "(o)",
                  """
                  (SELECT own_text
                    FROM (SELECT c.oid AS own_oid,
                        CASE c.contype WHEN 'c' THEN 'CHECK (' || c.consrc || ')'
                          ELSE 'NOT NULL' END AS own_text
                      FROM pg_catalog.pg_constraint c) AS own
                    WHERE own_oid = o)
                  """),
              value("pg_get_userbyid", "(o)", "CURRENT_USER"),
              new MacroDefinition(
                  "obj_description",
                  false,
                  "(o) AS " + comment("0") + ", (o, catalog_name) AS " + comment("0")),
              value("col_description", "(o, place)", comment("place")))
          .stream()
          .collect(Collectors.toMap(MacroDefinition::name, macro -> macro));

  private BuiltInMacros() {}

  private static MacroDefinition table(String name, String parameters, String query) {
    return new MacroDefinition(name, true, parameters + " AS TABLE " + query);
  }

  /** The comment on an object {@code o}, or on a column of it. */
  private static String comment(String column) {
    return "(SELECT own_text FROM (SELECT d.objoid AS own_oid, d.objsubid AS own_column,"
        + " d.description AS own_text FROM pg_catalog.pg_description d) AS own"
        + " WHERE own_oid = o AND own_column = "
        + column
        + ")";
  }

  private static MacroDefinition value(String name, String parameters, String expression) {
    return new MacroDefinition(name, false, parameters + " AS " + expression);
  }

  /**
   * Returns the macro of a name.
   *
   * @param name in any case
   * @param table whether a macro that stands for a query is wanted
   * @return null if there is none
   */
  static @Nullable MacroDefinition find(String name, boolean table) {
    String known = name.toLowerCase(Locale.ROOT);
    return switch (table ? known : "") {
      case "duckdb_functions" -> FunctionListing.MACRO;
      case "duckdb_keywords" -> KeywordListing.MACRO;
      default -> {
        MacroDefinition listing = (table ? TABLES : VALUES).get(known);
        yield listing == null ? FunctionMacros.get(known, table) : listing;
      }
    };
  }
}
