package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/** Every SQL type: as a literal, in a column, as a parameter, through every getter that fits. */
class TypesTest extends JdbcTest {
  /**
   * @param literal null if SQL has none
   * @param value what setObject takes and getObject(column, class of it) gives
   */
  private record Sample(String type, String literal, Object value, String text) {}

  private static final BigDecimal HUGE = new BigDecimal("99999999999999999999999999999999.999999");

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("BOOLEAN", "TRUE", true, "true"),
          new Sample("BOOLEAN", "FALSE", false, "false"),
          new Sample("TINYINT", "-128", (int) Byte.MIN_VALUE, "-128"),
          new Sample("SMALLINT", "32767", (int) Short.MAX_VALUE, "32767"),
          new Sample("INTEGER", "-2147483648", Integer.MIN_VALUE, "-2147483648"),
          new Sample("BIGINT", "9223372036854775807", Long.MAX_VALUE, "9223372036854775807"),
          new Sample("BIGINT", "-9223372036854775808", Long.MIN_VALUE, "-9223372036854775808"),
          new Sample("DECIMAL(15, 2)", "-0.05", new BigDecimal("-0.05"), "-0.05"),
          new Sample(
              "DECIMAL(18, 0)",
              "999999999999999999",
              new BigDecimal("999999999999999999"),
              "999999999999999999"),
          new Sample("DECIMAL(38, 6)", HUGE.toPlainString(), HUGE, HUGE.toPlainString()),
          new Sample(
              "DECIMAL(38, 6)",
              HUGE.negate().toPlainString(),
              HUGE.negate(),
              HUGE.negate().toPlainString()),
          new Sample("REAL", "0.5", 0.5f, "0.5"),
          new Sample("DOUBLE", "1E308", 1e308, "1.0E308"),
          new Sample("DOUBLE", null, Double.NaN, "NaN"),
          new Sample("CHAR(5)", "'ab   '", "ab   ", "ab   "),
          new Sample("VARCHAR", "'Ğüşıö € 𝄞'", "Ğüşıö € 𝄞", "Ğüşıö € 𝄞"),
          new Sample("VARCHAR", "''", "", ""),
          new Sample("VARBINARY", "X'00ff10'", new byte[] {0, (byte) 0xff, 16}, "00ff10"),
          new Sample("DATE", "DATE '1500-02-28'", LocalDate.of(1500, 2, 28), "1500-02-28"),
          new Sample("DATE", "DATE '2010-04-04'", LocalDate.of(2010, 4, 4), "2010-04-04"),
          new Sample("DATE", "DATE '9999-12-31'", LocalDate.of(9999, 12, 31), "9999-12-31"),
          new Sample(
              "TIME", "TIME '23:59:59.999'", LocalTime.of(23, 59, 59, 999_000_000), "23:59:59.999"),
          new Sample(
              "TIME", "TIME '00:00:00.000001'", LocalTime.of(0, 0, 0, 1000), "00:00:00.000001"),
          new Sample(
              "TIMESTAMP",
              "TIMESTAMP '9999-12-31 23:59:59.999999'",
              LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_000),
              "9999-12-31 23:59:59.999999"),
          new Sample(
              "TIMESTAMP",
              "TIMESTAMP '1600-02-29 00:00:00.100001'",
              LocalDateTime.of(1600, 2, 29, 0, 0, 0, 100_001_000),
              "1600-02-29 00:00:00.100001"),
          // This hour does not exist in the zone of the tests.
          new Sample(
              "TIMESTAMP",
              "TIMESTAMP '2010-04-04 02:30:00'",
              LocalDateTime.of(2010, 4, 4, 2, 30),
              "2010-04-04 02:30:00"),
          new Sample(
              "TIMESTAMP",
              "TIMESTAMP '1969-12-31 23:59:59.001'",
              LocalDateTime.of(1969, 12, 31, 23, 59, 59, 1_000_000),
              "1969-12-31 23:59:59.001"));

  @Test
  void areReadAsWritten() throws SQLException {
    for (Sample sample : SAMPLES) {
      update("DROP TABLE IF EXISTS t");
      update("CREATE TABLE t (v " + sample.type + ")");
      update("INSERT INTO t VALUES (NULL)");
      if (sample.literal != null) {
        update("INSERT INTO t VALUES (" + sample.literal + ")");
      }
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
        insert.setObject(1, sample.value);
        insert.executeUpdate();
        insert.setNull(1, java.sql.Types.OTHER);
        insert.executeUpdate();
      }
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery("SELECT v FROM t")) {
        int nulls = 0;
        int values = 0;
        while (result.next()) { // in any order: each statement made a row group
          boolean isNull = result.getObject(1) == null;
          check(sample, result, isNull);
          nulls += isNull ? 1 : 0;
          values += isNull ? 0 : 1;
        }
        assertThat(nulls).as("%s", sample).isEqualTo(2);
        assertThat(values).as("%s", sample).isEqualTo(sample.literal == null ? 1 : 2);
        assertThat(result.getMetaData().getColumnTypeName(1))
            .isEqualTo(sample.type.replaceAll("\\(.*", ""));
      }
    }
  }

  private static void check(Sample sample, ResultSet result, boolean isNull) throws SQLException {
    Object value = result.getObject(1, sample.value.getClass());
    assertThat(result.wasNull()).as("%s", sample).isEqualTo(isNull);
    if (isNull) {
      assertThat(value).isNull();
      assertThat(result.getString(1)).isNull();
      assertThat(result.getObject(1)).isNull();
    } else {
      assertThat(value).as("%s", sample).isEqualTo(sample.value);
      assertThat(result.getString(1)).isEqualTo(sample.text);
      assertThat(result.getObject(1).getClass().getTypeName())
          .isEqualTo(result.getMetaData().getColumnClassName(1).replace("[B", "byte[]"));
    }
  }

  @Test
  void areLiterals() throws SQLException {
    for (Sample sample : SAMPLES) {
      if (sample.literal != null && !sample.type.equals("CHAR(5)")) {
        String sql = "SELECT CAST(" + sample.literal + " AS " + sample.type + ")";
        assertThat(rows(sql)).as(sql).containsExactly(List.of(sample.text));
      }
    }
  }

  @Test
  void areParametersOfQueries() throws SQLException {
    for (Sample sample : SAMPLES) {
      String sql = "SELECT CAST(? AS " + sample.type + ")";
      try (PreparedStatement query = connection.prepareStatement(sql)) {
        query.setObject(1, sample.value);
        assertThat(rows(query.executeQuery()))
            .as("%s", sample)
            .containsExactly(List.of(sample.text));
        query.setNull(1, java.sql.Types.OTHER);
        assertThat(rows(query.executeQuery())).containsExactly(Arrays.asList((String) null));
      }
    }
  }

  @Test
  void convertWhereNothingIsLost() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "VALUES (CAST(300 AS INTEGER), CAST(12.75 AS DECIMAL(4, 2)), '42', TRUE)")) {
      assertThat(result.next()).isTrue();
      assertThat(result.getShort(1)).isEqualTo((short) 300);
      assertThat(result.getDouble(1)).isEqualTo(300.0);
      assertThat(result.getBigDecimal(1)).isEqualTo(new BigDecimal("300"));
      assertThat(result.getBoolean(1)).isTrue();
      assertThatThrownBy(() -> result.getByte(1))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("22003"))
          .hasMessageContaining("300, which does not fit byte");
      assertThat(result.getInt(2)).isEqualTo(12);
      assertThat(result.getFloat(2)).isEqualTo(12.75f);
      assertThat(result.getLong(3)).isEqualTo(42);
      assertThat(result.getInt(4)).isEqualTo(1);
      assertThatThrownBy(() -> result.getDate(1)).hasMessageContaining("cannot be read as");
      assertThatThrownBy(() -> result.getInt(5)).hasMessageContaining("there is no column 5");
      assertThat(result.next()).isFalse();
      assertThatThrownBy(() -> result.getInt(1)).hasMessageContaining("no row any more");
    }
  }

  @Test
  void keepTheirFieldsInEveryZone() throws SQLException {
    String sql = "VALUES (DATE '2024-03-31', TIME '02:30:00', TIMESTAMP '2024-03-31 12:34:56.789')";
    for (String zone : List.of("UTC", "Asia/Kolkata", "Pacific/Apia", "America/Bahia_Banderas")) {
      Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(zone), Locale.ROOT);
      try (Statement statement = connection.createStatement();
          ResultSet result = statement.executeQuery(sql)) {
        assertThat(result.next()).isTrue();
        assertThat(result.getDate(1)).isEqualTo(Date.valueOf("2024-03-31"));
        assertThat(result.getTime(2)).isEqualTo(Time.valueOf("02:30:00"));
        assertThat(result.getTimestamp(3)).isEqualTo(Timestamp.valueOf("2024-03-31 12:34:56.789"));
        assertThat(fields(calendar, result.getDate(1, calendar))).startsWith("2024-3-31 0:0");
        assertThat(fields(calendar, result.getTime(2, calendar))).isEqualTo("1970-1-1 2:30");
        assertThat(fields(calendar, result.getTimestamp(3, calendar))).isEqualTo("2024-3-31 12:34");
      }
      try (PreparedStatement query =
          connection.prepareStatement("SELECT CAST(? AS TIMESTAMP), CAST(? AS DATE)")) {
        calendar.clear();
        calendar.set(2024, Calendar.FEBRUARY, 29, 23, 59, 58);
        query.setTimestamp(1, new Timestamp(calendar.getTimeInMillis()), calendar);
        query.setDate(2, new Date(calendar.getTimeInMillis()), calendar);
        assertThat(rows(query.executeQuery()))
            .containsExactly(List.of("2024-02-29 23:59:58", "2024-02-29"));
      }
    }
  }

  private static String fields(Calendar calendar, java.util.Date value) {
    calendar.setTime(value);
    return calendar.get(Calendar.YEAR)
        + "-"
        + (calendar.get(Calendar.MONTH) + 1)
        + "-"
        + calendar.get(Calendar.DAY_OF_MONTH)
        + " "
        + calendar.get(Calendar.HOUR_OF_DAY)
        + ":"
        + calendar.get(Calendar.MINUTE);
  }
}
