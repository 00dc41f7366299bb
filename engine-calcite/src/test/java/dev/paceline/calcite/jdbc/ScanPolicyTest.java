package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SET scan_policy and the system tables, over a stored database. */
class ScanPolicyTest extends JdbcTest {
  private static final String POLICY = "SELECT scan_policy FROM paceline.buffer";

  @TempDir static Path folder;

  @BeforeEach
  @Override
  void connect() throws SQLException {
    connection = DriverManager.getConnection(url());
  }

  private static String url() {
    return "jdbc:paceline:" + folder + ";memory=256m;workers=2";
  }

  @Test
  void thePolicyHoldsForAllSessions() throws SQLException {
    assertThat(rows(POLICY)).containsExactly(List.of("auto"));
    for (String policy : List.of("normal", "LRU2", "Pbm", "'attach'", "elevator", "relevance")) {
      update("SET scan_policy = " + policy);
      assertThat(rows(POLICY))
          .containsExactly(List.of(policy.replace("'", "").toLowerCase(Locale.ROOT)));
    }
    try (Connection other = DriverManager.getConnection(url() + ";scanPolicy=pbm")) {
      assertThat(other.isValid(0)).isTrue();
      assertThat(rows(POLICY)).containsExactly(List.of("pbm"));
    }
    update("RESET scan_policy");
    assertThat(rows(POLICY)).containsExactly(List.of("auto"));
  }

  @Test
  void unknownPoliciesAndOptionsAreNamed() {
    assertThatThrownBy(() -> update("SET scan_policy = fastest"))
        .hasMessageContaining("normal, lru2, pbm, attach, elevator, relevance, auto")
        .hasMessageContaining("'fastest'");
    assertThatThrownBy(() -> update("SET scan_polcy = normal"))
        .hasMessageContaining("did you mean scan_policy?");
    assertThatThrownBy(() -> DriverManager.getConnection(url() + ";scanPolicy=none"))
        .hasMessageContaining("scanPolicy is one of");
  }

  @Test
  void systemTablesShowWhatIsInMemoryAndWhatRuns() throws SQLException {
    update("CREATE TABLE t (a INTEGER, b VARCHAR)");
    update("INSERT INTO t VALUES (1, 'one'), (2, 'two')");
    assertThat(rows("SELECT sum(a) FROM t")).containsExactly(List.of("3"));
    assertThat(
            rows(
                "SELECT table_name, chunk, row_count, blocks_resident, scans_wanting, orders_using"
                    + " FROM paceline.chunks"))
        .containsExactly(List.of("t", "0", "2", "1", "0", "0"));
    assertThat(rows("SELECT blocks_read, evictions, used_bytes > 0 FROM paceline.buffer"))
        .containsExactly(List.of("1", "0", "true"));
    assertThat(rows("SELECT * FROM paceline.scans")).isEmpty();
    assertThat(rows("SELECT scan, other_scan, wanted_bytes FROM paceline.scan_pairs")).isEmpty();
    assertThat(
            rows("SELECT count(*) FROM Paceline.SCANS s JOIN paceline.chunks c USING (table_name)"))
        .containsExactly(List.of("0"));
    try (Statement statement = connection.createStatement();
        ResultSet plan = statement.executeQuery("EXPLAIN SELECT a FROM t")) {
      assertThat(rows(plan).toString()).contains("order=[any]");
    }
    update("DROP TABLE t");
    assertThat(rows("SELECT * FROM paceline.chunks")).isEmpty();
  }
}
