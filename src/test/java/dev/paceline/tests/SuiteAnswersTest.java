package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.frame.SuiteDatabases;
import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.DuckDbTables;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.calcite.session.Session;
import dev.paceline.datasets.GeneratedTable;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the answers of all queries of a suite, which subclasses name, with DuckDB's on the same
 * rows, and checks that their plans consist of the engine's operators only. Maven runs the
 * subclasses twice, with SIMD kernels and without.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SuiteAnswersTest {
  private final QuerySuite suite;
  private final double scale;
  private final List<Answer> expected = new ArrayList<>();

  /** Has the text of the tables. */
  @TempDir private static Path folder;

  SuiteAnswersTest(QuerySuite suite, double scale) {
    this.suite = suite;
    this.scale = scale;
  }

  /** The queries that are compared. */
  List<Query> queries() {
    return suite.queries(scale);
  }

  /** The settings under which the queries run, as part of a URL. */
  Stream<String> settings() {
    return Stream.of(
        "workers=1;batchRows=2048;rowGroupRows=131072",
        "workers=2;batchRows=2048;rowGroupRows=8192",
        "workers=1;batchRows=3;rowGroupRows=5000",
        "workers=2;batchRows=3;rowGroupRows=131072",
        "workers=1;batchRows=1;rowGroupRows=131072",
        "workers=4;batchRows=1;rowGroupRows=3000");
  }

  @BeforeAll
  void askDuckDb() throws SQLException {
    try (Connection duckDb = DuckDbTables.inMemory()) {
      DuckDbTables.load(duckDb, suite, scale, folder);
      for (Query query : queries()) {
        expected.add(ask(duckDb, query));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("settings")
  void answersEqualDuckDbs(String settings) throws SQLException {
    List<String> wrong = new ArrayList<>();
    try (Connection paceline = KnobUrl.connect("jdbc:paceline:mem:;" + settings)) {
      load(paceline);
      if (settings.equals(settings().findFirst().orElseThrow())) {
        wrong.addAll(foreignOperators(paceline));
      }
      List<Query> queries = queries();
      for (int i = 0; i < queries.size(); i++) {
        Query query = queries.get(i);
        String difference =
            ask(paceline, query).differenceFrom(expected.get(i), query.isTotallyOrdered());
        if (difference != null) {
          wrong.add("Q" + query.name() + ": " + difference);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Fills the tables of Paceline. */
  void load(Connection paceline) throws SQLException {
    SuiteTables.load(paceline, suite.dataSet(), scale);
  }

  /** Fills the tables of Paceline with the text that DuckDB has read. */
  final void loadText(Connection paceline) throws SQLException {
    Database database = paceline.unwrap(Session.class).instance().database();
    for (GeneratedTable table : suite.dataSet().tables()) {
      TableDefinition definition = table.definition();
      database.createTable(definition);
      String columns =
          definition.columns().stream()
              .map(column -> "'" + column.name() + "': '" + column.type() + "'")
              .collect(Collectors.joining(", "));
      SuiteDatabases.execute(
          paceline,
          ("insert into %1$s select * from read_csv('%2$s', columns = {%3$s}, delim = '|',"
                  + " header = false, quote = '', escape = '', nullstr = '%4$s')")
              .formatted(
                  definition.name(),
                  folder.resolve(definition.name() + ".tbl"),
                  columns,
                  dev.paceline.benchmarks.suite.TextRows.NULL));
    }
  }

  private List<String> foreignOperators(Connection paceline) throws SQLException {
    List<String> foreign = new ArrayList<>();
    for (Query query : suite.queries(scale)) {
      try (Statement statement = paceline.createStatement();
          ResultSet plan = statement.executeQuery("EXPLAIN " + query.sql())) {
        while (plan.next()) {
          plan.getString(1)
              .lines()
              .map(String::strip)
              .filter(line -> !line.isEmpty() && !line.startsWith("can use "))
              .filter(line -> !line.startsWith("Paceline"))
              .forEach(line -> foreign.add("Q" + query.name() + " has the operator " + line));
        }
      }
    }
    return foreign;
  }

  private static Answer ask(Connection connection, Query query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.sql())) {
      return Answer.of(result);
    }
  }
}
