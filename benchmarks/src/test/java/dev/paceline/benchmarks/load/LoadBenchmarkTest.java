package dev.paceline.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tables are loaded by both, with all of their rows. */
class LoadBenchmarkTest {
  @TempDir Path cache;

  @Test
  void allTablesAreLoadedByBoth() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    LoadReport report =
        new LoadBenchmark(0.01, 2, Repetitions.ONCE, new Console(out, out)).run(cache);
    JsonNode tables = new ObjectMapper().readTree(report.toJson()).get("tables");
    assertThat(tables).hasSize(8);
    assertThat(tables.get(0).get("table").asText()).isEqualTo("lineitem");
    assertThat(tables.get(0).get("rows").asLong()).isEqualTo(60_175);
    for (JsonNode table : tables) {
      assertThat(table.get("paceline")).hasSize(1);
      assertThat(table.get("parquet")).hasSize(1);
      assertThat(table.get("csv")).hasSize(1);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8)).containsPattern("total +86805 ");
  }
}
