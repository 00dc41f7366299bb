package dev.paceline.core.operator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.Source.SourceReader;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ScanTarget;
import dev.paceline.core.scan.ScanTarget.FirstRows;
import dev.paceline.core.scan.SortBound;
import dev.paceline.core.testing.FakeTable;
import dev.paceline.core.testing.GatedTable;
import dev.paceline.core.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How chunks are divided among workers; what of them is read, other tests look at. */
class TableScanSourceTest {
  private static QueryContext query(MemoryLedger ledger, int workers) {
    return QueryContext.open("test", ledger, new CancellationToken(), 2048, 0, ZoneOffset.UTC)
        .withWorkers(workers);
  }

  private static TableScanSource scan(ScanTarget table, QueryContext query) {
    return new TableScanSource(
        table,
        new int[] {0},
        List.of(),
        null,
        new int[] {0},
        List.of(),
        null,
        query,
        query.counters().newScan());
  }

  private static List<Morsel> morsels(TableScanSource source) {
    List<Morsel> morsels = new ArrayList<>();
    while (!source.exhausted()) {
      Morsel morsel = source.next();
      if (morsel != null) {
        morsels.add(morsel);
      }
    }
    assertThat(source.next()).isNull();
    return morsels;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 131072, 1, 1",
    "2, 1, 131072, 4, 8",
    "16, 1, 131072, 8, 8",
    "2, 1, 16384, 1, 1",
    "2, 1, 16385, 2, 2",
    "4, 1, 1, 1, 1",
    "4, 1, 0, 0, 1",
    "2, 46, 131072, 47, 60",
    "4, 7, 5000, 7, 7",
  })
  void eachRowIsReadOnceByMorselsThatShrinkTowardsTheEnd(
      int workers, int chunks, int rows, int fewest, int most) {
    int[] chunkRows = new int[chunks];
    Arrays.fill(chunkRows, rows);
    FakeTable table = new FakeTable(1, chunkRows, 7, -1);
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, workers)) {
      TableScanSource source = scan(table, query);
      source.open();
      List<Morsel> morsels = morsels(source);
      assertThat(morsels.size()).isBetween(fewest, most);
      Collections.shuffle(morsels, new Random(chunks));
      SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
      BitSet seen = new BitSet();
      for (Morsel morsel : morsels) {
        reader.read(
            morsel,
            batch -> {
              for (int i = 0; i < batch.rowCount(); i++) {
                int value = (int) batch.column(0).getLong(i);
                assertThat(seen.get(value)).isFalse();
                seen.set(value);
              }
              return true;
            });
        assertThat(table.pinned.get()).isPositive();
        morsel.release();
      }
      assertThat(seen.cardinality()).isEqualTo(chunks * rows);
      assertThat(table.pinned).hasValue(0);
      assertThat(query.counters().rowsScanned()).isEqualTo((long) chunks * rows);
      source.close();
      assertThat(query.counters().rowsDone()).isEqualTo((long) chunks * rows);
    }
  }

  /** The sort learns its last wanted row from the first batch; other batches have no such rows. */
  @ParameterizedTest
  @CsvSource({"false, 1", "true, 1", "false, 131072", "true, 131071", "true, 2049"})
  void belowASortThatWantsFewRowsAChunkIsReadFromTheirSide(boolean descending, int rows) {
    FakeTable table = new FakeTable(1, new int[] {rows}, 7, -1);
    SortBound bound = new SortBound(DataType.INT64, descending, false);
    int wanted = Math.min(rows, 10);
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, 1)) {
      TableScanSource source =
          new TableScanSource(
              table,
              new int[] {0},
              List.of(),
              null,
              new int[] {0},
              List.of(),
              new FirstRows(0, bound),
              query,
              query.counters().newScan());
      source.open();
      List<Long> passed = new ArrayList<>();
      SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
      for (Morsel morsel : morsels(source)) {
        reader.read(
            morsel,
            batch -> {
              for (int i = 0; i < batch.rowCount(); i++) {
                passed.add(batch.column(0).getLong(i));
              }
              passed.sort(descending ? Collections.reverseOrder() : null);
              if (passed.size() >= wanted) {
                long last = passed.get(wanted - 1);
                bound.tighten(new ColumnVector(DataType.INT64).setConstantLong(last), 0);
              }
              return true;
            });
        morsel.release();
      }
      List<Long> expected = new ArrayList<>();
      for (int i = 0; i < wanted; i++) {
        expected.add((long) (descending ? rows - 1 - i : i));
      }
      assertThat(passed.subList(0, wanted)).isEqualTo(expected);
      assertThat(passed).hasSizeLessThan(3 * 2048);
      source.close();
      assertThat(query.counters().rowsDone()).isEqualTo(rows);
    }
  }

  @Test
  void aChunkOfWhichSomeRowsAreNotWantedGoesBack() {
    FakeTable table = new FakeTable(1, new int[] {131072}, 7, -1);
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, 4)) {
      TableScanSource source = scan(table, query);
      source.open();
      Morsel first = source.next();
      Morsel second = source.next();
      first.release();
      second.release();
      assertThat(table.pinned).hasValue(1);
      source.close();
      assertThat(table.pinned).hasValue(0);
      source.close();
      assertThat(table.pinned).hasValue(0);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Timeout(60)
  void aScanIsNotExhaustedWhileAWorkerHasFoundTheLastChunk() throws Exception {
    FakeTable table = new FakeTable(1, new int[] {131072}, 7, -1);
    CountDownLatch found = new CountDownLatch(1);
    CountDownLatch mayGoOn = new CountDownLatch(1);
    GatedTable held = new GatedTable(table);
    held.onChunk =
        () -> {
          found.countDown();
          await(mayGoOn);
        };
    held.open();
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, 2);
        ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      TableScanSource source = scan(held, query);
      source.open();
      Future<Morsel> first = workers.submit(source::next);
      try {
        found.await();
        assertThat(source.next()).isNull();
        assertThat(source.exhausted()).as("the other worker will leave some rows").isFalse();
      } finally {
        mayGoOn.countDown();
      }
      List<Morsel> morsels = new ArrayList<>(List.of(first.get()));
      morsels.addAll(morsels(source));
      assertThat(morsels).hasSizeGreaterThan(1);
      morsels.forEach(Morsel::release);
      source.close();
      assertThat(table.pinned).hasValue(0);
    }
  }

  /** The last chunk is found between the two questions that the answer consists of. */
  @Test
  void aScanIsNotExhaustedWhenTheLastChunkIsFoundMeanwhile() {
    FakeTable table = new FakeTable(1, new int[] {131072}, 7, -1);
    GatedTable gated = new GatedTable(table);
    gated.open();
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, 2)) {
      TableScanSource source = scan(gated, query);
      source.open();
      List<Morsel> morsels = new ArrayList<>();
      gated.onExhausted =
          () -> {
            gated.onExhausted = () -> {};
            morsels.add(requireNonNull(source.next()));
          };
      assertThat(source.exhausted()).as("there are more rows of the chunk").isFalse();
      morsels.addAll(morsels(source));
      assertThat(morsels).hasSizeGreaterThan(1);
      morsels.forEach(Morsel::release);
      source.close();
      assertThat(table.pinned).hasValue(0);
    }
  }

  /** What a caller has not fetched takes no chunk from others who need its memory. */
  @Test
  void theRestOfAChunkIsGivenBackForOthersUnlessItIsBeingRead() {
    FakeTable table = new FakeTable(1, new int[] {131_072}, 7, -1);
    try (MemoryLedger ledger = new MemoryLedger(64 << 20);
        QueryContext query = query(ledger, 1)) {
      TableScanSource source = scan(table, query);
      source.limitRowsPerMorsel(2048);
      source.open();
      SourceReader reader = source.newReader(new WorkerContext(query, query.memory()));
      List<Long> values = new ArrayList<>();
      int asked = 0;
      while (!source.exhausted()) {
        Morsel morsel = source.next();
        if (morsel == null) {
          continue; // as if another worker had come too early
        }
        requireNonNull(table.giveBack).run();
        assertThat(table.pinned.get()).as("while a morsel is read").isOne();
        reader.read(
            morsel,
            batch -> {
              for (int i = 0; i < batch.selectedCount(); i++) {
                values.add(batch.column(0).getLong(i));
              }
              return true;
            });
        morsel.release();
        if (!source.exhausted()) {
          requireNonNull(table.giveBack).run();
          assertThat(table.pinned.get()).isZero();
          asked++;
        }
      }
      source.close();
      assertThat(asked).isGreaterThan(10);
      assertThat(values).hasSize(131_072).doesNotHaveDuplicates();
    }
  }
}
