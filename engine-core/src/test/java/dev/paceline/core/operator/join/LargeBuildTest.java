package dev.paceline.core.operator.join;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.FinishPhase;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.join.JoinFixture.Rows;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.join.hash.HashJoinBuild;
import dev.paceline.core.operator.join.hash.JoinTable;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Builds of more rows than one order fills in, by one and by several workers. */
@ExtendWith(LedgerExtension.class)
class LargeBuildTest {
  private static final int RIGHT_ROWS = 150_001;
  private static final int LEFT_ROWS = 20_000;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  /** Keys of the right rows. */
  private enum Shape {
    DENSE("direct unique"),
    DENSE_TWICE("direct"),
    SPARSE("tagged unique"),
    SPARSE_TWICE("tagged"),
    /** Thousands of keys whose search begins just in front of the end of a part of the table. */
    CROWDED("tagged unique"),
    WIDE("keyed unique"),
    WIDE_TWICE("keyed"),
    /** As CROWDED, with one key that is far from the others. */
    WIDE_CROWDED("keyed unique"),
    ONE_VALUE("direct"),
    NULLS("direct"),
    TEXT("hashed unique"),
    TEXT_TWICE("hashed");

    private final String table;

    Shape(String table) {
      this.table = table;
    }

    boolean isText() {
      return this == TEXT || this == TEXT_TWICE;
    }
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void findsEveryPair(Shape shape, MemoryLedger ledger) {
    IntFunction<@Nullable Object> key = keys(shape);
    check(shape, key, JoinType.INNER, 1, ledger);
    check(shape, key, JoinType.RIGHT, 4, ledger);
    if (shape == Shape.DENSE || shape == Shape.NULLS) {
      check(shape, key, JoinType.SEMI, 4, ledger);
    }
  }

  private static void check(
      Shape shape,
      IntFunction<@Nullable Object> key,
      JoinType type,
      int workers,
      MemoryLedger ledger) {
    DataType keyType = shape.isText() ? DataType.VARCHAR : DataType.INT64;
    List<DataType> types = List.of(keyType, DataType.INT32);
    Random random = new Random(shape.ordinal());
    Rows right = rows(types, RIGHT_ROWS, key);
    boolean oneValue = shape == Shape.ONE_VALUE;
    Rows left =
        rows(
            types,
            oneValue ? 10 : LEFT_ROWS,
            i -> random.nextInt(8) == 0 ? absent(shape) : key.apply(random.nextInt(RIGHT_ROWS)));
    int[] outputs = type == JoinType.SEMI ? new int[] {1} : new int[] {1, 3};
    JoinShape join = new JoinShape(type, types, types, null, outputs);
    List<String> actual;
    try (JoinFixture fixture = new JoinFixture(ledger, 2048, workers, random, Set.of())) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      HashJoinBuild build =
          new HashJoinBuild(
              join,
              new int[] {0},
              new int[] {0},
              new boolean[1],
              new RuntimeFilterSlot[] {slot},
              false,
              fixture.query);
      fixture.fill(build, right);
      assertThat(slot.get()).isNotNull();
      JoinTable table = build.table();
      if (table != null) {
        assertThat(table.describe()).isEqualTo(shape.table);
      }
      List<List<@Nullable Object>> rows = fixture.send(build.probe(), left);
      if (type == JoinType.RIGHT) {
        rows.addAll(fixture.read(requireNonNull(build.rest(), "rest")));
      }
      actual = JoinOracle.text(rows);
    }
    assertThat(actual.equals(expected(type, left, right)))
        .as("%s %s by %d workers", shape, type, workers)
        .isTrue();
  }

  private static List<String> expected(JoinType type, Rows left, Rows right) {
    Map<Object, List<Integer>> rightRows = new HashMap<>();
    for (int i = 0; i < right.rows().size(); i++) {
      Object key = right.rows().get(i).getFirst();
      if (key != null) {
        rightRows.computeIfAbsent(key, unused -> new ArrayList<>()).add(i);
      }
    }
    List<List<@Nullable Object>> result = new ArrayList<>();
    Set<Integer> matched = new HashSet<>();
    for (List<@Nullable Object> row : left.rows()) {
      List<Integer> partners =
          row.getFirst() == null ? List.of() : rightRows.getOrDefault(row.getFirst(), List.of());
      if (type == JoinType.SEMI) {
        if (!partners.isEmpty()) {
          result.add(Collections.singletonList(row.get(1)));
        }
        continue;
      }
      for (int partner : partners) {
        matched.add(partner);
        result.add(pair(row.get(1), right.rows().get(partner).get(1)));
      }
    }
    if (type == JoinType.RIGHT) {
      for (int i = 0; i < right.rows().size(); i++) {
        if (!matched.contains(i)) {
          result.add(pair(null, right.rows().get(i).get(1)));
        }
      }
    }
    return JoinOracle.text(result);
  }

  private static List<@Nullable Object> pair(@Nullable Object left, @Nullable Object right) {
    List<@Nullable Object> pair = new ArrayList<>();
    pair.add(left);
    pair.add(right);
    return pair;
  }

  private static Rows rows(List<DataType> types, int count, IntFunction<@Nullable Object> key) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(pair(key.apply(i), (long) i));
    }
    return new Rows(types, rows);
  }

  private static Object absent(Shape shape) {
    return shape.isText() ? "absent" : (Object) (-77L);
  }

  private static IntFunction<@Nullable Object> keys(Shape shape) {
    long[] crowded =
        switch (shape) {
          case CROWDED -> crowded(2L * RIGHT_ROWS);
          case WIDE_CROWDED -> {
            long[] keys = crowded(RIGHT_ROWS + RIGHT_ROWS / 2L);
            keys[RIGHT_ROWS - 1] = 1L << 60;
            yield keys;
          }
          default -> new long[0];
        };
    return i ->
        switch (shape) {
          case DENSE -> (Object) (i * 3L);
          case DENSE_TWICE -> i / 2 * 3L;
          case SPARSE -> i * 1_000_003L;
          case SPARSE_TWICE -> i % (RIGHT_ROWS / 2) * 1_000_003L;
          case CROWDED, WIDE_CROWDED -> crowded[i];
          case WIDE -> i * 20_000_000_000_003L;
          case WIDE_TWICE -> i / 2 * 40_000_000_000_003L;
          case ONE_VALUE -> 7L;
          case NULLS -> i % 10 == 0 ? null : (Object) (i / 3 * 2L);
          case TEXT -> "key " + i;
          case TEXT_TWICE -> "key " + i / 2;
        };
  }

  /**
   * @param slots of the table
   */
  private static long[] crowded(long slots) {
    long[] keys = new long[RIGHT_ROWS];
    int found = 0;
    long key = 0;
    for (; found < 4000; key += 1000) {
      long slot = ((key * SPREAD) >>> 32) * slots >>> 32;
      if ((slot & 0x3fff) > 0x3fff - 20) {
        keys[found++] = key;
      }
    }
    while (found < RIGHT_ROWS) {
      keys[found++] = key;
      key += 1000;
    }
    return keys;
  }

  @Test
  void stopsWhenTheQueryIsCancelled(MemoryLedger ledger) {
    List<DataType> types = List.of(DataType.INT64, DataType.INT32);
    JoinShape join = new JoinShape(JoinType.INNER, types, types, null, new int[] {1});
    try (JoinFixture fixture =
        new JoinFixture(ledger, 2048, 2, new Random(1), Set.of(Technique.DIRECT))) {
      HashJoinBuild build =
          new HashJoinBuild(
              join,
              new int[] {0},
              new int[] {0},
              new boolean[1],
              new RuntimeFilterSlot[1],
              false,
              fixture.query);
      FinishPhase copied = fixture.fillOnly(build, rows(types, RIGHT_ROWS, i -> (long) i));
      assertThat(copied.orders()).hasSizeGreaterThan(1);
      copied.orders().forEach(order -> order.run(fixture.worker()));
      FinishPhase divided = requireNonNull(copied.next(), "next").get();
      assertThat(divided.orders()).hasSize((RIGHT_ROWS >>> 16) + 1);
      fixture.query.cancellation().cancel();
      assertThatThrownBy(() -> divided.orders().getFirst().run(fixture.worker()))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }
}
