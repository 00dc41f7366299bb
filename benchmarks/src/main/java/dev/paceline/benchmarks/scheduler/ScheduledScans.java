package dev.paceline.benchmarks.scheduler;

import dev.paceline.storage.scan.ListedChunks;
import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanChunks;
import dev.paceline.storage.scan.ScanPolicyKind;
import dev.paceline.storage.scan.ScanScheduler;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import dev.paceline.storage.scan.ScanTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Scans of one table that never end, through memory for a fifth of it, on a scheduler alone: no
 * bytes, no threads, and a device and workers that take no time. A scan that has had all is
 * replaced by another. One thread.
 */
final class ScheduledScans {
  private static final int COLUMNS = 16;
  private static final int COLUMN_SETS = 8;
  private static final int ROWS = 131_072;
  private static final double MEMORY_SHARE = 0.2;
  private static final double[] RANGES = {0.01, 0.1, 0.5, 1};
  private static final int RANGE_COUNT = 256;
  private static final int READERS = 4;
  private static final long PATIENCE_NANOS = 50_000_000;

  /** The time by which the virtual clock advances with every chunk and every read. */
  private static final long STEP_NANOS = 100_000;

  private final Random random;
  private final ScanTable table = new ScanTable("table");
  private final List<ScanChunk> chunks = new ArrayList<>();
  private final List<ScanChunks> ranges = new ArrayList<>();
  private final long[] columnSets = new long[COLUMN_SETS];
  private final CountedPolicy policy;
  private final ScanScheduler scheduler;
  private final Deque<Client> runnable = new ArrayDeque<>();
  private final Map<RegisteredScan, Client> clients = new HashMap<>();
  private final Deque<UnitLoad> reading = new ArrayDeque<>();
  private long now;
  private long completed;

  /** Works on one chunk at a time. */
  private static final class Client {
    RegisteredScan scan;
    @Nullable ScanChunk chunk;

    Client(RegisteredScan scan) {
      this.scan = scan;
    }
  }

  ScheduledScans(ScanPolicyKind kind, int scanCount, int chunkCount, long seed) {
    random = new Random(seed);
    long bytes = 0;
    long[] unitBytes = new long[COLUMNS];
    for (int unit = 0; unit < COLUMNS; unit++) {
      unitBytes[unit] = 1L + random.nextInt(8);
      bytes += unitBytes[unit];
    }
    for (int i = 0; i < chunkCount; i++) {
      chunks.add(new ScanChunk(table, i, ROWS, unitBytes));
    }
    Integer[] columns = new Integer[COLUMNS];
    Arrays.setAll(columns, column -> column);
    for (int i = 0; i < COLUMN_SETS; i++) {
      Collections.shuffle(Arrays.asList(columns), random);
      for (int column = 0; column < 3 + i % 4; column++) {
        columnSets[i] |= 1L << columns[column];
      }
    }
    for (int i = 0; i < RANGE_COUNT; i++) {
      int count = Math.max(1, (int) (RANGES[random.nextInt(RANGES.length)] * chunkCount));
      int from = random.nextInt(chunkCount - count + 1);
      ranges.add(new ListedChunks(chunks.subList(from, from + count)));
    }
    long capacity = (long) (MEMORY_SHARE * bytes * chunkCount);
    policy = new CountedPolicy(kind.create(() -> now, capacity));
    scheduler = new ScanScheduler(policy, capacity, READERS, PATIENCE_NANOS);
    for (int i = 0; i < scanCount; i++) {
      runnable.add(register(new Client(newScan())));
    }
  }

  private RegisteredScan newScan() {
    return new RegisteredScan(
        table,
        columnSets[random.nextInt(COLUMN_SETS)],
        false,
        ranges.get(random.nextInt(RANGE_COUNT)));
  }

  private Client register(Client client) {
    clients.put(client.scan, client);
    scheduler.register(client.scan, now);
    return client;
  }

  /** Returns the number of choices that the policy was asked for so far. */
  long choices() {
    return policy.choices;
  }

  /** Scans that had all they wanted so far. */
  long completed() {
    return completed;
  }

  /** Chunks that all running scans still want. */
  long needed() {
    return clients.keySet().stream().mapToLong(RegisteredScan::needed).sum();
  }

  /** Hands a chunk to the next scan that can have one, after all reads that this takes. */
  ScanChunk handOut() {
    while (true) {
      Client client = runnable.poll();
      if (client == null) {
        read();
        continue;
      }
      giveBack(client);
      if (client.scan.needed() == 0) {
        completed++;
        replace(client);
        continue;
      }
      ScanChunk chunk = scheduler.next(client.scan, now);
      if (chunk != null) {
        client.chunk = chunk;
        runnable.add(client);
        now += STEP_NANOS;
        return chunk;
      }
    }
  }

  private void giveBack(Client client) {
    ScanChunk chunk = client.chunk;
    if (chunk != null) {
      client.chunk = null;
      scheduler.release(client.scan, chunk, now);
    }
  }

  /** Ends a scan that has had all it wanted, or wants no more, and begins another. */
  private void replace(Client client) {
    scheduler.unregister(client.scan, now);
    clients.remove(client.scan);
    client.scan = newScan();
    runnable.add(register(client));
  }

  /** Ends the scan whose turn it is, wherever it is in its range, and begins another. */
  RegisteredScan replaceNext() {
    Client client = runnable.poll();
    while (client == null) {
      read();
      client = runnable.poll();
    }
    giveBack(client);
    replace(client);
    return client.scan;
  }

  private void read() {
    for (UnitLoad load; reading.size() < READERS && (load = scheduler.nextLoad(now)) != null; ) {
      reading.add(load);
    }
    UnitLoad read = reading.poll();
    if (read == null) {
      long next = scheduler.nextDecision();
      if (next == Long.MAX_VALUE) {
        throw new IllegalStateException("all scans wait for ever");
      }
      now = Math.max(now, next);
    } else {
      now += STEP_NANOS;
      scheduler.loaded(read.chunk(), read.unit(), now);
    }
    scheduler.drainEvicted();
    for (RegisteredScan awake : scheduler.drainAwakened()) {
      Client client = clients.get(awake);
      if (client != null) {
        runnable.add(client);
      }
    }
  }
}
