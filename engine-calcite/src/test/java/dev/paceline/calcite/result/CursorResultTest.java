package dev.paceline.calcite.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.Paceline;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.result.Interval;
import dev.paceline.result.QueryResult;
import dev.paceline.result.ResultBatch;
import dev.paceline.result.ResultVector;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorResultTest {
  private final Paceline database = Paceline.open("mem:;memory=64MB;workers=2;timeZone=UTC");

  @AfterEach
  void close() {
    database.close();
  }

  private <T> T first(String expression, BiFunction<ResultVector, Integer, T> read) {
    try (QueryResult result = database.query("SELECT " + expression)) {
      ResultBatch batch = result.nextBatch();
      assertThat(batch).isNotNull();
      assertThat(batch.rowCount()).isOne();
      assertThat(batch.columnCount()).isOne();
      return read.apply(batch.column(0), 0);
    }
  }

  private Object object(String expression) {
    return first(expression, ResultVector::getObject);
  }

  @Test
  void objectsHaveTheClassesOfTheirTypes() {
    assertThat(object("1 < 2")).isEqualTo(true);
    assertThat(object("CAST(-7 AS TINYINT)")).isEqualTo(-7);
    assertThat(object("CAST(-300 AS SMALLINT)")).isEqualTo(-300);
    assertThat(object("2147483647")).isEqualTo(Integer.MAX_VALUE);
    assertThat(object("CAST(-9223372036854775808 AS BIGINT)")).isEqualTo(Long.MIN_VALUE);
    assertThat(object("CAST(12345678901234567890.50 AS DECIMAL(38, 2))"))
        .isEqualTo(new BigDecimal("12345678901234567890.50"));
    assertThat(object("CAST(0.1 AS REAL)")).isEqualTo(0.1f);
    assertThat(object("CAST(0.1 AS DOUBLE)")).isEqualTo(0.1);
    assertThat(object("CAST('grüße' AS VARCHAR)")).isEqualTo("grüße");
    assertThat((byte[]) object("x'00ff'")).containsExactly(0, 255);
    assertThat(object("DATE '1969-12-31'")).isEqualTo(LocalDate.of(1969, 12, 31));
    assertThat(object("TIME '23:59:58'")).isEqualTo(LocalTime.of(23, 59, 58));
    assertThat(object("TIMESTAMP '1969-12-31 23:59:59.999'"))
        .isEqualTo(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_000_000));
    assertThat(object("CAST(TIMESTAMP '2026-01-01 00:00:00' AS TIMESTAMP WITH LOCAL TIME ZONE)"))
        .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(object("INTERVAL '1-2' YEAR TO MONTH")).isEqualTo(Interval.of(Period.of(1, 2, 0)));
    assertThat(object("INTERVAL '1 02' DAY TO HOUR")).isEqualTo(new Interval(0, 1, 7_200_000_000L));
    assertThat(object("CAST(NULL AS VARCHAR)")).isNull();
  }

  @Test
  void typedMethodsReadTheirTypes() {
    assertThat(first("1 < 2", ResultVector::getBoolean)).isTrue();
    assertThat(first("CAST(5 AS SMALLINT)", ResultVector::getLong)).isEqualTo(5);
    assertThat(first("CAST(1.25 AS DECIMAL(5, 2))", ResultVector::getDouble)).isEqualTo(1.25);
    assertThat(first("17", ResultVector::getDouble)).isEqualTo(17);
    assertThat(first("17", ResultVector::getBigDecimal)).isEqualTo("17");
    assertThat(first("'abc'", ResultVector::getString)).isEqualTo("abc");
    assertThat(first("'ü'", ResultVector::getBytes))
        .isEqualTo("ü".getBytes(StandardCharsets.UTF_8));
    assertThat(first("DATE '2000-02-29'", ResultVector::getLocalDate))
        .isEqualTo(LocalDate.of(2000, 2, 29));
    assertThat(first("TIME '00:00:00'", ResultVector::getLocalTime)).isEqualTo(LocalTime.MIDNIGHT);
    assertThat(first("TIMESTAMP '1900-01-01 00:00:00'", ResultVector::getLocalDateTime))
        .isEqualTo(LocalDateTime.of(1900, 1, 1, 0, 0));
    assertThat(first("CAST(NULL AS INTEGER)", ResultVector::isNull)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          'abc'               | long
          DATE '2000-01-01'   | string
          1                   | string
          CAST(1 AS DOUBLE)   | long
          CAST(1 AS DECIMAL(5, 0)) | long
          'abc'               | double
          1                   | date
          1                   | boolean
          1 < 2               | bytes
          """,
      quoteCharacter = '"')
  void aWrongTypeIsRefusedByName(String expression, String method) {
    assertThatThrownBy(
            () ->
                first(
                    expression + " AS wrong",
                    (vector, row) ->
                        switch (method) {
                          case "long" -> vector.getLong(row);
                          case "string" -> vector.getString(row);
                          case "double" -> vector.getDouble(row);
                          case "date" -> vector.getLocalDate(row);
                          case "boolean" -> vector.getBoolean(row);
                          default -> vector.getBytes(row);
                        }))
        .isInstanceOfSatisfying(
            PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH))
        .hasMessageContaining("column wrong")
        .hasMessageContaining("getObject");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2047, 2048, 2049, 131_073})
  void rangesAreWhatSingleValuesAre(int rows) {
    database.execute(
        "CREATE TABLE numbers (id BIGINT, small SMALLINT, half DOUBLE, price DECIMAL(9, 2))");
    try (var appender = database.appender("numbers")) {
      for (int i = 0; i < rows; i++) {
        appender.setLong(0, (long) i * i);
        if (i % 3 != 0) {
          appender
              .setLong(1, i % 1000)
              .setDouble(2, i / 2.0)
              .setBigDecimal(3, BigDecimal.valueOf(i, 2));
        }
        appender.endRow();
      }
      appender.commit();
    }
    int seen = 0;
    try (QueryResult result =
        database.query("SELECT id, small, half, price, 5 AS five FROM numbers")) {
      for (ResultBatch batch; (batch = result.nextBatch()) != null; ) {
        for (int column = 0; column < batch.columnCount(); column++) {
          checkRanges(batch.column(column), batch.rowCount(), column);
        }
        seen += batch.rowCount();
      }
      assertThat(result.nextBatch()).isNull();
      assertThat(result.progress()).isEqualTo(1);
    }
    assertThat(seen).isEqualTo(rows);
  }

  private static void checkRanges(ResultVector vector, int rows, int column) {
    int from = rows / 3;
    int count = rows - from;
    double[] doubles = new double[count + 2];
    long[] longs = new long[count + 2];
    boolean[] nulls = new boolean[count + 2];
    boolean integers = column != 2 && column != 3;
    vector.copyDoubles(from, doubles, 1, count);
    vector.copyNulls(from, nulls, 1, count);
    if (integers) {
      vector.copyLongs(from, longs, 1, count);
    }
    assertThat(doubles[0]).isZero();
    assertThat(doubles[count + 1]).isZero();
    for (int i = 0; i < count; i++) {
      assertThat(nulls[1 + i]).isEqualTo(vector.isNull(from + i));
      if (!nulls[1 + i]) {
        assertThat(doubles[1 + i]).isEqualTo(vector.getDouble(from + i));
        if (integers) {
          assertThat(longs[1 + i]).isEqualTo(vector.getLong(from + i));
        }
      } else {
        assertThat(vector.mayHaveNulls()).isTrue();
        assertThat(vector.getObject(from + i)).isNull();
      }
    }
    assertThatThrownBy(() -> vector.copyNulls(from, nulls, 1, count + 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.isNull(rows)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> vector.getObject(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void aCancelledResultSaysSo() {
    database.execute("CREATE TABLE d AS VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8)");
    try (QueryResult result =
        database.query("SELECT a.\"col0\" FROM d a, d b, d c, d e, d f, d g, d h")) {
      result.cancel();
      assertThatThrownBy(
              () -> {
                while (result.nextBatch() != null) {}
              })
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }

  @Test
  void aClosedResultSaysSo() {
    QueryResult result = database.query("SELECT 1");
    result.close();
    result.close();
    assertThatThrownBy(result::nextBatch)
        .isInstanceOfSatisfying(
            PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OBJECT_CLOSED));
  }
}
