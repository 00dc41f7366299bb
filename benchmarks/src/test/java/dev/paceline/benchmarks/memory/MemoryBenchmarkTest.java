package dev.paceline.benchmarks.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One query with all its memory, with all of it as its limit, and with hardly any. */
final class MemoryBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void writesFilesOnlyWhereMemoryIsLess() throws Exception {
    BenchRun run =
        BenchRun.of(
            "memory", "--smoke", "--queries", "9", "--parts", "1,20", "--cache", folder.toString());

    assertThat(run.printed()).contains("Q9");
    JsonNode query = run.json().path("queries").get(0);
    long peak = query.path("peakBytes").asLong();
    assertThat(peak).isPositive();
    JsonNode limited = query.path("limited");
    assertThat(limited.get(0).path("limitBytes").asLong()).isEqualTo(peak);
    assertThat(limited.get(1).path("limitBytes").asLong()).isEqualTo(peak / 20);
    assertThat(limited.get(1).path("writtenBytes").asLong())
        .isGreaterThan(limited.get(0).path("writtenBytes").asLong());
    assertThat(limited.get(1).path("theirFailure").asText()).contains("Memory");
    assertThat(limited.get(1).path("ours").path("runs")).hasSize(1);
  }
}
