package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.ChildJvm;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Watches what the first statements of a process initialise. Libraries that few statements need
 * cost every start their time, and nobody sees it in tests that share a JVM.
 */
class FirstStatementTest {
  private static final String[] OPTIONS = {
    "--add-modules=jdk.incubator.vector",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-Xlog:class+init=info"
  };

  private static final Pattern INITIALISED = Pattern.compile("Initializing '([^']+)'");

  @TempDir Path folder;

  @Test
  void ordinaryStatementsInitialiseNoLibraryThatOnlyOthersNeed() throws Exception {
    assertThat(initialised(folder.resolve("database"), OPTIONS))
        .contains("dev.paceline.calcite.session.StatementPlanner")
        .as("the JVM sets its flight recorder up with the first event's class")
        .doesNotContain("jdk.jfr.internal.MetadataRepository")
        .noneMatch(name -> name.startsWith("com.fasterxml.jackson.databind."))
        .noneMatch(name -> name.startsWith("org.codehaus.janino."))
        .noneMatch(name -> name.startsWith("dev.hardwood."))
        .noneMatch(name -> name.startsWith("org.apache.arrow."));
  }

  @Test
  void recordingsHaveTheEventsOfTheFirstStatements() throws Exception {
    String[] recorded = Arrays.copyOf(OPTIONS, OPTIONS.length + 1);
    recorded[OPTIONS.length] =
        "-XX:StartFlightRecording:filename=" + folder.resolve("statements.jfr");
    assertThat(initialised(folder.resolve("recorded"), recorded))
        .contains(
            "jdk.jfr.internal.MetadataRepository",
            "dev.paceline.core.engine.QueryEvent",
            "dev.paceline.core.sched.WorkOrderEvent");
  }

  private static Set<String> initialised(Path database, String... options) throws Exception {
    return INITIALISED
        .matcher(ChildJvm.output(Main.class, options, database.toString()))
        .results()
        .map(result -> result.group(1).replace('/', '.'))
        .collect(Collectors.toSet());
  }

  /** Runs ordinary statements on a database in a directory. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) throws SQLException {
      try (Connection connection =
              new PacelineDriver()
                  .connect("jdbc:paceline:" + arguments[0] + ";workers=1", new Properties());
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE t (k INTEGER, name VARCHAR, price DECIMAL(9, 2), day DATE)");
        statement.execute(
            "INSERT INTO t VALUES (1, 'one', 1.25, DATE '2026-01-01'), (2, 'two', 2.5, NULL)");
        statement
            .executeQuery(
                "SELECT t.name, count(*), sum(t.price), max(t.day) FROM t JOIN t AS u USING (k) "
                    + "WHERE t.name LIKE '%o%' GROUP BY t.name ORDER BY 2 DESC LIMIT 10")
            .close();
      }
    }
  }
}
