package dev.paceline.core.expr.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.function.ConstantDivision.Result;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Divisions by constants against big numbers. */
@ExtendWith(LedgerExtension.class)
class ConstantDivisionTest {
  private static final int DIVISORS = 2_000;
  private static final int ROWS = 100;

  @ParameterizedTest
  @EnumSource
  void shouldDivideLikeBigNumbers(Result wanted, MemoryLedger ledger) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      for (int round = 0; round < DIVISORS; round++) {
        long divisor = divisor(random, round);
        Object[] values = new Object[ROWS];
        for (int row = 0; row < ROWS; row++) {
          values[row] = dividend(random, divisor);
        }
        ColumnVector dividends = fixture.vectors().of(DataType.INT64, values);
        ColumnVector quotients =
            division(wanted, divisor)
                .newEvaluator(fixture.worker())
                .evaluate(new Batch(dividends).set(ROWS, null));
        for (int row = 0; row < ROWS; row++) {
          long expected = expected(wanted, (long) values[row], divisor);
          assertThat(quotients.getLong(row))
              .as("%s of %s by %d, seed %d", wanted, values[row], divisor, seed)
              .isEqualTo(expected)
              .isBetween(quotients.min(), quotients.max());
        }
      }
    }
  }

  @Test
  void shouldRefuseDivisorsThatNeedNoProductOrOverflow() {
    for (long divisor : new long[] {0, 1, -1, Long.MIN_VALUE}) {
      assertThat(ConstantDivision.supports(divisor)).isFalse();
    }
  }

  @Test
  void shouldCheckTheRangeOfTheResultExceptOfNulls(MemoryLedger ledger) {
    Expression column = ExpressionFixture.column(0, DataType.INT64);
    Expression narrow = ConstantDivision.of("test", Result.QUOTIENT, DataType.INT8, column, 10);
    assertThat(division(Result.QUOTIENT, 10).canFail()).isFalse();
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector fits = fixture.vectors().of(DataType.INT64, 1_279L, null);
      assertThat(fixture.evaluate(narrow, 2, fits)).containsExactly(127L, null);
      ColumnVector leaves = fixture.vectors().of(DataType.INT64, 1_280L, null);
      fixture.assertFails(narrow, ErrorCode.NUMERIC_OVERFLOW, 2, leaves);
    }
  }

  private static Expression division(Result wanted, long divisor) {
    return ConstantDivision.of(
        "test", wanted, DataType.INT64, ExpressionFixture.column(0, DataType.INT64), divisor);
  }

  private static long divisor(Random random, int round) {
    long divisor =
        switch (round % 4) {
          case 0 -> 2 + round / 4;
          case 1 -> random.nextLong() >> random.nextInt(Long.SIZE);
          case 2 -> 1L << 1 + random.nextInt(Long.SIZE - 2);
          default -> Long.MAX_VALUE - random.nextInt(100);
        };
    return !ConstantDivision.supports(divisor) ? 3 : random.nextBoolean() ? divisor : -divisor;
  }

  /** Extremes, numbers of any length, and neighbours of multiples and of halves of the divisor. */
  private static long dividend(Random random, long divisor) {
    return switch (random.nextInt(5)) {
      case 0 -> Long.MIN_VALUE + random.nextInt(3);
      case 1 -> Long.MAX_VALUE - random.nextInt(3);
      case 2 -> random.nextLong() >> random.nextInt(Long.SIZE);
      case 3 -> divisor * (random.nextLong() / divisor) + random.nextInt(3) - 1;
      default -> divisor * (random.nextLong() / divisor / 2) + divisor / 2 + random.nextInt(3) - 1;
    };
  }

  private static long expected(Result wanted, long dividend, long divisor) {
    BigInteger value = BigInteger.valueOf(dividend);
    BigInteger by = BigInteger.valueOf(divisor);
    RoundingMode mode =
        switch (wanted) {
          case REMAINDER -> null;
          case QUOTIENT -> RoundingMode.DOWN;
          case FLOOR -> RoundingMode.FLOOR;
          case CEILING -> RoundingMode.CEILING;
          case HALF_UP -> RoundingMode.HALF_UP;
        };
    return mode == null
        ? value.remainder(by).longValueExact()
        : new BigDecimal(value).divide(new BigDecimal(by), 0, mode).longValueExact();
  }
}
