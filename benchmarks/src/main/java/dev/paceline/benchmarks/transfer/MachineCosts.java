package dev.paceline.benchmarks.transfer;

import dev.paceline.benchmarks.bounds.ReadBandwidth;
import dev.paceline.benchmarks.transfer.TransferModel.Costs;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.BatchConsumer;
import dev.paceline.core.exec.CancellationToken;
import dev.paceline.core.exec.QueryContext;
import dev.paceline.core.exec.Source;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.exec.UnitOfTransfer;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.operator.transfer.TransferSink;
import dev.paceline.core.type.DataType;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/**
 * Measures what the model of transfers wants to know of a machine, by loops of some tenths of a
 * second in one thread. The time of a switch between operators is not measured: it is lost in
 * orders of milliseconds.
 */
final class MachineCosts {
  /** The file in which Linux tells the size of the last-level cache, like 32768K. */
  private static final Path CACHE = Path.of("/sys/devices/system/cpu/cpu0/cache/index3/size");

  /** The last-level cache where the system does not tell. */
  private static final long USUAL_CACHE_BYTES = 32 << 20;

  /** The time of a switch between operators on a typical machine. */
  private static final double SWITCH_NANOS = 300;

  /** More than any cache holds. */
  private static final long BYTES = 256L << 20;

  private static final int LINE_BYTES = 64;
  private static final int ROUNDS = 5;
  private static final int READS = 1 << 20;
  private static final int BATCHES = 2000;
  private static final double NANOS_PER_SECOND = 1e9;

  private MachineCosts() {}

  /** Measures. */
  static Costs measure() {
    try (MemoryLedger ledger = new MemoryLedger(2 * BYTES);
        MemoryScope scope = ledger.openScope("calibration")) {
      double prefetched = NANOS_PER_SECOND / ReadBandwidth.bytesPerSecond(ledger);
      MemorySegment memory = scope.allocate(BYTES);
      double write = writeNanos(memory);
      double read = Math.max(prefetched, scatteredReadNanos(memory) / LINE_BYTES);
      double miss = chasedReadNanos(memory);
      scope.release(memory);
      return new Costs(
          cacheBytes(), read, prefetched, write, miss, SWITCH_NANOS, packNanos(ledger));
    }
  }

  private static long cacheBytes() {
    try {
      String size = Files.readString(CACHE).strip();
      return Long.parseLong(size.substring(0, size.length() - 1)) << 10;
    } catch (IOException | NumberFormatException e) {
      return USUAL_CACHE_BYTES;
    }
  }

  private static double writeNanos(MemorySegment memory) {
    return bestNanos(
            round -> {
              memory.fill((byte) round);
              return round;
            })
        / BYTES;
  }

  /** Reads lines at random places that do not depend on each other: several at a time. */
  private static double scatteredReadNanos(MemorySegment memory) {
    return bestNanos(
            round -> {
              long sum = 0;
              long at = round + 1L;
              for (int i = 0; i < READS; i++) {
                at = at * 6364136223846793005L + 1442695040888963407L;
                sum += memory.get(ValueLayout.JAVA_LONG, (at >>> 33) * LINE_BYTES % BYTES);
              }
              return sum;
            })
        / READS;
  }

  /** Reads lines along a random cycle, each of which tells the place of the next: one at a time. */
  private static double chasedReadNanos(MemorySegment memory) {
    int lines = (int) (BYTES / LINE_BYTES);
    int[] order = IntStream.range(0, lines).toArray();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = lines - 1; i > 0; i--) {
      int other = random.nextInt(i);
      int line = order[i];
      order[i] = order[other];
      order[other] = line;
    }
    for (int i = 0; i < lines; i++) {
      memory.set(ValueLayout.JAVA_LONG, (long) i * LINE_BYTES, (long) order[i] * LINE_BYTES);
    }
    long[] next = new long[1];
    return bestNanos(
            round -> {
              long at = next[0];
              for (int i = 0; i < READS; i++) {
                at = memory.get(ValueLayout.JAVA_LONG, at);
              }
              next[0] = at;
              return at;
            })
        / READS;
  }

  /** Packs two columns of 64-bit numbers into blocks of the usual size, which nobody reads. */
  private static double packNanos(MemoryLedger ledger) {
    List<DataType> types = List.of(DataType.INT64, DataType.INT64);
    int rows = QueryContext.DEFAULT_BATCH_ROWS;
    try (QueryContext query =
        QueryContext.open(
            "calibration", ledger, new CancellationToken(), rows, 0, ZoneOffset.UTC)) {
      MemorySegment lanes = query.memory().allocate(8L * rows);
      for (int i = 0; i < rows; i++) {
        lanes.set(ValueLayout.JAVA_LONG, 8L * i, (long) i << 33);
      }
      Batch batch =
          new Batch(
                  new ColumnVector(types.get(0)).setLongs(lanes, 0),
                  new ColumnVector(types.get(1)).setLongs(lanes, 0))
              .set(rows, null);
      TransferSink sink = new TransferSink(types, UnitOfTransfer.ONE, query);
      try (Source blocks = sink.output()) {
        BatchConsumer writer = sink.newLocal(new WorkerContext(query, query.memory()));
        double nanos =
            bestNanos(
                round -> {
                  for (int i = 0; i < BATCHES; i++) {
                    writer.accept(batch);
                    Morsel block = blocks.next();
                    if (block != null) {
                      block.release();
                    }
                  }
                  return round;
                });
        return nanos / (16.0 * rows * BATCHES);
      }
    }
  }

  /**
   * Returns the nanoseconds of the fastest of several rounds.
   *
   * @param loop what to do in a round; its result must depend on all that it does
   */
  private static double bestNanos(LongUnaryOperator loop) {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      long result = loop.applyAsLong(round);
      best = Math.min(best, System.nanoTime() - start);
      if (result == start) { // makes the compiler believe that the result matters
        throw new IllegalStateException("the result of a loop is the time of day");
      }
    }
    return best;
  }
}
