package dev.paceline.core.expr.library;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.type.Micros;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts of timestamps are constant within the step that a format says. */
class TimeFormatTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "%Y",
        "%y",
        "%m",
        "%-d",
        "%H",
        "%I",
        "%M",
        "%-S",
        "%f",
        "%g",
        "%j",
        "%p",
        "%a",
        "%A",
        "%b",
        "%B",
        "%u",
        "%V",
        "%G",
        "%w",
        "%U",
        "%W",
        "%n",
        "%x",
        "%X",
        "%c",
        "%%",
        "at %H:%M"
      })
  void shouldWriteTheSameTextWithinAStep(String format) {
    check(TimeFormat.ofPercent(format));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "YYYY", "YY", "IYYY", "MM", "DD", "DDD", "HH24", "HH12", "HH", "MI", "SS", "MS", "US", "AM",
        "pm", "IW", "ID", "D", "Q", "MONTH", "Mon", "day", "FMDay", "HH24:MI"
      })
  void shouldWriteTheSameTextOfATemplateWithinAStep(String format) {
    check(TimeFormat.ofTemplate(format));
  }

  private static void check(TimeFormat format) {
    Random random = new Random(1);
    for (int i = 0; i < 2_000; i++) {
      long micros = random.nextLong(200L * 365 * Micros.PER_DAY) - 100L * 365 * Micros.PER_DAY;
      long first = Math.floorDiv(micros, format.step()) * format.step();
      long last = first + format.step() - 1;
      String text = format.format(Micros.toLocalDateTime(micros));
      assertThat(format.format(Micros.toLocalDateTime(first))).isEqualTo(text);
      assertThat(format.format(Micros.toLocalDateTime(last))).isEqualTo(text);
    }
  }
}
