package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.load.TpchQueries;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What EXPLAIN says of the 22 queries over loaded tables: all operators are ours. */
class TpchExplainTest {
  private static final double SCALE = 0.01;

  @Test
  void everyOperatorIsOurs() throws SQLException {
    List<String> foreign = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement()) {
      TpchTables.load(connection, SCALE);
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + TpchQueries.sql(query, SCALE))) {
          while (plan.next()) {
            for (String line : plan.getString(1).split("\n")) {
              if (!line.isBlank() && !line.strip().startsWith("Paceline")) {
                foreign.add("Q" + query + ": " + line.strip());
              }
            }
          }
        }
      }
    }
    assertThat(foreign).isEmpty();
  }
}
