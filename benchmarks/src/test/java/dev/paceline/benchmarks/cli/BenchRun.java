package dev.paceline.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.paceline.server.cli.PacelineCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of {@code paceline bench} in this JVM.
 *
 * @param printed the results that it printed
 * @param remarks what it printed beside them
 * @param json all figures
 */
public record BenchRun(int status, String printed, String remarks, JsonNode json) {
  /** Runs a benchmark, which must succeed. */
  public static BenchRun of(String... arguments) throws IOException {
    BenchRun run = any(arguments);
    assertThat(run.status).as(run.printed + run.remarks).isZero();
    return run;
  }

  /** Runs a benchmark, which may fail. */
  public static BenchRun any(String... arguments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Path file = Files.createTempFile("bench", ".json");
    try {
      List<String> all = new ArrayList<>(List.of("bench"));
      all.addAll(List.of(arguments));
      all.addAll(List.of("--json", file.toString()));
      int status = PacelineCommand.run(stream(out), stream(err), all.toArray(String[]::new));
      return new BenchRun(
          status,
          out.toString(StandardCharsets.UTF_8),
          err.toString(StandardCharsets.UTF_8),
          new ObjectMapper().readTree(file.toFile()));
    } finally {
      Files.delete(file);
    }
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
