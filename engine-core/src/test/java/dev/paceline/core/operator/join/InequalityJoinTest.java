package dev.paceline.core.operator.join;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.join.JoinFixture.Rows;
import dev.paceline.core.operator.join.JoinOracle.Match;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.join.hash.HashJoinBuild;
import dev.paceline.core.operator.join.inequality.InequalityBuild;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.SoakSize;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Joins by comparisons, alone and beside a key, against a comparison of every pair. */
@ExtendWith(LedgerExtension.class)
class InequalityJoinTest {
  /** A unique number, two small or extreme numbers, a double, a text, a flag. */
  private static final List<DataType> TYPES =
      List.of(
          DataType.INT64,
          DataType.INT64,
          DataType.INT32,
          DataType.FLOAT64,
          DataType.VARCHAR,
          DataType.BOOLEAN);

  /** Columns that are compared with the same column of the other side. */
  private static final int[] COMPARED = {1, 2, 3};

  private static final ComparisonOperator[] BY_ORDER = {
    ComparisonOperator.LESS,
    ComparisonOperator.LESS_OR_EQUAL,
    ComparisonOperator.GREATER,
    ComparisonOperator.GREATER_OR_EQUAL
  };

  private record Condition(Expression expression, Match match) {}

  @ParameterizedTest
  @EnumSource(
      value = JoinType.class,
      names = {"INNER", "LEFT", "SEMI", "ANTI"})
  void joinsLikeTheOracle(JoinType type, MemoryLedger ledger) {
    for (int batchRows : new int[] {1, 3, 100, 2048}) {
      for (int round = 0; round < SoakSize.of(6, 25); round++) {
        long seed = type.ordinal() * 1_000_003L + batchRows * 101L + round;
        Random random = new Random(seed);
        int most = batchRows == 2048 ? 400 : 70;
        Rows left = rows(size(random, most), random);
        Rows right = rows(size(random, most), random);
        Condition condition = condition(1 + random.nextInt(3), BY_ORDER, random);
        JoinShape shape = shape(type, condition.expression(), random);
        List<String> actual;
        try (JoinFixture fixture =
            new JoinFixture(ledger, batchRows, random.nextBoolean() ? 1 : 4, random)) {
          InequalityBuild build =
              requireNonNull(InequalityBuild.of(shape, fixture.query), "inequality join");
          fixture.fill(build, right);
          actual = JoinOracle.text(fixture.send(build.probe(), left));
        } catch (RuntimeException e) {
          throw new AssertionError(type + " batchRows " + batchRows + " seed " + seed, e);
        }
        assertThat(actual)
            .as(
                "%s of %d x %d rows, batches of %d, %s, seed %d",
                type,
                left.rows().size(),
                right.rows().size(),
                batchRows,
                condition.expression(),
                seed)
            .isEqualTo(JoinOracle.join(shape, left, right, condition.match()));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = JoinType.class,
      names = {"LEFT_MARK", "NULL_AWARE_ANTI"},
      mode = EnumSource.Mode.EXCLUDE)
  void comparesBesideAKeyLikeTheOracle(JoinType type, MemoryLedger ledger) {
    for (int batchRows : new int[] {1, 3, 100, 2048}) {
      for (int round = 0; round < SoakSize.of(6, 25); round++) {
        long seed = type.ordinal() * 1_000_033L + batchRows * 101L + round;
        Random random = new Random(seed);
        Rows left = rows(size(random, 120), random);
        Rows right = rows(size(random, 120), random);
        Condition condition = condition(1 + random.nextInt(2), ComparisonOperator.values(), random);
        JoinShape shape = shape(type, condition.expression(), random);
        int key = 2;
        Match match =
            JoinOracle.both(
                JoinOracle.keys(new int[] {key}, new int[] {key}, new boolean[1]),
                condition.match());
        List<String> actual;
        try (JoinFixture fixture =
            new JoinFixture(ledger, batchRows, random.nextBoolean() ? 1 : 4, random)) {
          HashJoinBuild build =
              new HashJoinBuild(
                  shape,
                  new int[] {key},
                  new int[] {key},
                  new boolean[1],
                  new RuntimeFilterSlot[1],
                  fixture.query,
                  round % 3 == 0 ? 0 : -1L,
                  -1,
                  0);
          fixture.fill(build, right);
          List<List<@Nullable Object>> rows = fixture.send(build.probe(), left);
          if (build.rest() != null) {
            rows.addAll(fixture.read(requireNonNull(build.rest(), "rest")));
          }
          actual = JoinOracle.text(rows);
        } catch (RuntimeException e) {
          throw new AssertionError(type + " batchRows " + batchRows + " seed " + seed, e);
        }
        assertThat(actual)
            .as("%s, batches of %d, %s, seed %d", type, batchRows, condition.expression(), seed)
            .isEqualTo(JoinOracle.join(shape, left, right, match));
      }
    }
  }

  /** Right rows of many parts, whose keys are sorted by several workers. */
  @Test
  void sortsManyRows(MemoryLedger ledger) {
    Random random = new Random(5);
    List<DataType> types = List.of(DataType.INT64, DataType.INT32);
    int rightRows = 150_001;
    Rows right = numbers(types, rightRows, i -> random.nextInt(4) == 0 ? 7L : random.nextInt());
    Rows left = numbers(types, 300, i -> i == 0 ? 7L : (long) random.nextInt());
    // A band join: left <= right and right < left + 30,000.
    Expression leftNumber = Expressions.column(0, DataType.INT64);
    Expression rightNumber = Expressions.column(2, DataType.INT64);
    Expression condition =
        Expressions.and(
            Expressions.compare(ComparisonOperator.LESS_OR_EQUAL, leftNumber, rightNumber),
            Expressions.compare(
                ComparisonOperator.GREATER,
                Expressions.add(
                    DataType.INT64, leftNumber, Expressions.literal(DataType.INT64, 30_000L)),
                rightNumber));
    JoinShape shape = new JoinShape(JoinType.INNER, types, types, condition, new int[] {1, 3});
    for (int workers : new int[] {1, 4}) {
      try (JoinFixture fixture = new JoinFixture(ledger, 2048, workers, random, Set.of())) {
        InequalityBuild build =
            requireNonNull(InequalityBuild.of(shape, fixture.query), "inequality join");
        fixture.fill(build, right);
        List<String> actual = JoinOracle.text(fixture.send(build.probe(), left));
        List<List<@Nullable Object>> expected = new ArrayList<>();
        for (List<@Nullable Object> ours : left.rows()) {
          for (List<@Nullable Object> theirs : right.rows()) {
            long distance = (Long) theirs.getFirst() - (Long) ours.getFirst();
            if (distance >= 0 && distance < 30_000) {
              expected.add(List.of(ours.get(1), theirs.get(1)));
            }
          }
        }
        assertThat(actual.equals(JoinOracle.text(expected))).as("%d workers", workers).isTrue();
      }
    }
  }

  @Test
  void stopsWhenTheQueryIsCancelled(MemoryLedger ledger) {
    Random random = new Random(7);
    Condition condition = condition(1, BY_ORDER, random);
    JoinShape shape = shape(JoinType.INNER, condition.expression(), random);
    try (JoinFixture fixture = new JoinFixture(ledger, 16, 1, random)) {
      InequalityBuild build =
          requireNonNull(InequalityBuild.of(shape, fixture.query), "inequality join");
      fixture.fill(build, rows(50, random));
      fixture.query.cancellation().cancel();
      assertThatThrownBy(() -> fixture.send(build.probe(), rows(50, random)))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }

  @Test
  void leavesOtherJoinsToLoops(MemoryLedger ledger) {
    Random random = new Random(9);
    Expression less = condition(1, BY_ORDER, random).expression();
    Expression equal =
        condition(1, new ComparisonOperator[] {ComparisonOperator.EQUAL}, random).expression();
    try (JoinFixture fixture = new JoinFixture(ledger, 16, 1, random)) {
      assertThat(InequalityBuild.of(shape(JoinType.FULL, less, random), fixture.query)).isNull();
      assertThat(InequalityBuild.of(shape(JoinType.INNER, equal, random), fixture.query)).isNull();
    }
  }

  private static JoinShape shape(JoinType type, Expression condition, Random random) {
    boolean oneSide =
        switch (type) {
          case INNER, LEFT, RIGHT, FULL -> false;
          default -> true;
        };
    int[] outputs =
        IntStream.range(0, oneSide ? TYPES.size() : 2 * TYPES.size())
            .filter(column -> random.nextInt(4) != 0)
            .toArray();
    return new JoinShape(type, TYPES, TYPES, condition, outputs);
  }

  /** Comparisons of columns of the two sides, in any order of their operands. */
  private static Condition condition(int count, ComparisonOperator[] operators, Random random) {
    List<Expression> expressions = new ArrayList<>();
    Match all = null;
    for (int i = 0; i < count; i++) {
      ComparisonOperator operator = operators[random.nextInt(operators.length)];
      int column = COMPARED[random.nextInt(COMPARED.length)];
      Expression left = Expressions.column(column, TYPES.get(column));
      Expression right = Expressions.column(TYPES.size() + column, TYPES.get(column));
      expressions.add(
          random.nextBoolean()
              ? Expressions.compare(operator, left, right)
              : Expressions.compare(operator.mirrored(), right, left));
      Match match = (ours, theirs) -> compare(operator, ours.get(column), theirs.get(column));
      all = all == null ? match : JoinOracle.both(all, match);
    }
    return new Condition(
        count == 1 ? expressions.getFirst() : Expressions.and(expressions),
        requireNonNull(all, "match"));
  }

  private static @Nullable Boolean compare(
      ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
    if (left == null || right == null) {
      return null;
    }
    int order =
        left instanceof Double number
            ? DoubleRange.compare(number, (Double) right)
            : Long.compare(((Number) left).longValue(), ((Number) right).longValue());
    return operator.test(order);
  }

  private static int size(Random random, int limit) {
    return switch (random.nextInt(5)) {
      case 0 -> random.nextInt(2);
      case 1 -> 64 + random.nextInt(2);
      default -> random.nextInt(limit);
    };
  }

  private static Rows rows(int count, Random random) {
    int values = 1 + random.nextInt(random.nextBoolean() ? 5 : 100);
    boolean extremes = random.nextInt(4) == 0;
    int nullPercent = random.nextInt(3) * 10;
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add((long) i);
      row.add(isNull(nullPercent, random) ? null : (Long) number(values, extremes, random));
      row.add(isNull(nullPercent, random) ? null : (Long) (long) random.nextInt(values));
      row.add(isNull(nullPercent, random) ? null : (Double) floating(values, random));
      row.add(random.nextInt(6) == 0 ? null : "text " + random.nextInt(20));
      row.add(random.nextInt(6) == 0 ? null : (Boolean) random.nextBoolean());
      rows.add(row);
    }
    return new Rows(TYPES, rows);
  }

  private static boolean isNull(int percent, Random random) {
    return random.nextInt(100) < percent;
  }

  private static long number(int values, boolean extremes, Random random) {
    if (extremes && random.nextInt(3) == 0) {
      return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return random.nextInt(values) - 20L;
  }

  private static double floating(int values, Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> Double.NaN;
      case 1 -> -0.0;
      case 2 -> 0.0;
      case 3 -> Double.NEGATIVE_INFINITY;
      default -> random.nextInt(values) / 4.0 - 1;
    };
  }

  private static Rows numbers(List<DataType> types, int count, IntToLongFunction number) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(List.of((Object) number.applyAsLong(i), (Object) (long) i));
    }
    return new Rows(types, rows);
  }
}
