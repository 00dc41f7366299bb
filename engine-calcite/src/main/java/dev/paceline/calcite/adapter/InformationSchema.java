package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Sequence;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.jspecify.annotations.Nullable;

/**
 * The tables, views, columns, macros and sequences of the database as tables, with the names of the
 * standard (SQL:2016, part 11). Any thread may use it.
 */
public final class InformationSchema extends AbstractSchema {
  public static final String NAME = "information_schema";

  /** The name of the only catalog. */
  public static final String CATALOG = "paceline";

  /** The schema with PostgreSQL's views. */
  public static final String POSTGRES = "pg_catalog";

  /** The only user, who owns everything. */
  public static final String OWNER = "paceline";

  private static final String CHARACTER_SET = "UTF8";

  private static final TableDefinition SCHEMATA =
      new TableDefinition(
          "schemata",
          List.of(
              text("catalog_name"),
              text("schema_name"),
              text("schema_owner"),
              text("default_character_set_name")));

  private static final TableDefinition TABLES =
      new TableDefinition(
          "tables",
          List.of(
              text("table_catalog"),
              text("table_schema"),
              text("table_name"),
              text("table_type"),
              new ColumnDefinition("table_comment", DataType.VARCHAR, true),
              text("is_insertable_into"),
              text("is_typed")));

  private static final TableDefinition COLUMNS =
      new TableDefinition(
          "columns",
          List.of(
              text("table_catalog"),
              text("table_schema"),
              text("table_name"),
              text("column_name"),
              number("ordinal_position"),
              new ColumnDefinition("column_default", DataType.VARCHAR, true),
              text("is_nullable"),
              text("data_type"),
              number("character_maximum_length"),
              number("numeric_precision"),
              number("numeric_scale"),
              text("is_generated"),
              new ColumnDefinition("generation_expression", DataType.VARCHAR, true),
              text("is_identity"),
              new ColumnDefinition("identity_generation", DataType.VARCHAR, true),
              new ColumnDefinition("column_comment", DataType.VARCHAR, true)));

  private static final TableDefinition VIEWS =
      new TableDefinition(
          "views",
          List.of(
              text("table_catalog"),
              text("table_schema"),
              text("table_name"),
              text("view_definition"),
              text("check_option"),
              text("is_updatable")));

  private static final TableDefinition TABLE_CONSTRAINTS =
      new TableDefinition(
          "table_constraints",
          List.of(
              text("constraint_catalog"),
              text("constraint_schema"),
              text("constraint_name"),
              text("table_catalog"),
              text("table_schema"),
              text("table_name"),
              text("constraint_type"),
              text("is_deferrable"),
              text("initially_deferred"),
              text("enforced")));

  /** Names of constraints are unique within a table only, so that theirs tells them apart. */
  private static final TableDefinition CHECK_CONSTRAINTS =
      new TableDefinition(
          "check_constraints",
          List.of(
              text("constraint_catalog"),
              text("constraint_schema"),
              text("constraint_name"),
              text("check_clause"),
              text("table_name")));

  /** The columns of keys: an empty table, because tables have no keys. */
  private static final TableDefinition KEY_COLUMN_USAGE =
      new TableDefinition(
          "key_column_usage",
          List.of(
              text("constraint_catalog"),
              text("constraint_schema"),
              text("constraint_name"),
              text("table_catalog"),
              text("table_schema"),
              text("table_name"),
              text("column_name"),
              number("ordinal_position"),
              number("position_in_unique_constraint")));

  /** The foreign keys: an empty table, because there are none. */
  private static final TableDefinition REFERENTIAL_CONSTRAINTS =
      new TableDefinition(
          "referential_constraints",
          List.of(
              text("constraint_catalog"),
              text("constraint_schema"),
              text("constraint_name"),
              text("unique_constraint_catalog"),
              text("unique_constraint_schema"),
              text("unique_constraint_name"),
              text("match_option"),
              text("update_rule"),
              text("delete_rule")));

  private static final TableDefinition CHARACTER_SETS =
      new TableDefinition(
          "character_sets",
          List.of(
              text("character_set_name"),
              text("character_repertoire"),
              text("form_of_use"),
              text("default_collate_name")));

  private static final TableDefinition ROUTINES =
      new TableDefinition(
          "routines",
          List.of(
              text("routine_catalog"),
              text("routine_schema"),
              text("routine_name"),
              text("routine_type"),
              text("routine_body"),
              text("routine_definition")));

  private static final TableDefinition USER_DEFINED_TYPES =
      new TableDefinition(
          "user_defined_types",
          List.of(
              text("user_defined_type_catalog"),
              text("user_defined_type_schema"),
              text("user_defined_type_name"),
              text("user_defined_type_category"),
              text("data_type"),
              new ColumnDefinition("labels", DataType.VARCHAR, true)));

  private static final TableDefinition SEQUENCES =
      new TableDefinition(
          "sequences",
          List.of(
              text("sequence_catalog"),
              text("sequence_schema"),
              text("sequence_name"),
              text("data_type"),
              number("numeric_precision"),
              number("numeric_precision_radix"),
              number("numeric_scale"),
              large("start_value"),
              large("minimum_value"),
              large("maximum_value"),
              large("increment"),
              text("cycle_option")));

  private final SystemSchema system;
  private final Map<String, org.apache.calcite.schema.Table> tables = new TreeMap<>();
  private final List<TableDefinition> definitions = new ArrayList<>();
  private volatile Supplier<Map<ViewDefinition, List<ColumnDefinition>>> views = Map::of;

  /** A table or a view of a schema. */
  private record Listed(
      String schema,
      String name,
      String type,
      List<ColumnDefinition> columns,
      @Nullable String comment) {
    static Listed view(String schema, TableDefinition definition) {
      return new Listed(schema, definition.name(), "VIEW", definition.columns(), null);
    }
  }

  public InformationSchema(EngineInstance instance, SystemSchema system) {
    this.system = system;
    add(instance, SCHEMATA, InformationSchema::schemata);
    add(instance, TABLES, this::tables);
    add(instance, COLUMNS, this::columns);
    add(instance, VIEWS, (unused, rows) -> views(rows));
    add(instance, TABLE_CONSTRAINTS, InformationSchema::constraints);
    add(instance, CHECK_CONSTRAINTS, InformationSchema::checks);
    add(instance, KEY_COLUMN_USAGE, (unused, none) -> {});
    add(instance, REFERENTIAL_CONSTRAINTS, (unused, none) -> {});
    add(instance, CHARACTER_SETS, (unused, rows) -> characterSets(rows));
    add(instance, ROUTINES, InformationSchema::routines);
    add(instance, SEQUENCES, InformationSchema::sequences);
    add(instance, USER_DEFINED_TYPES, InformationSchema::types);
  }

  /** Sets what tells the views and their columns. */
  public void setViews(Supplier<Map<ViewDefinition, List<ColumnDefinition>>> supplier) {
    views = supplier;
  }

  private static ColumnDefinition text(String name) {
    return new ColumnDefinition(name, DataType.VARCHAR, false);
  }

  private static ColumnDefinition number(String name) {
    return new ColumnDefinition(name, DataType.INT32, true);
  }

  private static ColumnDefinition large(String name) {
    return new ColumnDefinition(name, DataType.INT64, false);
  }

  private void add(
      EngineInstance instance,
      TableDefinition definition,
      BiConsumer<EngineInstance, Appender> rows) {
    definitions.add(definition);
    tables.put(
        definition.name(),
        new PacelineTable(new SystemTableSource(instance, NAME, definition, rows)));
  }

  @Override
  protected Map<String, org.apache.calcite.schema.Table> getTableMap() {
    return tables;
  }

  private static void schemata(EngineInstance instance, Appender rows) {
    List<String> schemas = new ArrayList<>(instance.database().schemas());
    schemas.addAll(List.of(SystemSchema.NAME, NAME, POSTGRES));
    for (String schema : schemas) {
      set(rows, 0, CATALOG);
      set(rows, 1, schema);
      set(rows, 2, OWNER);
      set(rows, 3, CHARACTER_SET);
      rows.endRow();
    }
  }

  private List<Listed> all(EngineInstance instance) {
    List<Listed> all = new ArrayList<>();
    instance
        .database()
        .tables()
        .forEach(
            table ->
                all.add(
                    new Listed(
                        table.definition().schema(),
                        table.definition().name(),
                        "BASE TABLE",
                        table.definition().columns(),
                        table.definition().comment())));
    views
        .get()
        .forEach(
            (view, columns) ->
                all.add(new Listed(view.schema(), view.name(), "VIEW", columns, view.comment())));
    system.definitions().forEach(definition -> all.add(Listed.view(SystemSchema.NAME, definition)));
    definitions.forEach(definition -> all.add(Listed.view(NAME, definition)));
    return all;
  }

  /** The names of constraints of columns that are NOT NULL are those that PostgreSQL gives them. */
  private static void constraints(EngineInstance instance, Appender rows) {
    for (Table table : instance.database().tables()) {
      TableDefinition definition = table.definition();
      for (CheckConstraint check : definition.checks()) {
        constraint(definition, check.name(), "CHECK", rows);
      }
      for (ColumnDefinition column : definition.columns()) {
        if (!column.nullable()) {
          constraint(definition, notNull(definition, column), "NOT NULL", rows);
        }
      }
    }
  }

  private static String notNull(TableDefinition table, ColumnDefinition column) {
    return table.name() + "_" + column.name() + "_not_null";
  }

  private static void constraint(TableDefinition table, String name, String type, Appender rows) {
    set(rows, 0, CATALOG);
    set(rows, 1, table.schema());
    set(rows, 2, name);
    set(rows, 3, CATALOG);
    set(rows, 4, table.schema());
    set(rows, 5, table.name());
    set(rows, 6, type);
    set(rows, 7, "NO");
    set(rows, 8, "NO");
    set(rows, 9, "YES");
    rows.endRow();
  }

  private static void checks(EngineInstance instance, Appender rows) {
    for (Table table : instance.database().tables()) {
      TableDefinition definition = table.definition();
      for (CheckConstraint check : definition.checks()) {
        check(definition, check.name(), check.condition(), rows);
      }
      for (ColumnDefinition column : definition.columns()) {
        if (!column.nullable()) {
          check(definition, notNull(definition, column), column.name() + " IS NOT NULL", rows);
        }
      }
    }
  }

  private static void check(TableDefinition table, String name, String clause, Appender rows) {
    set(rows, 0, CATALOG);
    set(rows, 1, table.schema());
    set(rows, 2, name);
    set(rows, 3, clause);
    set(rows, 4, table.name());
    rows.endRow();
  }

  private static void characterSets(Appender rows) {
    set(rows, 0, CHARACTER_SET);
    set(rows, 1, "UCS");
    set(rows, 2, CHARACTER_SET);
    set(rows, 3, "ucs_basic");
    rows.endRow();
  }

  private void views(Appender rows) {
    views
        .get()
        .forEach(
            (view, columns) -> {
              set(rows, 0, CATALOG);
              set(rows, 1, view.schema());
              set(rows, 2, view.name());
              set(rows, 3, view.query());
              set(rows, 4, "NONE");
              set(rows, 5, "NO");
              rows.endRow();
            });
  }

  private static void routines(EngineInstance instance, Appender rows) {
    for (MacroDefinition macro : instance.database().macros().definitions()) {
      set(rows, 0, CATALOG);
      set(rows, 1, Catalog.SCHEMA);
      set(rows, 2, macro.name());
      set(rows, 3, macro.table() ? "TABLE MACRO" : "MACRO");
      set(rows, 4, "SQL");
      set(rows, 5, macro.text());
      rows.endRow();
    }
  }

  /** The labels of an ENUM are written as a list whose strings are in quotes. */
  private static void types(EngineInstance instance, Appender rows) {
    for (TypeDefinition named : instance.database().types().definitions()) {
      DataType type = named.type();
      set(rows, 0, CATALOG);
      set(rows, 1, Catalog.SCHEMA);
      set(rows, 2, named.name());
      set(rows, 3, type.kind() == TypeKind.STRUCT ? "STRUCTURED" : "DISTINCT");
      set(rows, 4, TypeNames.typeName(type.withoutEnums()));
      set(
          rows,
          5,
          !type.isEnum()
              ? null
              : type.enumLabels().stream()
                  .map(label -> "\"" + label.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                  .collect(Collectors.joining(", ", "[", "]")));
      rows.endRow();
    }
  }

  private static void sequences(EngineInstance instance, Appender rows) {
    for (Sequence sequence : instance.database().sequences()) {
      SequenceDefinition definition = sequence.definition();
      set(rows, 0, CATALOG);
      set(rows, 1, definition.schema());
      set(rows, 2, definition.name());
      set(rows, 3, "BIGINT");
      rows.setLong(4, Long.SIZE);
      rows.setLong(5, 2);
      rows.setLong(6, 0);
      rows.setLong(7, definition.start());
      rows.setLong(8, definition.minimum());
      rows.setLong(9, definition.maximum());
      rows.setLong(10, definition.increment());
      set(rows, 11, definition.cycles() ? "YES" : "NO");
      rows.endRow();
    }
  }

  private void tables(EngineInstance instance, Appender rows) {
    all(instance)
        .forEach(
            table -> {
              set(rows, 0, CATALOG);
              set(rows, 1, table.schema());
              set(rows, 2, table.name());
              set(rows, 3, table.type());
              set(rows, 4, table.comment());
              set(rows, 5, table.type().equals("VIEW") ? "NO" : "YES");
              set(rows, 6, "NO");
              rows.endRow();
            });
  }

  private void columns(EngineInstance instance, Appender rows) {
    all(instance)
        .forEach(
            table -> {
              int position = 1;
              for (ColumnDefinition column : table.columns()) {
                column(table, column, position++, rows);
              }
            });
  }

  private static void column(Listed table, ColumnDefinition column, int position, Appender rows) {
    DataType type = column.type();
    set(rows, 0, CATALOG);
    set(rows, 1, table.schema());
    set(rows, 2, table.name());
    set(rows, 3, column.name());
    rows.setLong(4, position);
    ColumnValue value = column.value();
    String expression = value == null ? null : value.expression();
    set(rows, 5, column.isGenerated() ? null : expression);
    set(rows, 6, column.nullable() ? "YES" : "NO");
    set(rows, 7, TypeNames.typeName(type));
    boolean sized = TypeNames.isText(type) && type.precision() != DataType.UNBOUNDED;
    setNumber(rows, 8, sized, type.precision());
    setNumber(rows, 9, TypeNames.isNumeric(type), TypeNames.precision(type));
    setNumber(rows, 10, TypeNames.isNumeric(type), TypeNames.scale(type));
    set(rows, 11, column.isGenerated() ? "ALWAYS" : "NEVER");
    set(rows, 12, column.isGenerated() ? expression : null);
    boolean identity = value != null && value.sequence() != null;
    set(rows, 13, identity ? "YES" : "NO");
    set(
        rows,
        14,
        !identity
            ? null
            : value.kind() == ColumnValue.Kind.IDENTITY_ALWAYS ? "ALWAYS" : "BY DEFAULT");
    set(rows, 15, column.comment());
    rows.endRow();
  }

  private static void set(Appender rows, int column, @Nullable String text) {
    if (text == null) {
      rows.setNull(column);
    } else {
      rows.setBytes(column, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void setNumber(Appender rows, int column, boolean known, int number) {
    if (known) {
      rows.setLong(column, number);
    } else {
      rows.setNull(column);
    }
  }
}
