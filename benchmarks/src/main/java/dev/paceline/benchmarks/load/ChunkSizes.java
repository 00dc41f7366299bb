package dev.paceline.benchmarks.load;

import dev.paceline.benchmarks.frame.Runs;
import dev.paceline.benchmarks.frame.Tasks;
import dev.paceline.benchmarks.frame.Timing;
import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.load.FileOptions;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.FileTable;
import dev.paceline.storage.load.csv.CsvFormat;
import dev.paceline.storage.load.share.FileCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Parses a CSV file in chunks of several sizes (HyPer, Figure 3.14). */
final class ChunkSizes implements LoadExperiment {
  private static final int SMALLEST = 1 << 14;
  private static final int LARGEST = 1 << 26;
  private static final int FACTOR = 4;
  private static final long MEMORY_BYTES = 4L << 30;
  private static final double BYTES_PER_KILOBYTE = 1 << 10;
  private static final double BYTES_PER_MEGABYTE_MILLI = 1e3;

  @Override
  public void run(LoadFrame frame) throws SQLException, IOException {
    LoadFrame.FigureRows rows =
        frame.table(
            "chunks",
            "how fast are all columns parsed in chunks of each size?",
            "chunk KB %9.0f; ms %9.1f; CPU ms %9.1f; MB/s %8.0f; of the best %11.2f");
    Path file = frame.files().csv();
    List<Integer> sizes = new ArrayList<>();
    for (long size = SMALLEST; size <= LARGEST; size *= FACTOR) {
      sizes.add((int) size);
    }
    try (MemoryLedger ledger = new MemoryLedger(MEMORY_BYTES);
        ExecutorService workers = Executors.newFixedThreadPool(frame.threads())) {
      List<Contestant> contestants = new ArrayList<>();
      for (int size : sizes) {
        contestants.add(() -> Timing.of(() -> parse(file, size, frame.threads(), workers, ledger)));
      }
      List<Runs> runs = frame.turns(contestants);
      double best = Collections.min(runs.stream().map(Runs::millis).toList());
      for (int i = 0; i < sizes.size(); i++) {
        double millis = runs.get(i).millis();
        rows.add(
            sizes.get(i) / BYTES_PER_KILOBYTE,
            millis,
            runs.get(i).cpuMillis(),
            Files.size(file) / millis / BYTES_PER_MEGABYTE_MILLI,
            best / millis);
      }
    }
  }

  private static void parse(
      Path file, int chunkBytes, int threads, ExecutorService workers, MemoryLedger ledger) {
    FileTable table =
        new CsvFormat(chunkBytes)
            .open(
                new FileSet(file.toString(), List.of(FileSet.Entry.of(file))),
                new FileOptions(Map.of()),
                new FileCache(ledger, 0));
    int[] columns = IntStream.range(0, table.columns().size()).toArray();
    try (ChunkSource scan = table.snapshot().openScan(columns, List.of(), new BitSet())) {
      Callable<Void> worker =
          () -> {
            parse(scan, columns.length);
            return null;
          };
      Tasks.runAll(Collections.nCopies(threads, worker), workers);
    }
  }

  private static void parse(ChunkSource scan, int columns) {
    while (!scan.exhausted()) {
      Chunk chunk = scan.next();
      if (chunk == null) {
        Thread.onSpinWait();
        continue;
      }
      try {
        chunk.load(() -> {});
        for (int i = 0; chunk.rowCount() > 0 && i < columns; i++) {
          chunk.column(i);
        }
      } finally {
        scan.release(chunk);
      }
    }
  }
}
