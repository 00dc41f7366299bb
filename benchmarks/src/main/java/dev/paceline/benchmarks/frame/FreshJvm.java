package dev.paceline.benchmarks.frame;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A run of {@link FreshRuns} in a JVM of its own, which is started with the options and the class
 * path of this one.
 *
 * @param lines what it printed
 * @param nanos from its start to its end
 */
public record FreshJvm(List<String> lines, long nanos) {
  public FreshJvm {
    lines = List.copyOf(lines);
  }

  /**
   * Runs statements again and again for some time, at least once, and waits for the end.
   *
   * @param options further options for the JVM
   * @param url a JDBC URL
   * @throws PacelineException INTERNAL_ERROR if it fails, CANCELLED if this thread is interrupted
   */
  public static FreshJvm run(
      List<String> options, String url, double seconds, List<String> statements)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(FreshRuns.class.getName(), url, String.valueOf(seconds)));
    command.addAll(statements);
    long start = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    try (BufferedReader reader = process.inputReader()) {
      List<String> lines = reader.readAllLines();
      if (process.waitFor() != 0) {
        throw PacelineException.internal("a JVM failed: " + command, null);
      }
      return new FreshJvm(lines, System.nanoTime() - start);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PacelineException(ErrorCode.CANCELLED, "the benchmark was interrupted", e);
    } finally {
      process.destroy();
    }
  }
}
