package dev.paceline.benchmarks.simulation.scans;

import dev.paceline.benchmarks.simulation.scans.SimulationResult.Activity;
import dev.paceline.benchmarks.simulation.scans.SimulationResult.QueryTime;
import dev.paceline.benchmarks.simulation.scans.SimulationResult.Span;
import dev.paceline.storage.scan.RegisteredScan;
import dev.paceline.storage.scan.ScanChunk;
import dev.paceline.storage.scan.ScanPolicy;
import dev.paceline.storage.scan.ScanScheduler;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import dev.paceline.storage.scan.ScanTable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs streams of queries on a simulated machine under a policy.
 *
 * <p>The device reads units one after the other, in the order of the requests. Each scan works on
 * one chunk at a time. Scans that work share the cores evenly. Decisions take no time, and all
 * events of a moment happen before the next decision.
 *
 * <p>Source: Zukowski, Boncz, Kersten: Cooperative Scans, 2004, section 3.
 */
@SuppressWarnings("ReferenceEquality") // Scans and tables have identity.
public final class Simulation {
  private static final double NANOS = 1e9;

  /** A remainder of work up to this many seconds comes from rounding and counts as none. */
  private static final double NO_WORK = 1e-12;

  /** The patience for published policies: long enough that the scheduler never gives up waiting. */
  private static final long ENDLESS_PATIENCE_NANOS = (long) (3600 * NANOS);

  private final Machine machine;
  private final boolean keepsSpans;
  private final ScanScheduler scheduler;
  private final List<Stream> streams = new ArrayList<>();
  private final Map<SimulatedTable, List<ScanChunk>> tables = new HashMap<>();
  private final List<QueryTime> times = new ArrayList<>();
  private final List<ChunkReference> references = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>();
  private final Deque<UnitLoad> requests = new ArrayDeque<>();
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
      Machine machine,
      int requests,
      long patienceNanos,
      Function<LongSupplier, ScanPolicy> policy,
      List<SimulatedStream> streams,
      boolean keepsSpans) {
    this.machine = machine;
    this.keepsSpans = keepsSpans;
    this.scheduler =
        new ScanScheduler(policy.apply(this::nanos), machine.poolBytes(), requests, patienceNanos);
    for (SimulatedStream stream : streams) {
      this.streams.add(new Stream(stream));
    }
  }

  /**
   * Runs a published policy.
   *
   * @param readAhead the chunks that a scan in table order requests beyond its next one
   * @param keepsSpans whether the result tells what happened when
   */
  public static SimulationResult run(
      Machine machine,
      SimulatedPolicy policy,
      int readAhead,
      List<SimulatedStream> streams,
      boolean keepsSpans) {
    int requests = policy.hasOneReader() ? 1 : machine.requests();
    return new Simulation(
            machine,
            requests,
            ENDLESS_PATIENCE_NANOS,
            clock -> policy.create(readAhead, clock),
            streams,
            keepsSpans)
        .run();
  }

  /**
   * Runs a policy as the engine does, with its read-ahead, its limits and its patience. Two chunks
   * are ordered at a time, and as many reads run as the machine takes requests.
   */
  public static SimulationResult runAsEngine(
      Machine machine, SimulatedPolicy policy, List<SimulatedStream> streams) {
    Simulation simulation =
        new Simulation(
            machine,
            ScanScheduler.MOST_FIRST_ORDERS,
            ScanScheduler.PATIENCE_NANOS,
            clock -> policy.kind().create(clock, machine.poolBytes()),
            streams,
            false);
    simulation.scheduler.setRequests(machine.requests());
    return simulation.run();
  }

  /** Runs any policy. */
  static SimulationResult run(Machine machine, ScanPolicy policy, List<SimulatedStream> streams) {
    return new Simulation(
            machine, machine.requests(), ENDLESS_PATIENCE_NANOS, clock -> policy, streams, false)
        .run();
  }

  private long nanos() {
    return (long) (now * NANOS);
  }

  private SimulationResult run() {
    while (step()) {
      // Each step runs to the next event.
    }
    List<Double> seconds = new ArrayList<>();
    for (Stream stream : streams) {
      seconds.add(stream.end - stream.source.startSeconds());
    }
    return new SimulationResult(
        times, seconds, scheduler.loads(), scheduler.loadedBytes(), cpuSeconds, references, spans);
  }

  private boolean step() {
    settle();
    request();
    startReading();
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

  /** Lets all scans act until each of them waits for time to pass. */
  private void settle() {
    boolean acted;
    do {
      wakeUp();
      acted = false;
      for (Stream stream : streams) {
        acted |= act(stream);
      }
    } while (acted);
  }

  private void requireDone() {
    for (Stream stream : streams) {
      if (stream.scan != null) {
        throw new IllegalStateException("a scan waits for ever under " + scheduler.policy().name());
      }
    }
  }

  /** Lets a stream act. Returns whether that may let other streams act. */
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
      SimulatedQuery query = stream.source.queries().get(stream.next - 1);
      references.add(new ChunkReference(query.table(), given.ordinal(), query.units()));
      stream.work = query.cpuSeconds();
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

  private void wakeUp() {
    for (RegisteredScan awake : scheduler.drainAwakened()) {
      for (Stream stream : streams) {
        stream.asks |= stream.scan == awake && stream.chunk == null;
      }
    }
  }

  private void request() {
    UnitLoad load = scheduler.nextLoad(nanos());
    while (load != null) {
      requests.add(load);
      load = scheduler.nextLoad(nanos());
    }
    scheduler.drainEvicted();
  }

  private void startReading() {
    if (reading != null || requests.isEmpty()) {
      return;
    }
    UnitLoad load = requests.remove();
    reading = load;
    readingSince = now;
    readingUntil =
        now
            + (follows(load) ? 0 : machine.accessSeconds())
            + load.chunk().bytes(1L << load.unit()) / machine.bytesPerSecond();
  }

  /** Returns whether a read continues the previous one; the units of a chunk lie together. */
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
