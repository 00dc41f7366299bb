package dev.paceline.core.operator.join;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.operator.join.JoinFixture.Rows;
import dev.paceline.core.operator.join.filter.BloomFilter;
import dev.paceline.core.operator.join.filter.RuntimeFilterSlot;
import dev.paceline.core.operator.join.hash.HashJoinBuild;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.scan.RuntimeFilter;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class RuntimeFilterTest {
  @TempDir private Path folder;

  @Test
  void denseKeysAreFilteredExactly(MemoryLedger ledger) {
    check(DataType.INT32, 1, true, ledger);
  }

  @Test
  void sparseKeysLoseHardlyAnythingButStrangers(MemoryLedger ledger) {
    check(DataType.INT64, 1_000_000_007L, false, ledger);
  }

  @Test
  void textIsFilteredToo(MemoryLedger ledger) {
    check(DataType.VARCHAR, 1, false, ledger);
  }

  @Test
  void denseKeysCanDoWithoutExactFilters(MemoryLedger ledger) {
    RuntimeFilter filter = check(DataType.INT64, 1, false, Set.of(Technique.EXACT), ledger);
    assertThat(filter).isInstanceOf(BloomFilter.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 1_000_000_007L, 0})
  void buildsInTemporaryFilesFilterToo(long step, MemoryLedger ledger) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    DataType type = step == 0 ? DataType.VARCHAR : DataType.INT64;
    RuntimeFilter filter = check(type, step, false, Set.of(), storage, ledger);
    assertThat(filter).isInstanceOf(BloomFilter.class);
    assertThat(storage.writtenBytes()).isPositive();
  }

  @ParameterizedTest
  @CsvSource({"100, true", "200000, false"})
  void filtersOfTooManyKeysForTheBudgetAreNotPublished(
      int keys, boolean published, MemoryLedger ledger) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long key = 0; key < keys; key++) {
      rows.add(List.of(key * 1_000_003));
    }
    try (JoinFixture fixture = new JoinFixture(ledger, storage, 2048, 3, new Random(1), Set.of())) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      HashJoinBuild build = build(fixture, DataType.INT64, slot, false);
      fixture.fill(build, new Rows(List.of(DataType.INT64), rows));
      assertThat(build.spilled()).isNotNull();
      assertThat(slot.get() != null).isEqualTo(published);
    }
  }

  private static void check(DataType type, long step, boolean exact, MemoryLedger ledger) {
    check(type, step, exact, Set.of(), ledger);
  }

  private static RuntimeFilter check(
      DataType type, long step, boolean exact, Set<Technique> without, MemoryLedger ledger) {
    return check(type, step, exact, without, TemporaryStorage.NONE, ledger);
  }

  private static RuntimeFilter check(
      DataType type,
      long step,
      boolean exact,
      Set<Technique> without,
      TemporaryStorage storage,
      MemoryLedger ledger) {
    Random random = new Random(42);
    Set<Object> keys = new HashSet<>();
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      Object key = i % 50 == 0 ? null : value(type, step, random.nextInt(6000));
      if (key != null) {
        keys.add(key);
      }
      List<@Nullable Object> row = new ArrayList<>();
      row.add(key);
      rows.add(row);
    }
    try (JoinFixture fixture = new JoinFixture(ledger, storage, 2048, 2, random, without)) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      HashJoinBuild build = build(fixture, type, slot, false);
      assertThat(slot.get()).isNull();
      fixture.fill(build, new Rows(List.of(type), rows));
      RuntimeFilter filter = requireNonNull(slot.get());
      Object[] probes = new Object[2048];
      for (int i = 0; i < probes.length; i++) {
        probes[i] = i % 97 == 0 ? null : value(type, step, random.nextInt(6000));
      }
      Vectors vectors = new Vectors(fixture.memory());
      ColumnVector vector = vectors.of(type, probes);
      int passed = 0;
      for (int rowCount : new int[] {1, 63, 64, 65, 2048}) {
        MemorySegment bitmap = fixture.memory().allocate(256);
        Bitmaps.fill(bitmap, 0, rowCount);
        Bitmaps.clear(bitmap, 0, rowCount / 2);
        filter.narrow(vector, rowCount, bitmap);
        passed = 0;
        for (int i = 0; i < rowCount; i++) {
          Object probe = probes[i];
          boolean has = probe != null && keys.contains(probe);
          boolean kept = Bitmaps.get(bitmap, 0, i);
          if (i == rowCount / 2) {
            assertThat(kept).as("a bit that was not set, row %d of %d", i, rowCount).isFalse();
          } else if (has || probe == null || exact) {
            assertThat(kept).as("key %s, row %d of %d", probe, i, rowCount).isEqualTo(has);
          } else if (kept) {
            passed++;
          }
        }
      }
      assertThat(passed).as("strangers that passed").isLessThan(150);
      if (!type.equals(DataType.VARCHAR)) {
        long min = keys.stream().mapToLong(key -> (Long) key).min().orElseThrow();
        long max = keys.stream().mapToLong(key -> (Long) key).max().orElseThrow();
        assertThat(filter.hasBounds()).isTrue();
        assertThat(filter.min()).isEqualTo(min);
        assertThat(filter.max()).isEqualTo(max);
        if (build.spilled() == null) {
          checkRanges(filter, keys, min, max, step, random);
        }
      }
      return filter;
    }
  }

  /** So few keys are known exactly, whatever the filter. */
  private static void checkRanges(
      RuntimeFilter filter, Set<Object> keys, long min, long max, long step, Random random) {
    for (int i = 0; i < 3000; i++) {
      long least = min + (random.nextInt(6400) - 200) * step + random.nextInt(3) - 1;
      long greatest = least + random.nextInt(1 + i % 80) * step;
      boolean contains =
          keys.stream().anyMatch(key -> (Long) key >= least && (Long) key <= greatest);
      assertThat(filter.mayContainBetween(least, greatest))
          .as("some key between %d and %d", least, greatest)
          .isEqualTo(contains);
    }
    assertThat(filter.mayContainBetween(Long.MIN_VALUE, min - 1)).isFalse();
    assertThat(filter.mayContainBetween(Long.MIN_VALUE, min)).isTrue();
    assertThat(filter.mayContainBetween(max, Long.MAX_VALUE)).isTrue();
    assertThat(filter.mayContainBetween(max + 1, Long.MAX_VALUE)).isFalse();
    assertThat(filter.mayContainBetween(Long.MIN_VALUE, Long.MAX_VALUE)).isTrue();
    assertThat(filter.mayContainBetween(max, min)).as("a range of nothing").isFalse();
  }

  @Test
  void narrowLanesAndConstantsAreUnderstood(MemoryLedger ledger) {
    Random random = new Random(1);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (long key = 100; key < 300; key += 3) {
      rows.add(List.of(key));
    }
    try (JoinFixture fixture = new JoinFixture(ledger, 2048, 1, random)) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      fixture.fill(
          build(fixture, DataType.INT32, slot, false), new Rows(List.of(DataType.INT32), rows));
      RuntimeFilter filter = requireNonNull(slot.get());
      Vectors vectors = new Vectors(fixture.memory());
      Object[] probes = new Object[200];
      for (int i = 0; i < probes.length; i++) {
        probes[i] = 80L + 2 * random.nextInt(120);
      }
      List<ColumnVector> forms = new ArrayList<>();
      for (int width : new int[] {1, 2, 4, 8}) {
        forms.add(vectors.affine(DataType.INT32, width, 80, 2, probes));
      }
      forms.add(vectors.int128s(DataType.INT32, probes));
      for (ColumnVector form : forms) {
        for (boolean few : new boolean[] {true, false}) {
          MemorySegment bitmap = fixture.memory().allocateZeroed(64);
          for (int i = 0; i < probes.length; i += few ? 9 : 1) {
            Bitmaps.set(bitmap, 0, i);
          }
          filter.narrow(form, probes.length, bitmap);
          for (int i = 0; i < probes.length; i += few ? 9 : 1) {
            long key = (Long) probes[i];
            boolean has = key >= 100 && key < 300 && (key - 100) % 3 == 0;
            assertThat(Bitmaps.get(bitmap, 0, i)).as("%s: %d", form, key).isEqualTo(has);
          }
        }
      }
      for (@Nullable Object constant : new @Nullable Object[] {103L, 104L, 99L, null}) {
        MemorySegment bitmap = fixture.memory().allocate(8);
        Bitmaps.fill(bitmap, 0, 10);
        filter.narrow(vectors.constant(DataType.INT32, constant), 10, bitmap);
        assertThat(Bitmaps.count(bitmap, 0, 10))
            .as("constant %s", constant)
            .isEqualTo(constant != null && (Long) constant == 103L ? 10 : 0);
      }
    }
  }

  @Test
  void anEmptyBuildSideDropsEverything(MemoryLedger ledger) {
    for (DataType type : List.of(DataType.INT32, DataType.VARCHAR)) {
      try (JoinFixture fixture = new JoinFixture(ledger, 16, 1, new Random(1))) {
        RuntimeFilterSlot slot = new RuntimeFilterSlot();
        fixture.fill(build(fixture, type, slot, false), new Rows(List.of(type), List.of()));
        Vectors vectors = new Vectors(fixture.memory());
        ColumnVector keys =
            type.equals(DataType.INT32) ? vectors.of(type, 1L, 0L) : vectors.of(type, "a", "");
        MemorySegment bitmap = fixture.memory().allocate(8);
        Bitmaps.fill(bitmap, 0, 2);
        requireNonNull(slot.get()).narrow(keys, 2, bitmap);
        assertThat(Bitmaps.count(bitmap, 0, 2)).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsPublishedWhereNullHasAPartner(boolean spills, MemoryLedger ledger) {
    TemporaryStorage storage =
        spills ? new TemporaryStorage(folder, 1 << 30) : TemporaryStorage.NONE;
    List<@Nullable Object> row = new ArrayList<>();
    row.add(null);
    try (JoinFixture fixture = new JoinFixture(ledger, storage, 16, 1, new Random(1), Set.of())) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      fixture.fill(
          build(fixture, DataType.INT32, slot, true),
          new Rows(List.of(DataType.INT32), List.of(row, List.of(1L))));
      assertThat(slot.get()).isNull();
    }
    try (JoinFixture fixture = new JoinFixture(ledger, storage, 16, 1, new Random(1), Set.of())) {
      RuntimeFilterSlot slot = new RuntimeFilterSlot();
      fixture.fill(
          build(fixture, DataType.INT32, slot, true),
          new Rows(List.of(DataType.INT32), List.of(List.of(2L), List.of(1L))));
      MemorySegment bitmap = fixture.memory().allocate(8);
      Bitmaps.fill(bitmap, 0, 3);
      ColumnVector keys = new Vectors(fixture.memory()).of(DataType.INT32, null, 1L, 3L);
      requireNonNull(slot.get()).narrow(keys, 3, bitmap);
      assertThat(Bitmaps.get(bitmap, 0, 0)).as("NULL, which is not there").isFalse();
      assertThat(Bitmaps.get(bitmap, 0, 1)).isTrue();
      assertThat(Bitmaps.get(bitmap, 0, 2)).isFalse();
    }
  }

  private static Object value(DataType type, long step, int number) {
    return type.equals(DataType.VARCHAR) ? "key " + number : (Object) (number * step);
  }

  private static HashJoinBuild build(
      JoinFixture fixture, DataType type, RuntimeFilterSlot slot, boolean nullsEqual) {
    JoinShape shape =
        new JoinShape(JoinType.INNER, List.of(type), List.of(type), null, new int[] {0});
    return new HashJoinBuild(
        shape,
        new int[] {0},
        new int[] {0},
        new boolean[] {nullsEqual},
        new RuntimeFilterSlot[] {slot},
        true,
        fixture.query);
  }
}
