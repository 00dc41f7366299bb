package dev.paceline.benchmarks.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One query with all its memory, with all of it as its limit, and with hardly any. */
final class MemoryBenchmarkTest {
  private static final double SCALE = 0.01;

  @TempDir private Path folder;

  @Test
  void writesFilesOnlyWhereMemoryIsLess() throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    TpchSuite suite = new TpchSuite();
    MemoryBenchmark.Settings settings =
        new MemoryBenchmark.Settings(
            suite, SCALE, 2, suite.queries(SCALE).subList(8, 9), List.of(1, 20), Repetitions.ONCE);
    byte[] json = new MemoryBenchmark(settings, new Console(stream, stream)).run(folder).toJson();
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("Q9");
    JsonNode query = new ObjectMapper().readTree(json).path("queries").get(0);
    long peak = query.path("peakBytes").asLong();
    assertThat(peak).isPositive();
    JsonNode limited = query.path("limited");
    assertThat(limited.get(0).path("limitBytes").asLong()).isEqualTo(peak);
    assertThat(limited.get(1).path("limitBytes").asLong()).isEqualTo(peak / 20);
    assertThat(limited.get(1).path("writtenBytes").asLong())
        .isGreaterThan(limited.get(0).path("writtenBytes").asLong());
    assertThat(limited.get(1).path("theirFailure").asText()).contains("Memory");
    assertThat(limited.get(1).path("runs")).hasSize(1);
  }
}
