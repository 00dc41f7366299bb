package dev.paceline.benchmarks.techniques;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One query without each technique and in two random orders, from the run to the pictures. */
final class TechniqueBenchmarkTest {
  private static final double SCALE = 0.01;

  @TempDir private Path folder;

  @Test
  void measuresWritesAndRefuses() throws Exception {
    System.setProperty("java.awt.headless", "true");
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    TpchSuite suite = new TpchSuite();
    List<Query> fifth = suite.queries(SCALE).subList(4, 5);
    TechniqueReport report =
        new TechniqueBenchmark(
                new TechniqueBenchmark.Settings(
                    suite, SCALE, 1, fifth, fifth, 2, Repetitions.ONCE, Map.of("5", 1.0)),
                new Console(stream, stream))
            .run(folder);
    String printed = text.toString(StandardCharsets.UTF_8);
    for (Technique technique : Technique.values()) {
      assertThat(printed).contains(technique.key());
    }
    assertThat(printed).contains("simd");
    assertThat(report.orders())
        .singleElement()
        .satisfies(
            times -> {
              assertThat(times.random()).hasSize(2);
              times.writeChart(folder);
            });
    assertThat(folder.resolve("join-orders-q5.svg")).isNotEmptyFile();
    assertThat(folder.resolve("join-orders-q5.png")).isNotEmptyFile();
    Path json = Files.write(folder.resolve("report.json"), report.toJson());
    assertThatThrownBy(() -> TechniqueReport.readWithoutSimd(json, 2 * SCALE))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("without SIMD");
  }
}
