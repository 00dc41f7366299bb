package dev.paceline.benchmarks.suite;

import dev.paceline.datasets.DataSet;
import dev.paceline.datasets.GeneratedTable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Queries over generated tables, which Paceline and its peers both run. */
public interface QuerySuite {
  /**
   * One of the queries.
   *
   * @param name a number such as 1 or 1.1, or words such as {@code sort-text}
   * @param sql the text that Paceline and its peers all read
   * @param isTotallyOrdered whether ORDER BY fixes the place of every row of the answer
   */
  record Query(String name, String sql, boolean isTotallyOrdered) {
    /** Returns the name as reports show it: numbers get a Q in front. */
    public String label() {
      return Character.isDigit(name.charAt(0)) ? "Q" + name : name;
    }
  }

  /** Returns the name of the suite in reports, such as {@code tpch}. */
  String name();

  /** Returns the name of its tables in files. Suites over the same tables share the files. */
  default String tablesName() {
    return name();
  }

  /** Returns the tables. */
  DataSet dataSet();

  /** Returns all queries in their order, for the data of a scale. */
  List<Query> queries(double scale);

  /** Writes the rows of a table as text: a line per row, and <code>|</code> between two fields. */
  default void writeText(GeneratedTable table, double scale, Writer out) throws IOException {
    TextRows.write(table.rows(scale, 1, 1), out);
  }
}
