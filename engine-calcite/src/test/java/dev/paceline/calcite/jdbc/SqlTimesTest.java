package dev.paceline.calcite.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The instants of {@code java.sql} values against those of the calendar of {@code java.util}. */
class SqlTimesTest {
  private static final long SEED = 3;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "+05:30",
        "Etc/UTC",
        "Europe/Berlin",
        "America/New_York",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Pacific/Apia",
        "America/Sao_Paulo",
        "Africa/Casablanca"
      })
  void agreesWithTheCalendar(String name) {
    ZoneId zone = ZoneId.of(name);
    for (LocalDate date = LocalDate.of(1990, 1, 1);
        date.isBefore(LocalDate.of(2026, 1, 1));
        date = date.plusDays(1)) {
      assertThat(SqlTimes.startOfDay(date, zone))
          .as("%s in %s", date, name)
          .isEqualTo(SqlTimes.calendarMillis(date.atStartOfDay(), zone));
    }
    Random random = new Random(SEED);
    for (int i = 0; i < 5_000; i++) {
      LocalDateTime value =
          LocalDateTime.of(random.nextInt(-50, 2060), 1, 1, 0, 0)
              .plusSeconds(random.nextInt(365 * 24 * 3600));
      assertThat(SqlTimes.timestamp(value, zone).getTime())
          .as("%s in %s", value, name)
          .isEqualTo(SqlTimes.calendarMillis(value, zone));
    }
  }
}
