package dev.paceline.storage.load.parquet.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** Intervals of Parquet, whose parts are unsigned, fit the engine's intervals or are refused. */
class IntervalFormTest {
  @Test
  void intervalsKeepTheirFields() {
    assertThat(read(14, 3, 5).toString()).isEqualTo("1 year 2 months 3 days 00:00:00.005");
    assertThat(read(3_500_000, 0, 0).months()).isEqualTo(3_500_000);
    assertThat(read(0, 106_000_000, -1).micros()).isEqualTo(Micros.ofMillis(0xffff_ffffL));
  }

  @Test
  void longerIntervalsAreRefused() {
    assertRefused(0, -1);
    assertRefused(Integer.MAX_VALUE, 0);
    assertRefused(-1, 0);
  }

  private static void assertRefused(int months, int days) {
    assertThatThrownBy(() -> read(months, days, 0))
        .isInstanceOfSatisfying(
            PacelineException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.NUMERIC_OVERFLOW))
        .hasMessageContaining("out of the range of INTERVAL");
  }

  private static IntervalFields read(int months, int days, int millis) {
    MemorySegment bytes = MemorySegment.ofArray(new int[] {months, days, millis});
    MemorySegment lanes = MemorySegment.ofArray(new long[2]);
    PlainValues values = new PlainValues(bytes, 0, bytes.byteSize(), 1);
    NumberForm.INTERVALS.read(values, 0, 1, lanes, 0);
    return new IntervalFields()
        .read(
            lanes.getAtIndex(ValueLayout.JAVA_LONG, 1), lanes.getAtIndex(ValueLayout.JAVA_LONG, 0));
  }
}
