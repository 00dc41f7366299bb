package dev.paceline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.result.ColumnDescription;
import dev.paceline.result.QueryResult;
import dev.paceline.result.ResultBatch;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.JDBCType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacelineTest {
  private static final ConnectionOptions OPTIONS = small("mem:");

  private static ConnectionOptions small(String location) {
    return ConnectionOptions.of(location).memory("64MB").workers(1);
  }

  private static List<Object> values(QueryResult result) {
    List<Object> values = new ArrayList<>();
    try (result) {
      for (ResultBatch batch; (batch = result.nextBatch()) != null; ) {
        for (int row = 0; row < batch.rowCount(); row++) {
          values.add(batch.column(0).getObject(row));
        }
      }
    }
    return values;
  }

  @Test
  void appendsAndReadsColumns() {
    try (Paceline database = Paceline.open(OPTIONS)) {
      database.execute("CREATE TABLE t (id BIGINT NOT NULL, name VARCHAR)");
      try (TableAppender rows = database.appender("T")) {
        for (long i = 0; i < 3000; i++) {
          rows.setLong(0, i).setString(1, "name" + i).endRow();
        }
        assertThat(values(database.query("SELECT id FROM t"))).as("not committed").isEmpty();
        rows.commit();
      }
      assertThat(values(database.query("SELECT id FROM t"))).hasSize(3000);
      assertThat(values(database.query("SELECT name FROM t WHERE id = ?", 2999L)))
          .containsExactly("name2999");
      assertThat(database.execute("INSERT INTO t VALUES (?, ?)", 7L, null)).isEqualTo(1);
    }
  }

  @Test
  void convertsWhatIsAppendedToTheTypesOfTheColumns() {
    try (Paceline database = Paceline.open(OPTIONS)) {
      database.execute(
          "CREATE TABLE t (d DECIMAL(10, 2), born DATE, r REAL, s VARCHAR(3), b BOOLEAN, i"
              + " TINYINT)");
      try (TableAppender rows = database.appender("t")) {
        rows.setBigDecimal(0, new BigDecimal("1.255"))
            .set(1, LocalDate.of(2026, 2, 28))
            .setDouble(2, 0.1)
            .setString(3, "abc")
            .setBoolean(4, true)
            .setLong(5, -128)
            .endRow();
        rows.setLong(0, 7).setString(1, "2026-03-01").setNull(2).endRow();
        assertThat(rows.rowCount()).isEqualTo(2);
        assertThatThrownBy(() -> rows.setString(0, "many"))
            .hasMessageContaining("t.d")
            .hasMessageContaining("many");
        assertThatThrownBy(() -> rows.setDouble(4, 1.5)).hasMessageContaining("t.b");
        rows.commit();
      }
      assertThat(values(database.query("SELECT d FROM t ORDER BY d")))
          .containsExactly(new BigDecimal("1.26"), new BigDecimal("7.00"));
      assertThat(values(database.query("SELECT born FROM t ORDER BY born")))
          .containsExactly(LocalDate.of(2026, 2, 28), LocalDate.of(2026, 3, 1));
      assertThat(values(database.query("SELECT r FROM t ORDER BY d"))).containsExactly(0.1f, null);
      assertThat(values(database.query("SELECT i FROM t WHERE b"))).containsExactly(-128);
    }
  }

  @Test
  void partsOfAnAppendAreCommittedTogether() throws InterruptedException {
    try (Paceline database = Paceline.open(OPTIONS)) {
      database.execute("CREATE TABLE t (id BIGINT)");
      try (TableAppender whole = database.appender("t")) {
        TableAppender first = whole.fork();
        TableAppender second = whole.fork();
        Thread other =
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int i = 0; i < 1000; i++) {
                        second.setLong(0, 1000 + i).endRow();
                      }
                      second.finish();
                    });
        for (int i = 0; i < 1000; i++) {
          first.setLong(0, i).endRow();
        }
        first.finish();
        other.join();
        whole.commit();
      }
      assertThat(values(database.query("SELECT sum(id) FROM t")))
          .containsExactly(BigDecimal.valueOf(1_999_000));
    }
  }

  @Test
  void closingDiscardsWhatIsNotCommitted() {
    Paceline.closeMemory("left");
    try (Paceline keeper = Paceline.open(small("mem:left"))) {
      keeper.execute("CREATE TABLE t (id BIGINT)");
      try (Paceline other = Paceline.open("mem:left")) {
        TableAppender rows = other.appender("t");
        rows.setLong(0, 1).endRow();
      }
      assertThat(values(keeper.query("SELECT id FROM t"))).isEmpty();
    }
    assertThat(Paceline.closeMemory("left")).isTrue();
  }

  @Test
  void namedMemoryLivesUntilItIsClosed() {
    try (Paceline first = Paceline.open(small("mem:named"))) {
      first.execute("CREATE TABLE t AS SELECT 42 AS answer");
    }
    try (Paceline second = Paceline.open("mem:named")) {
      assertThat(values(second.query("SELECT answer FROM t"))).containsExactly(42);
      assertThat(Paceline.closeMemory("named")).isTrue();
      assertThat(values(second.query("SELECT answer FROM t"))).containsExactly(42);
    }
    assertThat(Paceline.closeMemory("named")).isFalse();
  }

  @Test
  void describesColumns() {
    try (Paceline database = Paceline.open(OPTIONS);
        QueryResult result =
            database.query("SELECT CAST(1.5 AS DECIMAL(4, 1)) AS price, 'a' AS letter")) {
      assertThat(result.columns())
          .containsExactly(
              new ColumnDescription("price", JDBCType.DECIMAL, "DECIMAL", 4, 1, false),
              new ColumnDescription("letter", JDBCType.CHAR, "CHAR", 1, 0, false));
    }
  }

  @Test
  void saysWhatWasWrong() {
    try (Paceline database = Paceline.open(OPTIONS)) {
      database.execute("CREATE TABLE items (id BIGINT)");
      assertThatThrownBy(() -> database.appender("itms"))
          .hasMessage("there is no table itms; did you mean items?");
      assertThatThrownBy(() -> database.query("DROP TABLE IF EXISTS u"))
          .hasMessageContaining("use execute()");
      assertThatThrownBy(() -> database.execute("SELECT id FROM items"))
          .hasMessageContaining("use query()");
      assertThatThrownBy(() -> database.query("SELECT id FROM items WHERE id = ?"))
          .isInstanceOfSatisfying(
              PacelineException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.PARAMETER_COUNT));
      assertThatThrownBy(() -> Paceline.open(OPTIONS.with("wokers", "2")))
          .hasMessageContaining("workers");
    }
  }

  @Test
  void keepsTablesInADirectory(@TempDir Path directory) {
    try (Paceline database = Paceline.open(small(directory.resolve("db").toString()))) {
      database.execute("CREATE TABLE t AS SELECT 42 AS answer");
    }
    ConnectionOptions readOnly = small(directory.resolve("db").toString()).readOnly(true);
    try (Paceline database = Paceline.open(readOnly)) {
      assertThat(values(database.query("SELECT answer FROM t"))).containsExactly(42);
      assertThatThrownBy(() -> database.execute("DROP TABLE t")).hasMessageContaining("read-only");
      assertThatThrownBy(() -> database.appender("t")).hasMessageContaining("read-only");
    }
    assertThat(readOnly)
        .hasToString(directory.resolve("db") + ";memory=64MB;readOnly=true;workers=1");
    assertThat(readOnly.url()).isEqualTo("jdbc:paceline:" + directory.resolve("db"));
  }
}
