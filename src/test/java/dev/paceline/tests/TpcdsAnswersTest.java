package dev.paceline.tests;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpcdsSuite;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

class TpcdsAnswersTest extends SuiteAnswersTest {
  TpcdsAnswersTest() {
    super(new TpcdsSuite(), 0.05);
  }

  /** Query 90 divides by a number of rows, of which there are none in so few. */
  @Override
  List<Query> queries() {
    return super.queries().stream().filter(query -> !query.name().equals("90")).toList();
  }

  /** Reads the text that DuckDB has read, which takes half as long as generating the rows again. */
  @Override
  void load(Connection paceline) throws SQLException {
    loadText(paceline);
  }

  /** Fewer than for other suites, because there are many queries. */
  @Override
  Stream<String> settings() {
    return Stream.of(
        "workers=1;batchRows=2048;rowGroupRows=131072",
        "workers=2;batchRows=100;rowGroupRows=5000");
  }
}
