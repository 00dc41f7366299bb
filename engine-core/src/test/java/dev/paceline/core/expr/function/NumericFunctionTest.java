package dev.paceline.core.expr.function;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class NumericFunctionTest {
  private static final long SEED = 2718;
  private static final DataType PRICE = DataType.decimal(10, 2);

  @Test
  void shouldRoundDecimalsExactly(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector prices = fixture.vectors().affine(PRICE, 2, -1000, 1, 250L, -250L, null, -101L);
      Expression price = column(0, PRICE);
      DataType whole = DataType.decimal(10, 0);
      assertThat(call(fixture, ScalarFunction.FLOOR, whole, prices, price))
          .containsExactly(decimal("2"), decimal("-3"), null, decimal("-2"));
      assertThat(call(fixture, ScalarFunction.CEIL, whole, prices, price))
          .containsExactly(decimal("3"), decimal("-2"), null, decimal("-1"));
      assertThat(call(fixture, ScalarFunction.ROUND, whole, prices, price))
          .containsExactly(decimal("3"), decimal("-3"), null, decimal("-1"));
      Expression one = literal(DataType.INT32, 1L);
      assertThat(call(fixture, ScalarFunction.TRUNCATE, PRICE, prices, price, one))
          .containsExactly(decimal("2.50"), decimal("-2.50"), null, decimal("-1.00"));
      assertThat(call(fixture, ScalarFunction.ABS, PRICE, prices, price))
          .containsExactly(decimal("2.50"), decimal("2.50"), null, decimal("1.01"));
      assertThat(call(fixture, ScalarFunction.SIGN, whole, prices, price))
          .containsExactly(decimal("1"), decimal("-1"), null, decimal("-1"));
      assertThat(
              call(
                  fixture,
                  ScalarFunction.ROUND,
                  DataType.INT32,
                  fixture.vectors().of(DataType.INT32, 149L, 150L, -150L, null),
                  column(0, DataType.INT32),
                  literal(DataType.INT32, -2L)))
          .containsExactly(100L, 200L, -200L, null);
    }
  }

  @Test
  void shouldComputeDoubles(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector values = fixture.vectors().of(DataType.FLOAT64, 0.25, 4.0, null, 1.0);
      Expression x = column(0, DataType.FLOAT64);
      assertThat(call(fixture, ScalarFunction.SQRT, DataType.FLOAT64, values, x))
          .containsExactly(0.5, 2.0, null, 1.0);
      assertThat(call(fixture, ScalarFunction.LN, DataType.FLOAT64, values, x))
          .containsExactly(Math.log(0.25), Math.log(4), null, 0.0);
      assertThat(call(fixture, ScalarFunction.POWER, DataType.FLOAT64, values, x, x))
          .containsExactly(Math.pow(0.25, 0.25), 256.0, null, 1.0);
      assertThat(call(fixture, ScalarFunction.ATAN, DataType.FLOAT64, values, x))
          .containsExactly(Math.atan(0.25), Math.atan(4), null, Math.atan(1));
      assertThat(
              call(
                  fixture,
                  ScalarFunction.ROUND,
                  DataType.FLOAT64,
                  fixture.vectors().of(DataType.FLOAT64, 2.5, -2.5, 1.005, null),
                  x,
                  literal(DataType.INT32, 2L)))
          .containsExactly(2.5, -2.5, 1.01, null);
      assertThat(fixture.value(Expressions.call(ScalarFunction.PI, DataType.FLOAT64, List.of())))
          .isEqualTo(Math.PI);
      fixture.assertFails(
          Expressions.call(ScalarFunction.SQRT, DataType.FLOAT64, List.of(x)),
          ErrorCode.INVALID_ARGUMENT,
          1,
          fixture.vectors().of(DataType.FLOAT64, -1.0));
      fixture.assertFails(
          Expressions.call(ScalarFunction.LN, DataType.FLOAT64, List.of(x)),
          ErrorCode.INVALID_ARGUMENT,
          1,
          fixture.vectors().of(DataType.FLOAT64, 0.0));
    }
  }

  @Test
  void shouldRoundTheShortestDecimalOfDoubles(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Object[] values = new Object[500];
      for (int i = 0; i < values.length; i++) {
        // Generate ties, the doubles next to ties, exact multiples, and numbers of all magnitudes.
        values[i] =
            switch (i % 4) {
              case 0 -> (random.nextInt(2000) - 1000 + 0.5) / 100;
              case 1 -> Math.nextUp((random.nextInt(2000) - 1000 + 0.5) / 100);
              case 2 -> (random.nextInt(2000) - 1000) / 100.0;
              default -> random.nextGaussian() * Math.pow(10, random.nextInt(24) - 4);
            };
      }
      Expression x = column(0, DataType.FLOAT64);
      ColumnVector vector = fixture.vectors().of(DataType.FLOAT64, values);
      for (int digits : new int[] {-3, 0, 1, 2, 5, 22, 23}) {
        Expression places = literal(DataType.INT32, (long) digits);
        assertThat(evaluate(fixture, ScalarFunction.ROUND, vector, values.length, x, places))
            .as("%d digits, seed %d", digits, SEED)
            .containsExactly(rounded(values, digits, RoundingMode.HALF_UP));
        assertThat(evaluate(fixture, ScalarFunction.TRUNCATE, vector, values.length, x, places))
            .as("%d digits, seed %d", digits, SEED)
            .containsExactly(rounded(values, digits, RoundingMode.DOWN));
      }
    }
  }

  private static List<@Nullable Object> evaluate(
      ExpressionFixture fixture,
      ScalarFunction function,
      ColumnVector vector,
      int rows,
      Expression... arguments) {
    return fixture.evaluate(
        Expressions.call(function, DataType.FLOAT64, List.of(arguments)), rows, vector);
  }

  private static Object[] rounded(Object[] values, int digits, RoundingMode mode) {
    return Stream.of(values)
        .map(value -> BigDecimal.valueOf((Double) value).setScale(digits, mode).doubleValue())
        .toArray();
  }

  @Test
  void shouldGiveTheGreatestAndTheLeast(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector values = fixture.vectors().of(DataType.INT32, 5L, -1L, null, 3L);
      Expression x = column(0, DataType.INT32);
      Expression three = literal(DataType.decimal(3, 1), new BigDecimal("3.0"));
      Expression zero = literal(DataType.INT32, 0L);
      assertThat(call(fixture, ScalarFunction.GREATEST, PRICE, values, x, three, zero))
          .containsExactly(decimal("5.00"), decimal("3.00"), decimal("3.00"), decimal("3.00"));
      assertThat(call(fixture, ScalarFunction.LEAST, PRICE, values, x, three, zero))
          .containsExactly(decimal("0.00"), decimal("-1.00"), decimal("0.00"), decimal("0.00"));
      ColumnVector texts = fixture.vectors().of(DataType.VARCHAR, "b", "d", null, "");
      assertThat(
              call(
                  fixture,
                  ScalarFunction.GREATEST,
                  DataType.VARCHAR,
                  texts,
                  column(0, DataType.VARCHAR),
                  literal(DataType.VARCHAR, "c")))
          .containsExactly("c", "d", "c", "c");
    }
  }

  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static List<@Nullable Object> call(
      ExpressionFixture fixture,
      ScalarFunction function,
      DataType type,
      ColumnVector vector,
      Expression... arguments) {
    return fixture.evaluate(
        Expressions.call(function, type, new ArrayList<>(List.of(arguments))), 4, vector);
  }
}
