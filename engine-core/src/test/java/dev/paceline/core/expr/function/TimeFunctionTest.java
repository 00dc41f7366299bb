package dev.paceline.core.expr.function;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.tree.TimeUnit;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class TimeFunctionTest {
  private static final long SEED = 2;

  @Test
  void shouldExtractFieldsOfDatesLikeJavaTime(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Object[] recent = new Object[2048];
      Object[] any = new Object[2048];
      Object[] holes = new Object[2048];
      for (int i = 0; i < recent.length; i++) {
        recent[i] = 8035L + random.nextInt(2557);
        any[i] = (long) (random.nextInt(6_000_000) - 3_000_000);
        holes[i] = i % 5 == 0 ? null : recent[i];
      }
      for (ColumnVector vector :
          List.of(
              fixture.vectors().affine(DataType.DATE, 2, 8035, 1, recent),
              fixture.vectors().affine(DataType.DATE, 4, 8000, 1, recent),
              fixture.vectors().of(DataType.DATE, recent),
              fixture.vectors().of(DataType.DATE, any),
              fixture.vectors().affine(DataType.DATE, 2, 8035, 1, holes),
              fixture.vectors().constant(DataType.DATE, 9000L))) {
        check(fixture, vector, TimeUnit.YEAR, LocalDate::getYear);
        check(fixture, vector, TimeUnit.MONTH, LocalDate::getMonthValue);
        check(fixture, vector, TimeUnit.DAY, LocalDate::getDayOfMonth);
        check(fixture, vector, TimeUnit.QUARTER, d -> d.get(IsoFields.QUARTER_OF_YEAR));
        check(fixture, vector, TimeUnit.DOY, LocalDate::getDayOfYear);
        check(fixture, vector, TimeUnit.ISODOW, d -> d.getDayOfWeek().getValue());
        check(fixture, vector, TimeUnit.DOW, d -> d.getDayOfWeek().getValue() % 7);
        check(fixture, vector, TimeUnit.WEEK, d -> d.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
        check(fixture, vector, TimeUnit.ISOYEAR, d -> d.get(IsoFields.WEEK_BASED_YEAR));
        check(fixture, vector, TimeUnit.DECADE, d -> Math.floorDiv(d.getYear(), 10));
      }
    }
  }

  private static void check(
      ExpressionFixture fixture,
      ColumnVector vector,
      TimeUnit unit,
      Function<LocalDate, Integer> field) {
    List<@Nullable Object> expected = new ArrayList<>();
    for (int row = 0; row < 2048; row++) {
      expected.add(
          vector.isNull(row)
              ? null
              : (Object) (long) field.apply(LocalDate.ofEpochDay(vector.getLong(row))));
    }
    Expression extract = Expressions.extract(unit, DataType.INT64, column(0, DataType.DATE));
    assertThat(extract.canFail()).isFalse();
    assertThat(fixture.evaluate(extract, 2048, vector))
        .as("%s of %s, seed %d", unit, vector, SEED)
        .isEqualTo(expected);
  }

  @Test
  void shouldExtractFieldsOfTimestampsTimesAndIntervals(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression before = literal(DataType.TIMESTAMP, -1L);
      assertThat(extract(fixture, TimeUnit.YEAR, before)).isEqualTo(1969L);
      assertThat(extract(fixture, TimeUnit.HOUR, before)).isEqualTo(23L);
      assertThat(extract(fixture, TimeUnit.SECOND, before)).isEqualTo(59L);
      assertThat(extract(fixture, TimeUnit.MILLISECOND, before)).isEqualTo(59_999L);
      assertThat(extract(fixture, TimeUnit.MICROSECOND, before)).isEqualTo(59_999_999L);
      assertThat(extract(fixture, TimeUnit.EPOCH, before)).isEqualTo(-1L);
      assertThat(extract(fixture, TimeUnit.CENTURY, literal(DataType.DATE, 10_957L)))
          .isEqualTo(20L);
      assertThat(extract(fixture, TimeUnit.MILLENNIUM, literal(DataType.DATE, 11_323L)))
          .isEqualTo(3L);
      assertThat(extract(fixture, TimeUnit.MINUTE, literal(DataType.TIME, 3_725_000_000L)))
          .isEqualTo(2L);
      Expression interval = interval(-27, 40, -30 * Micros.PER_HOUR - 1_500_000);
      assertThat(extract(fixture, TimeUnit.DECADE, interval)).isEqualTo(0L);
      assertThat(extract(fixture, TimeUnit.YEAR, interval)).isEqualTo(-2L);
      assertThat(extract(fixture, TimeUnit.QUARTER, interval)).isEqualTo(0L);
      assertThat(extract(fixture, TimeUnit.MONTH, interval)).isEqualTo(-3L);
      assertThat(extract(fixture, TimeUnit.DAY, interval)).isEqualTo(40L);
      assertThat(extract(fixture, TimeUnit.HOUR, interval)).isEqualTo(-30L);
      assertThat(extract(fixture, TimeUnit.SECOND, interval)).isEqualTo(-1L);
      assertThat(extract(fixture, TimeUnit.MILLISECOND, interval)).isEqualTo(-1500L);
      // 20:00 UTC is the next day in Tokyo.
      assertThat(extract(fixture, TimeUnit.DAY, literal(DataType.TIMESTAMP_LTZ, 72_000_000_000L)))
          .isEqualTo(2L);
    }
  }

  private static Expression interval(long months, long days, long micros) {
    return literal(
        DataType.INTERVAL, new BigDecimal(new IntervalFields(months, days, micros).unscaled()));
  }

  private static @Nullable Object extract(
      ExpressionFixture fixture, TimeUnit unit, Expression operand) {
    return fixture.value(Expressions.extract(unit, DataType.INT64, operand));
  }

  @Test
  void shouldRoundToUnits(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      for (int i = 0; i < 300; i++) {
        LocalDate date = LocalDate.ofEpochDay(random.nextInt(40_000) - 10_000);
        Expression operand = literal(DataType.DATE, date.toEpochDay());
        assertThat(fixture.value(Expressions.floorTo(TimeUnit.MONTH, operand)))
            .isEqualTo(date.withDayOfMonth(1).toEpochDay());
        assertThat(fixture.value(Expressions.floorTo(TimeUnit.YEAR, operand)))
            .isEqualTo(date.withDayOfYear(1).toEpochDay());
        assertThat(fixture.value(Expressions.floorTo(TimeUnit.WEEK, operand)))
            .isEqualTo(date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)).toEpochDay());
        assertThat(fixture.value(Expressions.ceilTo(TimeUnit.MONTH, operand)))
            .isEqualTo(
                date.getDayOfMonth() == 1
                    ? date.toEpochDay()
                    : date.with(TemporalAdjusters.firstDayOfNextMonth()).toEpochDay());
        assertThat(
                fixture.value(
                    Expressions.call(ScalarFunction.LAST_DAY, DataType.DATE, List.of(operand))))
            .isEqualTo(date.with(TemporalAdjusters.lastDayOfMonth()).toEpochDay());
      }
      Expression noon = literal(DataType.TIMESTAMP, 43_200_000_001L);
      assertThat(fixture.value(Expressions.floorTo(TimeUnit.HOUR, noon)))
          .isEqualTo(43_200_000_000L);
      assertThat(fixture.value(Expressions.ceilTo(TimeUnit.HOUR, noon))).isEqualTo(46_800_000_000L);
      assertThat(fixture.value(Expressions.ceilTo(TimeUnit.DAY, noon))).isEqualTo(86_400_000_000L);
    }
  }

  @Test
  void shouldAddAndCountUnitsLikeJavaTime(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      for (int i = 0; i < 300; i++) {
        LocalDateTime from =
            LocalDateTime.ofEpochSecond(
                random.nextInt(), 1000 * random.nextInt(1_000_000), ZoneOffset.UTC);
        LocalDateTime to =
            LocalDateTime.ofEpochSecond(
                random.nextInt(), 1000 * random.nextInt(1_000_000), ZoneOffset.UTC);
        Expression a = timestamp(from);
        Expression b = timestamp(to);
        long amount = random.nextInt(200) - 100L;
        Expression count = literal(DataType.INT32, amount);
        assertThat(
                fixture.value(
                    Expressions.timestampAdd(TimeUnit.MONTH, DataType.TIMESTAMP, count, a)))
            .as("%s plus %d months, seed %d", from, amount, SEED)
            .isEqualTo(micros(from.plusMonths(amount)));
        assertThat(
                fixture.value(
                    Expressions.timestampAdd(TimeUnit.HOUR, DataType.TIMESTAMP, count, a)))
            .isEqualTo(micros(from.plusHours(amount)));
        assertThat(fixture.value(Expressions.timestampDiff(TimeUnit.DAY, DataType.INT32, a, b)))
            .isEqualTo(ChronoUnit.DAYS.between(from, to));
        assertThat(fixture.value(Expressions.timestampDiff(TimeUnit.MONTH, DataType.INT32, a, b)))
            .as("months from %s to %s, seed %d", from, to, SEED)
            .isEqualTo(ChronoUnit.MONTHS.between(from, to));
        assertThat(fixture.value(Expressions.timestampDiff(TimeUnit.YEAR, DataType.INT32, a, b)))
            .isEqualTo(ChronoUnit.YEARS.between(from, to));
      }
    }
  }

  private static Expression timestamp(LocalDateTime value) {
    return literal(DataType.TIMESTAMP, micros(value));
  }

  private static long micros(LocalDateTime value) {
    return value.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + value.getNano() / 1000;
  }

  @Test
  void shouldGiveTheStartOfTheQueryInTheSessionsZone(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(now(fixture, ScalarFunction.CURRENT_DATE, DataType.DATE))
          .isEqualTo(LocalDate.of(2024, 3, 1).toEpochDay());
      assertThat(now(fixture, ScalarFunction.CURRENT_TIMESTAMP, DataType.TIMESTAMP_LTZ))
          .isEqualTo(ExpressionFixture.START_MILLIS * 1000);
      assertThat(now(fixture, ScalarFunction.CURRENT_TIMESTAMP, DataType.TIMESTAMP))
          .isEqualTo(ExpressionFixture.START_MILLIS * 1000 + 9 * 3_600_000_000L);
    }
  }

  private static @Nullable Object now(
      ExpressionFixture fixture, ScalarFunction function, DataType type) {
    return fixture.value(Expressions.call(function, type, List.of()));
  }
}
