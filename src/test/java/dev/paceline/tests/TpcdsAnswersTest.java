package dev.paceline.tests;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpcdsSuite;
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

  /** Fewer than for other suites, because there are many queries. */
  @Override
  Stream<String> settings() {
    return Stream.of(
        "workers=1;batchRows=2048;rowGroupRows=131072",
        "workers=2;batchRows=100;rowGroupRows=5000");
  }
}
