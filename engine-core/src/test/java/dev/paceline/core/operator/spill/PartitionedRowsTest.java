package dev.paceline.core.operator.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.RandomBatches;
import dev.paceline.core.testing.SinkRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class PartitionedRowsTest {
  /** Texts of 40 values, and small integers. */
  private static final int[] KEYS = {11, 1};

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 2048})
  void everyRowComesBackOnceWithAllThatHaveItsKeys(int batchRows, MemoryLedger ledger)
      throws Exception {
    for (int seed = 0; seed < 6; seed++) {
      Random random = new Random(seed);
      int level = seed * HashPartitions.MAX_LEVEL / 5;
      int count = Math.min(random.nextInt(4000), 100 * batchRows);
      try (SpillFixture fixture = new SpillFixture(ledger, directory, batchRows);
          ExecutorService threads = Executors.newFixedThreadPool(3)) {
        PartitionedRows rows =
            new PartitionedRows("test", SpillFixture.TYPES, KEYS, level, fixture.query);
        Map<List<@Nullable Object>, Integer> missing = new HashMap<>();
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < 3; writer++) {
          List<@Nullable Object[]> part = SpillFixture.rows(random, count, seed % 3 == 0);
          part.forEach(row -> missing.merge(Arrays.asList(row), 1, Integer::sum));
          long batchSeed = random.nextLong();
          writers.add(threads.submit(() -> write(rows, part, fixture.worker(), batchSeed)));
        }
        for (Future<?> writer : writers) {
          writer.get();
        }
        rows.finish();
        assertThat(rows.rowCount()).isEqualTo(3L * count);
        Map<List<@Nullable Object>, Integer> partitionOfKey = new HashMap<>();
        for (int partition = 0; partition < HashPartitions.COUNT; partition++) {
          List<List<@Nullable Object>> read = read(rows, partition, fixture.worker());
          assertThat(read).hasSize((int) rows.rowCount(partition));
          for (List<@Nullable Object> row : read) {
            missing.computeIfPresent(row, (unused, left) -> left == 1 ? null : left - 1);
            List<@Nullable Object> key = Arrays.asList(row.get(KEYS[0]), row.get(KEYS[1]));
            Integer other = partitionOfKey.putIfAbsent(key, partition);
            assertThat(other == null || other == partition).as("key " + key).isTrue();
          }
        }
        // as many rows as were written came back, so none came twice if none is missing
        assertThat(missing).as("seed " + seed).isEmpty();
        if (count > 1000) {
          assertThat(partitionOfKey.values().stream().distinct().count()).isGreaterThan(16);
        }
        rows.close();
        assertThat(fixture.storage.usedBytes()).isZero();
      }
    }
  }

  private static void write(
      PartitionedRows rows, List<@Nullable Object[]> part, WorkerContext context, long seed) {
    PartitionedRows.Writer writer = rows.newWriter(context);
    new RandomBatches(SpillFixture.TYPES, new Random(seed), context.memory())
        .forEach(
            part,
            context.batchRows(),
            batch -> {
              if (!writer.accept(batch)) {
                throw new IllegalStateException("wants no more");
              }
            });
  }

  private static List<List<@Nullable Object>> read(
      PartitionedRows rows, int partition, WorkerContext context) {
    List<List<@Nullable Object>> read = new ArrayList<>();
    boolean all =
        rows.read(
            partition,
            context,
            batch -> {
              SpillFixture.checkContract(batch);
              return read.addAll(SinkRun.rows(batch));
            });
    assertThat(all).isTrue();
    return read;
  }

  @Test
  void eachLevelDividesThePartitionsOfTheOneBefore(MemoryLedger ledger) {
    int[] key = {4};
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 2048)) {
      WorkerContext worker = fixture.worker();
      List<@Nullable Object[]> input = new ArrayList<>();
      Object[] template = SpillFixture.rows(new Random(3), 1, false).getFirst();
      for (long i = 0; i < 40_000; i++) {
        @Nullable Object[] row = template.clone();
        row[key[0]] = i;
        input.add(row);
      }
      PartitionedRows rows =
          new PartitionedRows("level 0", SpillFixture.TYPES, key, 0, fixture.query);
      write(rows, input, worker, 1);
      rows.finish();
      int level = 1;
      while (rows.rowCount() > 500 && level <= HashPartitions.MAX_LEVEL) {
        int largest = 0;
        for (int partition = 1; partition < HashPartitions.COUNT; partition++) {
          largest = rows.rowCount(partition) > rows.rowCount(largest) ? partition : largest;
        }
        long count = rows.rowCount(largest);
        assertThat(count).isBetween(rows.rowCount() / 32, rows.rowCount() / 32 * 3 / 2);
        PartitionedRows next =
            new PartitionedRows("level " + level, SpillFixture.TYPES, key, level, fixture.query);
        PartitionedRows.Writer writer = next.newWriter(worker);
        assertThat(rows.read(largest, worker, writer)).isTrue();
        next.finish();
        assertThat(next.rowCount()).isEqualTo(count);
        rows.close();
        rows = next;
        level++;
      }
      assertThat(level).isEqualTo(3);
      rows.close();
      assertThat(fixture.storage.usedBytes()).isZero();
    }
  }

  @Test
  void readersMayStopAndAreCancelled(MemoryLedger ledger) {
    try (SpillFixture fixture = new SpillFixture(ledger, directory, 64)) {
      PartitionedRows rows =
          new PartitionedRows("test", SpillFixture.TYPES, new int[] {0}, 0, fixture.query);
      write(rows, SpillFixture.rows(new Random(1), 2000, false), fixture.worker(), 1);
      rows.finish();
      int partition = 0;
      while (rows.rowCount(partition) < 128) {
        partition++;
      }
      int[] batches = new int[1];
      assertThat(rows.read(partition, fixture.worker(), batch -> ++batches[0] < 2)).isFalse();
      assertThat(batches[0]).isEqualTo(2);
      fixture.query.cancellation().cancel();
      int chosen = partition;
      assertThatThrownBy(() -> rows.read(chosen, fixture.worker(), batch -> true))
          .isInstanceOfSatisfying(
              PacelineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
    }
  }
}
