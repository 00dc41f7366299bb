package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.variants.DataVariant;
import dev.paceline.benchmarks.variants.VariantSuite;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * TPC-H's queries with other parameters, over other data, against DuckDB on the same rows: those of
 * one seed with the parameters alone, those of the other with a predicate more.
 */
@WithoutC2
class VariantAnswersTest {
  private static final double SCALE = 0.01;
  private static final long DATA_SEED = 7;

  @ParameterizedTest
  @EnumSource(DataVariant.class)
  void answersEqualDuckDbs(DataVariant data) throws SQLException {
    VariantSuite suite = new VariantSuite(data, DATA_SEED);
    List<Query> queries = new ArrayList<>(queries(data, DATA_SEED, ".1"));
    queries.addAll(queries(data, DATA_SEED + 1, ".2"));
    List<Answer> expected = new ArrayList<>();
    try (Connection duckDb = DuckDbTables.inMemory(suite, SCALE)) {
      for (Query query : queries) {
        expected.add(ask(duckDb, query));
      }
    }
    List<String> wrong = new ArrayList<>();
    for (int workers = 1; workers <= 2; workers++) {
      try (Connection paceline =
          DriverManager.getConnection("jdbc:paceline:mem:;workers=" + workers)) {
        SuiteTables.load(paceline, suite.dataSet(), SCALE);
        // Each worker count takes every other query: together they ask all of them once.
        for (int i = workers - 1; i < queries.size(); i += 2) {
          Query query = queries.get(i);
          String difference = difference(paceline, query, expected.get(i));
          if (difference != null) {
            wrong.add(
                workers + " workers, " + query.name() + ": " + difference + "\n" + query.sql());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    // Or the data would say nothing: most answers have rows.
    assertThat(expected.stream().filter(answer -> !answer.rows().isEmpty()).count())
        .as("answers with rows")
        .isGreaterThan(queries.size() * 2 / 3);
  }

  private static List<Query> queries(DataVariant data, long seed, String ending) {
    return new VariantSuite(data, seed)
        .queries(SCALE).stream().filter(query -> query.name().endsWith(ending)).toList();
  }

  /** An error is a difference too, or the first would hide the others. */
  private static String difference(Connection connection, Query query, Answer expected) {
    try {
      return ask(connection, query).differenceFrom(expected, query.isTotallyOrdered());
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static Answer ask(Connection connection, Query query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.sql())) {
      return Answer.of(result);
    }
  }
}
