package consumer.modular;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Asks one query from a named module. */
public final class ModularMain {
  private ModularMain() {}

  /**
   * Prints the ranks of filtered rows: a kernel filters, and generated code ranks.
   *
   * @param arguments a folder for the database
   */
  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:" + arguments[0]);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE sales AS VALUES ('tea', 3.50), ('bread', 2.25)");
      try (ResultSet result =
          statement.executeQuery(
              "SELECT col0, rank() OVER (ORDER BY col1) FROM sales WHERE col1 <> 3")) {
        while (result.next()) {
          System.out.println(result.getString(1) + " " + result.getInt(2));
        }
      }
    }
  }
}
