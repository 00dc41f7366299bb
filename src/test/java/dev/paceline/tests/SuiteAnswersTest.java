package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All queries of a suite, which subclasses name, against DuckDB on the same rows. Maven runs the
 * subclasses twice, with SIMD kernels and without.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SuiteAnswersTest {
  private final QuerySuite suite;
  private final double scale;
  private final List<Answer> expected = new ArrayList<>();

  SuiteAnswersTest(QuerySuite suite, double scale) {
    this.suite = suite;
    this.scale = scale;
  }

  @BeforeAll
  void askDuckDb() throws SQLException {
    try (Connection duckDb = DuckDbTables.inMemory(suite, scale)) {
      for (Query query : suite.queries(scale)) {
        expected.add(ask(duckDb, query));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2048, 131072",
    "2, 2048, 8192",
    "1, 3, 5000",
    "2, 3, 131072",
    "1, 1, 131072",
    "4, 1, 3000"
  })
  void answersEqualDuckDbs(int workers, int batchRows, int rowGroupRows) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection paceline =
        KnobUrl.connect(
            "jdbc:paceline:mem:;workers=%d;batchRows=%d;rowGroupRows=%d"
                .formatted(workers, batchRows, rowGroupRows))) {
      SuiteTables.load(paceline, suite.dataSet(), scale);
      List<Query> queries = suite.queries(scale);
      for (int i = 0; i < queries.size(); i++) {
        Query query = queries.get(i);
        String difference =
            ask(paceline, query).differenceFrom(expected.get(i), query.isTotallyOrdered());
        if (difference != null) {
          wrong.add("Q" + query.name() + ": " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static Answer ask(Connection connection, Query query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.sql())) {
      return Answer.of(result);
    }
  }
}
