package dev.paceline.storage.load.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Intervals of Parquet, whose parts are unsigned, fit the engine's intervals or are refused. */
class IntervalFormTest {
  private static final long MAX_DAYS = 106_751_991 - 50;

  @Test
  void theLongestIntervalsAreRead() {
    long micros = MAX_DAYS * Micros.PER_DAY + Micros.ofMillis(0xffff_ffffL);
    assertThat(read(NumberForm.INTERVAL_MICROS, 0, (int) MAX_DAYS, -1)).isEqualTo(micros);
    assertThat(micros).isPositive();
    assertThat(read(NumberForm.INTERVAL_MONTHS, Integer.MAX_VALUE, 0, 0))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void longerIntervalsAreRefused() {
    assertRefused(NumberForm.INTERVAL_MICROS, 0, (int) MAX_DAYS + 1);
    assertRefused(NumberForm.INTERVAL_MICROS, 0, -1);
    assertRefused(NumberForm.INTERVAL_MONTHS, Integer.MIN_VALUE, 0);
    assertRefused(NumberForm.INTERVAL_MONTHS, -1, 0);
  }

  private static void assertRefused(NumberForm form, int months, int days) {
    assertThatThrownBy(() -> read(form, months, days, 0))
        .isInstanceOfSatisfying(
            PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_SUPPORTED))
        .hasMessageContaining("longer than its type can hold");
  }

  private static long read(NumberForm form, int months, int days, int millis) {
    MemorySegment bytes = MemorySegment.ofArray(new int[] {months, days, millis});
    MemorySegment lanes = MemorySegment.ofArray(new long[1]);
    PlainValues values = new PlainValues(bytes, 0, bytes.byteSize(), 1);
    form.read(values, 0, 1, lanes, 0);
    return form.width() == Integer.BYTES
        ? lanes.get(ValueLayout.JAVA_INT, 0)
        : lanes.get(ValueLayout.JAVA_LONG, 0);
  }
}
