package dev.paceline.benchmarks.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.benchmarks.transfer.TransferBenchmark;
import dev.paceline.benchmarks.transfer.TransferReport;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code paceline bench transfer}: TPC-H with several units of transfer between operators. */
@Command(
    name = "transfer",
    description = {
      "Runs TPC-H with fused pipelines, and with rows that operators hand on in blocks: one, four",
      "or all at once. Measures the machine first, and tells what the cost model makes of that."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TransferBenchCommand implements Callable<Integer> {
  @Mixin private final MeasurementOptions measurement = new MeasurementOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "2",
      description = "Worker threads (default: ${DEFAULT-VALUE}).")
  private int threads = 2;

  @Option(
      names = "--queries",
      paramLabel = "N",
      split = ",",
      description = "Numbers of the queries to run (default: all).")
  private @Nullable List<String> queries;

  @Option(
      names = "--without",
      paramLabel = "NAME",
      defaultValue = "",
      description = {
        "Techniques that all runs do without, with commas between: without lookahead joins see"
            + " rows",
        "that runtime filters drop otherwise (default: none)."
      })
  private String without = "";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Writes charts into a folder, PNG and SVG.")
  private @Nullable Path folder;

  @Override
  public Integer call() throws SQLException, IOException {
    System.setProperty("java.awt.headless", "true");
    if (threads < 1) {
      throw new PacelineException(INVALID_ARGUMENT, "--threads is at least 1");
    }
    QuerySuite suite = new TpchSuite();
    double scale = measurement.scale();
    TransferReport report =
        new TransferBenchmark(
                new TransferBenchmark.Settings(
                    suite,
                    scale,
                    threads,
                    SuiteBenchCommand.select(suite, scale, queries),
                    Technique.parse(without),
                    measurement.repetitions()),
                Console.system())
            .run(SuiteBenchCommand.cacheFolder());
    measurement.write(report.toJson());
    if (folder != null) {
      Files.createDirectories(folder);
      report.writeCharts(folder);
    }
    return 0;
  }
}
