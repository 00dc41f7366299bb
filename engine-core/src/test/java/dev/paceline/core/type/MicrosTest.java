package dev.paceline.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MicrosTest {
  private static final long SEED = 11;

  @Test
  void shouldConvertLikeJavaTime() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      long micros = i < 2000 ? i - 1000 : random.nextLong() >> 1 + random.nextInt(30);
      Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
      LocalDateTime moment = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
      assertThat(Micros.toInstant(micros)).isEqualTo(instant);
      assertThat(Micros.toLocalDateTime(micros)).isEqualTo(moment);
      assertThat(Micros.toLocalTime(Micros.toTimeOfDay(micros))).isEqualTo(moment.toLocalTime());
      assertThat(Micros.toDay(micros)).isEqualTo(moment.toLocalDate().toEpochDay());
      assertThat(Micros.toMillis(micros)).isEqualTo(instant.toEpochMilli());
      assertThat(Micros.toDuration(micros)).isEqualTo(Duration.between(Instant.EPOCH, instant));
      assertThat(Micros.of(instant)).isEqualTo(micros);
      assertThat(Micros.of(moment)).isEqualTo(micros);
      assertThat(Micros.of(Duration.between(Instant.EPOCH, instant))).isEqualTo(micros);
      int months = random.nextInt(5000) - 2500;
      assertThat(Micros.plusMonths(micros, months)).isEqualTo(Micros.of(moment.plusMonths(months)));
      ZoneId zone = ZoneId.of("America/New_York");
      LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
      assertThat(DateTimeText.toLocal(micros, zone)).isEqualTo(Micros.of(local));
      assertThat(DateTimeText.toInstant(Micros.of(local), zone))
          .isEqualTo(Micros.of(local.atZone(zone).toInstant()));
    }
  }

  @Test
  void shouldCutNanosecondsTowardsThePast() {
    assertThat(Micros.of(LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_999_999))).isEqualTo(-1);
    assertThat(Micros.of(LocalTime.of(0, 0, 0, 1999))).isEqualTo(1);
    assertThat(Micros.of(Instant.ofEpochSecond(-1, 1))).isEqualTo(-1_000_000);
  }

  @Test
  void shouldCountUnitsBetweenExtremes() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      long from = random.nextLong();
      long to = random.nextLong();
      long unit = i % 2 == 0 ? Micros.PER_DAY : Micros.PER_MILLI;
      BigInteger expected =
          BigInteger.valueOf(to)
              .subtract(BigInteger.valueOf(from))
              .divide(BigInteger.valueOf(unit));
      assertThat(Micros.between(from, to, unit)).isEqualTo(expected.longValueExact());
    }
    assertThatThrownBy(() -> Micros.between(Long.MIN_VALUE, 0, 1))
        .isInstanceOf(PacelineException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1500, 1000, -2", "1499, 1000, 1", "1500, 1000, 2", "-1499, 1000, -1", "7, 1, 7"})
  void shouldRoundHalvesAwayFromZero(long micros, long unit, long expected) {
    assertThat(Micros.toNearest(micros, unit)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-290309-01-01", "294248-01-01", "999999-12-31"})
  void shouldRefuseDaysWithoutTimestamps(String text) {
    long day =
        text.startsWith("-")
            ? LocalDate.of(-290_309, 1, 1).toEpochDay()
            : DateTimeText.parseDate(text);
    assertThatThrownBy(() -> Micros.at(day, 0))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("out of the range of TIMESTAMP");
    assertThat(Micros.saturatedPlusMonths(0, day / 30))
        .isEqualTo(day < 0 ? Long.MIN_VALUE : Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, Long.MAX_VALUE, 9_223_372_036_854_776L})
  void shouldRefuseMillisecondsWithoutTimestamps(long millis) {
    assertThatThrownBy(() -> Micros.ofMillis(millis))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining(millis + " milliseconds");
  }

  @Test
  void shouldWriteFractionsUpToTheirLastDigit() {
    assertThat(DateTimeText.formatTime(1)).isEqualTo("00:00:00.000001");
    assertThat(DateTimeText.formatTime(500_000)).isEqualTo("00:00:00.5");
    assertThat(DateTimeText.formatTime(Micros.PER_DAY - 1)).isEqualTo("23:59:59.999999");
    assertThat(DateTimeText.formatTimestamp(-1_000)).isEqualTo("1969-12-31 23:59:59.999");
    assertThat(DateTimeText.parseTime("23:59:59.9999999")).isEqualTo(Micros.PER_DAY - 1);
  }
}
