package dev.paceline.core.expr.function;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class CastTest {
  private static final long SEED = 31;
  private static final long NOON =
      LocalDateTime.of(1998, 12, 1, 12, 0).toInstant(ZoneOffset.UTC).toEpochMilli() * 1000;

  @Test
  void shouldRescaleNumbersHalfAwayFromZero(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Object[] values = new Object[300];
      Object[] wide = new Object[300];
      for (int i = 0; i < values.length; i++) {
        values[i] = i % 9 == 0 ? null : (Object) (long) (random.nextInt(200_000) - 100_000);
        wide[i] =
            i % 9 == 0 ? null : new BigInteger(90, random).subtract(BigInteger.ONE.shiftLeft(89));
      }
      DataType narrow = DataType.decimal(12, 3);
      DataType broad = DataType.decimal(30, 3);
      for (ColumnVector vector :
          List.of(fixture.vectors().of(narrow, values), fixture.vectors().int128s(broad, wide))) {
        for (DataType to :
            List.of(
                DataType.decimal(38, 0),
                DataType.decimal(38, 1),
                DataType.decimal(38, 3),
                DataType.decimal(38, 6))) {
          List<@Nullable Object> expected = new ArrayList<>();
          for (int row = 0; row < values.length; row++) {
            expected.add(
                vector.isNull(row)
                    ? null
                    : vector.getDecimal(row).setScale(to.scale(), RoundingMode.HALF_UP));
          }
          assertThat(
                  fixture.evaluate(
                      Expressions.cast(column(0, vector.type()), to), values.length, vector))
              .as("%s to %s, seed %d", vector.type(), to, SEED)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void shouldConvertBetweenNumbers(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(cast(fixture, DataType.FLOAT64, 2.5, DataType.INT32)).isEqualTo(2L);
      assertThat(cast(fixture, DataType.FLOAT64, -2.5, DataType.INT32)).isEqualTo(-2L);
      assertThat(cast(fixture, DataType.FLOAT64, 3.5, DataType.INT64)).isEqualTo(4L);
      assertThat(cast(fixture, DataType.FLOAT64, 2.5, DataType.decimal(5, 0)))
          .isEqualTo(new BigDecimal("3"));
      assertThat(cast(fixture, DataType.FLOAT64, 0.49999999999999994, DataType.INT32))
          .isEqualTo(0L);
      assertThat(cast(fixture, DataType.FLOAT64, 1.005, DataType.decimal(5, 2)))
          .isEqualTo(new BigDecimal("1.01"));
      assertThat(cast(fixture, DataType.decimal(5, 2), new BigDecimal("-1.50"), DataType.INT64))
          .isEqualTo(-2L);
      assertThat(cast(fixture, DataType.decimal(5, 2), new BigDecimal("0.07"), DataType.FLOAT64))
          .isEqualTo(0.07);
      assertThat(cast(fixture, DataType.FLOAT64, 0.1, DataType.FLOAT32)).isEqualTo((double) 0.1f);
      assertThat(cast(fixture, DataType.BOOLEAN, true, DataType.INT32)).isEqualTo(1L);
      assertThat(cast(fixture, DataType.INT32, 0L, DataType.BOOLEAN)).isEqualTo(false);
      fails(fixture, DataType.INT32, 300L, DataType.INT8, ErrorCode.NUMERIC_OVERFLOW);
      fails(fixture, DataType.FLOAT64, 1e30, DataType.INT64, ErrorCode.NUMERIC_OVERFLOW);
      fails(fixture, DataType.FLOAT64, Double.NaN, DataType.INT64, ErrorCode.NUMERIC_OVERFLOW);
      fails(
          fixture,
          DataType.decimal(5, 2),
          new BigDecimal("999.99"),
          DataType.decimal(3, 0),
          ErrorCode.NUMERIC_OVERFLOW);
    }
  }

  @Test
  void shouldParseTexts(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(parse(fixture, " 42 ", DataType.INT32)).isEqualTo(42L);
      assertThat(parse(fixture, "1.5", DataType.INT32)).isEqualTo(2L);
      assertThat(parse(fixture, "-1.005", DataType.decimal(5, 2)))
          .isEqualTo(new BigDecimal("-1.01"));
      assertThat(parse(fixture, "1e3", DataType.FLOAT64)).isEqualTo(1000.0);
      assertThat(parse(fixture, "TRUE", DataType.BOOLEAN)).isEqualTo(true);
      assertThat(parse(fixture, "1998-12-01", DataType.DATE))
          .isEqualTo(LocalDate.of(1998, 12, 1).toEpochDay());
      assertThat(parse(fixture, "12:30:15.25", DataType.TIME)).isEqualTo(45_015_250_000L);
      assertThat(parse(fixture, "12:30:15.1234567", DataType.TIME)).isEqualTo(45_015_123_456L);
      assertThat(parse(fixture, "1969-12-31 23:59:59.999999", DataType.TIMESTAMP)).isEqualTo(-1L);
      assertThat(parse(fixture, "1998-12-01 12:00:00", DataType.TIMESTAMP)).isEqualTo(NOON);
      assertThat(parse(fixture, "1998-12-01T12:00:00Z", DataType.TIMESTAMP_LTZ)).isEqualTo(NOON);
      assertThat(parse(fixture, "1998-12-01 12:00:00", DataType.TIMESTAMP_LTZ))
          .isEqualTo(NOON - 9 * 3_600_000_000L);
      fails(fixture, DataType.VARCHAR, "4x", DataType.INT32, ErrorCode.INVALID_CAST);
      fails(fixture, DataType.VARCHAR, "", DataType.decimal(5, 2), ErrorCode.INVALID_CAST);
      fails(fixture, DataType.VARCHAR, "1.5f", DataType.FLOAT64, ErrorCode.INVALID_CAST);
      fails(fixture, DataType.VARCHAR, "perhaps", DataType.BOOLEAN, ErrorCode.INVALID_CAST);
      fails(fixture, DataType.VARCHAR, "1e999999999", DataType.INT64, ErrorCode.NUMERIC_OVERFLOW);
      assertThat(parse(fixture, "-7e-999999999", DataType.INT64)).isEqualTo(0L);
      assertThat(parse(fixture, "0.05", DataType.decimal(3, 1))).isEqualTo(new BigDecimal("0.1"));
      assertThat(parse(fixture, "0.0499", DataType.decimal(3, 1))).isEqualTo(new BigDecimal("0.0"));
      fails(fixture, DataType.VARCHAR, "2023-02-29", DataType.DATE, ErrorCode.INVALID_DATETIME);
      fails(fixture, DataType.VARCHAR, "24:00:00", DataType.TIME, ErrorCode.INVALID_DATETIME);
      fails(
          fixture,
          DataType.VARCHAR,
          "300000-01-01 00:00:00",
          DataType.TIMESTAMP,
          ErrorCode.INVALID_DATETIME);
    }
  }

  @Test
  void shouldWriteTexts(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(cast(fixture, DataType.INT64, Long.MIN_VALUE, DataType.VARCHAR))
          .isEqualTo("-9223372036854775808");
      assertThat(cast(fixture, DataType.decimal(5, 2), new BigDecimal("-0.05"), DataType.VARCHAR))
          .isEqualTo("-0.05");
      assertThat(cast(fixture, DataType.DATE, -1L, DataType.VARCHAR)).isEqualTo("1969-12-31");
      assertThat(cast(fixture, DataType.TIMESTAMP, NOON + 50, DataType.VARCHAR))
          .isEqualTo("1998-12-01 12:00:00.00005");
      assertThat(cast(fixture, DataType.BOOLEAN, false, DataType.VARCHAR)).isEqualTo("false");
      assertThat(cast(fixture, DataType.VARCHAR, "éabc", DataType.varchar(2))).isEqualTo("éa");
      assertThat(cast(fixture, DataType.VARCHAR, "éa", DataType.character(4))).isEqualTo("éa  ");
      assertThat(cast(fixture, DataType.VARCHAR, "éabcd", DataType.character(4))).isEqualTo("éabc");
      assertThat(cast(fixture, DataType.INT32, 12345L, DataType.varchar(3))).isEqualTo("123");
    }
  }

  @Test
  void shouldConvertBetweenTimes(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      long day = Math.floorDiv(NOON, 86_400_000_000L);
      assertThat(cast(fixture, DataType.TIMESTAMP, NOON, DataType.DATE)).isEqualTo(day);
      assertThat(cast(fixture, DataType.TIMESTAMP, -1L, DataType.DATE)).isEqualTo(-1L);
      assertThat(cast(fixture, DataType.TIMESTAMP, -1L, DataType.TIME)).isEqualTo(86_399_999_999L);
      assertThat(cast(fixture, DataType.DATE, day, DataType.TIMESTAMP))
          .isEqualTo(day * 86_400_000_000L);
      long tokyo = 9 * 3_600_000_000L;
      assertThat(cast(fixture, DataType.TIMESTAMP, NOON, DataType.TIMESTAMP_LTZ))
          .isEqualTo(NOON - tokyo);
      assertThat(cast(fixture, DataType.TIMESTAMP_LTZ, NOON, DataType.TIMESTAMP))
          .isEqualTo(NOON + tokyo);
      assertThat(cast(fixture, DataType.TIMESTAMP_LTZ, NOON + 4 * 3_600_000_000L, DataType.DATE))
          .isEqualTo(day + 1);
      // A time becomes a timestamp of the query's day.
      assertThat(cast(fixture, DataType.TIME, 3_600_000_000L, DataType.TIMESTAMP))
          .isEqualTo(LocalDateTime.of(2024, 3, 1, 1, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000);
    }
  }

  @Test
  void shouldGiveNullWhereASafeCastFails(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector texts =
          fixture.vectors().of(DataType.VARCHAR, "1", "x", null, "3000000000", "-5");
      Expression cast = Expressions.safeCast(column(0, DataType.VARCHAR), DataType.INT32);
      assertThat(cast.canFail()).isFalse();
      assertThat(fixture.evaluate(cast, 5, texts)).containsExactly(1L, null, null, null, -5L);
    }
  }

  private static @Nullable Object parse(ExpressionFixture fixture, String text, DataType to) {
    return cast(fixture, DataType.VARCHAR, text, to);
  }

  /** As a constant, and as one of two rows beside a NULL. */
  private static @Nullable Object cast(
      ExpressionFixture fixture, DataType from, Object value, DataType to) {
    Object constant = fixture.value(Expressions.cast(literal(from, value), to));
    ColumnVector vector = fixture.vectors().of(from, value, null);
    assertThat(fixture.evaluate(Expressions.cast(column(0, from), to), 2, vector))
        .containsExactly(constant, null);
    return constant;
  }

  private static void fails(
      ExpressionFixture fixture, DataType from, Object value, DataType to, ErrorCode code) {
    Expression cast = Expressions.cast(column(0, from), to);
    ColumnVector vector = fixture.vectors().of(from, value);
    fixture.assertFails(cast, code, 1, vector);
  }
}
