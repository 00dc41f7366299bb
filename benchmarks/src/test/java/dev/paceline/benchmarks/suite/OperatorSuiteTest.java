package dev.paceline.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every statement has DuckDB's answer, from the run to the report. */
final class OperatorSuiteTest {
  private static final double SCALE = 0.01;

  @TempDir private Path folder;

  @Test
  void answersAsDuckDbDoes() throws Exception {
    int count = new OperatorSuite().queries(SCALE).size();
    BenchRun run =
        BenchRun.of("operators", "--smoke", "--threads", "2", "--cache", folder.toString());

    assertThat(run.printed()).containsPattern("above 0.80: [0-9]+ of " + count + " ratios");
    assertThat(run.printed().lines().toList().getLast()).matches("geometric mean ratio [0-9.]+");
    assertThat(run.json().path("benchmark").asText()).isEqualTo("operators");
    assertThat(run.json().path("queries")).hasSize(count);
    assertThat(run.json().path("queries").get(0).path("query").asText()).isEqualTo("sort-text");
    assertThat(folder.resolve("tpch-" + SCALE + ".duckdb")).isRegularFile();
  }

  @Test
  void namesStartWithFamilies() {
    assertThat(new OperatorSuite().queries(1))
        .hasSizeBetween(40, 70)
        .extracting(Query::name)
        .doesNotHaveDuplicates()
        .allMatch(
            name ->
                name.matches(
                    "(sort|top|join|group|pairs|expression|fetch|window|rollup|collect|recursion)"
                        + "-[a-z-]+"));
  }
}
