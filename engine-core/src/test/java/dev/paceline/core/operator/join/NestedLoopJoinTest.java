package dev.paceline.core.operator.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.join.JoinFixture.Rows;
import dev.paceline.core.operator.join.JoinOracle.Match;
import dev.paceline.core.operator.join.nested.NestedLoopBuild;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(LedgerExtension.class)
class NestedLoopJoinTest {
  private static final List<DataType> TYPES =
      List.of(DataType.INT64, DataType.INT32, DataType.VARCHAR, DataType.FLOAT64);

  @ParameterizedTest
  @EnumSource(
      value = JoinType.class,
      names = {"INNER", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"})
  void joinsLikeTheOracle(JoinType type, MemoryLedger ledger) {
    for (int batchRows : new int[] {1, 3, 2048}) {
      for (int round = 0; round < 30; round++) {
        check(type, batchRows, type.ordinal() * 1_000_003L + batchRows * 101L + round, ledger);
      }
    }
  }

  private static void check(JoinType type, int batchRows, long seed, MemoryLedger ledger) {
    Random random = new Random(seed);
    int[] sizes = {0, 1, 1, 2, 5, 30, 70};
    Rows left = rows(sizes[random.nextInt(sizes.length)], random);
    Rows right = rows(sizes[random.nextInt(sizes.length)], random);
    Expression condition = random.nextInt(4) == 0 ? null : new NotEqual(1, TYPES.size() + 1);
    boolean leftOnly = type == JoinType.SEMI || type == JoinType.ANTI;
    int[] outputs =
        IntStream.range(0, leftOnly ? TYPES.size() : 2 * TYPES.size())
            .filter(column -> random.nextInt(4) != 0)
            .toArray();
    JoinShape shape = new JoinShape(type, TYPES, TYPES, condition, outputs);
    Match match = condition == null ? (a, b) -> true : JoinOracle.notEqual(1, 1);
    List<String> actual;
    int workers = 1 + random.nextInt(2);
    try (JoinFixture fixture = new JoinFixture(ledger, batchRows, workers, random)) {
      NestedLoopBuild build = new NestedLoopBuild(shape, fixture.query);
      fixture.fill(build, right);
      List<List<@Nullable Object>> rows = fixture.send(build.probe(), left);
      if (shape.deliversBuildRows()) {
        rows.addAll(fixture.read(build.buildRows()));
      }
      actual = JoinOracle.text(rows);
    } catch (RuntimeException e) {
      throw new AssertionError(type + " batchRows " + batchRows + " seed " + seed, e);
    }
    assertThat(actual)
        .as(
            "%s of %d x %d rows, batches of %d, condition %s, seed %d",
            type, left.rows().size(), right.rows().size(), batchRows, condition, seed)
        .isEqualTo(JoinOracle.join(shape, left, right, match));
  }

  @Test
  void stopsWhenTheQueryIsCancelled(MemoryLedger ledger) {
    Random random = new Random(7);
    JoinShape shape =
        new JoinShape(JoinType.INNER, TYPES, TYPES, new NotEqual(1, 5), new int[] {0});
    try (JoinFixture fixture = new JoinFixture(ledger, 16, 1, random)) {
      NestedLoopBuild build = new NestedLoopBuild(shape, fixture.query);
      fixture.fill(build, rows(50, random));
      fixture.query.cancellation().cancel();
      assertThatThrownBy(() -> fixture.send(build.probe(), rows(50, random)))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }

  /** A unique number, a small nullable number, a text, a double. */
  private static Rows rows(int count, Random random) {
    int values = 1 + random.nextInt(4);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<@Nullable Object> row = new ArrayList<>();
      row.add((long) i);
      row.add(random.nextInt(6) == 0 ? null : (Long) (long) random.nextInt(values));
      row.add(random.nextInt(6) == 0 ? null : "text " + random.nextInt(20));
      row.add(random.nextInt(6) == 0 ? null : (Double) random.nextDouble());
      rows.add(row);
    }
    return new Rows(TYPES, rows);
  }
}
