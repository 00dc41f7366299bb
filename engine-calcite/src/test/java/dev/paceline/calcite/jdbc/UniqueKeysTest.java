package dev.paceline.calcite.jdbc;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queries whose plans rest on unique columns, while these are unique and when they are no more. */
class UniqueKeysTest extends JdbcTest {
  private static final String TOTALS =
      "SELECT c.id, c.name, n.name, sum(o.price) AS total"
          + " FROM customer c JOIN nation n ON c.nation = n.id JOIN orders o ON o.customer = c.id"
          + " GROUP BY c.id, c.name, n.name ORDER BY total DESC, c.id LIMIT 3";

  @BeforeEach
  void makeTables() throws SQLException {
    update("CREATE TABLE nation (id INTEGER NOT NULL, name VARCHAR NOT NULL)");
    update("INSERT INTO nation VALUES (0, 'north'), (1, 'south')");
    update(
        "CREATE TABLE customer (id INTEGER NOT NULL, name VARCHAR NOT NULL, nation INTEGER NOT"
            + " NULL)");
    update("CREATE TABLE orders (customer INTEGER NOT NULL, price INTEGER NOT NULL)");
    for (int i = 0; i < 200; i++) {
      update("INSERT INTO customer VALUES (" + i + ", 'customer " + i + "', " + i % 2 + ")");
    }
    update(
        "INSERT INTO orders SELECT a.id, a.id + 1000 * (b.id - (b.id / 5) * 5) FROM customer a,"
            + " customer b WHERE b.id < 10");
  }

  @Test
  void groupsByTheKeyAndFetchesTextAtTheEnd() throws SQLException {
    String plan =
        String.join("\n", rows("EXPLAIN " + TOTALS).stream().map(List::getFirst).toList());
    assertThat(plan).contains("PacelineProven(unique=[[customer.id, nation.id]]");
    assertThat(plan).contains("group=[{0}]");
    assertThat(plan.split("table=\\[\\[main, customer]]", -1)).hasSize(3);
    assertThat(rows(TOTALS))
        .containsExactly(
            asList("199", "customer 199", "south", "21990"),
            asList("198", "customer 198", "north", "21980"),
            asList("197", "customer 197", "south", "21970"));
  }

  @Test
  void aPlanIsGivenUpWhenAKeyComesTwice() throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(TOTALS)) {
      assertThat(rows(prepared)).hasSize(3);
      update("INSERT INTO customer VALUES (199, 'twin', 0)");
      assertThat(rows(prepared))
          .containsExactlyInAnyOrder(
              asList("199", "customer 199", "south", "21990"),
              asList("199", "twin", "north", "21990"),
              asList("198", "customer 198", "north", "21980"));
    }
    assertThat(String.join("\n", rows("EXPLAIN " + TOTALS).stream().map(List::getFirst).toList()))
        .doesNotContain("customer.id");
  }

  private static List<List<String>> rows(PreparedStatement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      return rows(result);
    }
  }

  @Test
  void aKeyBeyondAnOuterJoinMayBeNull() throws SQLException {
    update("INSERT INTO orders VALUES (-1, 7), (-2, 8), (5, 100000)");
    assertThat(
            rows(
                "SELECT c.id, c.name, sum(o.price) AS total FROM orders o LEFT JOIN customer c ON"
                    + " o.customer = c.id GROUP BY c.id, c.name ORDER BY total, c.id LIMIT 2"))
        .containsExactly(asList(null, null, "15"), asList("0", "customer 0", "20000"));
  }

  @Test
  void equalColumnsOfOtherTypesOfJoinsDetermineNothing() throws SQLException {
    update("CREATE TABLE visit (customer INTEGER, hours INTEGER NOT NULL)");
    update("INSERT INTO visit VALUES (1, 10), (1, 11), (300, 12), (301, 12), (NULL, 13)");
    assertThat(
            rows(
                "SELECT v.customer, c.id, c.name, count(*) AS visits FROM visit v LEFT JOIN"
                    + " customer c ON v.customer = c.id GROUP BY v.customer, c.id, c.name"
                    + " ORDER BY visits DESC, v.customer NULLS LAST"))
        .containsExactly(
            asList("1", "1", "customer 1", "2"),
            asList("300", null, null, "1"),
            asList("301", null, null, "1"),
            asList(null, null, null, "1"));
  }

  @Test
  void onlyTheRowsThatAreThereAreUnique() throws SQLException {
    Random random = new Random(11);
    for (int round = 0; round < 30; round++) {
      update("DROP TABLE IF EXISTS t");
      update("CREATE TABLE t (k INTEGER, name VARCHAR)");
      List<Integer> keys = new ArrayList<>();
      int inserts = 1 + random.nextInt(4);
      for (int i = 0; i < inserts; i++) {
        List<String> values = new ArrayList<>();
        int rows = 1 + random.nextInt(4);
        for (int j = 0; j < rows; j++) {
          Integer key = random.nextInt(12) == 0 ? null : random.nextInt(20);
          keys.add(key);
          values.add("(" + key + ", 'name " + keys.size() + "')");
        }
        update("INSERT INTO t VALUES " + String.join(", ", values));
      }
      List<List<String>> expected = new ArrayList<>();
      for (int i = 0; i < keys.size(); i++) {
        expected.add(asList(keys.get(i) == null ? null : "" + keys.get(i), "name " + (i + 1), "1"));
      }
      expected.sort(Comparator.comparing(row -> row.get(1)));
      assertThat(rows("SELECT k, name, count(*) FROM t GROUP BY k, name ORDER BY name"))
          .as("keys %s of seed 11, round %d", keys, round)
          .isEqualTo(expected);
      boolean unique = !keys.contains(null) && keys.stream().distinct().count() == keys.size();
      String plan =
          rows("EXPLAIN SELECT k, name, count(*) FROM t GROUP BY k, name").getFirst().getFirst();
      if (!unique) {
        assertThat(plan).as("keys %s", keys).doesNotContain("unique");
      }
    }
  }
}
