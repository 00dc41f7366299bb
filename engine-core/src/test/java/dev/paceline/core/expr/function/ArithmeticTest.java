package dev.paceline.core.expr.function;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.IntervalFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class ArithmeticTest {
  private static final long SEED = 4711;
  private static final DataType MONEY = DataType.decimal(15, 2);

  /** Values of some type in some form, and what they are as decimals. */
  private record Column(ColumnVector vector, List<@Nullable BigDecimal> values) {}

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 65, 200})
  void shouldAddSubtractAndMultiplyLikeBigDecimalInEveryForm(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      List<Column> columns = columns(fixture, rows, random);
      for (Column a : columns) {
        for (Column b : columns) {
          for (ArithmeticOperator operator :
              List.of(
                  ArithmeticOperator.ADD,
                  ArithmeticOperator.SUBTRACT,
                  ArithmeticOperator.MULTIPLY)) {
            int s1 = a.vector.type().scale();
            int s2 = b.vector.type().scale();
            int scale = operator == ArithmeticOperator.MULTIPLY ? s1 + s2 : Math.max(s1, s2);
            List<@Nullable BigDecimal> expected = new ArrayList<>();
            boolean fits = true;
            for (int row = 0; row < rows; row++) {
              BigDecimal x = a.values.get(row);
              BigDecimal y = b.values.get(row);
              BigDecimal value =
                  x == null || y == null ? null : apply(operator, x, y).setScale(scale);
              fits &= value == null || value.unscaledValue().abs().toString().length() <= 38;
              expected.add(value);
            }
            Expression expression =
                Expressions.arithmetic(
                    operator,
                    DataType.decimal(38, scale),
                    column(0, a.vector.type()),
                    column(1, b.vector.type()));
            if (fits) {
              assertThat(fixture.evaluate(expression, rows, a.vector, b.vector))
                  .as("%s of %s and %s, %d rows, seed %d", operator, a.vector, b.vector, rows, SEED)
                  .isEqualTo(expected);
            } else {
              fixture.assertFails(expression, ErrorCode.NUMERIC_OVERFLOW, rows, a.vector, b.vector);
            }
          }
        }
      }
    }
  }

  private static BigDecimal apply(ArithmeticOperator operator, BigDecimal x, BigDecimal y) {
    return switch (operator) {
      case ADD -> x.add(y);
      case SUBTRACT -> x.subtract(y);
      case MULTIPLY -> x.multiply(y);
      default -> throw new IllegalArgumentException();
    };
  }

  private static List<Column> columns(ExpressionFixture fixture, int rows, Random random) {
    List<Column> columns = new ArrayList<>();
    for (boolean nulls : new boolean[] {false, true}) {
      columns.add(affine(fixture, MONEY, 1, 100, -1, 100, rows, nulls, random));
      columns.add(affine(fixture, MONEY, 4, 90_000, 5, 2_000_000, rows, nulls, random));
      columns.add(affine(fixture, DataType.INT32, 2, -70, 3, 60_000, rows, nulls, random));
      columns.add(longs(fixture, DataType.INT64, rows, nulls, random));
      columns.add(wide(fixture, rows, nulls, random));
    }
    columns.add(constant(fixture, DataType.INT32, BigInteger.valueOf(-3), rows));
    columns.add(constant(fixture, MONEY, BigInteger.valueOf(106), rows));
    columns.add(
        constant(fixture, DataType.decimal(38, 4), new BigInteger("1234567890123456789012"), rows));
    columns.add(constant(fixture, MONEY, null, rows));
    return columns;
  }

  private static Column affine(
      ExpressionFixture fixture,
      DataType type,
      int width,
      long base,
      long multiplier,
      int codes,
      int rows,
      boolean nulls,
      Random random) {
    Object[] values = new Object[rows];
    for (int i = 0; i < rows; i++) {
      values[i] =
          nulls && random.nextInt(4) == 0
              ? null
              : (Object) (base + multiplier * random.nextInt(codes));
    }
    return withValues(fixture.vectors().affine(type, width, base, multiplier, values), rows);
  }

  private static Column longs(
      ExpressionFixture fixture, DataType type, int rows, boolean nulls, Random random) {
    Object[] values = new Object[rows];
    for (int i = 0; i < rows; i++) {
      values[i] =
          nulls && random.nextInt(4) == 0
              ? null
              : (Object) (random.nextLong() >> random.nextInt(64));
    }
    values[0] = Long.MIN_VALUE;
    values[rows - 1] = Long.MAX_VALUE;
    return withValues(fixture.vectors().affine(type, 8, 0, 1, values), rows);
  }

  private static Column wide(ExpressionFixture fixture, int rows, boolean nulls, Random random) {
    Object[] values = new Object[rows];
    for (int i = 0; i < rows; i++) {
      BigInteger value = new BigInteger(random.nextInt(75), random);
      values[i] =
          nulls && random.nextInt(4) == 0 ? null : random.nextBoolean() ? value : value.negate();
    }
    return withValues(fixture.vectors().int128s(DataType.decimal(30, 3), values), rows);
  }

  private static Column constant(
      ExpressionFixture fixture, DataType type, @Nullable BigInteger value, int rows) {
    return withValues(fixture.vectors().constant(type, value), rows);
  }

  private static Column withValues(ColumnVector vector, int rows) {
    List<@Nullable BigDecimal> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      values.add(vector.isNull(row) ? null : vector.getDecimal(row));
    }
    return new Column(vector, values);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 130})
  void shouldDivideAndTakeRemaindersLikeBigDecimal(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      List<Column> columns = columns(fixture, rows, random);
      DataType quotient = DataType.decimal(38, 6);
      for (Column a : columns) {
        for (Column b : columns) {
          int scale = Math.max(a.vector.type().scale(), b.vector.type().scale());
          List<@Nullable Object> quotients = new ArrayList<>();
          List<@Nullable Object> remainders = new ArrayList<>();
          boolean zero = false;
          for (int row = 0; row < rows; row++) {
            BigDecimal x = a.values.get(row);
            BigDecimal y = b.values.get(row);
            boolean unknown = x == null || y == null;
            zero |= !unknown && y.signum() == 0;
            quotients.add(unknown || zero ? null : x.divide(y, 6, RoundingMode.HALF_UP));
            remainders.add(unknown || zero ? null : x.remainder(y).setScale(scale));
          }
          Expression x = column(0, a.vector.type());
          Expression y = column(1, b.vector.type());
          Expression division = Expressions.divide(quotient, x, y);
          Expression remainder = Expressions.modulo(DataType.decimal(38, scale), x, y);
          if (zero) {
            fixture.assertFails(division, ErrorCode.DIVISION_BY_ZERO, rows, a.vector, b.vector);
            fixture.assertFails(remainder, ErrorCode.DIVISION_BY_ZERO, rows, a.vector, b.vector);
          } else {
            assertThat(fixture.evaluate(division, rows, a.vector, b.vector))
                .as("%s / %s, seed %d", a.vector, b.vector, SEED + rows)
                .isEqualTo(quotients);
            assertThat(fixture.evaluate(remainder, rows, a.vector, b.vector))
                .as("%s %% %s, seed %d", a.vector, b.vector, SEED + rows)
                .isEqualTo(remainders);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "-4", "0.25", "3", "-0.7", "100", "1e9", "123456789012345678901"})
  void shouldDivideByConstantsLikeBigDecimal(String text, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      int rows = 100;
      BigDecimal divisor = new BigDecimal(new BigDecimal(text).toPlainString());
      DataType type = DataType.decimal(Math.max(divisor.precision(), 2), divisor.scale());
      for (Column a : columns(fixture, rows, new Random(SEED))) {
        for (int scale : new int[] {0, 1, 10, 15}) {
          List<@Nullable Object> expected = new ArrayList<>();
          for (BigDecimal x : a.values) {
            expected.add(x == null ? null : x.divide(divisor, scale, RoundingMode.HALF_UP));
          }
          Expression division =
              Expressions.divide(
                  DataType.decimal(38, scale), column(0, a.vector.type()), literal(type, divisor));
          boolean fits =
              expected.stream().allMatch(x -> x == null || ((BigDecimal) x).precision() <= 38);
          if (fits) {
            assertThat(fixture.evaluate(division, rows, a.vector))
                .as("%s / %s with %d digits, seed %d", a.vector, divisor, scale, SEED)
                .isEqualTo(expected);
          } else {
            fixture.assertFails(division, ErrorCode.NUMERIC_OVERFLOW, rows, a.vector);
          }
        }
      }
    }
  }

  @Test
  void shouldDivideByAConstantWhoseReciprocalHasMoreThan38Digits(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression tiny = literal(DataType.decimal(30, 30), new BigDecimal("1E-30"));
      Expression division =
          Expressions.divide(DataType.decimal(38, 12), column(0, DataType.INT64), tiny);
      ColumnVector column = fixture.vectors().of(DataType.INT64, 5L);
      fixture.assertFails(division, ErrorCode.NUMERIC_OVERFLOW, 1, column);
      ColumnVector zero = fixture.vectors().of(DataType.INT64, 0L, null);
      assertThat(fixture.evaluate(division, 2, zero))
          .containsExactly(new BigDecimal("0E-12"), null);
    }
  }

  @Test
  void shouldDivideNumbersOf128BitsLikeBigInteger() {
    Random random = new Random(SEED);
    BigInteger word = BigInteger.ONE.shiftLeft(Long.SIZE);
    for (int i = 0; i < 100_000; i++) {
      long divisor = Math.max(1, random.nextLong() >>> (1 + random.nextInt(63)));
      if (random.nextInt(4) == 0) {
        divisor = Long.MAX_VALUE - random.nextInt(3);
      }
      long high = random.nextInt(4) == 0 ? divisor - 1 : (random.nextLong() >>> 1) % divisor;
      long low = random.nextInt(4) == 0 ? -1 : random.nextLong() >>> random.nextInt(64);
      BigInteger expected =
          BigInteger.valueOf(high)
              .multiply(word)
              .add(new BigInteger(Long.toUnsignedString(low)))
              .divide(BigInteger.valueOf(divisor));
      assertThat(Int128.divideUnsigned(high, low, divisor))
          .as("%d:%d / %d", high, low, divisor)
          .isEqualTo(expected.longValue());
    }
  }

  @Test
  void shouldRoundToADeclaredScaleAndDivideIntegersTowardsZero(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression a = literal(DataType.decimal(5, 3), new BigDecimal("2.345"));
      Expression b = literal(DataType.decimal(3, 2), new BigDecimal("-1.10"));
      assertThat(fixture.value(Expressions.multiply(DataType.decimal(10, 2), a, b)))
          .isEqualTo(new BigDecimal("-2.58"));
      assertThat(fixture.value(Expressions.add(DataType.decimal(10, 2), a, b)))
          .isEqualTo(new BigDecimal("1.25"));
      Expression seven = literal(DataType.INT32, -7L);
      Expression two = literal(DataType.INT32, 2L);
      assertThat(fixture.value(Expressions.divide(DataType.INT32, seven, two))).isEqualTo(-3L);
      assertThat(fixture.value(Expressions.modulo(DataType.INT32, seven, two))).isEqualTo(-1L);
      assertThat(fixture.value(Expressions.negate(DataType.INT32, seven))).isEqualTo(7L);
    }
  }

  @Test
  void shouldReportOverflowOfTheResultTypeButNotUnderNull(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression sum =
          Expressions.add(DataType.INT32, column(0, DataType.INT32), column(1, DataType.INT32));
      ColumnVector large = fixture.vectors().of(DataType.INT32, 2_000_000_000L, 1L, 5L);
      fixture.assertFails(
          sum,
          ErrorCode.NUMERIC_OVERFLOW,
          3,
          large,
          fixture.vectors().of(DataType.INT32, 2_000_000_000L, 1L, 5L));
      assertThat(
              fixture.evaluate(sum, 3, large, fixture.vectors().of(DataType.INT32, null, 1L, 5L)))
          .containsExactly(null, 2L, 10L);
      Expression product =
          Expressions.multiply(
              DataType.INT64, column(0, DataType.INT64), column(1, DataType.INT64));
      ColumnVector huge = fixture.vectors().of(DataType.INT64, Long.MAX_VALUE, 3L);
      fixture.assertFails(
          product,
          ErrorCode.NUMERIC_OVERFLOW,
          2,
          huge,
          fixture.vectors().of(DataType.INT64, 2L, 3L));
      assertThat(fixture.evaluate(product, 2, huge, fixture.vectors().of(DataType.INT64, 1L, 3L)))
          .containsExactly(Long.MAX_VALUE, 9L);
    }
  }

  @Test
  void shouldKnowWhatCannotFail() {
    Expression price = column(0, MONEY);
    Expression discount = column(1, MONEY);
    Expression one = literal(DataType.INT32, 1L);
    Expression net = Expressions.subtract(DataType.decimal(16, 2), one, discount);
    assertThat(net.canFail()).isFalse();
    assertThat(Expressions.multiply(DataType.decimal(31, 4), price, net).canFail()).isFalse();
    assertThat(Expressions.multiply(DataType.decimal(30, 4), price, discount).canFail()).isFalse();
    assertThat(Expressions.multiply(DataType.decimal(20, 4), price, discount).canFail()).isTrue();
    assertThat(Expressions.divide(DataType.decimal(30, 4), price, one).canFail()).isFalse();
    assertThat(Expressions.divide(DataType.decimal(30, 4), price, discount).canFail()).isTrue();
  }

  @Test
  void shouldKeepNarrowCodesUnderConstantsAndCarryBounds(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector discount = fixture.vectors().affine(MONEY, 1, 0, 1, 0L, 5L, 10L);
      Expression net =
          Expressions.subtract(
              DataType.decimal(16, 2), literal(DataType.INT32, 1L), column(0, MONEY));
      ColumnVector result =
          net.newEvaluator(fixture.worker()).evaluate(new Batch(discount).set(3, null));
      assertThat(result.width()).isEqualTo(1);
      assertThat(result.data()).isSameAs(discount.data());
      assertThat(result.min()).isEqualTo(90);
      assertThat(result.max()).isEqualTo(100);
    }
  }

  @Test
  void shouldMultiplyAFullBatchOfNarrowCodes(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Column price = affine(fixture, MONEY, 4, 90_000, 1, 9_999_999, 2048, false, random);
      Column discount = affine(fixture, MONEY, 1, 0, 1, 11, 2048, false, random);
      Expression net =
          Expressions.multiply(
              DataType.decimal(31, 4),
              column(0, MONEY),
              Expressions.subtract(
                  DataType.decimal(16, 2), literal(DataType.INT32, 1L), column(1, MONEY)));
      List<@Nullable Object> expected = new ArrayList<>();
      for (int row = 0; row < 2048; row++) {
        BigDecimal factor = BigDecimal.ONE.subtract(discount.vector.getDecimal(row));
        expected.add(price.vector.getDecimal(row).multiply(factor));
      }
      assertThat(fixture.evaluate(net, 2048, price.vector, discount.vector))
          .as("seed %d", SEED)
          .isEqualTo(expected);
    }
  }

  @Test
  void shouldComputeDoublesAndRefuseToDivideByZero(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression a = column(0, DataType.FLOAT64);
      Expression b = column(1, DataType.FLOAT64);
      ColumnVector x = fixture.vectors().of(DataType.FLOAT64, 1.5, -2.0, null, 8.25);
      ColumnVector y = fixture.vectors().of(DataType.FLOAT64, 0.5, 4.0, 0.0, -2.0);
      assertThat(fixture.evaluate(Expressions.add(DataType.FLOAT64, a, b), 4, x, y))
          .containsExactly(2.0, 2.0, null, 6.25);
      assertThat(fixture.evaluate(Expressions.multiply(DataType.FLOAT64, a, b), 4, x, y))
          .containsExactly(0.75, -8.0, null, -16.5);
      assertThat(fixture.evaluate(Expressions.divide(DataType.FLOAT64, a, b), 4, x, y))
          .containsExactly(3.0, -0.5, null, -4.125);
      fixture.assertFails(
          Expressions.divide(DataType.FLOAT64, b, literal(DataType.INT32, 0L)),
          ErrorCode.DIVISION_BY_ZERO,
          4,
          x,
          y);
      Expression mixed = Expressions.multiply(DataType.FLOAT64, a, column(2, MONEY));
      assertThat(
              fixture.evaluate(
                  mixed, 4, x, y, fixture.vectors().affine(MONEY, 1, 0, 1, 10L, 20L, 30L, 40L)))
          .containsExactly(0.15000000000000002, -0.4, null, 3.3000000000000003);
    }
  }

  @Test
  void shouldMoveDatesAndTimestampsByIntervals(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression date = literal(DataType.DATE, java.time.LocalDate.of(2024, 1, 31).toEpochDay());
      Expression month = interval(1, 0);
      Expression days = interval(0, 90);
      assertThat(fixture.value(Expressions.add(DataType.DATE, date, month)))
          .isEqualTo(java.time.LocalDate.of(2024, 2, 29).toEpochDay());
      assertThat(Expressions.add(DataType.DATE, date, month).canFail()).isFalse();
      assertThat(Expressions.subtract(DataType.DATE, date, days).canFail()).isFalse();
      assertThat(
              fixture.evaluate(
                  Expressions.add(DataType.DATE, column(0, DataType.DATE), month),
                  2,
                  fixture.vectors().of(DataType.DATE, 30L, null)))
          .containsExactly(58L, null);
      assertThat(fixture.value(Expressions.subtract(DataType.DATE, date, days)))
          .isEqualTo(java.time.LocalDate.of(2023, 11, 2).toEpochDay());
      Expression other = literal(DataType.DATE, java.time.LocalDate.of(2023, 12, 25).toEpochDay());
      assertThat(text(fixture, Expressions.subtract(DataType.INTERVAL, date, other)))
          .isEqualTo("37 days");
      Expression both = Expressions.add(DataType.INTERVAL, month, days);
      assertThat(text(fixture, both)).isEqualTo("1 month 90 days");
      assertThat(
              text(
                  fixture,
                  Expressions.multiply(DataType.INTERVAL, both, literal(DataType.INT32, -2L))))
          .isEqualTo("-2 months -180 days");
      assertThat(
              text(
                  fixture,
                  Expressions.divide(DataType.INTERVAL, both, literal(DataType.INT32, 4L))))
          .isEqualTo("30 days");
      assertThat(text(fixture, Expressions.negate(DataType.INTERVAL, month))).isEqualTo("-1 month");
    }
  }

  @Test
  void shouldCompareIntervalsByTheirLengths(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(fixture.value(equal(interval(1, 0), interval(0, 30)))).isEqualTo(true);
      assertThat(fixture.value(equal(interval(1, 0), interval(0, 31)))).isEqualTo(false);
    }
  }

  @Test
  void shouldRefuseIntervalsOutOfTheRange(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression most = interval(3_500_000, 0);
      assertThatThrownBy(() -> fixture.value(Expressions.add(DataType.INTERVAL, most, most)))
          .hasMessageContaining("7000000 months")
          .hasMessageContaining("out of the range of INTERVAL");
    }
  }

  private static Expression equal(Expression left, Expression right) {
    return Expressions.compare(dev.paceline.core.expr.tree.ComparisonOperator.EQUAL, left, right);
  }

  private static Expression interval(long months, long days) {
    return literal(
        DataType.INTERVAL, new BigDecimal(new IntervalFields(months, days, 0).unscaled()));
  }

  private static Object text(ExpressionFixture fixture, Expression interval) {
    return fixture.value(Expressions.cast(interval, DataType.VARCHAR));
  }
}
