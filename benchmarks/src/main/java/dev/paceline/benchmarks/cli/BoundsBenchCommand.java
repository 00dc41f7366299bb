package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.bounds.BoundBenchmark;
import dev.paceline.benchmarks.bounds.BoundReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench bounds}: SQL beside programs that are written by hand. */
@Command(
    name = "bounds",
    description = {
      "Runs queries of TPC-H in SQL and as programs written by hand, on the same blocks, by turns.",
      "\"MB\" are the blocks that a query needs, \"reading\" is what this machine takes to read"
          + " them."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class BoundsBenchCommand implements Callable<Integer> {
  private static final double SMOKE_SCALE = 0.01;

  @Option(
      names = "--scale",
      paramLabel = "N",
      defaultValue = "1",
      description = "The scale factor (default: ${DEFAULT-VALUE}).")
  private double scale = 1;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Worker threads of SQL; programs have one (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run: 1, 6, 9, 13, 14, 17, 18, 19 (default: all).")
  private List<Integer> queries = List.of();

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "20",
      description = "Runs of each query before the measured ones (default: ${DEFAULT-VALUE}).")
  private int warmups = 20;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "15",
      description = "Measured runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 15;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes all times into a file.")
  private @Nullable Path json;

  @Option(names = "--smoke", description = "One quick run at a small scale: does it work?")
  private boolean smoke;

  @Override
  public Integer call() throws SQLException, IOException {
    if (smoke) {
      scale = SMOKE_SCALE;
      warmups = 0;
      rounds = 1;
    }
    if (rounds < 1 || warmups < 0 || threads < 1) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--rounds and --threads are at least 1, --warmups at least 0");
    }
    BoundReport report =
        new BoundBenchmark(scale, threads, queries, warmups, rounds, Console.system())
            .run(SuiteBenchCommand.cacheFolder());
    if (json != null) {
      Files.write(json, report.toJson());
    }
    return report.isComplete() ? 0 : 1;
  }
}
