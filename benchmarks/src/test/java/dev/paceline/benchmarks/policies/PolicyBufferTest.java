package dev.paceline.benchmarks.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The queries of an experiment read tables through a buffer that does not hold all of them. */
@Tag("without-c2")
class PolicyBufferTest {
  @TempDir private Path folder;

  @Test
  void readsTablesThroughASmallBuffer() throws Exception {
    // Some queries must end within the seconds of a measurement on a busy machine, too.
    String report =
        BenchRun.of(
                "policies",
                "--scale",
                "0.01",
                "--virtual",
                "3",
                "--seconds",
                "2",
                "--experiments",
                "urgency",
                "--pool",
                "1",
                "--out",
                folder.toString(),
                "--cache",
                folder.toString())
            .printed();

    assertThat(report.lines().filter(line -> line.contains("real"))).hasSize(3);
    assertThat(report).contains(" times").doesNotContain("NaN");
    assertThat(folder.resolve("urgency-highest_priority-real2.png")).isNotEmptyFile();
  }
}
