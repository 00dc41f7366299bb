package dev.paceline.core.operator.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Sink;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryBudget;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import dev.paceline.core.type.DataType;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against counting boxed rows. */
@ExtendWith(LedgerExtension.class)
class SetOperationTest {
  private static final List<DataType> TYPES = List.of(DataType.INT32, DataType.VARCHAR);

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void countsAsTheNaiveWayDoes(boolean except, boolean all, MemoryLedger ledger) {
    for (int batchRows : new int[] {1, 3, 2048}) {
      for (int workers = 0; workers <= 2; workers++) {
        for (int seed = 0; seed < 4; seed++) {
          check(except, all, batchRows, workers, seed, ledger, TemporaryStorage.NONE);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void countsThroughTemporaryFiles(
      boolean except, boolean all, MemoryLedger ledger, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    for (int workers = 0; workers <= 2; workers++) {
      for (int seed = 0; seed < 4; seed++) {
        check(except, all, 3, workers, seed, ledger, storage);
      }
    }
    assertThat(storage.usedBytes()).isZero();
  }

  /** Both sides have the same groups: those are written once, whichever side has ended. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void groupsGoToFilesWhileTheQueryIsSuspended(
      boolean leftEnds, MemoryLedger ledger, @TempDir Path folder) {
    TemporaryStorage storage = new TemporaryStorage(folder, 1 << 30);
    int count = 50_000;
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      rows.add(new Object[] {i % 40_000, null});
    }
    try (QueryContext query =
        QueryContext.open(
            "test",
            ledger.openBudget(MemoryBudget.FAIR_SHARE),
            storage,
            new CancellationToken(),
            2048,
            0,
            ZoneOffset.UTC,
            Set.of())) {
      SetOperation operation = new SetOperation(TYPES, false, true, query);
      RandomBatches batches = new RandomBatches(TYPES, new Random(1), query.memory());
      WorkerContext context = new WorkerContext(query, query.memory());
      BatchConsumer right = operation.right().newLocal(context);
      batches.forEach(rows, 2048, right::accept);
      batches.forEach(rows, 2048, operation.left().newLocal(context)::accept);
      if (leftEnds) {
        SinkRun.complete(operation.left(), query);
      }
      Sink speaker = leftEnds ? operation.right() : operation.left();
      Sink other = leftEnds ? operation.left() : operation.right();
      if (!leftEnds) {
        assertThat(other.evictableBytes()).isZero();
        assertThat(other.evict()).isEmpty();
      }
      long before = query.budget().usedBytes();
      long evictable = speaker.evictableBytes();
      assertThat(evictable).isGreaterThan(2 << 20);
      assertThat(speaker.evict()).hasSize(2).allSatisfy(order -> order.run(context));
      assertThat(before - query.budget().usedBytes()).isGreaterThanOrEqualTo(evictable);
      assertThat(speaker.evictableBytes()).isZero();
      assertThat(other.evictableBytes()).isZero();
      assertThat(storage.usedBytes()).isPositive();
      batches.forEach(rows, 2048, right::accept);
      if (!leftEnds) {
        SinkRun.complete(operation.left(), query);
      }
      SinkRun.complete(operation.right(), query);
      List<List<@Nullable Object>> actual =
          SinkRun.read(operation.output(), operation.copies(), query);
      Map<Object, Integer> copies = new HashMap<>();
      actual.forEach(row -> copies.merge(Objects.requireNonNull(row.getFirst()), 1, Integer::sum));
      assertThat(copies).hasSize(40_000);
      copies.forEach((key, found) -> check((long) key, found));
    }
    assertThat(storage.usedBytes()).isZero();
  }

  /** The first keys are in the rows twice. */
  private static void check(long key, int copies) {
    if (copies != (key < 10_000 ? 2 : 1)) {
      assertThat(copies).as("copies of %s", key).isEqualTo(key < 10_000 ? 2 : 1);
    }
  }

  private static void check(
      boolean except,
      boolean all,
      int batchRows,
      int workers,
      int seed,
      MemoryLedger ledger,
      TemporaryStorage storage) {
    Random random = new Random(seed);
    List<@Nullable Object[]> left = workers == 0 ? List.of() : rows(random, seed * 60);
    List<@Nullable Object[]> right = workers == 0 ? List.of() : rows(random, 100);
    try (QueryContext query =
        QueryContext.open(
            "test",
            ledger.openBudget(1),
            storage,
            new CancellationToken(),
            batchRows,
            0,
            ZoneOffset.UTC,
            Set.of())) {
      SetOperation operation = new SetOperation(TYPES, except, all, query);
      RandomBatches batches = new RandomBatches(TYPES, random, query.memory());
      SinkRun.fill(operation.right(), query, workers, random, batches, right);
      SinkRun.fill(operation.left(), query, workers, random, batches, left);
      assertThat(SinkRun.read(operation.output(), operation.copies(), query))
          .as("except %s all %s batch %s workers %s seed %s", except, all, batchRows, workers, seed)
          .containsExactlyInAnyOrderElementsOf(expected(left, right, except, all));
    }
  }

  private static List<@Nullable Object[]> rows(Random random, int count) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(
          new Object[] {
            random.nextInt(6) == 0 ? null : (Object) (long) random.nextInt(5),
            random.nextInt(6) == 0 ? null : "s" + random.nextInt(4)
          });
    }
    return rows;
  }

  private static List<List<@Nullable Object>> expected(
      List<@Nullable Object[]> left, List<@Nullable Object[]> right, boolean except, boolean all) {
    Map<List<@Nullable Object>, int[]> counts = new HashMap<>();
    left.forEach(row -> counts.computeIfAbsent(Arrays.asList(row), k -> new int[2])[0]++);
    right.forEach(row -> counts.computeIfAbsent(Arrays.asList(row), k -> new int[2])[1]++);
    List<List<@Nullable Object>> expected = new ArrayList<>();
    counts.forEach(
        (row, count) -> {
          int copies =
              all
                  ? except ? Math.max(0, count[0] - count[1]) : Math.min(count[0], count[1])
                  : count[0] > 0 && except == (count[1] == 0) ? 1 : 0;
          for (int i = 0; i < copies; i++) {
            expected.add(row);
          }
        });
    return expected;
  }
}
