package dev.paceline.core.expr.function;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.vector.NullMask;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Micros;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of steps against the function itself. */
@ExtendWith(LedgerExtension.class)
class StepFunctionTest {
  private static final int ROWS = 2048;

  /** Each vector of a series spans other steps; values lie at the first and last of a step. */
  @ParameterizedTest
  @ValueSource(longs = {1, 7, Micros.PER_SECOND, Micros.PER_HOUR, Micros.PER_DAY})
  void isTheFunctionWhateverStepsTheVectorsSpan(long step, MemoryLedger ledger) {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      for (int series = 0; series < 30; series++) {
        LongUnaryOperator function = value -> Math.floorDiv(value, step) * 31 + 5;
        StepFunction steps = new StepFunction(step, function);
        long center = (random.nextInt(200_000) - 100_000) * step;
        for (int i = 0; i < 6; i++) {
          check(fixture, steps, function, vector(fixture, random, center, step), seed);
          center += (random.nextInt(20_000) - 10_000) * step;
        }
      }
    }
  }

  private static ColumnVector vector(
      ExpressionFixture fixture, Random random, long center, long step) {
    int width = 1 << random.nextInt(4);
    long multiplier = width == 8 ? 1 : Math.max(1, step / (1 + random.nextInt(3)));
    long codes = width == 1 ? 1 << 8 : 1 << 1 + random.nextInt(15);
    Object[] values = new Object[ROWS];
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; row < ROWS; row++) {
      long value =
          width == 8
              ? center + random.nextLong(codes) * step - random.nextInt(2)
              : center + random.nextLong(codes) * multiplier;
      values[row] = value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    ColumnVector vector =
        width == 8
            ? fixture.vectors().of(DataType.INT64, values)
            : fixture.vectors().affine(DataType.INT64, width, center, multiplier, values);
    return vector.setBounds(min, max);
  }

  private static void check(
      ExpressionFixture fixture,
      StepFunction steps,
      LongUnaryOperator function,
      ColumnVector vector,
      long seed) {
    ColumnVector result = new ColumnVector(DataType.INT64, fixture.worker().memory());
    steps.compute(
        new ColumnVector[] {vector}, ROWS, new NullMask(fixture.worker()).reset(), result);
    for (int row = 0; row < ROWS; row++) {
      long expected = function.applyAsLong(vector.getLong(row));
      assertThat(result.getLong(row))
          .as("value %s, seed %s", vector.getLong(row), seed)
          .isEqualTo(expected);
      if (result.hasBounds()) {
        assertThat(expected).isBetween(result.min(), result.max());
      }
    }
  }

  @Test
  void extremesDoNotOverflow(MemoryLedger ledger) {
    LongUnaryOperator function = value -> Math.floorDiv(value, Micros.PER_DAY);
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      for (long from : new long[] {Long.MIN_VALUE, Long.MAX_VALUE - ROWS, -1, -ROWS}) {
        Object[] values = new Object[ROWS];
        for (int row = 0; row < ROWS; row++) {
          values[row] = from + row;
        }
        ColumnVector vector = fixture.vectors().of(DataType.INT64, values);
        vector.setBounds(from, from + ROWS - 1);
        check(fixture, new StepFunction(Micros.PER_DAY, function), function, vector, 0);
      }
    }
  }
}
