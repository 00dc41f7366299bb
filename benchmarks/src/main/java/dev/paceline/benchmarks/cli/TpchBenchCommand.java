package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.tpch.TpchBenchmark;
import dev.paceline.benchmarks.tpch.TpchReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import dev.paceline.storage.load.TpchQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code paceline bench tpch}: the 22 queries beside DuckDB. */
@Command(
    name = "tpch",
    description = {
      "Runs TPC-H in Paceline and in DuckDB: the same rows, in one process, by turns.",
      "A ratio below 1 means that Paceline is faster."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TpchBenchCommand implements Callable<Integer> {
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
      split = ",",
      defaultValue = "1",
      description = "Threads of either product, one series for each (default: ${DEFAULT-VALUE}).")
  private List<Integer> threads = List.of(1);

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run (default: all).")
  private @Nullable List<Integer> queries;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "3",
      description = "Runs of each query before the measured ones (default: ${DEFAULT-VALUE}).")
  private int warmups = 3;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "7",
      description = "Measured runs of each query (default: ${DEFAULT-VALUE}).")
  private int rounds = 7;

  @Option(
      names = "--stored",
      paramLabel = "POLICY",
      description = {
        "Instead: Paceline's tables in a folder, all blocks in the buffer pool, scanned under a",
        "policy, beside the same tables in memory."
      })
  private @Nullable String storedPolicy;

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
    List<Integer> numbers =
        queries == null ? IntStream.rangeClosed(1, TpchQueries.COUNT).boxed().toList() : queries;
    if (rounds < 1 || warmups < 0 || threads.stream().anyMatch(count -> count < 1)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--rounds and --threads are at least 1, --warmups at least 0");
    }
    TpchBenchmark benchmark =
        new TpchBenchmark(scale, numbers, warmups, rounds, cacheFolder(), Console.system());
    TpchReport report =
        storedPolicy == null ? benchmark.run(threads) : benchmark.runStored(threads, storedPolicy);
    if (json != null) {
      Files.write(json, report.toJson());
    }
    return report.isComplete() ? 0 : 1;
  }

  /** Where databases stay between runs. */
  static Path cacheFolder() {
    return Path.of(
        System.getProperty("java.io.tmpdir"), "paceline-bench-" + System.getProperty("user.name"));
  }
}
