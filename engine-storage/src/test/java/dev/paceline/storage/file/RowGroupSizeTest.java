package dev.paceline.storage.file;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.DatabaseOptions;
import dev.paceline.storage.table.DatabaseOptions.DirectInput;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * How large row groups become, by appends and by merging, and what keeps them from being merged.
 */
@ExtendWith(LedgerExtension.class)
@Timeout(120)
class RowGroupSizeTest {
  private static final long POOL = 8 << 20;
  private static final int[] BOTH = {0, 1};

  private static final TableDefinition TEXTS =
      new TableDefinition(
          "texts",
          List.of(
              new ColumnDefinition("id", DataType.INT64, false),
              new ColumnDefinition("text", DataType.VARCHAR, true)));

  @TempDir Path folder;

  private Database open(MemoryLedger ledger) {
    return Database.open(
        folder,
        ledger,
        new DatabaseOptions(OpenMode.READ_WRITE, POOL, DirectInput.OFF, 0, Duration.ZERO, 0));
  }

  private static byte[] text(long id, int length) {
    byte[] text = new byte[length];
    new Random(id).nextBytes(text);
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + (text[i] & 15));
    }
    return text;
  }

  private static void append(Table table, long from, int count, int length) {
    try (Appender appender = table.appender()) {
      for (long id = from; id < from + count; id++) {
        appender.setLong(0, id);
        appender.setBytes(1, text(id, length));
        appender.endRow();
      }
      appender.commit();
    }
  }

  /** Checks all rows, of which only one row group is in memory at a time, and returns how many. */
  private static int check(Table table, MemoryLedger ledger, int length) throws Exception {
    BitSet seen = new BitSet();
    Semaphore available = new Semaphore(0);
    try (TableSnapshot snapshot = table.snapshot();
        MemoryScope scope = ledger.openScope("check");
        ChunkSource scan = snapshot.openScan(BOTH, List.of(), new BitSet())) {
      ColumnVector ids = new ColumnVector(DataType.INT64, scope);
      ColumnVector texts = new ColumnVector(DataType.VARCHAR, scope);
      scan.onAvailable(available::release);
      while (!scan.exhausted()) {
        Chunk chunk = scan.next();
        if (chunk == null) {
          assertThat(available.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
          continue;
        }
        for (int row = 0; row < chunk.rowCount(); row += 1000) {
          int count = Math.min(1000, chunk.rowCount() - row);
          chunk.column(0).read(row, count, ids);
          chunk.column(1).read(row, count, texts);
          for (int i = 0; i < count; i++) {
            long id = ids.getLong(i);
            assertThat(seen.get((int) id)).isFalse();
            seen.set((int) id);
            if (id % 7 == 0) {
              assertThat(texts.getObject(i))
                  .isEqualTo(new String(text(id, length), StandardCharsets.UTF_8));
            }
          }
        }
        scan.release(chunk);
      }
    }
    assertThat(seen.nextClearBit(0)).isEqualTo(seen.cardinality());
    return seen.cardinality();
  }

  private static long largest(Table table) {
    try (TableSnapshot snapshot = table.snapshot()) {
      return snapshot.bytes() / Math.max(1, snapshot.rowGroupCount());
    }
  }

  @Test
  void appendsOfLongTextMakeRowGroupsThatCanBeRead(MemoryLedger ledger) throws Exception {
    try (Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      append(table, 0, 9_000, 4_000); // 36 MB
      assertThat(check(table, ledger, 4_000)).isEqualTo(9_000);
      assertThat(largest(table)).isLessThan(POOL / 3);
    }
  }

  @Test
  void mergingLongTextMakesRowGroupsThatCanBeRead(MemoryLedger ledger) throws Exception {
    try (Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      for (int i = 0; i < 80; i++) {
        append(table, i * 50L, 50, 8_000); // 32 MB
      }
      assertThat(check(table, ledger, 8_000)).isEqualTo(4_000);
      assertThat(largest(table)).isLessThan(POOL / 3);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isBetween(16, 40);
      }
    }
    try (Database database = open(ledger)) {
      assertThat(check(requireNonNull(database.table("texts")), ledger, 8_000)).isEqualTo(4_000);
    }
  }

  @Test
  void aRowThatIsLongerThanARowGroupShouldBeIsOneOfItsOwn(MemoryLedger ledger) throws Exception {
    try (Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      append(table, 0, 6, 3 << 20);
      assertThat(check(table, ledger, 3 << 20)).isEqualTo(6);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isEqualTo(6);
      }
    }
  }

  /** All slots of the table are taken by scans that do not end, and so is the memory for blocks. */
  @Test
  void scansThatHoldAllSlotsDoNotKeepRowsFromBeingAdded(MemoryLedger ledger) throws Exception {
    try (Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      append(table, 0, 1_000, 100);
      List<ChunkSource> scans = new ArrayList<>();
      List<Chunk> held = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        try (TableSnapshot snapshot = table.snapshot()) {
          ChunkSource scan = snapshot.openScan(BOTH, List.of(), new BitSet());
          Semaphore available = new Semaphore(0);
          scan.onAvailable(available::release);
          Chunk chunk = scan.next();
          while (chunk == null) {
            assertThat(available.tryAcquire(60, TimeUnit.SECONDS)).isTrue();
            chunk = scan.next();
          }
          scans.add(scan);
          held.add(chunk);
        }
      }
      for (int i = 0; i < 5; i++) {
        append(table, 1_000 + i, 1, 100);
      }
      database.createTable(new TableDefinition("other", TEXTS.columns()));
      for (int i = 0; i < 64; i++) {
        scans.get(i).release(held.get(i));
        scans.get(i).close();
      }
      for (int i = 5; i < 9; i++) {
        append(table, 1_000 + i, 1, 100);
      }
      assertThat(check(table, ledger, 100)).isEqualTo(1_009);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).as("merged later").isLessThan(6);
      }
    }
  }

  @Test
  void aMergeForWhichThereIsNoMemoryIsPutOff(MemoryLedger unused) throws Exception {
    try (MemoryLedger ledger = new MemoryLedger(8 << 20);
        Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      for (int i = 0; i < 3; i++) {
        append(table, i * 400L, 400, 2_000);
      }
      try (MemoryScope query = ledger.openScope("query")) {
        while (ledger.availableBytes() > 1 << 20) {
          query.allocate(256 << 10);
        }
        for (int i = 0; i < 4; i++) {
          append(table, 1_200 + i, 1, 100);
        }
      }
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowCount()).isEqualTo(1_204);
      }
    }
  }

  @Test
  void threadsThatAddRowsAtTheSameTimeLoseNoneAndStillMerge(MemoryLedger ledger) throws Exception {
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    try (Database database = open(ledger)) {
      Table table = database.createTable(TEXTS);
      Thread[] threads = new Thread[4];
      for (int t = 0; t < threads.length; t++) {
        int thread = t;
        threads[t] =
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        for (int i = 0; i < 25; i++) {
                          append(table, thread * 25L + i, 1, 100);
                        }
                      } catch (Throwable e) {
                        failure.compareAndSet(null, e);
                      }
                    });
      }
      for (Thread thread : Arrays.asList(threads)) {
        thread.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(check(table, ledger, 100)).isEqualTo(100);
      try (TableSnapshot snapshot = table.snapshot()) {
        assertThat(snapshot.rowGroupCount()).isLessThan(20);
      }
    }
  }
}
