package dev.paceline.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.server.cli.print.OutputFormat;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.jline.reader.Candidate;
import org.jline.reader.EOFError;
import org.jline.reader.Parser.ParseContext;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.Test;

class SqlShellTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String talk(String input) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:");
        Terminal terminal =
            new DumbTerminal(
                "test",
                Terminal.TYPE_DUMB,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8)) {
      Console console =
          new Console(
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(err, true, StandardCharsets.UTF_8));
      SqlSession session =
          new SqlSession(connection, OutputFormat.TABLE.printer(), console.out(), false);
      assertThat(SqlShell.run(session, console, terminal)).isZero();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void runsStatementsOverSeveralLines() throws Exception {
    assertThat(talk("select\n 1 as x\n;\n\\q\n"))
        .contains(" X\n---\n 1\n(1 row)\n")
        .contains("Time:");
  }

  @Test
  void goesOnAfterAnError() throws Exception {
    assertThat(talk("select nonsense;\n\\timing\nselect 2 as y;\nexit\n"))
        .contains("Times are off\n Y\n---\n 2\n(1 row)\n")
        .doesNotContain("Time:");
    assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("error: ");
  }

  @Test
  void commandsAnswer() throws Exception {
    assertThat(talk("\\?\n\\nonsense\n\\d no_such\n"))
        .contains("lists the tables")
        .contains("\\nonsense is unknown")
        .contains("There is no table no_such.");
  }

  @Test
  void fileCommandsStandForStatements() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:;memory=64m");
        var statement = connection.createStatement()) {
      assertThat(FileCommand.statement("SELECT 1", connection)).isEqualTo("SELECT 1");
      assertThat(FileCommand.statement(".import 'my file.csv' t;", connection))
          .isEqualTo("CREATE TABLE \"t\" AS FROM 'my file.csv'");
      statement.execute("CREATE TABLE t (i INTEGER)");
      assertThat(FileCommand.statement(".import it's.csv T", connection))
          .isEqualTo("COPY \"T\" FROM 'it''s.csv'");
      assertThat(FileCommand.statement(".export t t.parquet", connection))
          .isEqualTo("COPY \"t\" TO 't.parquet'");
      assertThatThrownBy(() -> FileCommand.statement(".import t", connection))
          .hasMessageContaining(".import FILE TABLE");
      assertThatThrownBy(() -> FileCommand.statement(".tables", connection))
          .hasMessageContaining(".export");
    }
  }

  @Test
  void rowsAreCopiedThroughPipes() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:paceline:mem:;memory=64m");
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t (i INTEGER, s VARCHAR)");
      PrintStream printed = new PrintStream(out, true, StandardCharsets.UTF_8);
      ByteArrayInputStream in =
          new ByteArrayInputStream("i,s\n1,a\n2,b\n".getBytes(StandardCharsets.UTF_8));
      assertThat(StreamCopy.run("copy t (i, s) from stdin (header)", connection, in, printed))
          .isTrue();
      assertThat(StreamCopy.run("COPY (FROM t ORDER BY i) TO STDOUT", connection, in, printed))
          .isTrue();
      assertThat(StreamCopy.run("COPY t TO 'to stdout'", connection, in, printed)).isFalse();
      assertThat(StreamCopy.run("SELECT 'copy t to stdout'", connection, in, printed)).isFalse();
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("2 rows\ni,s\n1,a\n2,b\n");
    }
  }

  @Test
  void inputEndsAtASemicolonOutsideOfQuotes() {
    ShellParser parser = new ShellParser();
    for (String open : new String[] {"select 1", "select ';", "select 1 /* ;", "select ';'"}) {
      assertThat(ShellParser.isFinished(open)).as(open).isFalse();
    }
    for (String done : new String[] {"select 1;", "", "\\d", "quit", "select 1; -- end"}) {
      assertThat(ShellParser.isFinished(done)).as(done).isTrue();
    }
    assertThatThrownBy(() -> parser.parse("select", 6, ParseContext.ACCEPT_LINE))
        .isInstanceOf(EOFError.class);
  }

  @Test
  void completesTheWordAtTheCursor() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:calcite:")) {
      SqlCompleter completer = new SqlCompleter(connection);
      assertThat(complete(completer, "sele")).containsExactly("select");
      assertThat(complete(completer, "select 1 FR")).containsExactly("FROM");
      assertThat(complete(completer, "select * from metadata.TAB")).contains("TABLES");
      assertThat(complete(completer, "\\ti")).containsExactly("\\timing");
    }
  }

  private static List<String> complete(SqlCompleter completer, String line) {
    List<Candidate> candidates = new ArrayList<>();
    completer.complete(
        null, new ShellParser().parse(line, line.length(), ParseContext.COMPLETE), candidates);
    return candidates.stream().map(Candidate::value).toList();
  }
}
