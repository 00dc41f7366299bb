package dev.paceline.tests;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads the rows of queries as texts, so that two products can be compared. */
final class TextRows {
  private TextRows() {}

  /** Returns one text for each row, with a vertical bar behind each value. */
  static List<String> of(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }
}
