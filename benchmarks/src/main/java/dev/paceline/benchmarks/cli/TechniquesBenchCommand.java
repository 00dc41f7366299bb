package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.techniques.OrderTimes;
import dev.paceline.benchmarks.techniques.TechniqueBenchmark;
import dev.paceline.benchmarks.techniques.TechniqueReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench techniques}: TPC-H without each technique, and in random join orders. */
@Command(
    name = "techniques",
    description = {
      "Runs TPC-H with all techniques and without each of them, by turns.",
      "A ratio above 1 is what doing without costs. --join-orders runs joins in random orders,"
          + " too,",
      "with runtime filters and without."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TechniquesBenchCommand implements Callable<Integer> {
  private static final int SMOKE_ORDERS = 2;

  /** The queries that join most tables. */
  private static final List<String> REORDERED = List.of("5", "7", "8", "9");

  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description = "Worker threads (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run (default: all).")
  private @Nullable List<String> queries;

  @Option(
      names = "--join-orders",
      paramLabel = "N",
      defaultValue = "0",
      description = "Random orders of Q5, Q7, Q8 and Q9 to run (default: ${DEFAULT-VALUE}).")
  private int orders;

  @Option(
      names = "--without-simd",
      paramLabel = "FILE",
      description = {
        "What --json wrote in a process with PACELINE_OPTS=-Dpaceline.simd=off, for a column more",
        "(which has no turns: kernels are chosen once for a process)."
      })
  private @Nullable Path withoutSimd;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes charts of the join orders into a folder, PNG and SVG.")
  private @Nullable Path folder;

  @Override
  public Integer call() throws SQLException, IOException {
    System.setProperty("java.awt.headless", "true");
    if (measurement.isSmoke()) {
      orders = SMOKE_ORDERS;
    }
    if (threads < 1 || orders < 0) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--threads is at least 1, --join-orders at least 0");
    }
    double scale = measurement.scale();
    QuerySuite suite = new TpchSuite();
    Map<String, Double> simdOff =
        withoutSimd == null ? Map.of() : TechniqueReport.readWithoutSimd(withoutSimd, scale);
    List<Query> selected = SuiteBenchCommand.select(suite, scale, queries);
    TechniqueReport report =
        new TechniqueBenchmark(
                new TechniqueBenchmark.Settings(
                    suite,
                    scale,
                    threads,
                    selected,
                    selected.stream().filter(query -> REORDERED.contains(query.name())).toList(),
                    orders,
                    measurement.repetitions(),
                    simdOff),
                Console.system())
            .run(SuiteBenchCommand.cacheFolder());
    measurement.write(report.toJson());
    if (folder != null) {
      Files.createDirectories(folder);
      for (OrderTimes times : report.orders()) {
        times.writeChart(folder);
      }
    }
    return 0;
  }
}
