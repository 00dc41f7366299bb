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
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class ComparisonTest {
  private static final long SEED = 815;
  private static final BigInteger MILLION = BigInteger.valueOf(1_000_000);

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 65, 200})
  void shouldCompareNumbersOfEveryForm(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Vectors vectors = fixture.vectors();
      Random random = new Random(SEED + rows);
      List<ColumnVector> columns = new ArrayList<>();
      for (int width : new int[] {1, 2, 4, 8}) {
        columns.add(
            vectors.affine(
                DataType.decimal(15, 2),
                width,
                500,
                -7,
                random(rows, random, r -> 500L - 7 * r.nextInt(200))));
        columns.add(
            vectors.affine(
                DataType.INT64, width, -30, 1, random(rows, random, r -> r.nextInt(60) - 30L)));
      }
      columns.add(
          vectors.int128s(
              DataType.decimal(38, 1),
              random(rows, random, r -> new BigInteger(r.nextInt(80), r))));
      columns.add(
          vectors.int128s(
              DataType.decimal(38, 30),
              random(rows, random, r -> new BigInteger(4 * r.nextInt(31), r))));
      columns.add(
          vectors.int128s(
              DataType.decimal(38, 6),
              random(
                  rows, random, r -> BigInteger.valueOf(r.nextInt(60) - 30L).multiply(MILLION))));
      for (long c : new long[] {-30, -10, 0, 3, 500, Long.MAX_VALUE, Long.MIN_VALUE}) {
        columns.add(vectors.constant(DataType.INT64, c));
      }
      columns.add(vectors.constant(DataType.decimal(5, 2), 207L));
      columns.add(vectors.constant(DataType.INT64, null));
      for (ColumnVector a : columns) {
        for (ColumnVector b : columns) {
          for (ComparisonOperator operator : ComparisonOperator.values()) {
            List<@Nullable Object> expected = new ArrayList<>();
            for (int row = 0; row < rows; row++) {
              expected.add(
                  a.isNull(row) || b.isNull(row)
                      ? null
                      : operator.test(a.getDecimal(row).compareTo(b.getDecimal(row))));
            }
            assertThat(
                    fixture.evaluate(
                        Expressions.compare(operator, column(0, a.type()), column(1, b.type())),
                        rows,
                        a,
                        b))
                .as("%s %s %s, seed %d", a, operator, b, SEED + rows)
                .isEqualTo(expected);
          }
        }
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
  void shouldOrderDoublesWithNanLastAndMixedNumbersExactly(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Object[] values = {Double.NaN, 0.0, -0.0, Double.NEGATIVE_INFINITY, 1.5, null, 9e15};
      Object[] left = new Object[49];
      Object[] right = new Object[49];
      for (int i = 0; i < 49; i++) {
        left[i] = values[i / 7];
        right[i] = values[i % 7];
      }
      ColumnVector a = fixture.vectors().of(DataType.FLOAT64, left);
      ColumnVector b = fixture.vectors().of(DataType.FLOAT64, right);
      for (ComparisonOperator operator : ComparisonOperator.values()) {
        List<@Nullable Object> expected = new ArrayList<>();
        for (int i = 0; i < 49; i++) {
          Double x = (Double) left[i];
          Double y = (Double) right[i];
          // Adding 0.0 makes -0.0 a 0.0.
          expected.add(
              x == null || y == null ? null : operator.test(Double.compare(x + 0.0, y + 0.0)));
        }
        assertThat(
                fixture.evaluate(
                    Expressions.compare(
                        operator, column(0, DataType.FLOAT64), column(1, DataType.FLOAT64)),
                    49,
                    a,
                    b))
            .as("%s", operator)
            .isEqualTo(expected);
      }
      Expression exact =
          Expressions.compare(
              ComparisonOperator.LESS,
              literal(DataType.FLOAT64, 9_007_199_254_740_992.0),
              literal(DataType.INT64, 9_007_199_254_740_993L));
      assertThat(fixture.value(exact)).isEqualTo(true);
      assertThat(
              fixture.value(
                  Expressions.compare(
                      ComparisonOperator.EQUAL,
                      literal(DataType.FLOAT64, 0.1),
                      literal(DataType.decimal(2, 1), new BigDecimal("0.1")))))
          .isEqualTo(false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 70, 200})
  void shouldCompareTextsByUnsignedBytesInEveryForm(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      String[] words = {
        "", "a", "ab", "abcdefghi", "abcdefghij", "é", "z", "\uD83D\uDE00", "\uFFFD"
      };
      Object[] values = random(rows, random, r -> words[r.nextInt(words.length)]);
      Object[] others = random(rows, random, r -> words[r.nextInt(words.length)]);
      List<ColumnVector> columns = new ArrayList<>();
      columns.add(fixture.vectors().of(DataType.VARCHAR, values));
      columns.add(fixture.vectors().of(DataType.VARCHAR, others));
      columns.add(fixture.vectors().dictionary(DataType.VARCHAR, 1, true, others));
      columns.add(fixture.vectors().dictionary(DataType.VARCHAR, 2, false, values));
      columns.add(fixture.vectors().constant(DataType.VARCHAR, "abcdefghi"));
      for (ColumnVector a : columns) {
        for (ComparisonOperator operator : ComparisonOperator.values()) {
          for (ColumnVector b : columns) {
            List<@Nullable Object> expected = expected(operator, a, b, rows);
            assertThat(
                    fixture.evaluate(
                        Expressions.compare(operator, column(0, a.type()), column(1, b.type())),
                        rows,
                        a,
                        b))
                .as("%s %s %s, seed %d", a, operator, b, SEED + rows)
                .isEqualTo(expected);
          }
          for (String word : words) {
            ColumnVector b = fixture.vectors().constant(DataType.VARCHAR, word);
            assertThat(
                    fixture.evaluate(
                        Expressions.compare(
                            operator, column(0, a.type()), literal(DataType.VARCHAR, word)),
                        rows,
                        a))
                .as("%s %s '%s', seed %d", a, operator, word, SEED + rows)
                .isEqualTo(expected(operator, a, b, rows));
          }
        }
      }
    }
  }

  private static List<@Nullable Object> expected(
      ComparisonOperator operator, ColumnVector a, ColumnVector b, int rows) {
    List<@Nullable Object> expected = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      expected.add(
          a.isNull(row) || b.isNull(row)
              ? null
              : operator.test(Arrays.compareUnsigned(a.getBytes(row), b.getBytes(row))));
    }
    return expected;
  }

  @Test
  void shouldIgnoreTrailingBlanksOnlyBetweenChars(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression padded = literal(DataType.character(5), "AIR  ");
      assertThat(
              fixture.value(
                  Expressions.compare(
                      ComparisonOperator.EQUAL, padded, literal(DataType.character(3), "AIR"))))
          .isEqualTo(true);
      assertThat(
              fixture.value(
                  Expressions.compare(
                      ComparisonOperator.EQUAL, padded, literal(DataType.varchar(3), "AIR"))))
          .isEqualTo(false);
    }
  }

  @Test
  void shouldSearchRangesSetsAndNulls(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Object[] values = random(2048, random, r -> r.nextInt(100) - 20L);
      for (int width : new int[] {1, 2, 4, 8}) {
        ColumnVector vector = fixture.vectors().affine(DataType.INT32, width, -20, 1, values);
        for (boolean nullMatches : new boolean[] {false, true}) {
          for (int points : new int[] {0, 1, 3, 30}) {
            long[] lows = new long[points];
            long[] highs = new long[points];
            for (int i = 0; i < points; i++) {
              lows[i] = -25 + 4L * i;
              highs[i] = lows[i] + i % 3;
            }
            var ranges = new ColumnPredicate.LongRanges(lows, highs, nullMatches);
            List<@Nullable Object> expected = new ArrayList<>();
            for (Object value : values) {
              expected.add(
                  value == null
                      ? nullMatches ? true : null
                      : (Object) ranges.contains((Long) value));
            }
            assertThat(
                    fixture.evaluate(
                        Expressions.search(column(0, DataType.INT32), ranges), 2048, vector))
                .as("%d ranges on %s, seed %d", points, vector, SEED)
                .isEqualTo(expected);
          }
        }
      }
      ColumnVector texts = fixture.vectors().of(DataType.VARCHAR, "a", "b", null, "cc", "d");
      byte[] b = {'b'};
      byte[] c = {'c'};
      var ranges =
          new ColumnPredicate.BytesRanges(
              List.of(
                  new ColumnPredicate.BytesRange(b, true, b, true),
                  new ColumnPredicate.BytesRange(c, false, null, false)),
              false);
      assertThat(
              fixture.evaluate(Expressions.search(column(0, DataType.VARCHAR), ranges), 5, texts))
          .containsExactly(false, true, null, true, true);
    }
  }

  @Test
  void shouldTellDistinctValues(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector a = fixture.vectors().of(DataType.INT32, 1L, 1L, null, null);
      ColumnVector b = fixture.vectors().of(DataType.INT32, 1L, 2L, 1L, null);
      Expression x = column(0, DataType.INT32);
      Expression y = column(1, DataType.INT32);
      assertThat(fixture.evaluate(Expressions.isDistinctFrom(x, y), 4, a, b))
          .containsExactly(false, true, true, false);
      assertThat(fixture.evaluate(Expressions.isNotDistinctFrom(x, y), 4, a, b))
          .containsExactly(true, false, false, true);
    }
  }
}
