package dev.paceline.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tables are loaded by both, with all of their rows. */
class LoadBenchmarkTest {
  @TempDir Path cache;

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
}
