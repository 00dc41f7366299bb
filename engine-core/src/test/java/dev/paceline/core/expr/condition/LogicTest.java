package dev.paceline.core.expr.condition;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class LogicTest {
  private static final long SEED = 99;
  private static final DataType BOOLEAN = DataType.BOOLEAN;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 65, 2048})
  void shouldFollowThreeValuedLogic(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      List<ColumnVector> columns = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Object[] values = new Object[rows];
        for (int row = 0; row < rows; row++) {
          int draw = random.nextInt(3);
          values[row] = draw == 0 && i < 2 ? null : (Object) (draw == 1);
        }
        columns.add(fixture.vectors().of(BOOLEAN, values));
      }
      columns.add(fixture.vectors().constant(BOOLEAN, true));
      columns.add(fixture.vectors().constant(BOOLEAN, false));
      columns.add(fixture.vectors().constant(BOOLEAN, null));
      Expression x = column(0, BOOLEAN);
      Expression y = column(1, BOOLEAN);
      for (ColumnVector a : columns) {
        check(fixture, Expressions.not(x), a, v -> v == null ? null : !v, rows);
        check(fixture, Expressions.isNull(x), a, v -> v == null, rows);
        check(fixture, Expressions.isNotNull(x), a, v -> v != null, rows);
        check(fixture, Expressions.isTrue(x), a, v -> v != null && v, rows);
        check(fixture, Expressions.isFalse(x), a, v -> v != null && !v, rows);
        check(fixture, Expressions.isNotTrue(x), a, v -> v == null || !v, rows);
        check(fixture, Expressions.isNotFalse(x), a, v -> v == null || v, rows);
        for (ColumnVector b : columns) {
          List<@Nullable Object> and = new ArrayList<>();
          List<@Nullable Object> or = new ArrayList<>();
          for (int row = 0; row < rows; row++) {
            Boolean p = (Boolean) a.getObject(row);
            Boolean q = (Boolean) b.getObject(row);
            boolean unknown = p == null || q == null;
            and.add(
                Boolean.FALSE.equals(p) || Boolean.FALSE.equals(q)
                    ? Boolean.FALSE
                    : unknown ? null : Boolean.TRUE);
            or.add(
                Boolean.TRUE.equals(p) || Boolean.TRUE.equals(q)
                    ? Boolean.TRUE
                    : unknown ? null : Boolean.FALSE);
          }
          assertThat(fixture.evaluate(Expressions.and(x, y), rows, a, b))
              .as("AND of %s and %s, seed %d", a, b, SEED)
              .isEqualTo(and);
          assertThat(fixture.evaluate(Expressions.or(x, y), rows, a, b))
              .as("OR of %s and %s, seed %d", a, b, SEED)
              .isEqualTo(or);
        }
      }
    }
  }

  private static void check(
      ExpressionFixture fixture,
      Expression expression,
      ColumnVector vector,
      Function<@Nullable Boolean, @Nullable Boolean> expected,
      int rows) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      values.add(expected.apply((Boolean) vector.getObject(row)));
    }
    assertThat(fixture.evaluate(expression, rows, vector))
        .as("%s of %s, seed %d", expression, vector, SEED)
        .isEqualTo(values);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100, 2048})
  void shouldComputeWhatCanFailOnlyWhereItCounts(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      Object[] dividends = new Object[rows];
      Object[] divisors = new Object[rows];
      List<@Nullable Object> quotients = new ArrayList<>();
      List<@Nullable Object> greater = new ArrayList<>();
      List<@Nullable Object> zeroOrGreater = new ArrayList<>();
      List<@Nullable Object> coalesced = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        Long a = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(1000);
        Long b = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(4);
        dividends[row] = a;
        divisors[row] = b;
        boolean divisible = b != null && b != 0;
        Long quotient = divisible && a != null ? (Long) (a / b) : null;
        quotients.add(divisible ? quotient : Long.valueOf(-1));
        Boolean isGreater = quotient == null ? null : (Boolean) (quotient > 100);
        greater.add(b != null && b == 0 ? Boolean.FALSE : isGreater);
        zeroOrGreater.add(b != null && b == 0 ? Boolean.TRUE : isGreater);
        coalesced.add(b != null ? b : a == null ? Long.valueOf(7) : Long.valueOf(a / 2));
      }
      ColumnVector x = fixture.vectors().of(DataType.INT32, dividends);
      ColumnVector y = fixture.vectors().affine(DataType.INT32, 1, 0, 1, divisors);
      Expression a = column(0, DataType.INT32);
      Expression b = column(1, DataType.INT32);
      Expression zero = literal(DataType.INT32, 0L);
      Expression quotient = Expressions.divide(DataType.INT32, a, b);
      Expression notZero = Expressions.compare(ComparisonOperator.NOT_EQUAL, b, zero);
      Expression large =
          Expressions.compare(ComparisonOperator.GREATER, quotient, literal(DataType.INT32, 100L));
      assertThat(
              fixture.evaluate(
                  Expressions.caseWhen(
                      List.of(notZero),
                      List.of(quotient),
                      literal(DataType.INT32, -1L),
                      DataType.INT32),
                  rows,
                  x,
                  y))
          .as("CASE, seed %d", SEED + rows)
          .isEqualTo(quotients);
      assertThat(fixture.evaluate(Expressions.and(notZero, large), rows, x, y))
          .as("AND, seed %d", SEED + rows)
          .isEqualTo(greater);
      assertThat(fixture.evaluate(Expressions.or(Expressions.not(notZero), large), rows, x, y))
          .as("OR, seed %d", SEED + rows)
          .isEqualTo(zeroOrGreater);
      Expression half = Expressions.divide(DataType.INT32, a, literal(DataType.INT32, 2L));
      assertThat(
              fixture.evaluate(
                  Expressions.coalesce(
                      DataType.INT32, List.of(b, half, literal(DataType.INT32, 7L))),
                  rows,
                  x,
                  y))
          .as("COALESCE, seed %d", SEED + rows)
          .isEqualTo(coalesced);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 100, 2048})
  void shouldBlendValuesOfEveryFamily(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      Object[] keys = new Object[rows];
      for (int row = 0; row < rows; row++) {
        keys[row] = random.nextInt(9) == 0 ? null : (Object) (long) random.nextInt(10);
      }
      ColumnVector key = fixture.vectors().affine(DataType.INT32, 1, 0, 1, keys);
      Expression first =
          Expressions.compare(
              ComparisonOperator.LESS, column(0, DataType.INT32), literal(DataType.INT32, 1L));
      Expression second =
          Expressions.compare(
              ComparisonOperator.LESS, column(0, DataType.INT32), literal(DataType.INT32, 6L));
      List<ColumnVector> values = new ArrayList<>();
      values.add(
          fixture
              .vectors()
              .affine(
                  DataType.decimal(9, 2),
                  2,
                  5,
                  3,
                  random(rows, random, r -> 5L + 3 * r.nextInt(100))));
      values.add(
          fixture
              .vectors()
              .int128s(DataType.decimal(38, 2), random(rows, random, r -> new BigInteger(100, r))));
      values.add(
          fixture.vectors().of(DataType.FLOAT64, random(rows, random, Random::nextGaussian)));
      values.add(fixture.vectors().of(BOOLEAN, random(rows, random, Random::nextBoolean)));
      values.add(
          fixture.vectors().of(DataType.VARCHAR, random(rows, random, r -> "w" + r.nextInt(50))));
      values.add(
          fixture
              .vectors()
              .dictionary(
                  DataType.VARCHAR, 1, true, random(rows, random, r -> "d" + r.nextInt(5))));
      for (ColumnVector value : values) {
        Object constant =
            switch (value.type().family()) {
              case BOOLEAN -> true;
              case FLOATING -> 2.5;
              case BYTES -> "const";
              case INTEGRAL -> new java.math.BigDecimal("12.34");
            };
        Expression expression =
            Expressions.caseWhen(
                List.of(first, second),
                List.of(column(1, value.type()), literal(value.type(), constant)),
                literal(value.type(), null),
                value.type());
        List<@Nullable Object> expected = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          Long k = (Long) keys[row];
          expected.add(k == null || k >= 6 ? null : k < 1 ? value.getObject(row) : constant);
        }
        assertThat(fixture.evaluate(expression, rows, key, value))
            .as("CASE of %s, seed %d", value, SEED + rows)
            .isEqualTo(expected);
        Expression either =
            Expressions.coalesce(
                value.type(), List.of(column(1, value.type()), literal(value.type(), constant)));
        List<@Nullable Object> filled = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          Object given = value.getObject(row);
          filled.add(given == null ? constant : given);
        }
        assertThat(fixture.evaluate(either, rows, key, value))
            .as("COALESCE of %s, seed %d", value, SEED + rows)
            .isEqualTo(filled);
      }
    }
  }

  /** Makes one value. */
  private interface Maker {
    Object make(Random random);
  }

  private static Object[] random(int rows, Random random, Maker maker) {
    Object[] values = new Object[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = random.nextInt(6) == 0 ? null : maker.make(random);
    }
    return values;
  }

  @Test
  void shouldGiveNullForEqualOperandsOfNullIf(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector a = fixture.vectors().of(DataType.INT32, 1L, 2L, null);
      assertThat(
              fixture.evaluate(
                  Expressions.nullIf(column(0, DataType.INT32), literal(DataType.INT32, 2L)), 3, a))
          .containsExactly(1L, null, null);
    }
  }
}
