package dev.paceline.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTextTest {
  private static IntervalFields parse(String text) {
    return IntervalText.parse(text, new IntervalFields());
  }

  @ParameterizedTest
  @CsvSource({
    "1 day, 0, 1, 0",
    "1 day 02:30:15.5, 0, 1, 9015500000",
    "-1 day 02:00, 0, -1, 7200000000",
    "-02:00:00.000001, 0, 0, -7200000001",
    "30 hours, 0, 0, 108000000000",
    "1.5 hours, 0, 0, 5400000000",
    "2 weeks 3d, 0, 17, 0",
    "90 minutes ago, 0, 0, -5400000000",
    "' 7 ms ', 0, 0, 7000",
    "1 year 2 months, 14, 0, 0",
    "1 month 2 days 3 hours, 1, 2, 10800000000",
    "@ 1 mon -2 days ago, -1, 2, 0",
    "-3 mons, -3, 0, 0",
    "1.5 years, 18, 0, 0",
    "1.25 months, 1, 7, 43200000000",
    "2 decades, 240, 0, 0",
    "5, 0, 0, 5000000",
    "1-2, 14, 0, 0",
    "-1-2 3 04:05:06, -14, 3, 14706000000",
    "3 04:05, 0, 3, 14700000000",
    "P1Y2M3DT4H5M6.5S, 14, 3, 14706500000",
    "P-2W, 0, -14, 0",
    "-PT1M, 0, 0, -60000000",
  })
  void readsIntervals(String text, long months, long days, long micros) {
    IntervalFields interval = parse(text);
    assertThat(interval.months()).isEqualTo(months);
    assertThat(interval.days()).isEqualTo(days);
    assertThat(interval.micros()).isEqualTo(micros);
  }

  @Test
  void readsWhatItWrites() {
    Random random = new Random(7);
    for (int i = 0; i < 10_000; i++) {
      IntervalFields interval =
          new IntervalFields(
              (random.nextInt() >> 11) >> random.nextInt(Integer.SIZE),
              (random.nextInt() >> 7) >> random.nextInt(Integer.SIZE),
              (random.nextLong() >> 3) >> random.nextInt(Long.SIZE));
      IntervalFields read = parse(interval.toString());
      assertThat(read.toString()).isEqualTo(interval.toString());
      assertThat(read.unscaled()).isEqualTo(interval.unscaled());
    }
  }

  @Test
  void writesTheLongestTime() {
    assertThat(IntervalText.of(new IntervalFields(0, 0, Long.MIN_VALUE)))
        .isEqualTo("-2562047788:00:54.775808");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "day", "1 day x", "1 dag", "1:2:3:4", "P", "P1", "P1YT", "PT1Y", "P1H", "1-2-3"
      })
  void otherStringsAreNoIntervals(String text) {
    assertThatThrownBy(() -> parse(text)).hasMessageContaining("cannot be cast to INTERVAL");
  }

  @Test
  void longerIntervalsAreOutOfTheRange() {
    assertThatThrownBy(() -> parse("999999999999999999 years"))
        .hasMessageContaining("is out of the range of INTERVAL");
    assertThatThrownBy(() -> parse("999999999999 days").length())
        .hasMessageContaining("999999999999 days")
        .hasMessageContaining("is out of the range of INTERVAL");
  }
}
