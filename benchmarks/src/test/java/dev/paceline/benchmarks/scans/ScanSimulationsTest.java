package dev.paceline.benchmarks.scans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScanSimulationsTest {
  @Test
  void writesTablesChartsAndTimelines(@TempDir Path folder) throws Exception {
    System.setProperty("java.awt.headless", "true");
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);

    List<ScanPoint> points = new ScanSimulations(1, out, folder).run();

    assertThat(text.toString(StandardCharsets.UTF_8))
        .contains("in order, Q2 first     25.0    5.0     15.0     25")
        .contains("heterogeneous", "relevance", "buffer", "ranges");
    assertThat(Files.readAllLines(folder.resolve("scans.csv"))).hasSize(points.size() + 1);
    for (String chart : List.of("buffer-read", "streams-50-stream", "batch-latency")) {
      assertThat(folder.resolve(chart + ".png")).isNotEmptyFile();
      assertThat(folder.resolve(chart + ".svg")).isNotEmptyFile();
    }
    assertThat(folder.resolve("heterogeneous-relevance.png")).isNotEmptyFile();
  }
}
