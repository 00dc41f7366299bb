package dev.paceline.calcite.adapter;

import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.jspecify.annotations.Nullable;

/**
 * The tables and columns of the database as tables, with the names of the standard (SQL:2016, part
 * 11). Any thread may use it.
 */
public final class InformationSchema extends AbstractSchema {
  public static final String NAME = "information_schema";

  private static final String CATALOG = "paceline";

  private static final TableDefinition SCHEMATA =
      new TableDefinition("schemata", List.of(text("catalog_name"), text("schema_name")));

  private static final TableDefinition TABLES =
      new TableDefinition(
          "tables",
          List.of(
              text("table_catalog"), text("table_schema"), text("table_name"), text("table_type")));

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
              number("numeric_scale")));

  private final SystemSchema system;
  private final Map<String, Table> tables = new TreeMap<>();

  /** A table of a schema. */
  private record Listed(String schema, String type, TableDefinition definition) {}

  public InformationSchema(EngineInstance instance, SystemSchema system) {
    this.system = system;
    add(instance, SCHEMATA, (unused, rows) -> schemata(rows));
    add(instance, TABLES, this::tables);
    add(instance, COLUMNS, this::columns);
  }

  private static ColumnDefinition text(String name) {
    return new ColumnDefinition(name, DataType.VARCHAR, false);
  }

  private static ColumnDefinition number(String name) {
    return new ColumnDefinition(name, DataType.INT32, true);
  }

  private void add(
      EngineInstance instance,
      TableDefinition definition,
      BiConsumer<EngineInstance, Appender> rows) {
    tables.put(
        definition.name(),
        new PacelineTable(new SystemTableSource(instance, NAME, definition, rows)));
  }

  @Override
  protected Map<String, Table> getTableMap() {
    return tables;
  }

  private static void schemata(Appender rows) {
    for (String schema : List.of(Catalog.SCHEMA, SystemSchema.NAME, NAME)) {
      set(rows, 0, CATALOG);
      set(rows, 1, schema);
      rows.endRow();
    }
  }

  private Stream<Listed> all(EngineInstance instance) {
    Stream<Listed> stored =
        instance.database().tables().stream()
            .map(table -> new Listed(Catalog.SCHEMA, "BASE TABLE", table.definition()));
    Stream<Listed> views =
        Stream.concat(
            system.definitions().stream()
                .map(definition -> new Listed(SystemSchema.NAME, "VIEW", definition)),
            Stream.of(SCHEMATA, TABLES, COLUMNS)
                .map(definition -> new Listed(NAME, "VIEW", definition)));
    return Stream.concat(stored, views);
  }

  private void tables(EngineInstance instance, Appender rows) {
    all(instance)
        .forEach(
            table -> {
              set(rows, 0, CATALOG);
              set(rows, 1, table.schema());
              set(rows, 2, table.definition().name());
              set(rows, 3, table.type());
              rows.endRow();
            });
  }

  private void columns(EngineInstance instance, Appender rows) {
    all(instance)
        .forEach(
            table -> {
              int position = 1;
              for (ColumnDefinition column : table.definition().columns()) {
                column(table, column, position++, rows);
              }
            });
  }

  private static void column(Listed table, ColumnDefinition column, int position, Appender rows) {
    DataType type = column.type();
    set(rows, 0, CATALOG);
    set(rows, 1, table.schema());
    set(rows, 2, table.definition().name());
    set(rows, 3, column.name());
    rows.setLong(4, position);
    set(rows, 5, null);
    set(rows, 6, column.nullable() ? "YES" : "NO");
    set(rows, 7, TypeNames.typeName(type));
    boolean sized = TypeNames.isText(type) && type.precision() != DataType.UNBOUNDED;
    setNumber(rows, 8, sized, type.precision());
    setNumber(rows, 9, TypeNames.isNumeric(type), TypeNames.precision(type));
    setNumber(rows, 10, TypeNames.isNumeric(type), TypeNames.scale(type));
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
