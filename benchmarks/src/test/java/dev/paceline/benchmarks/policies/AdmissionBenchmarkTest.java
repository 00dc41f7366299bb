package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All eight queries come to their ends, and virtual ones are suspended for the seventh. */
class AdmissionBenchmarkTest {
  @TempDir Path folder;

  @Test
  void everyQueryIsReportedAndTheChartsAreDrawn() throws Exception {
    BenchRun run =
        BenchRun.of("admission", "--scale", "0.01", "--virtual", "3", "--out", folder.toString());

    assertThat(run.printed().lines().filter(line -> line.contains("  Q"))).hasSize(3 * 8);
    assertThat(run.json().path("runs")).hasSize(3);
    for (JsonNode result : run.json().path("runs")) {
      String kind = result.path("kind").asText() + result.path("workers").asInt();
      assertThat(folder.resolve("admission-" + kind + ".png")).isNotEmptyFile();
      assertThat(result.path("queries")).hasSize(8);
      for (JsonNode query : result.path("queries")) {
        assertThat(query.path("end").asDouble()).isPositive();
      }
    }
  }
}
