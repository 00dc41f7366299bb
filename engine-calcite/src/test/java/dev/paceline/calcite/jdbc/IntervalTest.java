package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.result.Interval;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Duration;
import java.time.Period;
import java.util.Base64;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intervals as values of JDBC, as keys, and in files of earlier versions. */
class IntervalTest extends JdbcTest {
  @TempDir private Path directory;

  @Test
  void valuesAreIntervalsPeriodsAndDurations() throws SQLException {
    update("CREATE TABLE t (i INTERVAL)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t VALUES (?), (?), (?), (?)")) {
      insert.setObject(1, new Interval(14, -3, 5));
      insert.setObject(2, Period.of(1, 2, 3));
      insert.setObject(3, Duration.ofHours(-30));
      insert.setString(4, "1 month 2 days");
      assertThat(insert.executeUpdate()).isEqualTo(4);
    }
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT i FROM t ORDER BY i")) {
      assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo("INTERVAL");
      assertThat(rows.getMetaData().getColumnType(1)).isEqualTo(Types.OTHER);
      assertThat(rows.getMetaData().getColumnClassName(1)).isEqualTo(Interval.class.getName());
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1)).isEqualTo(new Interval(0, 0, -108_000_000_000L));
      assertThat(rows.getObject(1, Duration.class)).isEqualTo(Duration.ofHours(-30));
      assertThatThrownBy(() -> rows.getObject(1, Period.class)).hasMessageContaining("-30:00:00");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("1 month 2 days");
      assertThat(rows.getObject(1, Period.class)).isEqualTo(Period.of(0, 1, 2));
      assertThatThrownBy(() -> rows.getObject(1, Duration.class)).hasMessageContaining("1 month");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1)).isEqualTo(new Interval(14, -3, 5));
      assertThat(rows.next()).isTrue();
      assertThat(rows.getObject(1)).isEqualTo(Interval.of(Period.of(1, 2, 3)));
    }
    try (PreparedStatement query =
        connection.prepareStatement("SELECT count(*) FROM t WHERE i > ? AND i = ?")) {
      query.setObject(1, Duration.ofDays(29));
      query.setObject(2, Duration.ofDays(32));
      try (ResultSet rows = query.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
      }
    }
  }

  @Test
  void sumsAreThoseOfTheFields() throws SQLException {
    update("CREATE TABLE t (g INTEGER, i INTERVAL)");
    update(
        "INSERT INTO t VALUES (1, INTERVAL '1 month'), (1, INTERVAL '2 days 03:00'), (2, NULL),"
            + " (2, INTERVAL '-1 day 1 hour'), (3, NULL)");
    assertThat(rows("SELECT g, sum(i), avg(i) FROM t GROUP BY g ORDER BY g"))
        .containsExactly(
            List.of("1", "1 month 2 days 03:00:00", "16 days 01:30:00"),
            List.of("2", "-1 day 01:00:00", "-1 day 01:00:00"),
            java.util.Arrays.asList("3", null, null));
    assertThat(rows("SELECT g, sum(i) OVER (ORDER BY g) FROM t WHERE i IS NOT NULL ORDER BY g"))
        .containsExactly(
            List.of("1", "1 month 2 days 03:00:00"),
            List.of("1", "1 month 2 days 03:00:00"),
            List.of("2", "1 month 1 day 04:00:00"));
    assertThatThrownBy(() -> rows("SELECT sum(to_years(200000)) FROM range(2)"))
        .hasMessageContaining("out of the range of INTERVAL");
  }

  @Test
  void equalIntervalsAreOneKey() throws SQLException {
    update("CREATE TABLE t (i INTERVAL, x INTEGER)");
    update(
        "INSERT INTO t VALUES (INTERVAL '1 month', 2), (INTERVAL '30 days', 1),"
            + " (INTERVAL '720 hours', 3), (INTERVAL '1 day', 4), (NULL, 5)");
    assertThat(rows("SELECT count(*), sum(x) FROM t GROUP BY i ORDER BY 2"))
        .containsExactly(List.of("1", "4"), List.of("1", "5"), List.of("3", "6"));
    assertThat(rows("SELECT count(DISTINCT i) FROM t")).containsExactly(List.of("2"));
    assertThat(rows("SELECT count(*) FROM (SELECT DISTINCT i FROM t)"))
        .containsExactly(List.of("3"));
    assertThat(rows("SELECT x FROM t ORDER BY i DESC NULLS LAST, x"))
        .containsExactly(List.of("1"), List.of("2"), List.of("3"), List.of("4"), List.of("5"));
    assertThat(rows("SELECT count(*) FROM t a JOIN t b USING (i)")).containsExactly(List.of("10"));
    assertThat(rows("SELECT x FROM t WHERE i IN (INTERVAL '30 days', NULL) ORDER BY x"))
        .containsExactly(List.of("1"), List.of("2"), List.of("3"));
    assertThat(rows("SELECT x, rank() OVER (ORDER BY i) FROM t WHERE x < 5 ORDER BY x"))
        .containsExactly(
            List.of("1", "2"), List.of("2", "2"), List.of("3", "2"), List.of("4", "1"));
    assertThat(
            rows(
                "SELECT count(*), grouping(i) FROM t GROUP BY GROUPING SETS ((i), ())"
                    + " ORDER BY 2, 1"))
        .containsExactly(
            List.of("1", "0"), List.of("1", "0"), List.of("3", "0"), List.of("5", "1"));
    assertThat(rows("SELECT count(*) FROM (SELECT i FROM t UNION SELECT INTERVAL '30 days')"))
        .containsExactly(List.of("3"));
    assertThat(rows("SELECT count(*) FROM (SELECT i FROM t EXCEPT SELECT INTERVAL '30 days')"))
        .containsExactly(List.of("2"));
  }

  /** Version 8 of the manifest had columns of months and of microseconds. */
  @Test
  void intervalsOfVersion8BecomeIntervals() throws SQLException, IOException {
    for (String file : List.of("manifest", "00000001.segment")) {
      String resource = "version-8/" + file + ".gz.base64";
      try (InputStream text = IntervalTest.class.getResourceAsStream(resource)) {
        assertThat(text).as(resource).isNotNull();
        Files.copy(
            new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), directory.resolve(file));
      }
    }
    for (int run = 1; run <= 2; run++) {
      try (Connection database = DriverManager.getConnection("jdbc:paceline:" + directory);
          Statement statement = database.createStatement()) {
        String wrong =
            "SELECT count(*), count(m), count(d),"
                + " sum(CASE WHEN m IS DISTINCT FROM CASE WHEN id % 7 = 0 THEN NULL"
                + " ELSE to_months(id - 50) END THEN 1 ELSE 0 END),"
                + " sum(CASE WHEN d IS DISTINCT FROM CASE WHEN id % 5 = 0 THEN NULL"
                + " ELSE to_microseconds((id * 1000000 - 7) * CAST(1000000 AS BIGINT) + 1) END"
                + " THEN 1 ELSE 0 END) FROM spans WHERE id < 2000";
        assertThat(rows(statement.executeQuery(wrong)))
            .containsExactly(List.of("2000", "1714", "1600", "0", "0"));
        assertThat(rows(statement.executeQuery("SELECT m, d FROM spans WHERE id = 1")))
            .containsExactly(List.of("-4 years -1 month", "11 days 13:46:33.000001"));
        statement.executeUpdate(
            "INSERT INTO spans VALUES ("
                + (2000 + run)
                + ", '1 day 30 hours', '1 month 1 second')");
        assertThat(rows(statement.executeQuery("SELECT m, d FROM spans WHERE id >= 2000")))
            .hasSize(run)
            .contains(List.of("1 day 30:00:00", "1 month 00:00:01"));
      }
    }
  }
}
