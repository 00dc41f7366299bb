package dev.paceline.server.cli;

import static dev.paceline.core.error.ErrorCode.INVALID_ARGUMENT;

import dev.paceline.calcite.sql.StatementSplitter;
import dev.paceline.core.error.PacelineException;
import dev.paceline.server.cli.print.OutputFormat;
import dev.paceline.server.cli.print.ResultPrinter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code paceline sql}: runs statements, or opens the shell. */
@Command(
    name = SqlCommand.NAME,
    description =
        "Runs SQL: of -c, of a file, of the standard input, or, at a terminal, in a shell.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class SqlCommand implements Callable<Integer> {
  static final String NAME = "sql";

  @Mixin private DatabaseArguments database = new DatabaseArguments();

  @Option(
      names = "--url",
      paramLabel = "URL",
      description =
          "Another database by its JDBC URL, such as a running server:"
              + " jdbc:avatica:remote:url=http://localhost:8765")
  private @Nullable String url;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, csv or json (default: ${DEFAULT-VALUE}).")
  private String format = "table";

  @Option(
      names = {"-c", "--command"},
      paramLabel = "SQL",
      description = "Statements to run, separated by semicolons.")
  private @Nullable String command;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "A script to run.")
  private @Nullable Path file;

  private final Console console;
  private final WarmUp warmUp;

  SqlCommand(Console console, WarmUp warmUp) {
    this.console = console;
    this.warmUp = warmUp;
  }

  @Override
  public Integer call() throws SQLException, IOException {
    ResultPrinter printer = outputFormat().printer();
    String script = script();
    warmUp.await();
    try (Connection connection = DriverManager.getConnection(url == null ? database.url() : url)) {
      SqlSession session =
          new SqlSession(connection, printer, console.out(), console.isInteractive());
      if (script == null) {
        return SqlShell.runAtTerminal(session, console);
      }
      return run(script, session);
    }
  }

  private OutputFormat outputFormat() {
    try {
      return OutputFormat.valueOf(format.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new PacelineException(
          INVALID_ARGUMENT, "--format is table, csv or json, not " + format);
    }
  }

  /** The statements that were given; null if a person shall type them. */
  private @Nullable String script() throws IOException {
    if (command != null && file != null) {
      throw new PacelineException(INVALID_ARGUMENT, "-c and a file exclude each other");
    }
    if (command != null) {
      return command;
    }
    if (file != null) {
      return Files.readString(file);
    }
    return console.isInteractive()
        ? null
        : new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
  }

  private static int run(String script, SqlSession session) throws SQLException, IOException {
    StatementSplitter parts = StatementSplitter.split(script);
    if (parts.isOpen()) {
      throw new PacelineException(INVALID_ARGUMENT, "the SQL ends inside of a quote or a comment");
    }
    List<String> statements = parts.all();
    for (String statement : statements) {
      session.execute(statement);
    }
    return 0;
  }
}
