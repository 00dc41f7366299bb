package dev.paceline.core.expr.text;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Casts of numbers and times to strings and back, against Java. */
@ExtendWith(LedgerExtension.class)
class ValueTextTest {
  private static final long SEED = 5;
  private static final DataType TEXT = DataType.VARCHAR;

  @Test
  void shouldWriteAndReadWholeNumbers(MemoryLedger ledger) {
    for (DataType type : List.of(DataType.INT8, DataType.INT16, DataType.INT32, DataType.INT64)) {
      check(ledger, type, longs(type.minLong(), type.maxLong()), v -> Long.toString((long) v));
    }
  }

  @Test
  void shouldWriteAndReadDecimals(MemoryLedger ledger) {
    for (int precision : new int[] {1, 4, 8, 9, 17, 18, 19, 38}) {
      for (int scale : new int[] {0, 1, 2, 7, 8, 17, 18, 38}) {
        if (scale > precision) {
          continue;
        }
        DataType type = DataType.decimal(precision, scale);
        List<@Nullable Object> values = new ArrayList<>();
        if (type.fitsLong()) {
          values.addAll(longs(type.minLong(), type.maxLong()));
        } else {
          Random random = new Random(SEED);
          BigInteger most = type.maxUnscaled();
          values.addAll(Arrays.asList(BigInteger.ZERO, null, most, most.negate()));
          for (int i = 0; i < 300; i++) {
            BigInteger value = new BigInteger(1 + random.nextInt(most.bitLength() - 1), random);
            values.add(random.nextBoolean() ? value : value.negate());
          }
        }
        check(
            ledger,
            type,
            values,
            v ->
                new BigDecimal(
                        v instanceof BigInteger big ? big : BigInteger.valueOf((long) v), scale)
                    .toPlainString());
      }
    }
  }

  @Test
  void shouldWriteAndReadDates(MemoryLedger ledger) {
    long first = LocalDate.of(0, 1, 1).toEpochDay();
    long last = LocalDate.of(9999, 12, 31).toEpochDay();
    check(
        ledger, DataType.DATE, longs(first, last), v -> LocalDate.ofEpochDay((long) v).toString());
    check(
        ledger,
        DataType.DATE,
        Arrays.asList(last + 1, first - 1, 5_000_000L, -5_000_000L),
        v -> {
          LocalDate date = LocalDate.ofEpochDay((long) v);
          return "%s%04d-%02d-%02d"
              .formatted(
                  date.getYear() < 0 ? "-" : "",
                  Math.abs(date.getYear()),
                  date.getMonthValue(),
                  date.getDayOfMonth());
        });
  }

  @Test
  void shouldWriteAndReadTimesAndTimestamps(MemoryLedger ledger) {
    long day = 86_400_000_000L;
    LongFunction<String> time =
        micros -> {
          LocalTime value = LocalTime.ofNanoOfDay(micros * 1000);
          String fraction =
              micros % 1_000_000 == 0
                  ? ""
                  : ".%06d".formatted(micros % 1_000_000).replaceFirst("0+$", "");
          return "%02d:%02d:%02d%s"
              .formatted(value.getHour(), value.getMinute(), value.getSecond(), fraction);
        };
    List<@Nullable Object> times = longs(0, day - 1);
    for (long second = 0; second < 86_400; second += 37) {
      times.add(second * 1_000_000);
      times.add(second * 1_000_000 + 120_000);
    }
    check(ledger, DataType.TIME, times, v -> time.apply((long) v));
    List<@Nullable Object> timestamps = longs(-50_000 * day, 200_000 * day);
    for (long second = -86_400; second < 86_400; second += 97) {
      timestamps.add(second * 1_000_000);
    }
    check(
        ledger,
        DataType.TIMESTAMP,
        timestamps,
        v ->
            LocalDate.ofEpochDay(Math.floorDiv((long) v, day))
                + " "
                + time.apply(Math.floorMod((long) v, day)));
  }

  /** The fast way and the one for all forms, which a blank in front enforces, agree. */
  @Test
  void shouldReadEveryFormAlike(MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<String> texts =
        new ArrayList<>(
            List.of(
                "",
                "-",
                "+",
                ".",
                "-.",
                "1.",
                ".5",
                "-.5",
                "+7",
                "1e3",
                "1_000",
                "0x1F",
                "007",
                "-0",
                "1.2.3",
                "12a",
                "999999999999999999",
                "9999999999999999999",
                "0.0005",
                "1.2345",
                "123456789012345678.9",
                "2024-02-30",
                "2024-02-29",
                "2023-02-29",
                "2024-13-01",
                "2024-00-10",
                "2024-01-00",
                "2024/01/02",
                "2024-1-02",
                "0000-01-01",
                "9999-12-31",
                "2024-01-02 24:00:00",
                "2024-01-02 23:59:60",
                "2024-01-02T03:04:05",
                "2024-01-02 03:60:05",
                "2024-01-02 03:04:05",
                "2024-01-02 03-04-05",
                "2024-01-02 03:04:5x",
                "2024-02-30 00:00:00"));
    String alphabet = "0123456789.-+: eT";
    for (int i = 0; i < 1500; i++) {
      String form = List.of("2024-05-06", "2024-05-06 07:08:09", "12345.678", "-123456").get(i % 4);
      StringBuilder text = new StringBuilder(form);
      text.setCharAt(
          random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
      texts.add(text.toString());
    }
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      for (DataType type :
          List.of(
              DataType.INT8,
              DataType.INT64,
              DataType.decimal(18, 3),
              DataType.decimal(5, 2),
              DataType.decimal(30, 3),
              DataType.DATE,
              DataType.TIMESTAMP)) {
        for (String text : texts) {
          assertThat(parsed(fixture, text, type))
              .as("'%s' as %s, seed %d", text, type, SEED)
              .isEqualTo(parsed(fixture, " " + text, type));
        }
      }
    }
  }

  /** Returns the value of a string, or the code of the error. */
  private static Object parsed(ExpressionFixture fixture, String text, DataType type) {
    Expression cast = Expressions.cast(column(0, TEXT), type);
    try {
      return fixture.evaluate(cast, 1, fixture.vectors().of(TEXT, text)).getFirst();
    } catch (PacelineException e) {
      assertThat(e.code())
          .isIn(ErrorCode.INVALID_CAST, ErrorCode.INVALID_DATETIME, ErrorCode.NUMERIC_OVERFLOW);
      return e.code();
    }
  }

  /** Values of a range: its ends, powers of ten and their neighbours, NULL, and random ones. */
  private static List<@Nullable Object> longs(long min, long max) {
    Random random = new Random(SEED);
    List<@Nullable Object> values = new ArrayList<>(Arrays.asList(min, max, null, 0L, -1L, 1L));
    for (long power = 1; power > 0 && power <= Long.MAX_VALUE / 10; power *= 10) {
      values.addAll(List.of(power, power - 1, -power, 1 - power, 7 * power));
    }
    for (int i = 0; i < 500; i++) {
      values.add(random.nextLong() >> random.nextInt(64));
    }
    values.removeIf(value -> value != null && ((long) value < min || (long) value > max));
    return values;
  }

  private static void check(
      MemoryLedger ledger,
      DataType type,
      List<@Nullable Object> values,
      Function<Object, String> format) {
    List<@Nullable Object> texts = new ArrayList<>();
    for (Object value : values) {
      texts.add(value == null ? null : format.apply(value));
    }
    int rows = values.size();
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector vector =
          type.fitsLong()
              ? fixture.vectors().of(type, values.toArray())
              : fixture.vectors().int128s(type, values.toArray());
      Expression toText = Expressions.cast(column(0, type), TEXT);
      assertThat(fixture.evaluate(toText, rows, vector)).as("%s", type).isEqualTo(texts);
      ColumnVector written = fixture.vectors().of(TEXT, texts.toArray());
      assertThat(fixture.evaluate(Expressions.cast(column(0, TEXT), type), rows, written))
          .as("%s from strings", type)
          .isEqualTo(fixture.evaluate(column(0, type), rows, vector));
    }
  }
}
