package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every experiment runs under each of its policies, on real and on virtual workers. */
class PolicyBenchmarkTest {
  @TempDir Path folder;

  @Test
  void everyExperimentIsReportedAndDrawn() throws Exception {
    System.setProperty("java.awt.headless", "true");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    PrintStream err = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    new PolicyBenchmark(
            new PolicyBenchmark.Settings(0.01, 2, 3, 0.2, Experiment.all()),
            folder,
            new Console(out, err))
        .run();
    String report = bytes.toString(StandardCharsets.UTF_8);
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
