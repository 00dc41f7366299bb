package dev.paceline.benchmarks.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every statement has DuckDB's answer, from the run to the report. */
final class OperatorSuiteTest {
  private static final double SCALE = 0.01;

  @TempDir private Path folder;

  @Test
  void answersAsDuckDbDoes() throws Exception {
    QuerySuite suite = new OperatorSuite();
    List<Query> queries = suite.queries(SCALE);
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    SuiteReport report =
        new SuiteBenchmark(suite, SCALE, queries, Repetitions.ONCE, folder, new Console(out, out))
            .run(List.of(2), Peer.DUCKDB_FILE);
    report.conclude(0, out);
    String printed = text.toString(StandardCharsets.UTF_8);
    assertThat(report.isComplete()).as(printed).isTrue();
    assertThat(printed)
        .contains("above 0.00: " + queries.size() + " of " + queries.size() + " ratios: ")
        .containsPattern("expression-sqrt [0-9.]+ \\(threads 2\\)");
    assertThat(printed.lines().toList().getLast()).matches("geometric mean ratio [0-9.]+");
    JsonNode root = new ObjectMapper().readTree(SuiteReport.toJson(List.of(report)));
    assertThat(root.path("benchmark").asText()).isEqualTo("operators");
    assertThat(root.path("queries")).hasSize(queries.size());
    assertThat(root.path("queries").get(0).path("query").asText()).isEqualTo("sort-text");
    assertThat(folder.resolve("tpch-" + SCALE + ".duckdb")).isRegularFile();
  }

  @Test
  void namesStartWithFamilies() {
    assertThat(new OperatorSuite().queries(1))
        .hasSizeBetween(30, 45)
        .extracting(Query::name)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.matches("(sort|top|join|group|pairs|expression|fetch)-[a-z-]+"));
  }
}
