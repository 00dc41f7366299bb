package dev.paceline.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacelineCommandTest {
  private static final String URL = "--url=jdbc:calcite:";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return PacelineCommand.run(
        new PrintStream(out, false, StandardCharsets.UTF_8),
        new PrintStream(err, false, StandardCharsets.UTF_8),
        arguments);
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void runsSeveralStatements() {
    assertThat(run("sql", URL, "--format", "csv", "-c", "select 1 as a; select ';' as b")).isZero();
    assertThat(out()).isEqualTo("A\n1\nB\n;\n");
    assertThat(err()).isEmpty();
  }

  @Test
  void runsAFile(@TempDir Path folder) throws Exception {
    Path script = Files.writeString(folder.resolve("a.sql"), "-- one\nselect 1 as \"x\";\n");
    assertThat(run("sql", URL, "--format=json", script.toString())).isZero();
    assertThat(out()).isEqualTo("[\n{\"x\":1}\n]\n");
  }

  @Test
  void errorsGoToTheOtherStreamAndGiveStatusOne() {
    assertThat(run("sql", URL, "--format=csv", "-c", "select 1 as a; select nonsense; select 2"))
        .isEqualTo(1);
    assertThat(out()).isEqualTo("A\n1\n");
    assertThat(err())
        .startsWith("error: ")
        .containsIgnoringCase("nonsense")
        .doesNotContain("\tat ");
  }

  @Test
  void commandsOfSeveralOptionsRunInTheirOrder() {
    assertThat(
            run("sql", URL, "--format=csv", "-c", "select 1 as a -- one", "-c", "select 2 as b;"))
        .isZero();
    assertThat(out()).isEqualTo("A\n1\nB\n2\n");
  }

  @Test
  void unfinishedQuotesAreRefused() {
    assertThat(run("sql", URL, "-c", "select 'a")).isEqualTo(1);
    assertThat(err()).isEqualTo("error: the SQL ends inside of a quote or a comment\n");
  }

  @Test
  void wrongOptionsGiveStatusTwoOrAPlainError() {
    assertThat(run("sql", "--no-such")).isEqualTo(2);
    assertThat(err()).contains("Unknown option: '--no-such'").contains("Usage: paceline sql");
    assertThat(run("nonsense")).isEqualTo(2);
    assertThat(run()).isEqualTo(2);
    assertThat(run("sql", URL, "--format=xml", "-c", "select 1")).isEqualTo(1);
    assertThat(err()).contains("--format is table, csv or json, not xml");
    assertThat(run("tpch", "--scale", "1")).isEqualTo(1);
    assertThat(err()).contains("--db names the folder");
    assertThat(run("ssb", "--scale", "0", "--db", "nowhere")).isEqualTo(1);
    assertThat(err()).contains("--scale is from 0.001 to 10000, not 0.0");
    assertThat(run("demo", "--scale", "-1")).isEqualTo(1);
    assertThat(err()).contains("--scale is from 0.001 to 10000, not -1.0");
    assertThat(run("sql", "--url=jdbc:nothing:", "-c", "select 1")).isEqualTo(1);
    assertThat(err()).contains("No suitable driver");
    assertThat(run("sql", URL, "/no/such/file.sql")).isEqualTo(1);
    assertThat(err()).contains("NoSuchFileException: /no/such/file.sql");
  }

  @Test
  void serverRefusesOtherInterfaces() {
    assertThat(run("serve", "--host", "0.0.0.0", "--port", "0")).isEqualTo(1);
    assertThat(err()).contains("loopback interface only");
    assertThat(run("serve", "--port", "70000")).isEqualTo(1);
    assertThat(err()).contains("--port is from 0 to 65535");
  }

  @Test
  void helpAndVersionAreOutput() {
    assertThat(run("--help")).isZero();
    assertThat(out()).contains("sql", "demo", "tpch", "ssb", "serve");
    assertThat(run("--version")).isZero();
    assertThat(out()).contains("paceline ").contains("java ");
    for (String command : new String[] {"sql", "demo", "tpch", "ssb", "serve"}) {
      assertThat(run(command, "--help")).isZero();
      assertThat(out()).contains("Usage: paceline " + command);
    }
    assertThat(err()).isEmpty();
  }
}
