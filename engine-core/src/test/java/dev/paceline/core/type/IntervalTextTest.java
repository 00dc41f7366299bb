package dev.paceline.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalTextTest {
  @ParameterizedTest
  @CsvSource({
    "1 day, 86400000000",
    "1 day 02:30:15.5, 95415500000",
    "-1 day 02:00, -79200000000",
    "-02:00:00.000001, -7200000001",
    "1.5 hours, 5400000000",
    "2 weeks 3d, 1468800000000",
    "90 minutes ago, -5400000000",
    "' 7 ms ', 7000"
  })
  void readsDaysAndTimes(String text, long micros) {
    assertThat(IntervalText.parse(text, DataType.INTERVAL_MICROS)).isEqualTo(micros);
  }

  @ParameterizedTest
  @CsvSource({"1 year 2 months, 14", "-3 mons, -3", "1.5 years, 18", "2 decades, 240"})
  void readsMonths(String text, long months) {
    assertThat(IntervalText.parse(text, DataType.INTERVAL_MONTHS)).isEqualTo(months);
  }

  @Test
  void readsWhatItWrites() {
    Random random = new Random(7);
    for (int i = 0; i < 1000; i++) {
      long micros = random.nextLong() >> random.nextInt(Long.SIZE);
      assertThat(IntervalText.parse(IntervalText.ofMicros(micros), DataType.INTERVAL_MICROS))
          .isEqualTo(micros);
      int months = random.nextInt() >> random.nextInt(Integer.SIZE);
      assertThat(IntervalText.parse(IntervalText.ofMonths(months), DataType.INTERVAL_MONTHS))
          .isEqualTo(months);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "day",
        "1 day x",
        "1 dag",
        "1 month",
        "1:2:3:4",
        "999999999999 days"
      })
  void otherStringsAreNoIntervals(String text) {
    assertThatThrownBy(() -> IntervalText.parse(text, DataType.INTERVAL_MICROS))
        .hasMessageContaining("cannot be cast to INTERVAL DAY TO SECOND");
  }

  @Test
  void daysAreNoMonths() {
    assertThatThrownBy(() -> IntervalText.parse("1 month 1 day", DataType.INTERVAL_MONTHS))
        .hasMessageContaining("it has days or units of time");
  }
}
