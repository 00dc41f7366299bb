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
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.policy.SchedulingPolicyKind;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.SoakSize;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TPC-H with no memory to speak of: every operator that can goes through temporary files. */
@WithoutC2
final class SpilledAnswersTest {
  private static final String NO_MEMORY = "SET query_memory = '1'";
  private static final QuerySuite SUITE = new TpchSuite();
  private static final double SMALL_SCALE = 0.002;

  /** Of the queries under each policy; three policies one after the other ask all of them. */
  private static final int EVERY_NTH_OF_A_POLICY = SoakSize.of(3, 1);

  /** The answers of one worker in memory, by the scale of the tables. */
  private static final Map<Double, List<Answer>> USUAL_ANSWERS = new HashMap<>();

  @TempDir private static Path folder;

  private static Connection spilling;

  @BeforeAll
  static void loadForAllPolicies() throws SQLException {
    spilling = open("workers=2");
    SuiteTables.load(spilling, SUITE.dataSet(), SMALL_SCALE);
    execute(spilling, NO_MEMORY);
  }

  @AfterAll
  static void close() throws SQLException {
    spilling.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workers=1",
        "workers=2;batchRows=3",
        "workers=3;batchRows=1",
        "workers=4;batchRows=2048",
        "workers=2;hashBits=0",
        "workers=2;hashBits=3",
      })
  void answersAreThoseOfQueriesInMemory(String properties) throws SQLException {
    double scale =
        properties.contains("2048") || properties.equals("workers=1") ? 0.01 : SMALL_SCALE;
    List<Answer> expected = usualAnswers(scale);
    try (Connection connection = open(properties)) {
      SuiteTables.load(connection, SUITE.dataSet(), scale);
      check(connection, scale, expected);
      Engine engine = connection.unwrap(Session.class).instance().engine();
      TemporaryStorage storage = engine.options().temporaryStorage();
      assertThat(storage.writtenBytes()).isZero();
      long tables = engine.ledger().usedBytes();
      execute(connection, NO_MEMORY);
      check(connection, scale, expected);
      assertThat(storage.writtenBytes()).isPositive();
      assertThat(storage.usedBytes()).isZero();
      assertThat(engine.ledger().usedBytes()).isEqualTo(tables);
      assertThat(folder).isEmptyDirectory();
    }
  }

  static Stream<String> policies() {
    return Arrays.stream(SchedulingPolicyKind.values()).map(Choice::nameOf);
  }

  @ParameterizedTest
  @MethodSource("policies")
  void answersDoNotDependOnThePolicy(String policy) throws SQLException {
    execute(spilling, "SET scheduling_policy = " + policy);
    int first = policies().toList().indexOf(policy) % EVERY_NTH_OF_A_POLICY;
    check(spilling, SMALL_SCALE, usualAnswers(SMALL_SCALE), first, EVERY_NTH_OF_A_POLICY);
  }

  private static List<Answer> usualAnswers(double scale) throws SQLException {
    List<Answer> answers = USUAL_ANSWERS.get(scale);
    if (answers != null) {
      return answers;
    }
    answers = new ArrayList<>();
    try (Connection connection = open("workers=1")) {
      SuiteTables.load(connection, SUITE.dataSet(), scale);
      for (Query query : SUITE.queries(scale)) {
        answers.add(Answer.of(connection, query.sql()));
      }
    }
    USUAL_ANSWERS.put(scale, answers);
    return answers;
  }

  private static Connection open(String properties) throws SQLException {
    return KnobUrl.connect(
        "jdbc:paceline:mem:;rowGroupRows=1000;temporaryDirectory=" + folder + ";" + properties);
  }

  private static void check(Connection connection, double scale, List<Answer> expected)
      throws SQLException {
    check(connection, scale, expected, 0, 1);
  }

  /** Checks one query, and each n-th that comes after it. */
  private static void check(
      Connection connection, double scale, List<Answer> expected, int first, int everyNth)
      throws SQLException {
    List<String> wrong = new ArrayList<>();
    List<Query> queries = SUITE.queries(scale);
    for (int i = first; i < queries.size(); i += everyNth) {
      Query query = queries.get(i);
      String difference =
          Answer.of(connection, query.sql())
              .differenceFrom(expected.get(i), query.isTotallyOrdered());
      if (difference != null) {
        wrong.add("Q" + query.name() + ": " + difference);
      }
    }
    assertThat(wrong).isEmpty();
  }
}
