package dev.paceline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that a Paceline wrote whose times were milliseconds. Its columns have all encodings of
 * numbers: narrow and wide codes, a dictionary, runs, one value, NULL.
 */
class MillisecondsTest {
  private static final String[] FILES = {"manifest", "00000001.segment", "00000002.segment"};
  private static final int ROWS = 600;
  private static final LocalDateTime SAME = LocalDateTime.of(2000, 1, 1, 0, 0, 0, 500_000_000);
  private static final LocalDateTime NARROW =
      LocalDateTime.of(2024, 2, 29, 12, 34, 56, 789_000_000);

  @TempDir Path folder;

  /** Copies the files, which are kept as text. */
  @BeforeEach
  void copy() throws IOException {
    for (String file : FILES) {
      String resource = "/milliseconds/" + file + ".gz.base64";
      try (InputStream text = MillisecondsTest.class.getResourceAsStream(resource)) {
        assertThat(text).as(resource).isNotNull();
        Files.copy(new GZIPInputStream(Base64.getMimeDecoder().wrap(text)), folder.resolve(file));
      }
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:paceline:" + folder);
  }

  private static @Nullable LocalDateTime few(int id) {
    return switch (id % 4) {
      case 0 -> LocalDateTime.of(1, 1, 1, 0, 0);
      case 1 -> LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_000_000);
      case 2 -> LocalDateTime.of(1582, 10, 4, 1, 2, 3, 4_000_000);
      default -> null;
    };
  }

  private static void checkRows(Statement statement) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("SELECT * FROM times WHERE id < " + ROWS + " ORDER BY id")) {
      for (int id = 0; id < ROWS; id++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(id);
        assertThat(rows.getObject(2, LocalTime.class))
            .isEqualTo(
                id % 10 == 3 ? null : LocalTime.ofNanoOfDay((id * 140_000L + id % 7) * 1_000_000));
        assertThat(rows.getObject(3, LocalDateTime.class)).isEqualTo(NARROW.plusSeconds(id));
        assertThat(rows.getObject(4, LocalDateTime.class))
            .isEqualTo(
                LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000)
                    .plus((id - 300) * 10_000_000_123L, ChronoUnit.MILLIS));
        assertThat(rows.getObject(5, LocalDateTime.class)).isEqualTo(few(id));
        assertThat(rows.getObject(6, LocalDateTime.class))
            .isEqualTo(LocalDateTime.of(1900, 1, 1, 0, 0, 0, 1_000_000).plusDays(id / 100 * 1000L));
        assertThat(rows.getObject(7, LocalDateTime.class)).isEqualTo(SAME);
        assertThat(rows.getObject(8, Instant.class))
            .isEqualTo(NARROW.plusHours(id).toInstant(ZoneOffset.UTC));
        assertThat(rows.getObject(9)).isNull();
      }
      assertThat(rows.next()).isFalse();
    }
    try (ResultSet rows = statement.executeQuery("SELECT * FROM spans ORDER BY id")) {
      for (int id = 0; id < ROWS; id++) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getObject(2, Duration.class)).isEqualTo(Duration.ofMillis(id));
        assertThat(rows.getObject(3, Duration.class))
            .isEqualTo(Duration.between(SAME, NARROW).plusSeconds(id));
      }
    }
  }

  private static long count(Statement statement, String condition) throws SQLException {
    try (ResultSet rows =
        statement.executeQuery("SELECT count(*) FROM times WHERE id < 600 AND " + condition)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  /** Predicates that are evaluated by the bounds of row groups, and on encoded values. */
  private static void checkPredicates(Statement statement) throws SQLException {
    assertThat(count(statement, "t = TIME '00:02:20.001'")).isEqualTo(1);
    assertThat(count(statement, "narrow > TIMESTAMP '2024-02-29 12:34:57.788999'")).isEqualTo(599);
    assertThat(count(statement, "narrow > TIMESTAMP '2024-02-29 12:34:57.789'")).isEqualTo(598);
    assertThat(count(statement, "wide >= TIMESTAMP '1969-12-31 23:59:59.999'")).isEqualTo(300);
    assertThat(count(statement, "wide < TIMESTAMP '1800-01-01 00:00:00'")).isEqualTo(0);
    assertThat(count(statement, "few = TIMESTAMP '1582-10-04 01:02:03.004'")).isEqualTo(150);
    assertThat(count(statement, "few > TIMESTAMP '9999-12-31 23:59:59.998999'")).isEqualTo(150);
    assertThat(count(statement, "runs < TIMESTAMP '1905-06-24 00:00:00.001'")).isEqualTo(200);
    assertThat(count(statement, "same = TIMESTAMP '2000-01-01 00:00:00.500000'")).isEqualTo(600);
    assertThat(count(statement, "same < TIMESTAMP '2000-01-01 00:00:00.499999'")).isEqualTo(0);
    assertThat(count(statement, "nothing IS NULL")).isEqualTo(600);
    assertThat(count(statement, "EXTRACT(YEAR FROM narrow) = 2024")).isEqualTo(600);
  }

  @Test
  void areReadAsMicroseconds() throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      checkRows(statement);
      checkPredicates(statement);
    }
  }

  @Test
  void standBesideMicroseconds() throws SQLException {
    for (int i = 0; i < 3; i++) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "INSERT INTO times (id, t, narrow, few) VALUES ("
                + (ROWS + i)
                + ", TIME '00:00:00.000001', TIMESTAMP '2024-02-29 12:34:56.789001', NULL)");
        checkRows(statement);
        checkPredicates(statement);
      }
    }
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT min(t), min(narrow), max(narrow), count(DISTINCT narrow),"
                    + " max(CASE WHEN id >= 600 THEN narrow END) FROM times WHERE t > TIME"
                    + " '00:00:00'")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("00:00:00.000001");
      assertThat(rows.getString(2)).isEqualTo("2024-02-29 12:34:56.789001");
      assertThat(rows.getString(3)).isEqualTo("2024-02-29 12:44:55.789");
      assertThat(rows.getLong(4)).isEqualTo(540);
      assertThat(rows.getString(5)).isEqualTo("2024-02-29 12:34:56.789001");
    }
  }
}
