package dev.paceline.benchmarks.frame;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.Console;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * A command of {@code paceline bench}. It prints its figures while it runs, and writes them as JSON
 * with the values of its options and a description of the machine.
 */
@Command(sortOptions = false, showDefaultValues = true, mixinStandardHelpOptions = true)
public abstract class BenchmarkCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  private Console console = Console.system();
  private @Nullable Report report;

  @Option(names = "--json", description = "Write all figures to a file.")
  private @Nullable Path json;

  @Option(names = "--smoke", description = "Run everything once on little data, as a test.")
  private boolean smoke;

  /** Sets where the command prints; by default on the streams of the process. */
  public final void printTo(Console target) {
    console = target;
  }

  protected final Console console() {
    return console;
  }

  protected final boolean isSmoke() {
    return smoke;
  }

  /** Sets the options that make a run short, for {@code --smoke}. */
  protected void shrink() {}

  /**
   * Runs the benchmark.
   *
   * @throws PacelineException INVALID_ARGUMENT if an option has a wrong value
   */
  protected abstract void run() throws SQLException, IOException;

  /** Returns the exit status: 0, or 1 if the report has a failure. */
  @Override
  public final Integer call() throws SQLException, IOException {
    if (smoke) {
      shrink();
    }
    spec.options().forEach(BenchmarkCommand::check);
    report = new Report(spec.name(), console.out());
    run();
    if (json != null) {
      for (OptionSpec option : spec.options()) {
        if (!option.usageHelp() && !option.versionHelp()) {
          report.putOption(option.longestName().substring("--".length()), option.getValue());
        }
      }
      Files.write(json, report.toJson());
    }
    return report.hasFailed() ? 1 : 0;
  }

  /** Returns the report of this run. */
  protected final Report report() {
    if (report == null) {
      throw new IllegalStateException("the benchmark does not run");
    }
    return report;
  }

  /** Prints a line; see {@link Report#say}. */
  protected final void say(String pattern, Object... values) {
    report().say(pattern, values);
  }

  /** Begins a table; see {@link Report#table}. */
  protected final void table(String columns) {
    report().table(columns);
  }

  /** Prints a row of the table; see {@link Report#row}. */
  protected final void row(@Nullable Object... values) {
    report().row(values);
  }

  /** Returns a new list of figures in the JSON. */
  protected final <T> List<T> list(String key) {
    return report().list(key);
  }

  /** Adds figures to the JSON. */
  protected final void put(String key, Object figures) {
    report().put(key, figures);
  }

  /** Checks the value of an option, or all of them, against its {@link AtLeast}. */
  private static void check(OptionSpec option) {
    if (option.userObject() instanceof Field field
        && field.getAnnotation(AtLeast.class) instanceof AtLeast minimum) {
      Object value = option.getValue();
      Collection<?> values = value instanceof Collection<?> all ? all : List.of(value);
      for (Object each : values) {
        requireAtLeast(minimum.value(), option.longestName(), ((Number) each).doubleValue());
      }
    }
  }

  /**
   * Checks the value of an option.
   *
   * @throws PacelineException INVALID_ARGUMENT if the value is less than the minimum
   */
  static void requireAtLeast(double minimum, String option, double value) {
    if (!(value >= minimum)) {
      throw new PacelineException(
          INVALID_ARGUMENT, "%s must be at least %s".formatted(option, Report.number(minimum)));
    }
  }
}
