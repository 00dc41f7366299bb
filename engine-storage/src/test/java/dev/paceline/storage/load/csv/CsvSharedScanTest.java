package dev.paceline.storage.load.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ScanCounters;
import dev.paceline.core.scan.ScanOrder;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.share.FileCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Scans of one file that share reads, texts and columns. */
@ExtendWith(LedgerExtension.class)
class CsvSharedScanTest {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int ROWS = 60_000;
  private static final long CACHE_BYTES = 64 << 20;

  @TempDir Path directory;

  @Test
  void fourScansReadTheFileAboutOnce(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    for (int step : new int[] {0, 1, 2}) {
      try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
        FileTable table = open(file, cache, Map.of());
        List<Running> running = new ArrayList<>();
        int[][] wanted = {{0}, {1, 2}, {}, {3, 4, 0}};
        for (int turn = 0;
            running.size() < 4 || running.stream().anyMatch(Running::isOpen);
            turn++) {
          if (running.size() < 4 && turn >= running.size() * step) {
            running.add(new Running(table, wanted[running.size()], ScanOrder.ANY, ledger));
          }
          running.forEach(Running::advance);
        }
        long read = running.stream().mapToLong(scan -> scan.readBytes).sum();
        assertThat(read).isLessThanOrEqualTo((long) (1.3 * Files.size(file)));
        running.forEach(scan -> scan.check(1));
      }
      assertThat(ledger.usedBytes()).isZero();
    }
  }

  @Test
  void theSecondScanFindsColumnsInMemory(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
      for (ScanOrder order : ScanOrder.values()) {
        run(open(file, cache, Map.of()), order, ledger, 0, 2, 3);
        Running again = run(open(file, cache, Map.of()), order, ledger, 3, 0);
        assertThat(again.readBytes).isZero();
        assertThat(again.counters.chunksCached.sum()).isEqualTo(again.counters.chunks.sum());
        if (order != ScanOrder.ANY) {
          assertThat(again.firstRows).isSorted();
        }
        run(open(file, cache, Map.of()), order, ledger, 0, 1);
        Running count = run(open(file, cache, Map.of()), order, ledger);
        assertThat(count.readBytes).isZero();
      }
      assertThat(cache.usedBytes()).isBetween(1L, CACHE_BYTES);
      Running another = run(open(file, cache, Map.of("all_varchar", true)), ScanOrder.ANY, ledger);
      assertThat(another.readBytes).isPositive();
      cache.setLimitBytes(0);
      assertThat(ledger.usedBytes()).isZero();
      assertThat(run(open(file, cache, Map.of()), ScanOrder.ANY, ledger, 0).readBytes).isPositive();
    }
  }

  @Test
  void aChangedFileIsReadAnew(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
      run(open(file, cache, Map.of()), ScanOrder.ANY, ledger, 0, 1, 2, 3, 4);
      FileTable old = open(file, cache, Map.of());
      Files.move(write("other.csv", 2), file, StandardCopyOption.REPLACE_EXISTING);
      assertThatThrownBy(() -> run(old, ScanOrder.ANY, ledger, 0))
          .isInstanceOf(PacelineException.class)
          .hasMessageContaining("was changed while it was read");
      Running anew = run(open(file, cache, Map.of()), ScanOrder.ANY, 2, ledger, 0, 1, 2, 3, 4);
      assertThat(anew.readBytes).isPositive();
      Files.writeString(file, "id\n1\n"); // changed so lately that it may change again unnoticed
      run(open(file, cache, Map.of()), ScanOrder.ANY, -1, ledger, 0);
      assertThat(run(open(file, cache, Map.of()), ScanOrder.ANY, -1, ledger, 0).readBytes)
          .isPositive();
    }
  }

  @Test
  void othersComeFirstWhenMemoryIsShort(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
      run(open(file, cache, Map.of()), ScanOrder.ANY, ledger, 0, 1, 2);
      long kept = cache.usedBytes();
      assertThat(cache.reclaim(1)).isPositive();
      assertThat(cache.usedBytes()).isPositive().isLessThan(kept);
      try (MemoryScope all = ledger.openScope("all memory")) {
        long now = cache.usedBytes();
        all.allocateAlone(ledger.availableBytes() / 10 * 8);
        while (cache.usedBytes() == now) {
          all.allocateAlone(1 << 20);
        }
        assertThat(cache.usedBytes()).isPositive();
      }
      Running rest = run(open(file, cache, Map.of()), ScanOrder.ANY, ledger, 0);
      assertThat(rest.readBytes).isBetween(1L, Files.size(file));
      assertThat(rest.counters.chunksCached.sum()).isPositive();
    }
    try (FileCache small = new FileCache(ledger, 100 << 10)) {
      for (int i = 0; i < 3; i++) {
        run(open(file, small, Map.of()), ScanOrder.ANY, ledger, 0, i);
        assertThat(small.usedBytes()).isLessThanOrEqualTo(100 << 10);
      }
      assertThat(run(open(file, small, Map.of()), ScanOrder.ANY, ledger, 0).counters.chunksCached)
          .satisfies(cached -> assertThat(cached.sum()).isPositive());
    }
  }

  @Test
  void aCarefulScanWaitsForTheChunkBefore(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES);
        ChunkSource scan = scan(open(file, cache, Map.of()), ScanOrder.CERTAIN, 0)) {
      AtomicInteger woken = new AtomicInteger();
      scan.onAvailable(woken::incrementAndGet);
      Chunk first = scan.next();
      assertThat(first).isNotNull();
      assertThat(scan.next()).isNull();
      assertThat(scan.exhausted()).isFalse();
      int before = woken.get();
      first.load(() -> {});
      assertThat(woken.get()).isGreaterThan(before);
      Chunk second = scan.next();
      assertThat(second).isNotNull();
      scan.release(second);
      scan.release(first);
    }
  }

  @Test
  void aCarefulScanNeverGivesRowsOfMisleadingQuotes(MemoryLedger ledger) throws Exception {
    StringBuilder text = new StringBuilder("id,name\n");
    Set<String> right = new HashSet<>();
    for (int i = 0; i < ROWS; i++) {
      String name = i < 40_000 ? "\"a,b\"" : i % 1001 == 0 ? "5\" wide" : "\"x\ny,1\"";
      text.append(i).append(',').append(name).append('\n');
      right.add(i + "|" + (name.charAt(0) == '"' ? name.substring(1, name.length() - 1) : name));
    }
    Path file = settled(Files.writeString(directory.resolve("loose.csv"), text));
    for (int round = 0; round < 5; round++) {
      try (FileCache cache = new FileCache(ledger, round % 2 * CACHE_BYTES);
          ExecutorService threads = Executors.newFixedThreadPool(2)) {
        FileTable table = open(file, cache, Map.of("types", Map.of("id", "VARCHAR")));
        Running shared = new Running(table, new int[] {0, 1}, ScanOrder.CERTAIN, ledger);
        AtomicBoolean failed = new AtomicBoolean();
        Callable<@Nullable Void> worker =
            () -> {
              while (!failed.get() && shared.isOpen()) {
                boolean done = false;
                try {
                  shared.advance();
                  done = true;
                } catch (PacelineException e) {
                  assertThat(e).hasMessageContaining("quote");
                } finally {
                  failed.compareAndSet(false, !done);
                }
              }
              return null;
            };
        for (Future<@Nullable Void> end : threads.invokeAll(List.of(worker, worker))) {
          end.get();
        }
        shared.source.close();
        assertThat(shared.values).isNotEmpty();
        assertThat(
                shared.values.stream()
                    .filter(row -> !right.contains(row.substring(0, row.length() - 1))))
            .isEmpty();
      }
    }
  }

  @Test
  void aCarefulScanKeepsTheOrderOfFiles(MemoryLedger ledger) throws IOException {
    List<FileSet.Entry> entries = new ArrayList<>();
    entries.add(FileSet.Entry.of(write("a.csv", 1)));
    Path empty = Files.writeString(directory.resolve("b.csv"), "id,quoted,price,name,flag\n");
    entries.add(FileSet.Entry.of(empty));
    entries.add(FileSet.Entry.of(write("c.csv", 1)));
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES)) {
      FileTable table =
          new CsvFormat(CHUNK_BYTES)
              .open(new FileSet("abc", entries), new FileOptions(Map.of()), cache);
      try (ChunkSource scan = scan(table, ScanOrder.CERTAIN, 0)) {
        Chunk first = scan.next();
        assertThat(first).isNotNull();
        assertThat(scan.next()).isNull();
        first.load(() -> {});
        scan.release(first);
      }
      Running all = run(table, ScanOrder.CERTAIN, -1, ledger, 0);
      assertThat(all.rows).isEqualTo(2 * ROWS);
      assertThat(all.firstRows.getFirst()).isZero();
      assertThat(all.firstRows.indexOf(0L)).isLessThan(all.firstRows.lastIndexOf(0L));
      assertThat(all.firstRows.subList(0, all.firstRows.lastIndexOf(0L))).isSorted();
    }
  }

  @Test
  void aChunkThatAnotherScanReadsComesLater(MemoryLedger ledger) throws IOException {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, CACHE_BYTES);
        ChunkSource reader = scan(open(file, cache, Map.of()), ScanOrder.ANY, 0);
        ChunkSource other = scan(open(file, cache, Map.of()), ScanOrder.TABLE, 1)) {
      AtomicInteger woken = new AtomicInteger();
      other.onAvailable(woken::incrementAndGet);
      Chunk first = reader.next();
      assertThat(other.next()).isNull();
      int before = woken.get();
      reader.release(first); // cancelled before it was read
      assertThat(woken.get()).isGreaterThan(before);
      Chunk own = other.next();
      assertThat(own).isNotNull();
      own.load(() -> {});
      assertThat(own.readBytes()).isPositive();
      other.release(own);
    }
  }

  @Test
  void errorsAreTheSameWithAndWithoutCache(MemoryLedger ledger) throws IOException {
    StringBuilder text = new StringBuilder("id,name,n\n");
    for (int i = 0; i < ROWS; i++) {
      text.append(i).append(",x").append(i).append(i == 50_000 ? ",bad\n" : ",7\n");
    }
    Path file = settled(Files.writeString(directory.resolve("bad.csv"), text));
    List<String> messages = new ArrayList<>();
    for (long bytes : new long[] {0, CACHE_BYTES}) {
      try (FileCache cache = new FileCache(ledger, bytes)) {
        for (int i = 0; i < 2; i++) {
          run(open(file, cache, Map.of()), ScanOrder.ANY, -1, ledger, 0, 1);
          try {
            run(open(file, cache, Map.of()), ScanOrder.ANY, -1, ledger, 2);
          } catch (PacelineException e) {
            messages.add(e.getMessage());
          }
          FileTable lenient = open(file, cache, Map.of("ignore_errors", true));
          Running rest = run(lenient, ScanOrder.ANY, -1, ledger, 2);
          assertThat(rest.rows).isEqualTo(ROWS - 1);
          assertThat(lenient.rejects().count()).isEqualTo(1);
          assertThat(run(lenient, ScanOrder.ANY, -1, ledger, 0).rows).isEqualTo(ROWS);
        }
      }
    }
    assertThat(messages).hasSize(4).allMatch(messages.getFirst()::equals);
    assertThat(messages.getFirst()).contains("line 50002");
  }

  @Test
  void manyScansThatEndOrFailAtAnyTime(MemoryLedger ledger) throws Exception {
    Path file = write("rows.csv", 1);
    try (FileCache cache = new FileCache(ledger, 2 << 20);
        ExecutorService threads = Executors.newFixedThreadPool(6)) {
      List<Callable<@Nullable Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 6; thread++) {
        Random random = new Random(thread);
        tasks.add(
            () -> {
              for (int i = 0; i < 12; i++) {
                scanAtRandom(file, cache, ledger, random);
              }
              return null;
            });
      }
      tasks.add(
          () -> {
            for (int factor = 2; factor < 12; factor++) {
              Path other = write("other" + factor + ".csv", factor);
              Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
              Thread.sleep(20);
            }
            return null;
          });
      for (Future<@Nullable Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  private static void scanAtRandom(Path file, FileCache cache, MemoryLedger ledger, Random random) {
    ScanOrder order = ScanOrder.values()[random.nextInt(3)];
    int[] columns = random.ints(random.nextInt(4), 0, 5).distinct().toArray();
    int most = random.nextInt(3) == 0 ? random.nextInt(20) : Integer.MAX_VALUE;
    try {
      FileTable table = open(file, cache, Map.of());
      Running scan = new Running(table, columns, order, ledger);
      try {
        for (int i = 0; i < most && scan.isOpen(); i++) {
          scan.advance();
        }
        if (!scan.isOpen()) {
          scan.check(0);
        }
      } finally {
        scan.source.close();
      }
    } catch (PacelineException e) {
      assertThat(e).hasMessageContaining("run the statement again");
    }
  }

  /** Writes rows of which each column follows from the number of the row. */
  private Path write(String name, int factor) throws IOException {
    StringBuilder text = new StringBuilder("id,quoted,price,name,flag\n");
    for (int i = 0; i < ROWS; i++) {
      long value = (long) i * factor % 100_000;
      text.append(i).append(",\"a \"\"").append(value).append("\"\"\n,b\",").append(value);
      text.append(".25,name").append(value).append(i % 7 == 0 ? ",\n" : ",true\n");
    }
    return settled(Files.writeString(directory.resolve(name), text));
  }

  /** Pretends that a file was not changed just now. */
  private static Path settled(Path file) throws IOException {
    return Files.setLastModifiedTime(
        file, FileTime.fromMillis(System.currentTimeMillis() - 60_000));
  }

  private static FileTable open(Path file, FileCache cache, Map<String, Object> options) {
    FileSet files = new FileSet(file.toString(), List.of(FileSet.Entry.of(file)));
    return new CsvFormat(CHUNK_BYTES).open(files, new FileOptions(options), cache);
  }

  private static ChunkSource scan(FileTable table, ScanOrder order, int... columns) {
    return table.snapshot().openScan(columns, List.of(), new BitSet(), order);
  }

  private static Running run(
      FileTable table, ScanOrder order, MemoryLedger ledger, int... columns) {
    return run(table, order, 1, ledger, columns);
  }

  /**
   * Runs a scan to its end.
   *
   * @param factor of the file's rows; -1 if other rows are expected
   */
  private static Running run(
      FileTable table, ScanOrder order, int factor, MemoryLedger ledger, int... columns) {
    Running scan = new Running(table, columns, order, ledger);
    try {
      while (scan.isOpen()) {
        scan.advance();
      }
    } finally {
      scan.source.close();
    }
    if (factor > 0) {
      scan.check(factor);
    }
    return scan;
  }

  /** A scan that is led chunk by chunk, and checks the rows that it gets. */
  private static final class Running {
    private final FileTable table;
    private final int[] columns;
    private final MemoryLedger ledger;
    private final ChunkSource source;
    private final ScanCounters counters = new ScanCounters();
    private final List<Long> firstRows = Collections.synchronizedList(new ArrayList<>());
    private final List<String> values = Collections.synchronizedList(new ArrayList<>());
    private boolean open = true;
    private long rows;
    private long readBytes;

    Running(FileTable table, int[] columns, ScanOrder order, MemoryLedger ledger) {
      this.table = table;
      this.columns = columns;
      this.ledger = ledger;
      this.source = scan(table, order, columns);
    }

    boolean isOpen() {
      return open;
    }

    /** Takes the next chunk, if there is one. */
    void advance() {
      if (!open) {
        return;
      }
      Chunk chunk = source.next();
      if (chunk != null) {
        try {
          chunk.load(() -> {});
          read(chunk);
        } finally {
          source.release(chunk);
        }
      }
      if (chunk == null && source.exhausted()) {
        open = false;
        source.addFileChunks(counters);
        source.close();
      }
    }

    private void read(Chunk chunk) {
      rows += chunk.rowCount();
      readBytes += chunk.readBytes();
      if (chunk.rowCount() == 0 || columns.length == 0) {
        return;
      }
      try (MemoryScope memory = ledger.openScope("values")) {
        List<List<String>> read = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
          ColumnVector vector = new ColumnVector(table.columns().get(columns[i]).type(), memory);
          List<String> column = new ArrayList<>();
          for (int from = 0; from < chunk.rowCount(); from += 2048) {
            int count = Math.min(2048, chunk.rowCount() - from);
            chunk.column(i).read(from, count, vector);
            for (int row = 0; row < count; row++) {
              column.add(String.valueOf(vector.getObject(row)));
            }
          }
          read.add(column);
        }
        int id =
            IntStream.range(0, columns.length).filter(i -> columns[i] == 0).findAny().orElse(-1);
        if (id >= 0) {
          firstRows.add(Long.valueOf(read.get(id).getFirst()));
        }
        for (int row = 0; row < chunk.rowCount(); row++) {
          StringBuilder line = new StringBuilder();
          for (int i = 0; i < columns.length; i++) {
            line.append(read.get(i).get(row)).append('|');
          }
          values.add(line.toString());
        }
      }
    }

    /**
     * Compares all rows with those that were written.
     *
     * @param factor 0 to find it out
     */
    void check(int factor) {
      assertThat(rows).isEqualTo(ROWS);
      if (columns.length == 0) {
        return;
      }
      int found = factor;
      values.sort(null);
      while (found == 0 || factor == 0 && found < 12 && !values.equals(expected(found))) {
        found++;
      }
      assertThat(values).isEqualTo(expected(found));
    }

    private List<String> expected(int factor) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        long value = (long) i * factor % 100_000;
        StringBuilder line = new StringBuilder();
        for (int column : columns) {
          switch (column) {
            case 0 -> line.append(i);
            case 1 -> line.append("a \"").append(value).append("\"\n,b");
            case 2 -> line.append(value).append(".25");
            case 3 -> line.append("name").append(value);
            default -> line.append(i % 7 == 0 ? "null" : "true");
          }
          line.append('|');
        }
        lines.add(line.toString());
      }
      lines.sort(null);
      return lines;
    }
  }
}
