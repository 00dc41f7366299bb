package dev.paceline.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tables are loaded by both, with all of their rows, and files are loaded and written. */
class LoadBenchmarkTest {
  /** Files and databases that one test has made are there for the others. */
  @TempDir static Path cache;

  @Test
  void allTablesAreLoadedByBoth() throws Exception {
    BenchRun run = BenchRun.of("load", "--smoke", "--cache", cache.toString());

    JsonNode tables = run.json().path("tables");
    assertThat(tables).hasSize(8);
    assertThat(tables.get(0).path("table").asText()).isEqualTo("lineitem");
    assertThat(tables.get(0).path("rows").asLong()).isEqualTo(60_175);
    for (JsonNode table : tables) {
      for (String source : new String[] {"paceline", "parquet", "csv"}) {
        assertThat(table.path(source).path("runs")).hasSize(1);
      }
    }
    assertThat(run.printed()).containsPattern("total +86805 ");
  }

  @Test
  void bothLoadQueryAndWriteFiles() throws Exception {
    BenchRun run =
        BenchRun.of("load", "--files", "--smoke", "--threads", "1,2", "--cache", cache.toString());

    JsonNode files = run.json().path("files");
    assertThat(files).hasSize(40);
    for (JsonNode times : files) {
      assertThat(times.path("bytes").asLong()).isGreaterThan(1_000_000);
      assertThat(times.path("paceline").path("runs")).hasSize(1);
      assertThat(times.path("duckDb").path("runs")).hasSize(1);
    }
    assertThat(cache.resolve("lineitem-0.01.csv")).exists();
    assertThat(cache.resolve("lineitem-0.01.parquet")).exists();
    assertThat(run.printed()).containsPattern("geometric mean ratio [0-9.]+\\s*$");
  }

  @Test
  void everyExperimentHasItsTable() throws Exception {
    BenchRun run =
        BenchRun.of("load", "--experiments", "all", "--smoke", "--cache", cache.toString());

    for (String name : LoadExperiment.all().keySet()) {
      assertThat(run.json().path(name)).as(name).isNotEmpty();
    }
    JsonNode window = run.json().path("window");
    assertThat(window).hasSize(8);
    for (JsonNode sharing : run.json().path("sharing")) {
      assertThat(sharing.get(6).asDouble()).isPositive();
    }
  }

  @Test
  void unknownExperimentsAreErrors() {
    assertThatThrownBy(() -> LoadExperiment.named(List.of("keys", "other")))
        .hasMessageContaining("window")
        .hasMessageEndingWith("not other");
  }
}
