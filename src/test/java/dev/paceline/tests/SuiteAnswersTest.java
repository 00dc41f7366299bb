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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  /** The queries that are compared. */
  List<Query> queries() {
    return suite.queries(scale);
  }

  /** The settings under which the queries run, as part of a URL. */
  Stream<String> settings() {
    return Stream.of(
        "workers=1;batchRows=2048;rowGroupRows=131072",
        "workers=2;batchRows=2048;rowGroupRows=8192",
        "workers=1;batchRows=3;rowGroupRows=5000",
        "workers=2;batchRows=3;rowGroupRows=131072",
        "workers=1;batchRows=1;rowGroupRows=131072",
        "workers=4;batchRows=1;rowGroupRows=3000");
  }

  @BeforeAll
  void askDuckDb() throws SQLException {
    try (Connection duckDb = DuckDbTables.inMemory(suite, scale)) {
      for (Query query : queries()) {
        expected.add(ask(duckDb, query));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("settings")
  void answersEqualDuckDbs(String settings) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection paceline = KnobUrl.connect("jdbc:paceline:mem:;" + settings)) {
      SuiteTables.load(paceline, suite.dataSet(), scale);
      List<Query> queries = queries();
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
