package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.knobs.KnobUrl;
import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.benchmarks.suite.QuerySuite;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.engine.Engine;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** TPC-H with rows that go from operator to operator in blocks, beside fused pipelines. */
final class TransferAnswersTest {
  private static final QuerySuite SUITE = new TpchSuite();

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workers=1",
        "workers=2;batchRows=3",
        "workers=3;batchRows=1",
        "workers=4;batchRows=2048",
      })
  void answersDoNotDependOnTheUnitOfTransfer(String properties) throws SQLException {
    double scale = properties.contains("2048") ? 0.01 : 0.002;
    try (Connection connection =
        KnobUrl.connect(
            "jdbc:paceline:mem:;rowGroupRows=1000;temporaryDirectory="
                + folder
                + ";"
                + properties)) {
      SuiteTables.load(connection, SUITE.dataSet(), scale);
      List<Query> queries = SUITE.queries(scale);
      List<Answer> expected = new ArrayList<>();
      for (Query query : queries) {
        expected.add(Answer.of(connection, query.sql()));
      }
      Engine engine = connection.unwrap(Session.class).instance().engine();
      long tables = engine.ledger().usedBytes();
      execute(connection, "SET transfer_block = '64KB'");
      List<String> wrong = new ArrayList<>();
      for (String unit : List.of("1", "3", "'all'")) {
        execute(connection, "SET unit_of_transfer = " + unit);
        wrong.addAll(differences(connection, unit, queries, expected));
      }
      execute(connection, "SET unit_of_transfer = 1");
      execute(connection, "SET transfer_consumers = '2..3'");
      wrong.addAll(differences(connection, "1 for 2..3", queries, expected));
      execute(connection, "SET transfer_consumers = '100..'");
      execute(connection, "SET query_memory = '1'");
      wrong.addAll(differences(connection, "1 for 100.. without memory", queries, expected));
      execute(connection, "RESET transfer_consumers");
      execute(connection, "SET unit_of_transfer = 'all'");
      wrong.addAll(differences(connection, "'all' without memory", queries, expected));
      assertThat(wrong).isEmpty();
      assertThat(engine.ledger().usedBytes()).isEqualTo(tables);
    }
  }

  private static List<String> differences(
      Connection connection, String unit, List<Query> queries, List<Answer> expected)
      throws SQLException {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < queries.size(); i++) {
      Query query = queries.get(i);
      String difference =
          Answer.of(connection, query.sql())
              .differenceFrom(expected.get(i), query.isTotallyOrdered());
      if (difference != null) {
        wrong.add("Q" + query.name() + " with unit " + unit + ": " + difference);
      }
    }
    return wrong;
  }
}
