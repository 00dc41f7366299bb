package dev.paceline.tests;

import static dev.paceline.benchmarks.frame.SuiteDatabases.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.Answer;
import dev.paceline.core.testing.SoakSize;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random groupings of joined tables by texts, against DuckDB: most are aggregated before a join and
 * once more after it. Keys of the joined tables occur several times, not at all, and as NULL.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@WithoutC2
class PartialAggregationAnswersTest {
  private static final int FACTS = 4_000;
  private static final int NAMES = 40;

  private Connection paceline;
  private Connection duckDb;

  @BeforeAll
  void open() throws SQLException {
    paceline = DriverManager.getConnection("jdbc:paceline:mem:;workers=2");
    duckDb = DriverManager.getConnection("jdbc:duckdb:");
    Random random = new Random(11);
    List<String> facts = new ArrayList<>();
    for (int i = 0; i < FACTS; i++) {
      facts.add(
          "(%s, %s, %s, %s, '%s')"
              .formatted(
                  orNull(random, random.nextInt(NAMES)),
                  orNull(random, random.nextInt(6)),
                  orNull(random, random.nextInt(100)),
                  orNull(random, random.nextInt(10_000) / 100.0),
                  "xyz".charAt(random.nextInt(3))));
    }
    List<String> names = new ArrayList<>();
    List<String> places = new ArrayList<>();
    for (int i = 0; i < NAMES; i++) {
      names.add(
          "(%s, 'name %d', %s)"
              .formatted(orNull(random, random.nextInt(NAMES)), i % 30, random.nextInt(5)));
      places.add("(%d, 'place %d')".formatted(i % 9, i % 4));
    }
    for (Connection connection : List.of(paceline, duckDb)) {
      execute(
          connection,
          "CREATE TABLE f (n INTEGER, p INTEGER, i INTEGER, d DECIMAL(8, 2), h VARCHAR NOT NULL)");
      execute(connection, "CREATE TABLE names (n INTEGER, name VARCHAR NOT NULL, size INTEGER)");
      execute(connection, "CREATE TABLE places (p INTEGER NOT NULL, place VARCHAR NOT NULL)");
      execute(connection, "INSERT INTO f VALUES " + String.join(", ", facts));
      execute(connection, "INSERT INTO names VALUES " + String.join(", ", names));
      execute(connection, "INSERT INTO places VALUES " + String.join(", ", places));
    }
  }

  private static String orNull(Random random, Number value) {
    return random.nextInt(9) == 0 ? "NULL" : value.toString();
  }

  @AfterAll
  void close() throws SQLException {
    paceline.close();
    duckDb.close();
  }

  private static String any(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private static String query(Random random) {
    Set<String> keys = new LinkedHashSet<>();
    keys.add(any(random, "name", "place", "name || place"));
    while (random.nextInt(3) > 0) {
      keys.add(any(random, "name", "place", "size", "f.p", "h", "f.n", "names.n", "size + f.p"));
    }
    List<String> calls = new ArrayList<>();
    do {
      String call =
          any(
              random,
              "count(*)",
              "count(i)",
              "sum(i)",
              "sum(d)",
              "min(d)",
              "max(i)",
              "avg(d)",
              "sum(d * i)",
              "sum(d / 4)",
              "sum(size)",
              "min(h)",
              "count(DISTINCT i)",
              "max(name)",
              "sum(CASE WHEN size = 2 THEN i END)",
              "sum(CASE WHEN place = 'place 1' THEN d ELSE 0 END)",
              "sum(CASE WHEN size < 3 THEN d ELSE 1 END)",
              "count(CASE WHEN size > 2 THEN i END)",
              "min(CASE WHEN name < 'name 2' THEN i END)",
              "max(CASE WHEN place = 'place 2' THEN size END)");
      String filter =
          any(
              random,
              "",
              "",
              "",
              " FILTER (WHERE i > 50)",
              " FILTER (WHERE h = 'x')",
              " FILTER (WHERE size = 3)",
              " FILTER (WHERE place > 'place 1')");
      calls.add(call + filter);
    } while (random.nextInt(3) > 0);
    if (random.nextInt(10) == 0) {
      return "SELECT DISTINCT %s FROM %s%s"
          .formatted(String.join(", ", keys), joins(random), where(random));
    }
    String grouping = String.join(", ", keys);
    int kind = random.nextInt(5);
    if (kind < 2) {
      calls.addFirst("grouping(" + grouping + ")"); // tells the NULLs of sets from those of keys
    }
    String sets =
        switch (kind) {
          case 0 -> "ROLLUP (" + grouping + ")";
          case 1 -> keys.size() < 4 ? "CUBE (" + grouping + ")" : grouping;
          default -> grouping;
        };
    return "SELECT %s, %s FROM %s%s GROUP BY %s"
        .formatted(grouping, String.join(", ", calls), joins(random), where(random), sets);
  }

  private static String joins(Random random) {
    String names =
        any(random, "JOIN", "JOIN", "JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN")
            + " names ON f.n = names.n"
            + any(random, "", "", "", " AND f.i > names.size", " AND size < 4");
    String places =
        any(random, "JOIN", "JOIN", "LEFT JOIN")
            + " places ON f.p = places.p"
            + any(random, "", "", " AND h <> 'z'");
    return "f " + (random.nextBoolean() ? names + " " + places : places + " " + names);
  }

  private static String where(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> " WHERE i < 70";
      case 1 -> " WHERE size > 1 OR f.p = 2";
      case 2 -> " WHERE f.p IN (SELECT p FROM places WHERE place <> 'place 1')";
      case 3 -> " WHERE NOT EXISTS (SELECT 1 FROM names e WHERE e.n = f.n AND e.size = 2)";
      case 4 -> " WHERE name < 'name 3'";
      case 5 -> " WHERE i > 1000";
      default -> "";
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"1 GB", "1"})
  void groupsOfGroupsAreTheGroups(String memory) throws SQLException {
    execute(paceline, "SET query_memory = '" + memory + "'");
    Random random = new Random(3);
    int count = SoakSize.of(100, 20_000);
    int pushed = 0;
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String sql = query(random);
      try {
        String difference = Answer.of(paceline, sql).differenceFrom(Answer.of(duckDb, sql), false);
        if (difference != null) {
          wrong.add(sql + "\n  " + difference);
        }
        pushed += aggregatesTwice(sql) ? 1 : 0;
      } catch (SQLException e) {
        wrong.add(sql + "\n  " + e.getMessage());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(pushed).isGreaterThan(count / 5);
  }

  private boolean aggregatesTwice(String sql) throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Statement statement = paceline.createStatement();
        ResultSet result = statement.executeQuery("EXPLAIN " + sql)) {
      while (result.next()) {
        plan.append(result.getString(1)).append('\n');
      }
    }
    return plan.toString().lines().filter(line -> line.contains("PacelineAggregate(")).count() > 1;
  }
}
