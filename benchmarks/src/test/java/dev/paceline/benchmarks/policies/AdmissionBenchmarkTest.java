package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All eight queries come to their ends, and virtual ones are suspended for the seventh. */
class AdmissionBenchmarkTest {
  @TempDir Path folder;

  @Test
  void everyQueryIsReportedAndTheChartsAreDrawn() throws Exception {
    System.setProperty("java.awt.headless", "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    new AdmissionBenchmark(
            new AdmissionBenchmark.Settings(0.01, 2, 3), folder, new Console(out, err))
        .run();
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains("  Q")))
        .hasSize(3 * 8);
    JsonNode results =
        new ObjectMapper().readTree(folder.resolve("admission.json").toFile()).path("runs");
    assertThat(results).hasSize(3);
    for (JsonNode result : results) {
      String kind = result.path("kind").asText() + result.path("workers").asInt();
      assertThat(folder.resolve("admission-" + kind + ".png")).isNotEmptyFile();
      assertThat(result.path("queries")).hasSize(8);
      for (JsonNode query : result.path("queries")) {
        assertThat(query.path("end").asDouble()).isPositive();
      }
    }
  }
}
