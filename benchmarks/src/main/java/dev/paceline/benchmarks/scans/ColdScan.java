package dev.paceline.benchmarks.scans;

import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.scan.BufferReport;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.DatabaseOptions;
import dev.paceline.storage.table.DatabaseOptions.DirectInput;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.TableSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * A scan of all columns of a table with nothing in memory, past the page cache: every block is read
 * and handed out, and checked and unpacked if the scan looks at it; nothing is computed. It shows
 * what scans get of a device; {@link PlainReads} shows what the device gives.
 */
final class ColdScan {
  /** Memory for blocks: enough for all that is on its way, and a small part of the table. */
  private static final long POOL_BYTES = 256L << 20;

  private final Path folder;
  private final String table;
  private final int readDepth;
  private final int workers;
  private final boolean unpacks;

  /**
   * @param bytes that were read from files
   * @param cpuSeconds of the whole process
   * @param readDepth that the buffer manager used in the end
   * @param requestBytes of one read, on average
   * @param meanDepth reads under way, on average
   */
  record Result(
      long bytes,
      double seconds,
      double cpuSeconds,
      int readDepth,
      long requestBytes,
      double meanDepth) {
    double bytesPerSecond() {
      return bytes / seconds;
    }
  }

  /**
   * @param readDepth reads at a time; 0 to let the buffer manager find out
   * @param workers threads that take chunks
   * @param unpacks whether every block is looked at; otherwise it is only read
   */
  ColdScan(Path folder, String table, int readDepth, int workers, boolean unpacks) {
    this.folder = folder;
    this.table = table;
    this.readDepth = readDepth;
    this.workers = workers;
    this.unpacks = unpacks;
  }

  /** Opens the database, scans the table once, and closes the database. */
  Result run() throws IOException {
    DatabaseOptions options =
        new DatabaseOptions(
            OpenMode.READ_ONLY, POOL_BYTES, DirectInput.ON, 0, Duration.ZERO, readDepth);
    try (MemoryLedger ledger = new MemoryLedger(2 * POOL_BYTES);
        Database database = Database.open(folder, ledger, options);
        TableSnapshot snapshot = table(database).snapshot()) {
      int[] columns = IntStream.range(0, snapshot.columnTypes().size()).toArray();
      double cpu = Timing.processCpuSeconds();
      long begin = System.nanoTime();
      try (ChunkSource scan = snapshot.openScan(columns, List.of(), new BitSet())) {
        take(scan, columns.length);
      }
      double seconds = Timing.secondsSince(begin);
      BufferReport report = database.buffers().report();
      return new Result(
          report.readBytes(),
          seconds,
          Timing.processCpuSeconds() - cpu,
          report.readDepth(),
          report.readBytes() / Math.max(1, report.requests()),
          report.requestSeconds() / seconds);
    }
  }

  private Table table(Database database) {
    Table found = database.table(table);
    if (found == null) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE, "there is no table " + table + " in " + folder);
    }
    return found;
  }

  /** Takes all chunks by all workers, and has every block of them checked and unpacked. */
  private void take(ChunkSource scan, int columns) {
    Semaphore available = new Semaphore(0);
    scan.onAvailable(() -> available.release(workers));
    Callable<Void> worker =
        () -> {
          while (!scan.exhausted()) {
            Chunk chunk = scan.next();
            if (chunk == null) {
              if (!scan.exhausted()) {
                available.acquire();
              }
              continue;
            }
            for (int column = 0; unpacks && column < columns; column++) {
              chunk.column(column);
            }
            scan.release(chunk);
          }
          available.release(workers);
          return null;
        };
    Tasks.runAll(Collections.nCopies(workers, worker));
  }
}
