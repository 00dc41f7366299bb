package dev.paceline.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalFieldsTest {
  private static final BigInteger LENGTH = BigInteger.TWO.pow(62);
  private static final BigInteger MONTH = BigInteger.TWO.pow(32);
  private static final long MONTH_MICROS = 30 * Micros.PER_DAY;

  private static IntervalFields random(Random random) {
    return new IntervalFields(
        (random.nextInt() >> 11) >> random.nextInt(Integer.SIZE),
        (random.nextInt() >> 7) >> random.nextInt(Integer.SIZE),
        (random.nextLong() >> 3) >> random.nextInt(Long.SIZE));
  }

  @Test
  void theIntegerIsWhatTheDecisionSays() {
    Random random = new Random(3);
    for (int i = 0; i < 10_000; i++) {
      IntervalFields interval = random(random);
      BigInteger length =
          BigInteger.valueOf(interval.months())
              .multiply(BigInteger.valueOf(MONTH_MICROS))
              .add(BigInteger.valueOf(interval.days() * Micros.PER_DAY))
              .add(BigInteger.valueOf(interval.micros()));
      BigInteger expected =
          length
              .multiply(LENGTH)
              .add(BigInteger.valueOf(interval.months()).multiply(MONTH))
              .add(BigInteger.valueOf(interval.days()));
      assertThat(interval.unscaled()).isEqualTo(expected);
      assertThat(expected.abs()).isLessThanOrEqualTo(DataType.INTERVAL.maxUnscaled());
      long high = Int128.high(expected);
      long low = Int128.low(expected);
      assertThat(IntervalFields.length(high, low)).isEqualTo(length.longValueExact());
      IntervalFields read = new IntervalFields().read(high, low);
      assertThat(read.months()).isEqualTo(interval.months());
      assertThat(read.days()).isEqualTo(interval.days());
      assertThat(read.micros()).isEqualTo(interval.micros());
    }
  }

  @Test
  void theExtremesAreRead() {
    for (long micros : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
      BigInteger unscaled = new IntervalFields(0, 0, micros).unscaled();
      assertThat(new IntervalFields().read(unscaled).micros()).isEqualTo(micros);
    }
    BigInteger mixed = new IntervalFields(3_558_398, -106_751_990, 5).unscaled();
    assertThat(new IntervalFields().read(mixed).toString())
        .isEqualTo("296533 years 2 months -106751990 days 00:00:00.000005");
  }

  @Test
  void fieldsThatAreTooLongAreRefused() {
    assertThatThrownBy(() -> new IntervalFields(3_558_400, 0, 0).unscaled())
        .hasMessageContaining("3558400 months")
        .hasMessageContaining("out of the range of INTERVAL");
    assertThatThrownBy(() -> new IntervalFields(0, 106_751_992, 0).unscaled())
        .hasMessageContaining("106751992 days");
    assertThatThrownBy(() -> new IntervalFields(0, 1, Long.MAX_VALUE).unscaled())
        .hasMessageContaining("out of the range of INTERVAL");
  }
}
