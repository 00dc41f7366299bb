package dev.paceline.benchmarks.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Repetitions;
import dev.paceline.benchmarks.suite.SsbSuite;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More clients than queries, all at once. */
final class ConcurrentBenchmarkTest {
  @TempDir private Path folder;

  @Test
  void everyClientHasItsAnswerInEveryRound() throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    ConcurrentBenchmark.Settings settings =
        new ConcurrentBenchmark.Settings(new SsbSuite(), 0.01, 2, 15, new Repetitions(1, 0, 3));
    ConcurrentTimes times =
        new ConcurrentBenchmark(settings, new Console(stream, stream)).run(folder);
    assertThat(times.ourNanos()).hasSize(3).allMatch(nanos -> nanos > 0);
    assertThat(times.theirNanos()).hasSize(3).allMatch(nanos -> nanos > 0);
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("15 clients", "ratio of queries");
    assertThat(new String(times.toJson(), StandardCharsets.UTF_8)).contains("\"clients\" : 15");
  }
}
