package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every experiment runs under each of its policies, on real and on virtual workers. */
@Tag("without-c2")
class PolicyBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void everyExperimentIsReportedAndDrawn() throws Exception {
    String report =
        BenchRun.of(
                "policies",
                "--scale",
                "0.01",
                "--virtual",
                "3",
                "--seconds",
                "0.2",
                "--out",
                folder.toString(),
                "--cache",
                folder.toString())
            .printed();
    int lines = 0;
    for (SharingExperiment experiment : SharingExperiment.all()) {
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
