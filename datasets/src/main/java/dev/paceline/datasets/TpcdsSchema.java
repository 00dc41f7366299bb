package dev.paceline.datasets;

import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import io.trino.tpcds.Results;
import io.trino.tpcds.Scaling;
import io.trino.tpcds.Session;
import io.trino.tpcds.Table;
import io.trino.tpcds.column.Column;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A table of TPC-DS: its definition, and how the generator's fields, which are strings, become
 * columns. Strings are not padded to the length that the specification gives them.
 */
record TpcdsSchema(Table table, TableDefinition definition) implements GeneratedTable {
  /** The digits of every decimal behind the point. */
  private static final int SCALE = 2;

  /** All tables, the largest first. */
  static final List<TpcdsSchema> TABLES =
      Table.getBaseTables().stream()
          .filter(table -> table != Table.DBGEN_VERSION)
          .map(table -> new TpcdsSchema(table, definition(table)))
          .sorted(Comparator.comparingLong((TpcdsSchema table) -> -table.expectedRows(1)))
          .toList();

  @Override
  public long expectedRows(double scaleFactor) {
    Scaling scaling = new Scaling(scaleFactor);
    return switch (table) {
      case STORE_SALES -> 12 * scaling.getRowCount(table);
      case CATALOG_SALES -> 9 * scaling.getRowCount(table);
      case WEB_SALES -> 12 * scaling.getRowCount(table);
      case STORE_RETURNS, CATALOG_RETURNS, WEB_RETURNS ->
          scaling.getRowCount(table.getParent()) * 6 / 5;
      default -> scaling.getRowCount(table);
    };
  }

  /** All rows of a table whose rows follow from those of another one are in its first part. */
  @Override
  public Rows rows(double scaleFactor, int part, int partCount) {
    boolean isWhole = table.isChild();
    if (isWhole && part > 1) {
      return row -> false;
    }
    Session session =
        Session.getDefaultSession()
            .withScale(scaleFactor)
            .withTable(table)
            .withParallelism(isWhole ? 1 : partCount)
            .withChunkNumber(part);
    Iterator<List<List<String>>> rows = Results.constructResults(table, session).iterator();
    return row -> {
      if (!rows.hasNext()) {
        return false;
      }
      write(rows.next().getFirst(), row);
      return true;
    };
  }

  private void write(List<String> fields, RowSink row) {
    for (int i = 0; i < fields.size(); i++) {
      write(fields.get(i), definition.columns().get(i).type(), row);
    }
    row.end();
  }

  private static void write(@Nullable String field, DataType type, RowSink row) {
    if (field == null) {
      row.nothing();
      return;
    }
    switch (type.kind()) {
      case INT32, INT64 -> row.integer(Long.parseLong(field));
      case DATE -> row.date(Math.toIntExact(LocalDate.parse(field).toEpochDay()));
      case DECIMAL -> row.cents(cents(field));
      default -> row.text(field);
    }
  }

  /** Reads a number with at most two digits behind the point. */
  private static long cents(String field) {
    return new BigDecimal(field).movePointRight(SCALE).longValueExact();
  }

  private static TableDefinition definition(Table table) {
    List<ColumnDefinition> columns = new ArrayList<>();
    for (Column column : table.getColumns()) {
      columns.add(new ColumnDefinition(name(column), type(column), !isKey(column)));
    }
    return new TableDefinition(name(table), columns);
  }

  /**
   * The name of a table or column in lower case. The generator's own names depend on the locale of
   * the process.
   */
  private static String name(Object constant) {
    return constant.toString().toLowerCase(Locale.ROOT);
  }

  private static DataType type(Column column) {
    return switch (column.getType().getBase()) {
      case INTEGER -> DataType.INT32;
      case IDENTIFIER -> isNumberOfSale(column) ? DataType.INT64 : DataType.INT32;
      case DATE -> DataType.DATE;
      case DECIMAL -> DataType.decimal(column.getType().getPrecision().orElseThrow(), SCALE);
      case CHAR, VARCHAR -> DataType.varchar(column.getType().getPrecision().orElseThrow());
      case TIME -> throw new IllegalStateException("no table has times: " + name(column));
    };
  }

  private static boolean isNumberOfSale(Column column) {
    return name(column).endsWith("_ticket_number") || name(column).endsWith("_order_number");
  }

  /** Whether a column belongs to the primary key of its table, or is a business key. */
  private static boolean isKey(Column column) {
    return switch (column.getTable()) {
      case STORE_SALES, STORE_RETURNS, CATALOG_SALES, CATALOG_RETURNS, WEB_SALES, WEB_RETURNS ->
          name(column).endsWith("_item_sk") || isNumberOfSale(column);
      case INVENTORY -> name(column).endsWith("_sk");
      default ->
          column.getPosition() == 0 || name(column).endsWith("_id") && column.getPosition() == 1;
    };
  }
}
