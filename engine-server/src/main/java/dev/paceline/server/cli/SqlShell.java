package dev.paceline.server.cli;

import dev.paceline.calcite.sql.StatementSplitter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The interactive shell: history, completion, statements over several lines, commands that begin
 * with a backslash.
 */
final class SqlShell {
  private static final String PROMPT = "paceline> ";
  private static final String CONTINUATION = "%P     ...> ";
  private static final String HELP =
      """
      A statement ends with ; and may have several lines. Ctrl-C cancels, Ctrl-D leaves.
        \\d          lists the tables
        \\d TABLE    lists the columns of a table
        .import FILE TABLE   adds the rows of a file to a table, or makes the table
        .export TABLE FILE   writes a table to a file
        \\timing     turns the times of statements on or off
        \\q          leaves
        \\?          shows this help\
      """;

  private final SqlSession session;
  private final Console console;
  private final Terminal terminal;
  private final LineReader reader;

  private SqlShell(SqlSession session, Console console, Terminal terminal) {
    this.session = session;
    this.console = console;
    this.terminal = terminal;
    this.reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("paceline")
            .parser(new ShellParser())
            .completer(new SqlCompleter(session.connection()))
            .variable(LineReader.HISTORY_FILE, historyFile())
            .variable(LineReader.SECONDARY_PROMPT_PATTERN, CONTINUATION)
            .variable(LineReader.INDENTATION, 0)
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.CASE_INSENSITIVE, true)
            .build();
  }

  /** Talks with the person at the process's terminal until that ends it. */
  static int runAtTerminal(SqlSession session, Console console) throws IOException {
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      return run(session, console, terminal);
    }
  }

  /** Talks with the person at a terminal. */
  static int run(SqlSession session, Console console, Terminal terminal) {
    terminal.handle(Terminal.Signal.INT, signal -> session.cancel());
    session.setTiming(true);
    return new SqlShell(session, console, terminal).loop();
  }

  private static Path historyFile() {
    String state = System.getenv("XDG_STATE_HOME");
    Path folder =
        state == null || state.isBlank()
            ? Path.of(System.getProperty("user.home"), ".local", "state")
            : Path.of(state);
    Path file = folder.resolve("paceline").resolve("history");
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      // A home that cannot be written to costs the history, not the shell.
      return Path.of(System.getProperty("java.io.tmpdir"), "paceline-history");
    }
    return file;
  }

  private int loop() {
    terminal.writer().println("Paceline SQL shell. \\? shows help, \\q leaves.");
    terminal.flush();
    while (true) {
      String input;
      try {
        input = reader.readLine(PROMPT);
      } catch (UserInterruptException e) {
        continue;
      } catch (EndOfFileException e) {
        return 0;
      }
      if (isFarewell(input)) {
        return 0;
      }
      try {
        handle(input.strip());
      } catch (SQLException | IOException | RuntimeException e) {
        console.error(e);
      }
    }
  }

  private static boolean isFarewell(String input) {
    return switch (input.strip().toLowerCase(Locale.ROOT).replaceFirst(";$", "")) {
      case "\\q", "quit", "exit" -> true;
      default -> false;
    };
  }

  private void handle(String input) throws SQLException, IOException {
    if (input.startsWith("\\")) {
      command(input.split("\\s+", 2));
      return;
    }
    for (String statement : StatementSplitter.split(input).all()) {
      session.execute(statement);
    }
  }

  private void command(String[] words) throws SQLException, IOException {
    switch (words[0]) {
      case "\\?", "\\h" -> session.out().println(HELP);
      case "\\timing" -> {
        session.setTiming(!session.timing());
        session.out().println("Times are " + (session.timing() ? "on" : "off"));
      }
      case "\\d" -> {
        if (words.length == 1) {
          listTables();
        } else {
          describe(words[1].replaceFirst(";$", "").strip());
        }
      }
      default -> session.out().println(words[0] + " is unknown; \\? lists the commands");
    }
    session.out().flush();
  }

  private void listTables() throws SQLException, IOException {
    DatabaseMetaData data = session.connection().getMetaData();
    try (ResultSet tables = data.getTables(null, null, "%", new String[] {"TABLE", "VIEW"})) {
      CatalogPrinter.printTables(tables, session.out());
    }
  }

  private void describe(String table) throws SQLException, IOException {
    DatabaseMetaData data = session.connection().getMetaData();
    try (ResultSet columns = data.getColumns(null, null, table, "%")) {
      CatalogPrinter.printColumns(table, columns, session.out());
    }
  }
}
