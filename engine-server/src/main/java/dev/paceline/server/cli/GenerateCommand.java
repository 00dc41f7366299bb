package dev.paceline.server.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import dev.paceline.datasets.DataSet;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * {@code paceline tpch}, {@code paceline tpcds} and {@code paceline ssb}: makes a database of a
 * benchmark.
 */
@Command(sortOptions = false, mixinStandardHelpOptions = true)
final class GenerateCommand implements Callable<Integer> {
  private static final double MIN_SCALE = 0.001;
  private static final double MAX_SCALE = 10_000;

  @Option(
      names = "--scale",
      required = true,
      paramLabel = "N",
      description = "The scale factor: 1 makes about 1 GB of rows as text.")
  private double scale;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads that generate and load (default: one a processor).")
  private int threads;

  private final DatabaseArguments database = new DatabaseArguments();
  private final DataSet dataSet;
  private final Console console;

  private GenerateCommand(DataSet dataSet, Console console) {
    this.dataSet = dataSet;
    this.console = console;
  }

  /**
   * Returns the command that generates the tables of a benchmark.
   *
   * @param name the name of the command
   * @param benchmark the name of the benchmark in a sentence
   */
  static CommandLine of(String name, String benchmark, DataSet dataSet, Console console) {
    GenerateCommand generate = new GenerateCommand(dataSet, console);
    CommandLine command = new CommandLine(generate);
    CommandSpec spec = command.getCommandSpec().name(name);
    spec.usageMessage().description("Generates the tables of " + benchmark + " into a database.");
    generate.database.addTo(spec);
    return command;
  }

  @Override
  public Integer call() throws SQLException, IOException {
    Path folder = database.folder();
    if (folder == null) {
      throw new PacelineException(INVALID_ARGUMENT, "--db names the folder to load into");
    }
    checkScale(scale);
    try (Connection connection = DriverManager.getConnection(database.url())) {
      GeneratedDatabase.Load load =
          GeneratedDatabase.load(connection, dataSet, scale, threads(threads), console);
      console.out().println("Loaded " + load + ".");
      long bytes = GeneratedDatabase.storedBytes(folder);
      console
          .out()
          .println(
              Text.format(
                  "%s holds %s (%s/s).",
                  folder, Text.bytes(bytes), Text.bytes(bytes / (load.nanos() / 1e9))));
      console.out().println("Query it with: ./paceline sql --db " + folder);
    }
    return 0;
  }

  /** Refuses scales that make no sense. */
  static void checkScale(double scale) {
    if (!(scale >= MIN_SCALE && scale <= MAX_SCALE)) {
      throw new PacelineException(
          INVALID_ARGUMENT,
          "--scale is from %s to %s, not %s"
              .formatted(Text.number(MIN_SCALE), Text.number(MAX_SCALE), scale));
    }
  }

  /** The number of threads asked for; 0 stands for the number of processors. */
  static int threads(int asked) {
    if (asked < 0) {
      throw new PacelineException(INVALID_ARGUMENT, "there cannot be " + asked + " threads");
    }
    return asked == 0 ? Runtime.getRuntime().availableProcessors() : asked;
  }
}
