package dev.paceline.calcite.sql.catalog;

import static java.util.stream.Collectors.joining;

import dev.paceline.calcite.adapter.InformationSchema;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;
import java.util.stream.Stream;

/**
 * The schema {@code pg_catalog}, which programs for PostgreSQL ask for tables, columns and types.
 * Its views are queries of {@code information_schema}. An object's {@code oid} is computed from its
 * name, so that it stays the same; a table and a sequence may have the same name.
 */
public final class PostgresCatalog {
  public static final String NAME = InformationSchema.POSTGRES;

  /** Types with the numbers that PostgreSQL gives them, and the name that the engine has. */
  private static final String TYPES =
      """
      (VALUES
        (16, 'bool', 1, 'B', 1000, 'BOOLEAN'),
        (17, 'bytea', -1, 'U', 1001, 'VARBINARY'),
        (18, 'char', 1, 'S', 1002, NULL),
        (20, 'int8', 8, 'N', 1016, 'BIGINT'),
        (21, 'int2', 2, 'N', 1005, 'SMALLINT'),
        (23, 'int4', 4, 'N', 1007, 'INTEGER'),
        (25, 'text', -1, 'S', 1009, NULL),
        (26, 'oid', 4, 'N', 1028, NULL),
        (114, 'json', -1, 'U', 199, NULL),
        (700, 'float4', 4, 'N', 1021, 'REAL'),
        (701, 'float8', 8, 'N', 1022, 'DOUBLE'),
        (1042, 'bpchar', -1, 'S', 1014, 'CHAR'),
        (1043, 'varchar', -1, 'S', 1015, 'VARCHAR'),
        (1082, 'date', 4, 'D', 1182, 'DATE'),
        (1083, 'time', 8, 'D', 1183, 'TIME'),
        (1114, 'timestamp', 8, 'D', 1115, 'TIMESTAMP'),
        (1184, 'timestamptz', 8, 'D', 1185, 'TIMESTAMP WITH LOCAL TIME ZONE'),
        (1186, 'interval', 16, 'T', 1187, NULL),
        (1700, 'numeric', -1, 'N', 1231, 'DECIMAL'),
        (2950, 'uuid', 16, 'U', 2951, 'UUID'),
        (60001, 'tinyint', 1, 'N', 60002, 'TINYINT'))
      AS t (oid, typname, typlen, typcategory, typarray, engine_name)""";

  /** Tables and views with the statements that create them. */
  public static final String DEFINITIONS =
      """
      SELECT CASE t.table_type WHEN 'VIEW' THEN 'view' ELSE 'table' END AS type,
        t.table_schema AS schema, t.table_name AS name,
        CASE t.table_type
          WHEN 'VIEW' THEN 'CREATE VIEW ' || t.table_name || ' AS ' || v.view_definition || ';'
          ELSE 'CREATE TABLE ' || t.table_name || '(' || c.columns || ');'
        END AS sql
      FROM information_schema.tables t
        LEFT JOIN information_schema.views v
          ON v.table_schema = t.table_schema AND v.table_name = t.table_name
        JOIN (SELECT table_schema, table_name, string_agg(
            CASE WHEN regexp_matches(column_name, '^[A-Za-z_][A-Za-z0-9_]*$') THEN column_name
              ELSE '"' || replace(column_name, '"', '""') || '"' END
            || ' ' || data_type
            || CASE data_type WHEN 'DECIMAL' THEN
                '(' || numeric_precision || ',' || numeric_scale || ')' ELSE '' END
            || CASE is_nullable WHEN 'NO' THEN ' NOT NULL' ELSE '' END
            || coalesce(' DEFAULT(' || column_default || ')', ''),
            ', ' ORDER BY ordinal_position) AS columns
          FROM information_schema.columns GROUP BY table_schema, table_name) c
          ON c.table_schema = t.table_schema AND c.table_name = t.table_name
      WHERE t.table_schema NOT IN ('information_schema', 'paceline', 'pg_catalog')
      """;

  /** Tables and views as SQLite lists them, which DuckDB does, too. */
  private static final String SQLITE =
      """
      SELECT type, name, name AS tbl_name, 0 AS rootpage, sql FROM (%s) AS d
      """
          .formatted(DEFINITIONS);

  /** The number of a type that a user has named. */
  private static final String USER_TYPE_OID =
      oid("'type'", "user_defined_type_schema", "user_defined_type_name");

  /** The views in the order of their names. */
  public static final List<ViewDefinition> VIEWS =
      List.of(
          view("pg_am", empty("oid BIGINT, amname VARCHAR, amhandler BIGINT, amtype VARCHAR")),
          view(
              "pg_attrdef",
              """
              SELECT %s AS oid, %s AS adrelid, ordinal_position AS adnum, column_default AS adbin
              FROM information_schema.columns WHERE column_default IS NOT NULL
              """
                  .formatted(
                      oid("table_schema", "table_name", "column_name"),
                      oid("table_schema", "table_name"))),
          view(
              "pg_attribute",
              """
              SELECT %s AS attrelid, c.column_name AS attname, coalesce(t.oid, 0) AS atttypid,
                coalesce(t.typlen, -1) AS attlen, c.ordinal_position AS attnum,
                CASE
                  WHEN c.data_type = 'DECIMAL' THEN numeric_precision * 65536 + numeric_scale + 4
                  ELSE coalesce(c.character_maximum_length + 4, -1)
                END AS atttypmod,
                c.is_nullable = 'NO' AS attnotnull, c.column_default IS NOT NULL AS atthasdef,
                CASE c.identity_generation
                  WHEN 'ALWAYS' THEN 'a' WHEN 'BY DEFAULT' THEN 'd' ELSE ''
                END AS attidentity,
                CASE WHEN c.is_generated = 'ALWAYS' THEN 's' ELSE '' END AS attgenerated,
                FALSE AS attisdropped, 0 AS attndims, 0 AS attcollation
              FROM information_schema.columns c
                LEFT JOIN %s ON t.engine_name = c.data_type
              """
                  .formatted(oid("c.table_schema", "c.table_name"), TYPES)),
          view(
              "pg_class",
              """
              SELECT %1$s AS oid, table_name AS relname, %2$s AS relnamespace, 0 AS reltype,
                10 AS relowner, 0 AS relam, 0 AS relfilenode, 0 AS reltablespace, 0 AS relpages,
                CAST(-1 AS REAL) AS reltuples, FALSE AS relhasindex, FALSE AS relisshared,
                'p' AS relpersistence,
                CASE table_type WHEN 'VIEW' THEN 'v' ELSE 'r' END AS relkind,
                (SELECT count(*) FROM information_schema.columns c
                  WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name)
                  AS relnatts,
                (SELECT count(*) FROM information_schema.table_constraints c
                  WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
                    AND c.constraint_type = 'CHECK')
                  AS relchecks,
                FALSE AS relhasrules, FALSE AS relhastriggers, FALSE AS relispartition
              FROM information_schema.tables t
              UNION ALL
              SELECT %3$s, sequence_name, %4$s, 0, 10, 0, 0, 0, 0, -1, FALSE, FALSE, 'p', 'S', 3,
                0, FALSE, FALSE, FALSE
              FROM information_schema.sequences
              """
                  .formatted(
                      oid("table_schema", "table_name"),
                      oid("table_schema"),
                      oid("'sequence'", "sequence_schema", "sequence_name"),
                      oid("sequence_schema"))),
          view(
              "pg_constraint",
              """
              SELECT %s AS oid, constraint_name AS conname, %s AS connamespace,
                CASE constraint_type WHEN 'CHECK' THEN 'c' ELSE 'n' END AS contype,
                %s AS conrelid, FALSE AS condeferrable, FALSE AS condeferred,
                TRUE AS convalidated, 0 AS confrelid, check_clause AS consrc
              FROM information_schema.table_constraints
                LEFT JOIN information_schema.check_constraints
                  USING (constraint_schema, constraint_name, table_name)
              """
                  .formatted(
                      oid("constraint_schema", "table_name", "constraint_name"),
                      oid("constraint_schema"),
                      oid("table_schema", "table_name"))),
          view(
              "pg_database",
              """
              SELECT DISTINCT %s AS oid, catalog_name AS datname, 10 AS datdba, 6 AS encoding,
                'C' AS datcollate, 'C' AS datctype, FALSE AS datistemplate, TRUE AS datallowconn
              FROM information_schema.schemata
              """
                  .formatted(oid("catalog_name"))),
          view(
              "pg_depend",
              empty(
                  "classid BIGINT, objid BIGINT, objsubid INTEGER, refclassid BIGINT,"
                      + " refobjid BIGINT, refobjsubid INTEGER, deptype VARCHAR")),
          view(
              "pg_description",
              """
              SELECT %1$s AS objoid, 1259 AS classoid, 0 AS objsubid,
                table_comment AS description
              FROM information_schema.tables WHERE table_comment IS NOT NULL
              UNION ALL
              SELECT %1$s, 1259, ordinal_position, column_comment
              FROM information_schema.columns WHERE column_comment IS NOT NULL
              """
                  .formatted(oid("table_schema", "table_name"))),
          view(
              "pg_enum",
              """
              SELECT %s AS oid, %s AS enumtypid, CAST(place AS REAL) AS enumsortorder,
                enumlabel
              FROM information_schema.user_defined_types,
                unnest(CAST(labels AS VARCHAR[])) WITH ORDINALITY AS l (enumlabel, place)
              """
                  .formatted(
                      oid(
                          "'type'",
                          "user_defined_type_schema",
                          "user_defined_type_name",
                          "enumlabel"),
                      USER_TYPE_OID)),
          view(
              "pg_index",
              empty(
                  "indexrelid BIGINT, indrelid BIGINT, indnatts INTEGER, indisunique BOOLEAN,"
                      + " indisprimary BOOLEAN")),
          view(
              "pg_indexes",
              empty(
                  "schemaname VARCHAR, tablename VARCHAR, indexname VARCHAR,"
                      + " tablespace VARCHAR, indexdef VARCHAR")),
          view(
              "pg_namespace",
              """
              SELECT %s AS oid, schema_name AS nspname, 10 AS nspowner,
                CAST(NULL AS VARCHAR) AS nspacl
              FROM information_schema.schemata
              """
                  .formatted(oid("schema_name"))),
          view(
              "pg_proc",
              """
              SELECT %s AS oid, routine_name AS proname, %s AS pronamespace,
                CASE routine_type WHEN 'TABLE MACRO' THEN TRUE ELSE FALSE END AS proretset,
                'f' AS prokind, routine_definition AS prosrc
              FROM information_schema.routines
              """
                  .formatted(oid("routine_schema", "routine_name"), oid("routine_schema"))),
          view(
              "pg_roles",
              """
              SELECT 10 AS oid, CURRENT_USER AS rolname, TRUE AS rolsuper, TRUE AS rolcanlogin
              """),
          view(
              "pg_sequences",
              """
              SELECT sequence_schema AS schemaname, sequence_name AS sequencename,
                start_value, minimum_value AS min_value, maximum_value AS max_value,
                increment AS increment_by, cycle_option = 'YES' AS cycle
              FROM information_schema.sequences
              """),
          view(
              "pg_settings",
              """
              SELECT name, "value" AS setting, description AS short_desc, type AS vartype,
                default_value AS boot_val
              FROM paceline.settings
              """),
          view(
              "pg_tables",
              """
              SELECT table_schema AS schemaname, table_name AS tablename,
                CURRENT_USER AS tableowner, CAST(NULL AS VARCHAR) AS tablespace,
                FALSE AS hasindexes, FALSE AS hasrules, FALSE AS hastriggers
              FROM information_schema.tables WHERE table_type = 'BASE TABLE'
              """),
          view(
              "pg_tablespace",
              """
              SELECT 1663 AS oid, 'pg_default' AS spcname, 10 AS spcowner
              """),
          view(
              "pg_type",
              """
              SELECT oid, typname, %s AS typnamespace, 10 AS typowner, typlen, 'b' AS typtype,
                typcategory, TRUE AS typisdefined, 0 AS typrelid, 0 AS typelem, typarray,
                FALSE AS typnotnull, 0 AS typbasetype, -1 AS typtypmod
              FROM %s
              UNION ALL
              SELECT typarray, '_' || typname, %s, 10, -1, 'b', 'A', TRUE, 0, oid, 0, FALSE, 0, -1
              FROM %s
              UNION ALL
              SELECT %s, user_defined_type_name, %s, 10, -1,
                CASE WHEN labels IS NULL THEN 'd' ELSE 'e' END,
                CASE WHEN labels IS NULL THEN 'U' ELSE 'E' END, TRUE, 0, 0, 0, FALSE, 0, -1
              FROM information_schema.user_defined_types
              """
                  .formatted(
                      oid("'" + NAME + "'"),
                      TYPES,
                      oid("'" + NAME + "'"),
                      TYPES,
                      USER_TYPE_OID,
                      oid("user_defined_type_schema"))),
          view(
              "pg_views",
              """
              SELECT table_schema AS schemaname, table_name AS viewname,
                CURRENT_USER AS viewowner, view_definition AS definition
              FROM information_schema.views
              """),
          view("sqlite_master", SQLITE),
          view("sqlite_schema", SQLITE));

  private PostgresCatalog() {}

  private static ViewDefinition view(String name, String query) {
    return new ViewDefinition(NAME, name, List.of(), query);
  }

  /** Returns an expression for the number of the object with a name of some parts. */
  private static String oid(String... parts) {
    return "((hash(" + String.join(" || '.' || ", parts) + ") & 1073741823) + 16384)";
  }

  /** Returns a query that has some columns and no rows. */
  private static String empty(String columns) {
    String items =
        Stream.of(columns.split(", "))
            .map(column -> column.split(" "))
            .map(column -> "CAST(NULL AS " + column[1] + ") AS " + column[0])
            .collect(joining(", "));
    return "SELECT " + items + " WHERE FALSE";
  }
}
