package dev.paceline.core.expr.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.PacelineException;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Series against sums of big integers. */
class SeriesTest {
  private static final List<Long> ENDS =
      List.of(Long.MIN_VALUE, -10L, -1L, 0L, 1L, 7L, 1_000_000L, Long.MAX_VALUE);
  private static final List<Long> STEPS =
      List.of(Long.MIN_VALUE, -3L, -1L, 1L, 2L, 1L << 32, Long.MAX_VALUE - 1, Long.MAX_VALUE);

  @Test
  void countsAsBigIntegersDo() {
    for (long start : ENDS) {
      for (long end : ENDS) {
        for (long step : STEPS) {
          for (boolean inclusive : new boolean[] {false, true}) {
            long count = new Series().reset(start, end, step, inclusive).count();
            assertThat(count)
                .as("%d %d %d %s", start, end, step, inclusive)
                .isEqualTo(expected(start, end, step, inclusive));
          }
        }
      }
    }
  }

  private static long expected(long start, long end, long step, boolean inclusive) {
    BigInteger distance = BigInteger.valueOf(end).subtract(BigInteger.valueOf(start));
    BigInteger width = BigInteger.valueOf(step);
    if (distance.signum() == 0) {
      return inclusive ? 1 : 0;
    }
    if (distance.signum() != width.signum()) {
      return 0;
    }
    BigInteger[] quotient = distance.abs().divideAndRemainder(width.abs());
    boolean hasMore = inclusive || quotient[1].signum() != 0;
    BigInteger count = quotient[0].add(hasMore ? BigInteger.ONE : BigInteger.ZERO);
    return count.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
  }

  @Test
  void theLastValueIsFoundWithoutOverflow() {
    Series series = new Series().reset(Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62, true);
    assertThat(series.count()).isEqualTo(4);
    assertThat(series.value(3)).isEqualTo(1L << 62);
  }

  @Test
  void refusesAStepOfZero() {
    assertThatThrownBy(() -> new Series().reset(1, 2, 0, true))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("must not be 0");
  }
}
