package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.tpch.Answer;
import dev.paceline.benchmarks.tpch.DuckDbTpch;
import dev.paceline.storage.load.TpchQueries;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All 22 queries against DuckDB on the same rows. Maven runs this class twice, with SIMD kernels
 * and without.
 */
class TpchAnswersTest {
  private static final double SCALE = 0.01;
  private static final List<Answer> EXPECTED = new ArrayList<>();

  @BeforeAll
  static void askDuckDb() throws SQLException {
    try (Connection duckDb = DuckDbTpch.inMemory(SCALE)) {
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        EXPECTED.add(ask(duckDb, query));
      }
    }
  }

  @AfterAll
  static void forget() {
    EXPECTED.clear();
  }

  @ParameterizedTest
  @CsvSource({"1, 2048", "2, 2048", "1, 3", "2, 3", "1, 1", "2, 1"})
  void answersEqualDuckDbs(int workers, int batchRows) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection paceline =
        DriverManager.getConnection(
            "jdbc:paceline:mem:;workers=" + workers + ";batchRows=" + batchRows)) {
      TpchTables.load(paceline, SCALE);
      for (int query = 1; query <= TpchQueries.COUNT; query++) {
        String difference =
            ask(paceline, query)
                .differenceFrom(EXPECTED.get(query - 1), TpchQueries.isTotallyOrdered(query));
        if (difference != null) {
          wrong.add("Q" + query + ": " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Answer ask(Connection connection, int query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(TpchQueries.sql(query, SCALE))) {
      return Answer.of(result);
    }
  }
}
