package dev.paceline.storage.file;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(LedgerExtension.class)
@Timeout(120)
class DirectoryScanTest {
  private static final int ROW_GROUPS = 3;
  private static final int ROWS = ROW_GROUPS * RowGroup.MAX_ROWS;
  private static final long ID_STEP = 1_000_000_007L;
  private static final int[] COLUMNS = {7, 0, 3};

  @TempDir static Path large;
  @TempDir Path folder;

  @BeforeAll
  static void load() {
    try (MemoryLedger ledger = new MemoryLedger(1 << 29);
        Database database = Database.open(large, ledger, OpenMode.READ_WRITE);
        Appender appender = database.newTable(SampleTable.DEFINITION)) {
      SampleTable.append(appender, 0, ROWS);
      appender.commit();
    }
  }

  /** Scans, checks every row against its number, and returns how many there were. */
  private static int scan(
      TableSnapshot snapshot, List<ScanPredicate> predicates, MemoryLedger ledger)
      throws InterruptedException {
    AtomicInteger rows = new AtomicInteger();
    try (MemoryScope scope = ledger.openScope("reader");
        ChunkSource scan = snapshot.openScan(COLUMNS, predicates, new BitSet())) {
      ColumnVector comments = new ColumnVector(snapshot.columnTypes().get(7), scope);
      ColumnVector ids = new ColumnVector(snapshot.columnTypes().get(0), scope);
      forEachChunk(
          scan,
          chunk -> {
            check(chunk, comments, ids);
            rows.addAndGet(chunk.rowCount());
          });
    }
    return rows.get();
  }

  private static void check(Chunk chunk, ColumnVector comments, ColumnVector ids) {
    for (int from = 0; from < chunk.rowCount(); from += 2048) {
      int count = Math.min(2048, chunk.rowCount() - from);
      chunk.column(0).read(from, count, comments);
      chunk.column(1).read(from, count, ids);
      for (int row = 0; row < count; row++) {
        int number = (int) (ids.getLong(row) / ID_STEP);
        if (comments.isNull(row) != ((number * 7 + 7) % 5 == 0)
            || !comments.isNull(row)
                && !new String(comments.getBytes(row), StandardCharsets.UTF_8)
                    .equals("comment on row " + number * 31)) {
          throw new AssertionError("row " + number);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"AUTO", "PBM", "ELEVATOR", "RELEVANCE"})
  void scansManyTimesWhatFitsInMemory(ScanPolicyKind policy) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    try (MemoryLedger ledger = new MemoryLedger(7 << 20)) {
      try (Database database = Database.open(large, ledger, OpenMode.READ_ONLY);
          TableSnapshot snapshot = database.table("sample").snapshot()) {
        assertThat(snapshot.bytes()).isGreaterThan(2 * ledger.limitBytes());
        requireNonNull(database.buffers()).usePolicy(policy);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          threads.add(
              Thread.ofPlatform()
                  .start(
                      () -> {
                        try {
                          assertThat(scan(snapshot, List.of(), ledger)).isEqualTo(ROWS);
                        } catch (Throwable e) {
                          failure.set(e);
                        }
                      }));
        }
        for (Thread thread : threads) {
          thread.join();
        }
        assertThat(failure.get()).isNull();
      }
      assertThat(ledger.usedBytes()).isZero();
      assertThat(ledger.openScopes()).isEmpty();
    }
  }

  @Test
  void rowGroupsThatStatisticsExcludeAreNotRead(MemoryLedger ledger) throws Exception {
    try (Database database = Database.open(large, ledger, OpenMode.READ_ONLY);
        TableSnapshot snapshot = database.table("sample").snapshot()) {
      long low = ID_STEP * (RowGroup.MAX_ROWS + 10L);
      LongRanges range = LongRanges.between(low, low + 5 * ID_STEP);
      assertThat(scan(snapshot, List.of(new ScanPredicate(1, range)), ledger))
          .isEqualTo(RowGroup.MAX_ROWS);
    }
  }

  /** Rows of the chunks of a scan by how many blocks they have, each chunk looked at. */
  private static Map<Integer, Integer> rowsByBlocks(ChunkSource scan, Consumer<Chunk> check)
      throws InterruptedException {
    Map<Integer, Integer> rows = new TreeMap<>();
    forEachChunk(
        scan,
        chunk -> {
          check.accept(chunk);
          rows.merge(chunk.blockCount(), chunk.rowCount(), Integer::sum);
        });
    return rows;
  }

  /** Takes and gives back all chunks, waiting for them. */
  private static void forEachChunk(ChunkSource scan, Consumer<Chunk> action)
      throws InterruptedException {
    Semaphore available = new Semaphore(0);
    scan.onAvailable(available::release);
    while (!scan.exhausted()) {
      Chunk chunk = scan.next();
      if (chunk == null) {
        assertThat(available.tryAcquire(30, TimeUnit.SECONDS)).as("the scan goes on").isTrue();
        continue;
      }
      action.accept(chunk);
      scan.release(chunk);
    }
    assertThat(scan.next()).isNull();
  }

  private static BitSet positions(int... positions) {
    BitSet set = new BitSet();
    for (int position : positions) {
      set.set(position);
    }
    return set;
  }

  @Test
  void blocksThatStatisticsDecideAreNotRead(MemoryLedger ledger) throws Exception {
    int group = RowGroup.MAX_ROWS;
    LongRanges range = LongRanges.between(ID_STEP * (group / 2), ID_STEP * (2 * group + 9L));
    try (Database database = Database.open(large, ledger, OpenMode.READ_ONLY);
        TableSnapshot snapshot = database.table("sample").snapshot();
        MemoryScope scope = ledger.openScope("reader");
        ChunkSource scan =
            snapshot.openScan(
                new int[] {5, 0, 7}, List.of(new ScanPredicate(1, range)), positions(1))) {
      ColumnVector ids = new ColumnVector(snapshot.columnTypes().get(0), scope);
      ColumnVector days = new ColumnVector(snapshot.columnTypes().get(5), scope);
      ColumnVector comments = new ColumnVector(snapshot.columnTypes().get(7), scope);
      Map<Integer, Integer> rows =
          rowsByBlocks(
              scan,
              chunk -> {
                chunk.column(0).read(1, 3, days);
                chunk.column(2).read(1, 3, comments);
                Outcome outcome = chunk.column(1).filter(range, ids).outcome();
                if (chunk.blockCount() == 2) {
                  assertThat(outcome).isEqualTo(Outcome.ALL_MATCH);
                  assertThat(days.getLong(0)).isEqualTo(10_000 + (group + 1) % 4);
                  assertThat(comments.getObject(0))
                      .isEqualTo("comment on row " + (group + 1L) * 31);
                  assertThatThrownBy(() -> chunk.column(1).read(0, 1, ids))
                      .isInstanceOf(IllegalStateException.class);
                } else {
                  assertThat(outcome).isEqualTo(Outcome.SOME_MATCH);
                  chunk.column(1).read(1, 3, ids);
                  int row = (int) (ids.getLong(0) / ID_STEP);
                  assertThat(row % group).isEqualTo(1);
                  assertThat(days.getLong(0)).isEqualTo(10_000 + row % 4);
                }
              });
      assertThat(rows).isEqualTo(Map.of(2, group, 3, 2 * group));
      assertThat(scan.totalRows()).isEqualTo(ROWS);
      assertThat(scan.skippedBlocks()).isEqualTo(1);
    }
  }

  @Test
  void aScanThatOnlyTestsMayReadNothing(MemoryLedger ledger) throws Exception {
    LongRanges all = LongRanges.between(0, Long.MAX_VALUE);
    LongRanges two = LongRanges.between(-5, ID_STEP * (2L * RowGroup.MAX_ROWS - 1));
    int[] columns = {0, 2};
    List<ScanPredicate> predicates = List.of(new ScanPredicate(0, all), new ScanPredicate(0, two));
    try (Database database = Database.open(large, ledger, OpenMode.READ_ONLY);
        TableSnapshot snapshot = database.table("sample").snapshot()) {
      try (ChunkSource scan = snapshot.openScan(columns, predicates, positions(0, 1))) {
        assertThat(rowsByBlocks(scan, chunk -> {})).isEqualTo(Map.of(0, 2 * RowGroup.MAX_ROWS));
        assertThat(scan.skippedBlocks()).as("a row group and four blocks").isEqualTo(2 + 4);
      }
      try (ChunkSource scan = snapshot.openScan(columns, predicates, positions(1))) {
        assertThat(rowsByBlocks(scan, chunk -> {})).isEqualTo(Map.of(1, 2 * RowGroup.MAX_ROWS));
      }
      try (ChunkSource scan = snapshot.openScan(columns, predicates, positions())) {
        assertThat(rowsByBlocks(scan, chunk -> {})).isEqualTo(Map.of(2, 2 * RowGroup.MAX_ROWS));
      }
      // Prices are NULL in some rows of every row group.
      List<ScanPredicate> prices = List.of(new ScanPredicate(1, LongRanges.between(-250, 1 << 30)));
      try (ChunkSource scan = snapshot.openScan(columns, prices, positions(1))) {
        assertThat(rowsByBlocks(scan, chunk -> {})).isEqualTo(Map.of(2, ROWS));
      }
      assertThat(requireNonNull(database.buffers()).report().scans()).isEmpty();
    }
  }

  @Test
  void readersKeepTheirFilesWhenAWriterDropsTheTable(MemoryLedger ledger) throws Exception {
    Database writer = Database.open(folder, ledger, OpenMode.READ_WRITE);
    SampleTable.load(writer, 0, 50);
    try (Database reader = Database.open(folder, ledger, OpenMode.READ_ONLY);
        TableSnapshot snapshot = writer.table("sample").snapshot()) {
      writer.dropTable("sample");
      SampleTable.load(writer, 0, 3);
      assertThat(SampleTable.read(reader, ledger)).isEqualTo(SampleTable.rows(50));
      assertThat(scan(snapshot, List.of(), ledger)).isEqualTo(50);
      assertThat(SampleTable.read(writer, ledger)).isEqualTo(SampleTable.rows(3));
    }
    try (var files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("lock", "manifest", "00000002.segment");
    }
    writer.close();
  }

  @Test
  void aLoadThatIsGivenUpLeavesNothing(MemoryLedger ledger) throws Exception {
    try (Database database = Database.open(folder, ledger, OpenMode.READ_WRITE)) {
      try (Appender appender = database.newTable(SampleTable.DEFINITION)) {
        SampleTable.append(appender, 0, RowGroup.MAX_ROWS + 1);
        assertThat(folder.resolve("00000001.segment")).exists();
        assertThat(database.tables()).isEmpty();
      }
      assertThat(folder.resolve("00000001.segment")).doesNotExist();
      assertThat(SampleTable.read(database, ledger)).isNull();
    }
  }
}
