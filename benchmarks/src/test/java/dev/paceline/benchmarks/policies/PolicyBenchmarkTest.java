package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.benchmarks.suite.StoredTables;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every experiment runs under each of its policies, on real and on virtual workers. */
class PolicyBenchmarkTest {
  private static final double SCALE = 0.01;

  @TempDir Path folder;

  private String report(List<Experiment> experiments, @Nullable Path database, long poolBytes)
      throws SQLException {
    System.setProperty("java.awt.headless", "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new PolicyBenchmark(
            new PolicyBenchmark.Settings(SCALE, 2, 3, 0.2, experiments, database, poolBytes),
            folder,
            console(bytes))
        .run();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static Console console(ByteArrayOutputStream out) {
    return new Console(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
  }

  @Test
  void readsTablesThroughASmallBuffer(@TempDir Path cache) throws Exception {
    Path tables =
        StoredTables.inFolder(new SsbSuite(), cache, SCALE, console(new ByteArrayOutputStream()));

    String report = report(Experiment.named(List.of("urgency")), tables, 1 << 20);

    assertThat(report.lines().filter(line -> line.contains("real"))).hasSize(3);
    assertThat(report).contains(" times").doesNotContain("NaN");
    assertThat(folder.resolve("urgency-highest_priority-real2.png")).isNotEmptyFile();
  }

  @Test
  void everyExperimentIsReportedAndDrawn() throws Exception {
    String report = report(Experiment.all(), null, 0);
    int lines = 0;
    for (Experiment experiment : Experiment.all()) {
      assertThat(report).contains(experiment.name() + ": " + experiment.question());
      lines += 3 * experiment.policies().size();
      experiment
          .policies()
          .forEach(
              policy ->
                  assertThat(
                          folder.resolve(
                              experiment.name() + "-" + policy.sqlName() + "-virtual3.png"))
                      .isNotEmptyFile());
    }
    assertThat(report.lines().filter(line -> line.contains("% busy:"))).hasSize(lines);
    assertThat(report.lines().filter(line -> line.contains("queries a second Q1.1")))
        .as("real workers that two unlike users share")
        .isNotEmpty();
    assertThat(folder.resolve("fair-stride-real2-deviation.svg")).isNotEmptyFile();
  }
}
