package dev.paceline.benchmarks.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More clients than queries, all at once. */
@Tag("without-c2")
final class ConcurrentBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void everyClientHasItsAnswerInEveryRound() throws Exception {
    BenchRun run =
        BenchRun.of(
            "concurrent",
            "--scale",
            "0.01",
            "--clients",
            "15",
            "--warmups",
            "1",
            "--warm-seconds",
            "0",
            "--rounds",
            "3",
            "--cache",
            folder.toString());

    assertThat(run.printed()).contains("15 clients", "ratio of queries");
    for (String product : new String[] {"paceline", "duckdb"}) {
      assertThat(run.json().path(product).path("runs")).hasSize(3);
      assertThat(run.json().path(product).path("millis").asDouble()).isPositive();
    }
  }
}
