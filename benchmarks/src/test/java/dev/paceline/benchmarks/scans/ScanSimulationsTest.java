package dev.paceline.benchmarks.scans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("without-c2")
final class ScanSimulationsTest {
  @Test
  void writesTablesChartsAndTimelines(@TempDir Path folder) throws Exception {
    BenchRun run = BenchRun.of("scans", "--simulate", "--seeds", "1", "--out", folder.toString());

    assertThat(run.printed())
        .contains("in order, Q2 first     25.0    5.0     15.0     25")
        .contains("heterogeneous", "relevance", "buffer", "ranges");
    assertThat(run.json().path("points")).hasSizeGreaterThan(100);
    for (String chart : List.of("buffer-read", "streams-50-stream", "batch-latency")) {
      assertThat(folder.resolve(chart + ".png")).isNotEmptyFile();
      assertThat(folder.resolve(chart + ".svg")).isNotEmptyFile();
    }
    assertThat(folder.resolve("heterogeneous-relevance.png")).isNotEmptyFile();
  }
}
