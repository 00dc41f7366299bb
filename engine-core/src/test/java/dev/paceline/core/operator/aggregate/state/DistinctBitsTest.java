package dev.paceline.core.operator.aggregate.state;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against sets of boxed pairs. */
@ExtendWith(LedgerExtension.class)
class DistinctBitsTest {
  private static final int ROWS = 100;
  private static final int MOST_GROUPS = 6;

  private MemoryLedger ledger;

  @BeforeEach
  void setUp(MemoryLedger ledger) {
    this.ledger = ledger;
  }

  /** Ranges and groups widen from batch to batch, to either side. */
  @ParameterizedTest
  @ValueSource(longs = {0, -40, Long.MAX_VALUE - 90_000, Long.MIN_VALUE})
  void keepsPairsAsRangesWiden(long least) {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Set<List<@Nullable Object>> expected = new HashSet<>();
      try (MemoryScope scope = ledger.openScope("test")) {
        DistinctBits bits = new DistinctBits(DataType.INT64, scope, ROWS);
        MemorySegment ids = scope.allocate(4L * ROWS);
        for (int batch = 1; batch <= 12; batch++) {
          int from = random.nextInt(1 + 4_000 * (12 - batch));
          int width = 1 + random.nextInt(2_000 * batch);
          int nulls = random.nextInt(3) == 0 ? 0 : random.nextInt(5) == 0 ? 100 : 20;
          @Nullable Object[] values = new Object[ROWS];
          for (int i = 0; i < ROWS; i++) {
            int group = random.nextInt(batch + 1);
            ids.set(JAVA_INT, 4L * i, group);
            values[i] =
                random.nextInt(100) < nulls
                    ? null
                    : (Object) (least + from + random.nextInt(width));
            if (group > 0) {
              expected.add(Arrays.asList(group, values[i]));
            }
          }
          ColumnVector vector =
              new RandomBatches(List.of(), random, scope).vector(DataType.INT64, values);
          assertThat(bits.add(ids, vector, ROWS)).isTrue();
        }
        assertThat(pairs(bits, null)).as("seed " + seed).isEqualTo(expected);
      }
    }
  }

  /** Two sets of different ranges and groups, of which some are merged under other numbers. */
  @ParameterizedTest
  @ValueSource(longs = {0, -40, Long.MAX_VALUE - 90_000, Long.MIN_VALUE})
  void mergesGroupsOfAnotherSet(long least) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      try (MemoryScope scope = ledger.openScope("test")) {
        Set<List<@Nullable Object>> expected = new HashSet<>();
        DistinctBits ours = new DistinctBits(DataType.INT64, scope, ROWS);
        DistinctBits theirs = new DistinctBits(DataType.INT64, scope, ROWS);
        fill(ours, expected, least, random, scope);
        Set<List<@Nullable Object>> others = new HashSet<>();
        fill(theirs, others, least, random, scope);
        MemorySegment numbers = scope.allocateZeroed(4L * (MOST_GROUPS + 1));
        for (int group = 1; group <= MOST_GROUPS; group++) {
          numbers.set(JAVA_INT, 4L * group, random.nextInt(3) == 0 ? 0 : MOST_GROUPS + 1 - group);
        }
        for (List<@Nullable Object> pair : others) {
          int number = numbers.get(JAVA_INT, 4L * (Integer) pair.get(0));
          if (number != 0) {
            expected.add(Arrays.asList(number, pair.get(1)));
          }
        }
        assertThat(ours.merge(theirs, numbers, new CancellationToken())).isTrue();
        assertThat(pairs(ours, null)).as("seed " + seed).isEqualTo(expected);
        for (int group = 1; group <= ours.lastGroup(); group++) {
          int wanted = group;
          long values = expected.stream().filter(pair -> pair.get(0).equals(wanted)).count();
          assertThat(ours.count(group, new CancellationToken()))
              .as("seed %d, group %d", seed, group)
              .isEqualTo(values);
          assertThat(ours.hasNull(group)).isEqualTo(expected.contains(Arrays.asList(group, null)));
        }
      }
    }
  }

  @Test
  void stopsWhenTheQueryIsCancelled() {
    try (MemoryScope scope = ledger.openScope("test")) {
      Random random = new Random(1);
      DistinctBits ours = new DistinctBits(DataType.INT64, scope, ROWS);
      DistinctBits theirs = new DistinctBits(DataType.INT64, scope, ROWS);
      MemorySegment ids = scope.allocate(4);
      ids.set(JAVA_INT, 0, 1);
      RandomBatches vectors = new RandomBatches(List.of(), random, scope);
      assertThat(ours.add(ids, vectors.vector(DataType.INT64, new Object[] {1L}), 1)).isTrue();
      assertThat(theirs.add(ids, vectors.vector(DataType.INT64, new Object[] {2L}), 1)).isTrue();
      MemorySegment numbers = scope.allocateZeroed(8);
      numbers.set(JAVA_INT, 4, 1);
      CancellationToken cancelled = new CancellationToken();
      cancelled.cancel();
      assertThatThrownBy(() -> ours.merge(theirs, numbers, cancelled))
          .isInstanceOf(PacelineException.class);
      assertThatThrownBy(() -> ours.count(1, cancelled)).isInstanceOf(PacelineException.class);
    }
  }

  private static void fill(
      DistinctBits bits,
      Set<List<@Nullable Object>> expected,
      long least,
      Random random,
      MemoryScope scope) {
    int groups = 1 + random.nextInt(MOST_GROUPS);
    int from = random.nextInt(40_000);
    int width = 1 + random.nextInt(random.nextBoolean() ? 50 : 40_000);
    int nulls = random.nextInt(3) == 0 ? 0 : random.nextInt(5) == 0 ? 100 : 20;
    MemorySegment ids = scope.allocate(4L * ROWS);
    for (int batch = random.nextInt(4); batch > 0; batch--) {
      @Nullable Object[] values = new Object[ROWS];
      for (int i = 0; i < ROWS; i++) {
        int group = random.nextInt(groups + 1);
        ids.set(JAVA_INT, 4L * i, group);
        values[i] =
            random.nextInt(100) < nulls ? null : (Object) (least + from + random.nextInt(width));
        if (group > 0) {
          expected.add(Arrays.asList(group, values[i]));
        }
      }
      ColumnVector vector =
          new RandomBatches(List.of(), random, scope).vector(DataType.INT64, values);
      assertThat(bits.add(ids, vector, ROWS)).isTrue();
    }
  }

  private static Set<List<@Nullable Object>> pairs(
      DistinctBits bits, @Nullable MemorySegment numbers) {
    Set<List<@Nullable Object>> pairs = new HashSet<>();
    bits.forEach(
        numbers,
        (owners, values, count) -> {
          for (int i = 0; i < count; i++) {
            List<@Nullable Object> pair =
                Arrays.asList(owners.get(JAVA_INT, 4L * i), values.getObject(i));
            assertThat(pairs.add(pair)).as("new: " + pair).isTrue();
          }
        });
    return pairs;
  }

  @Test
  void declinesWhatIsTooWideAndKeepsWhatItHas() {
    try (MemoryScope scope = ledger.openScope("test")) {
      DistinctBits bits = new DistinctBits(DataType.INT64, scope, ROWS);
      MemorySegment ids = scope.allocate(8);
      ids.set(JAVA_INT, 0, 2);
      ids.set(JAVA_INT, 4, 1);
      RandomBatches vectors = new RandomBatches(List.of(), new Random(1), scope);
      assertThat(bits.add(ids, vectors.vector(DataType.INT64, new Object[] {5L, -7L}), 2)).isTrue();
      for (long wide : new long[] {1L << 40, Long.MAX_VALUE, Long.MIN_VALUE}) {
        ColumnVector values = vectors.vector(DataType.INT64, new Object[] {wide, 0L});
        assertThat(bits.add(ids, values, 2)).isFalse();
      }
      assertThat(pairs(bits, null)).containsExactlyInAnyOrder(List.of(2, 5L), List.of(1, -7L));
      MemorySegment numbers = scope.allocateZeroed(12);
      numbers.set(JAVA_INT, 8, 9);
      assertThat(pairs(bits, numbers)).containsExactly(List.of(9, 5L));
      bits.release();
    }
  }
}
