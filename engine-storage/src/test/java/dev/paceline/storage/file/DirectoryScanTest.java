package dev.paceline.storage.file;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.Chunk;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.core.exec.ColumnPredicate.LongRanges;
import dev.paceline.core.exec.ScanTarget.ScanPredicate;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.RowGroup;
import dev.paceline.storage.table.TableSnapshot;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
    int rows = 0;
    Semaphore available = new Semaphore(0);
    try (MemoryScope scope = ledger.openScope("reader");
        ChunkSource scan = snapshot.openScan(COLUMNS, predicates)) {
      ColumnVector comments = new ColumnVector(snapshot.columnTypes().get(7), scope);
      ColumnVector ids = new ColumnVector(snapshot.columnTypes().get(0), scope);
      scan.onAvailable(available::release);
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk == null) {
          assertThat(available.tryAcquire(30, TimeUnit.SECONDS)).as("the scan goes on").isTrue();
          continue;
        }
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
        rows += chunk.rowCount();
        scan.release(chunk);
      }
    }
    return rows;
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
