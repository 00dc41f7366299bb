package consumer;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A small table for the tests of every library. */
final class Sales {
  static final int ROWS = 3;

  private Sales() {}

  /** A database in memory that lives as long as the process. */
  static String url(String name) {
    return "jdbc:paceline:mem:" + name + ";memory=64m;workers=2";
  }

  static void create(DataSource source) throws SQLException {
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE sales (id INTEGER NOT NULL, item VARCHAR(20), amount DECIMAL(10, 2))");
      statement.execute(
          "INSERT INTO sales VALUES (1, 'tea', 3.50), (2, 'tea', 4.00), (3, 'bread', 2.25)");
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    }
  }
}
