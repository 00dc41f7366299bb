package dev.paceline.core.kernel;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels that serve here against the plain loops, and logarithms against exact ones. */
@ExtendWith(LedgerExtension.class)
class DoubleKernelsTest {
  private static final long SEED = 5;
  private static final MathContext DIGITS = new MathContext(45);
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    1,
    -1,
    Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Math.nextDown(Double.MIN_NORMAL),
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    Math.nextDown(1.0),
    Math.nextUp(1.0),
    Math.sqrt(0.5),
    Math.sqrt(2),
    Math.nextUp(Math.sqrt(2))
  };

  private final DoubleKernels serving = DoubleKernels.fastest();
  private final DoubleKernels scalar = new ScalarDoubleKernels();

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 8, 9, 16, 17, 2048})
  void shouldComputeTheSame(int count, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      Random random = new Random(SEED + count);
      MemorySegment source = scope.allocate(8L * count + 8);
      MemorySegment expected = scope.allocate(8L * count + 8);
      MemorySegment actual = scope.allocate(8L * count + 8);
      long offset = 3;
      fill(source, offset, count, random);
      for (int repetition = 0; repetition < 4; repetition++) {
        assertThat(serving.squareRoots(source, offset, count, actual))
            .isEqualTo(scalar.squareRoots(source, offset, count, expected));
        assertSame(expected, actual, source, offset, count);
        assertThat(serving.naturalLogarithms(source, offset, count, actual))
            .isEqualTo(scalar.naturalLogarithms(source, offset, count, expected));
        assertSame(expected, actual, source, offset, count);
        fillPositive(source, offset, count, random);
      }
      for (double divisor : new double[] {1, 100, 1e22}) {
        for (int i = 0; i < count; i++) {
          long whole = random.nextLong() >> 13 + random.nextInt(50);
          source.set(JAVA_LONG_UNALIGNED, offset + 8L * i, i == 1 ? -whole : whole);
        }
        scalar.fromLongs(source, offset, count, divisor, expected);
        serving.fromLongs(source, offset, count, divisor, actual);
        assertSame(expected, actual, source, offset, count);
      }
    }
  }

  @Test
  void shouldConvertUpToTheLimit(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      long limit = DoubleKernels.MAX_EXACT;
      long[] values = {limit, -limit, limit - 1, 1 - limit, 0, 1, -1, 123_456_789_012_345L, 99};
      MemorySegment source = scope.allocate(8L * values.length);
      for (int i = 0; i < values.length; i++) {
        source.set(JAVA_LONG_UNALIGNED, 8L * i, values[i]);
      }
      serving.fromLongs(source, 0, values.length, 1e4, source);
      for (int i = 0; i < values.length; i++) {
        assertThat(source.get(JAVA_DOUBLE, 8L * i))
            .isEqualTo(BigDecimal.valueOf(values[i], 4).doubleValue());
      }
    }
  }

  /** The only value outside the domain may be in a full vector or behind the last one. */
  @ParameterizedTest
  @ValueSource(ints = {0, 5, 15, 16, 18})
  void shouldTellWhatIsOutside(int row, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      int count = 19;
      MemorySegment source = scope.allocate(8L * count);
      MemorySegment target = scope.allocate(8L * count);
      for (int i = 0; i < count; i++) {
        source.set(JAVA_DOUBLE, 8L * i, i == 2 ? Double.NaN : i + 1);
      }
      assertThat(serving.squareRoots(source, 0, count, target)).isFalse();
      assertThat(serving.naturalLogarithms(source, 0, count, target)).isFalse();
      source.set(JAVA_DOUBLE, 8L * row, 0);
      assertThat(serving.squareRoots(source, 0, count, target)).isFalse();
      assertThat(serving.naturalLogarithms(source, 0, count, target)).isTrue();
      source.set(JAVA_DOUBLE, 8L * row, -Double.MIN_VALUE);
      assertThat(serving.squareRoots(source, 0, count, target)).isTrue();
      assertThat(serving.naturalLogarithms(source, 0, count, target)).isTrue();
    }
  }

  @Test
  void shouldGiveLogarithmsWithinOneUlp(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      int count = 2048;
      Random random = new Random(SEED);
      MemorySegment source = scope.allocate(8L * count);
      MemorySegment target = scope.allocate(8L * count);
      fillPositive(source, 0, count, random);
      serving.naturalLogarithms(source, 0, count, target);
      BigDecimal ln2 = logarithm(new BigDecimal(2));
      double worst = 0;
      for (int i = 0; i < count; i++) {
        double x = source.get(JAVA_DOUBLE, 8L * i);
        double actual = target.get(JAVA_DOUBLE, 8L * i);
        if (Double.isNaN(x) || Double.isInfinite(x)) {
          assertThat(actual).isEqualTo(Double.valueOf(x));
          continue;
        }
        int exponent =
            x < Double.MIN_NORMAL ? Math.getExponent(x * 0x1p54) - 54 : Math.getExponent(x);
        BigDecimal scaled =
            new BigDecimal(x).divide(new BigDecimal(2).pow(exponent, DIGITS), DIGITS);
        BigDecimal exact =
            logarithm(scaled).add(ln2.multiply(BigDecimal.valueOf(exponent)), DIGITS);
        double ulp = Math.ulp(exact.doubleValue());
        double error = new BigDecimal(actual).subtract(exact).abs().doubleValue() / ulp;
        assertThat(error).as("error in ulp of ln(%s)", x).isLessThan(1);
        worst = Math.max(worst, error);
        assertThat(Math.abs(actual - StrictMath.log(x)))
            .as("ln(%s) beside StrictMath", x)
            .isLessThanOrEqualTo(ulp);
      }
      assertThat(worst).isGreaterThan(0.4);
    }
  }

  /** ln(x) = 2 atanh((x - 1) / (x + 1)), as a series; x is near 1. */
  private static BigDecimal logarithm(BigDecimal x) {
    BigDecimal s = x.subtract(BigDecimal.ONE).divide(x.add(BigDecimal.ONE), DIGITS);
    BigDecimal square = s.multiply(s, DIGITS);
    BigDecimal power = s;
    BigDecimal sum = BigDecimal.ZERO;
    for (int n = 1; power.signum() != 0 && n < 130; n += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(n), DIGITS), DIGITS);
      power = power.multiply(square, DIGITS);
    }
    return sum.multiply(BigDecimal.TWO);
  }

  private static void fill(MemorySegment source, long offset, int count, Random random) {
    for (int i = 0; i < count; i++) {
      double value = i < SPECIAL.length ? SPECIAL[i] : Double.longBitsToDouble(random.nextLong());
      source.set(JAVA_DOUBLE_UNALIGNED, offset + 8L * i, value);
    }
  }

  /** Of all magnitudes, near 1, and such as data have. */
  private static void fillPositive(MemorySegment source, long offset, int count, Random random) {
    for (int i = 0; i < count; i++) {
      double value =
          switch (i % 4) {
            case 0 -> Math.abs(Double.longBitsToDouble(random.nextLong()));
            case 1 -> 1 + random.nextGaussian() / (1L << random.nextInt(3, 50));
            case 2 -> random.nextInt(1, 10_000_000) / 100.0;
            default -> Math.scalb(1 + random.nextDouble(), random.nextInt(-1074, 1023));
          };
      source.set(JAVA_DOUBLE_UNALIGNED, offset + 8L * i, Math.abs(value));
    }
  }

  private static void assertSame(
      MemorySegment expected, MemorySegment actual, MemorySegment source, long offset, int count) {
    for (int i = 0; i < count; i++) {
      double value = source.get(JAVA_DOUBLE_UNALIGNED, offset + 8L * i);
      if (value < 0 && Double.isNaN(expected.get(JAVA_DOUBLE, 8L * i))) {
        continue;
      }
      assertThat(actual.get(JAVA_DOUBLE, 8L * i))
          .as("of %s in row %d", value, i)
          .isEqualTo(Double.valueOf(expected.get(JAVA_DOUBLE, 8L * i)));
    }
  }
}
