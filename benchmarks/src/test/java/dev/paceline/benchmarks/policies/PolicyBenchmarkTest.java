package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every experiment runs under each of its policies, on real and on virtual workers. */
@Tag("without-c2")
class PolicyBenchmarkTest {
  /** Has the pictures, and the databases that one test has made for the other. */
  @TempDir static Path folder;

  /**
   * @param seconds of each measurement; some queries must end in it on a busy machine, too
   */
  private String report(String seconds, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "policies",
                "--scale",
                "0.01",
                "--virtual",
                "3",
                "--seconds",
                seconds,
                "--out",
                folder.toString(),
                "--cache",
                folder.toString()));
    arguments.addAll(List.of(more));
    return BenchRun.of(arguments.toArray(String[]::new)).printed();
  }

  @Test
  void readsTablesThroughASmallBuffer() throws Exception {
    String report = report("2", "--experiments", "urgency", "--pool", "1");

    assertThat(report.lines().filter(line -> line.contains("real"))).hasSize(3);
    assertThat(report).contains(" times").doesNotContain("NaN");
    assertThat(folder.resolve("urgency-highest_priority-real2.png")).isNotEmptyFile();
  }

  @Test
  void everyExperimentIsReportedAndDrawn() throws Exception {
    String report = report("0.2");
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
