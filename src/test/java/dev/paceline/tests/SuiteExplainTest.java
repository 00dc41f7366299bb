package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.benchmarks.suite.TpcdsSuite;
import dev.paceline.benchmarks.suite.TpchSuite;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What EXPLAIN says of the queries of suites over loaded tables: all operators are ours. */
class SuiteExplainTest {
  private static final double SCALE = 0.01;

  @ParameterizedTest
  @MethodSource("suites")
  void everyOperatorIsOurs(QuerySuite suite) throws SQLException {
    List<String> foreign = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:");
        Statement statement = connection.createStatement()) {
      SuiteTables.load(connection, suite.dataSet(), SCALE);
      for (Query query : suite.queries(SCALE)) {
        try (ResultSet plan = statement.executeQuery("EXPLAIN " + query.sql())) {
          while (plan.next()) {
            for (String line : plan.getString(1).split("\n")) {
              boolean isOperator = !line.isBlank() && !line.startsWith("can use ");
              if (isOperator && !line.strip().startsWith("Paceline")) {
                foreign.add("Q" + query.name() + ": " + line.strip());
              }
            }
          }
        }
      }
    }
    assertThat(foreign).isEmpty();
  }

  static Stream<QuerySuite> suites() {
    return Stream.of(new TpchSuite(), new SsbSuite(), new TpcdsSuite());
  }
}
