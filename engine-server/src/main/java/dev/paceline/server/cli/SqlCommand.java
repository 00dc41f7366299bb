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
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** {@code paceline sql}: runs statements, or opens the shell. */
final class SqlCommand implements Callable<Integer> {
  static final String NAME = "sql";

  private final DatabaseArguments database = new DatabaseArguments();

  private final OptionSpec url =
      OptionSpec.builder("--url")
          .type(String.class)
          .paramLabel("URL")
          .description(
              "Another database by its JDBC URL, such as a running server:"
                  + " jdbc:avatica:remote:url=http://localhost:8765")
          .build();

  private final OptionSpec format =
      OptionSpec.builder("--format")
          .type(String.class)
          .paramLabel("FORMAT")
          .defaultValue("table")
          .description("table, csv or json (default: ${DEFAULT-VALUE}).")
          .build();

  private final OptionSpec command =
      OptionSpec.builder("-c", "--command")
          .type(List.class)
          .auxiliaryTypes(String.class)
          .paramLabel("SQL")
          .description("Statements to run, separated by semicolons; may be given several times.")
          .build();

  private final PositionalParamSpec file =
      PositionalParamSpec.builder()
          .type(Path.class)
          .arity("0..1")
          .paramLabel("FILE")
          .description("A script to run.")
          .build();

  private final Console console;
  private final WarmUp warmUp;

  private SqlCommand(Console console, WarmUp warmUp) {
    this.console = console;
    this.warmUp = warmUp;
  }

  /** Returns the command. */
  static CommandLine of(Console console, WarmUp warmUp) {
    SqlCommand sql = new SqlCommand(console, warmUp);
    CommandSpec spec =
        PacelineCommand.specification(
            NAME,
            sql,
            "Runs SQL: of -c, of a file, of the standard input, or, at a terminal, in a shell.");
    spec.usageMessage().sortOptions(false);
    sql.database.addTo(spec);
    spec.addOption(sql.url).addOption(sql.format).addOption(sql.command).addPositional(sql.file);
    return new CommandLine(spec);
  }

  @Override
  public Integer call() throws SQLException, IOException {
    ResultPrinter printer = outputFormat().printer();
    String script = script();
    warmUp.await();
    String other = url.getValue();
    try (Connection connection =
        other == null
            ? DatabaseArguments.open(database.url())
            : DriverManager.getConnection(other)) {
      SqlSession session =
          new SqlSession(connection, printer, console.out(), console.isInteractive());
      if (script == null) {
        return SqlShell.runAtTerminal(session, console);
      }
      return run(script, session);
    }
  }

  private OutputFormat outputFormat() {
    String name = format.getValue();
    try {
      return OutputFormat.valueOf(name.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new PacelineException(INVALID_ARGUMENT, "--format is table, csv or json, not " + name);
    }
  }

  /** Returns the statements that were given; null if a person types them in the shell. */
  private @Nullable String script() throws IOException {
    List<String> statements = command.getValue();
    Path script = file.getValue();
    if (statements != null && script != null) {
      throw new PacelineException(INVALID_ARGUMENT, "-c and a file exclude each other");
    }
    if (statements != null) {
      return String.join("\n;\n", statements); // the last line of each may end in a comment
    }
    if (script != null) {
      return Files.readString(script);
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
