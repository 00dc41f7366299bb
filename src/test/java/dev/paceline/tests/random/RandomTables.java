package dev.paceline.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The tables of random queries: an empty one, one of one row, and larger ones with duplicates. */
final class RandomTables {
  /** A column of each type that tables have; "id" has no NULL and no duplicate. */
  static final List<Column> COLUMNS =
      List.of(
          new Column("id", ValueType.WHOLE),
          new Column("i", ValueType.WHOLE),
          new Column("n", ValueType.DECIMAL),
          new Column("f", ValueType.FLOATING),
          new Column("s", ValueType.TEXT),
          new Column("d", ValueType.DATE),
          new Column("p", ValueType.TRUTH));

  /** Names and numbers of rows; names with fewer rows first. */
  static final List<Table> TABLES =
      List.of(
          new Table("nothing", 0),
          new Table("one", 1),
          new Table("few", 40),
          new Table("many", 300));

  record Table(String name, int rows) {}

  /** A column of a table or of a sub-query. */
  record Column(String name, ValueType type) {}

  private RandomTables() {}

  /** The statements that make the tables. */
  static List<String> statements(Random random) {
    List<String> statements = new ArrayList<>();
    for (Table table : TABLES) {
      List<String> columns = new ArrayList<>();
      for (Column column : COLUMNS) {
        columns.add(
            column.name()
                + " "
                + column.type().sqlName()
                + (column.name().equals("id") ? " NOT NULL" : ""));
      }
      statements.add("CREATE TABLE " + table.name + " (" + String.join(", ", columns) + ")");
      List<String> rows = new ArrayList<>();
      for (int id = 0; id < table.rows; id++) {
        rows.add(row(random, id));
      }
      if (!rows.isEmpty()) {
        statements.add("INSERT INTO " + table.name + " VALUES " + String.join(", ", rows));
      }
    }
    return statements;
  }

  private static String row(Random random, int id) {
    List<String> values = new ArrayList<>();
    values.add(Integer.toString(id));
    for (Column column : COLUMNS.subList(1, COLUMNS.size())) {
      values.add(column.type().literal(random));
    }
    return "(" + String.join(", ", values) + ")";
  }
}
