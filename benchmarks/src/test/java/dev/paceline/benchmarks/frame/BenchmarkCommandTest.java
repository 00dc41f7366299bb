package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Options, JSON, exit status and charts, of a benchmark that measures nothing. */
class BenchmarkCommandTest {
  @TempDir Path folder;

  /** A benchmark with all options. */
  @Command(name = "nothing")
  private static final class Nothing extends TurnsBenchmarkCommand {
    @Mixin private final Charts charts = new Charts();
    private List<String> seen = new ArrayList<>();

    Nothing() {
      super(2);
    }

    @Override
    protected void run() throws IOException {
      seen = List.of(scale() + "", threads() + "", repetitions().toString());
      say("threads %d", threads());
      put("figures", new Runs(List.of(new Timing(2_000_000, 1_000_000))));
      double[] xs = {1, 2};
      charts.draw(
          "picture",
          () -> new LineChart("t", "x", "y", false, List.of(LineChart.Line.constant("l", xs, 3))));
      if (threads() == 7) {
        report().fail("Q7", "no such thing");
      }
    }
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Nothing nothing = new Nothing();

  private int execute(String... arguments) {
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    nothing.printTo(new Console(stream, stream));
    return new CommandLine(nothing).execute(arguments);
  }

  @Test
  void smokeIsOneRunOnLittleData() {
    assertThat(execute("--smoke")).isZero();
    assertThat(nothing.seen).containsExactly("0.01", "2", Repetitions.ONCE.toString());
    assertThat(out.toString(StandardCharsets.UTF_8).strip()).isEqualTo("threads 2");
  }

  @Test
  void jsonHasTheMachineTheOptionsAndTheFigures() throws Exception {
    Path json = folder.resolve("figures.json");
    assertThat(execute("--json", json.toString(), "--threads", "3", "--rounds", "5")).isZero();

    JsonNode root = new ObjectMapper().readTree(json.toFile());
    assertThat(root.path("benchmark").asText()).isEqualTo("nothing");
    assertThat(root.path("machine").path("processors").asInt()).isPositive();
    assertThat(root.path("machine").path("java").asText()).startsWith("25");
    assertThat(root.path("options").path("threads").get(0).asInt()).isEqualTo(3);
    assertThat(root.path("options").path("rounds").asInt()).isEqualTo(5);
    assertThat(root.path("options").path("warm-seconds").asDouble()).isEqualTo(5);
    assertThat(root.path("options").path("json").asText()).isEqualTo(json.toString());
    assertThat(root.path("figures").path("millis").asDouble()).isEqualTo(2);
    assertThat(root.path("figures").path("cpuMillis").asDouble()).isEqualTo(1);
    assertThat(root.path("figures").path("runs").get(0).path("nanos").asLong())
        .isEqualTo(2_000_000);
  }

  @Test
  void aFailureIsPrintedAndMakesTheStatusOne() {
    assertThat(execute("--threads", "7")).isOne();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("Q7 FAILED: no such thing");
  }

  @Test
  void chartsAreDrawnWhereAskedFor() {
    execute("--out", folder.resolve("new").toString());
    assertThat(folder.resolve("new/picture.png")).isNotEmptyFile();
    assertThat(folder.resolve("new/picture.svg")).isNotEmptyFile();
    assertThat(Files.exists(folder.resolve("picture.png"))).isFalse();
  }

  @Test
  void wrongValuesOfOptionsAreErrors() throws Exception {
    assertThatThrownBy(() -> BenchmarkCommand.requireAtLeast(1, "--x", Double.NaN))
        .isInstanceOf(PacelineException.class)
        .hasMessage("--x must be at least 1");
    for (String[] wrong :
        new String[][] {
          {"tpch", "--threads", "0"},
          {"tpch", "--rounds", "0"},
          {"memory", "--threads", "1,2"},
          {"memory", "--parts", "0"},
          {"warmup", "--seconds", "0"},
          {"first", "--rounds", "0"},
          {"tpch", "--queries", "nonsense"}
        }) {
      BenchRun run = BenchRun.any(wrong);
      assertThat(run.status()).as(String.join(" ", wrong)).isOne();
      assertThat(run.remarks()).contains("error: ");
    }
  }
}
