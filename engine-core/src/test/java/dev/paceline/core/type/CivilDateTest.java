package dev.paceline.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CivilDateTest {
  private static final long SEED = 3;

  @Test
  void shouldConvertLikeJavaTime() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      long day = i < 2000 ? i - 1000 : random.nextInt(20_000_000) - 10_000_000;
      LocalDate date = LocalDate.ofEpochDay(day);
      assertThat(CivilDate.year(day)).as("day %d", day).isEqualTo(date.getYear());
      assertThat(CivilDate.month(day)).as("day %d", day).isEqualTo(date.getMonthValue());
      assertThat(CivilDate.day(day)).as("day %d", day).isEqualTo(date.getDayOfMonth());
      assertThat(CivilDate.toEpochDay(date.getYear(), date.getMonthValue(), date.getDayOfMonth()))
          .isEqualTo(day);
      int months = random.nextInt(5000) - 2500;
      assertThat(CivilDate.plusMonths(day, months))
          .as("day %d plus %d months", day, months)
          .isEqualTo(date.plusMonths(months).toEpochDay());
    }
  }

  @Test
  void shouldReadWhatItWrites() {
    Random random = new Random(SEED);
    for (int i = 0; i < 2000; i++) {
      long micros = random.nextLong() >> 1;
      assertThat(DateTimeText.parseTimestamp(DateTimeText.formatTimestamp(micros)))
          .isEqualTo(micros);
      long day = Math.floorDiv(micros, 86_400_000_000L);
      assertThat(DateTimeText.parseDate(DateTimeText.formatDate(day))).isEqualTo(day);
    }
    assertThat(DateTimeText.formatTimestamp(-1)).isEqualTo("1969-12-31 23:59:59.999999");
    assertThat(DateTimeText.parseInstant("2024-07-01 12:00:00+02:00", ZoneOffset.UTC))
        .isEqualTo(LocalDateTime.of(2024, 7, 1, 10, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "1998", "1998-13-01", "1998-02-30", "98-01-01", "1998-01-01x", "1998-01-"})
  void shouldRefuseWhatIsNoDate(String text) {
    assertThatThrownBy(() -> DateTimeText.parseDate(text))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("'" + text + "'");
  }
}
