package consumer;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The first program of a new user: own data in, answers out. */
public final class Main {
  private Main() {}

  /**
   * Prints two answers.
   *
   * @param arguments a folder for the database; none for one in memory
   */
  public static void main(String[] arguments) throws SQLException {
    String place = arguments.length == 0 ? "mem:" : arguments[0];
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:" + place);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE sales (item VARCHAR, amount DECIMAL(10, 2))");
      statement.execute("INSERT INTO sales VALUES ('tea', 3.50), ('tea', 4.00), ('bread', 2.25)");
      print(statement, "SELECT item, sum(amount) FROM sales GROUP BY item ORDER BY item");
      print(statement, "SELECT item, rank() OVER (ORDER BY amount) FROM sales ORDER BY amount");
    }
  }

  private static void print(Statement statement, String sql) throws SQLException {
    try (ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        System.out.println(result.getString(1) + " " + result.getString(2));
      }
    }
  }
}
