package dev.paceline.storage.scan.simulate;

import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanScheduler;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.scan.simulate.SimulationResult.Activity;
import dev.paceline.storage.scan.simulate.SimulationResult.QueryTime;
import dev.paceline.storage.scan.simulate.SimulationResult.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs streams of queries on a machine under a policy.
 *
 * <p>The device reads units one after the other, the next one being decided when it is free. Each
 * scan works on one chunk at a time; all that work share the cores evenly. Deciding costs no time.
 *
 * <p>Source: the simulator of cooperative scans 2004, section 3 (digest 2.3).
 */
@SuppressWarnings("ReferenceEquality") // scans and tables are what they are
public final class Simulation {
  private static final double NANOS = 1e9;

  /** Less work than this is none: it is what rounding leaves. */
  private static final double NO_WORK = 1e-12;

  /** So long that a promise is never broken: whoever waits comes at once. */
  private static final long PATIENCE_NANOS = (long) (3600 * NANOS);

  private final Machine machine;
  private final boolean keepsSpans;
  private final ScanScheduler scheduler;
  private final List<Stream> streams = new ArrayList<>();
  private final Map<SimulatedTable, List<ScanChunk>> tables = new HashMap<>();
  private final List<QueryTime> times = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private double now;
  private double cpuSeconds;
  private @Nullable UnitLoad reading;
  private double readingSince;
  private double readingUntil = Double.POSITIVE_INFINITY;
  private @Nullable UnitLoad lastRead;

  private static final class Stream {
    final SimulatedStream source;
    int next;
    int number;
    double start;
    @Nullable RegisteredScan scan;
    @Nullable ScanChunk chunk;
    double work;
    double workingSince;
    boolean asks;
    double end;

    Stream(SimulatedStream source) {
      this.source = source;
    }
  }

  private Simulation(
      Machine machine, Function<LongSupplier, ScanPolicy> policy, boolean keepsSpans) {
    this.machine = machine;
    this.keepsSpans = keepsSpans;
    this.scheduler =
        new ScanScheduler(policy.apply(this::nanos), machine.poolBytes(), 1, PATIENCE_NANOS);
  }

  /**
   * @param readAhead chunks that a scan in order asks for beyond its next one
   */
  public static SimulationResult run(
      Machine machine,
      SimulatedPolicy policy,
      int readAhead,
      List<SimulatedStream> streams,
      boolean keepsSpans) {
    Simulation simulation =
        new Simulation(machine, clock -> policy.create(readAhead, clock), keepsSpans);
    for (SimulatedStream stream : streams) {
      simulation.streams.add(new Stream(stream));
    }
    return simulation.run();
  }

  private long nanos() {
    return (long) (now * NANOS);
  }

  private SimulationResult run() {
    while (step()) {
      // until nothing is left to happen
    }
    List<Double> seconds = new ArrayList<>();
    for (Stream stream : streams) {
      seconds.add(stream.end - stream.source.startSeconds());
    }
    return new SimulationResult(
        times, seconds, scheduler.loads(), scheduler.loadedBytes(), cpuSeconds, spans);
  }

  private boolean step() {
    boolean acted;
    do {
      acted = false;
      for (Stream stream : streams) {
        acted |= act(stream);
      }
      wakeUp();
      startReading();
    } while (acted || anyAsks());
    int working = 0;
    double next = readingUntil;
    for (Stream stream : streams) {
      working += stream.chunk == null ? 0 : 1;
      if (stream.scan == null && stream.next < stream.source.queries().size()) {
        next = Math.min(next, Math.max(now, stream.source.startSeconds()));
      }
    }
    double rate = Math.min(1, (double) machine.cores() / Math.max(1, working));
    for (Stream stream : streams) {
      if (stream.chunk != null) {
        next = Math.min(next, now + stream.work / rate);
      }
    }
    if (next == Double.POSITIVE_INFINITY) {
      requireDone();
      return false;
    }
    for (Stream stream : streams) {
      if (stream.chunk != null) {
        stream.work -= (next - now) * rate;
        cpuSeconds += (next - now) * rate;
      }
    }
    now = next;
    UnitLoad read = reading;
    if (read != null && readingUntil <= now) {
      finishReading(read);
    }
    return true;
  }

  private void requireDone() {
    for (Stream stream : streams) {
      if (stream.scan != null) {
        throw new IllegalStateException("a scan waits for ever under " + scheduler.policy().name());
      }
    }
  }

  /** Whether it did anything that may let others act. */
  private boolean act(Stream stream) {
    RegisteredScan scan = stream.scan;
    if (scan == null) {
      return start(stream);
    }
    ScanChunk done = stream.chunk;
    if (done != null) {
      if (stream.work > NO_WORK) {
        return false;
      }
      stream.chunk = null;
      span(Activity.PROCESS, done, stream.number, stream.workingSince);
      scheduler.release(scan, done, nanos());
      stream.asks = true;
    }
    if (!stream.asks) {
      return false;
    }
    stream.asks = false;
    ScanChunk given = scheduler.next(scan, nanos());
    if (given != null) {
      stream.chunk = given;
      stream.work = stream.source.queries().get(stream.next - 1).cpuSeconds();
      stream.workingSince = now;
    } else if (scan.needed() == 0) {
      end(stream, scan);
    }
    return true;
  }

  private boolean start(Stream stream) {
    if (stream.next == stream.source.queries().size() || now < stream.source.startSeconds()) {
      return false;
    }
    SimulatedQuery query = stream.source.queries().get(stream.next++);
    stream.number = times.size();
    times.add(new QueryTime(query, now, now));
    stream.start = now;
    List<ScanChunk> chunks =
        chunksOf(query.table()).subList(query.firstChunk(), query.firstChunk() + query.chunks());
    RegisteredScan scan =
        new RegisteredScan(chunks.getFirst().table(), query.units(), false, chunks);
    stream.scan = scan;
    stream.asks = true;
    scheduler.register(scan, nanos());
    return true;
  }

  private void end(Stream stream, RegisteredScan scan) {
    scheduler.unregister(scan, nanos());
    stream.scan = null;
    stream.end = now;
    times.set(stream.number, new QueryTime(times.get(stream.number).query(), stream.start, now));
  }

  private List<ScanChunk> chunksOf(SimulatedTable table) {
    return tables.computeIfAbsent(
        table,
        unused -> {
          ScanTable scanTable = new ScanTable(table.name());
          List<ScanChunk> chunks = new ArrayList<>();
          for (int i = 0; i < table.chunks(); i++) {
            chunks.add(new ScanChunk(scanTable, i, table.rowsPerChunk(), table.unitBytes()));
          }
          return chunks;
        });
  }

  private boolean anyAsks() {
    for (Stream stream : streams) {
      if (stream.asks && stream.chunk == null) {
        return true;
      }
    }
    return false;
  }

  private void wakeUp() {
    for (RegisteredScan awake : scheduler.drainAwakened()) {
      for (Stream stream : streams) {
        stream.asks |= stream.scan == awake && stream.chunk == null;
      }
    }
  }

  private void startReading() {
    if (reading == null) {
      UnitLoad load = scheduler.nextLoad(nanos());
      scheduler.drainEvicted();
      if (load != null) {
        reading = load;
        readingSince = now;
        readingUntil =
            now
                + (follows(load) ? 0 : machine.accessSeconds())
                + load.chunk().bytes(1L << load.unit()) / machine.bytesPerSecond();
      }
    }
  }

  /** Whether the device reads on; a chunk lies in one piece. */
  private boolean follows(UnitLoad load) {
    UnitLoad last = lastRead;
    if (last == null || last.chunk().table() != load.chunk().table()) {
      return false;
    }
    int distance = load.chunk().ordinal() - last.chunk().ordinal();
    return distance == 0 || distance == 1;
  }

  private void finishReading(UnitLoad load) {
    lastRead = load;
    reading = null;
    readingUntil = Double.POSITIVE_INFINITY;
    span(Activity.READ, load.chunk(), -1, readingSince);
    scheduler.loaded(load.chunk(), load.unit(), nanos());
  }

  private void span(Activity activity, ScanChunk chunk, int query, double from) {
    if (keepsSpans) {
      spans.add(new Span(activity, chunk.ordinal(), query, from, now));
    }
  }
}
