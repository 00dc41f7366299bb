package dev.paceline.storage.scan;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link ScanScheduler} as an engine would, with readers, workers and a clock that all
 * depend on a seed, and keeps its own account of what every scan must get and of what is in memory.
 */
@SuppressWarnings("ReferenceEquality") // chunks have identity; they are never equal by value
final class VirtualEngine {
  /** What goes wrong once, on purpose: the checks have to notice. */
  enum Fault {
    NONE,
    CHUNK_LOST,
    CHUNK_TWICE,
    WAKE_UP_DROPPED,
    PIN_LEAKED,
    PIN_FORGOTTEN,
    EVICTION_UNTOLD
  }

  /** What must hold does not. */
  static final class Violation extends AssertionError {
    private static final long serialVersionUID = 1;

    Violation(String message) {
      super(message);
    }
  }

  private static final long NEVER = Long.MAX_VALUE;

  /** In which a worker comes when it is woken up; the patience is never less. */
  private static final int REACTION_NANOS = 3;

  /** No run comes near: it does not end. */
  private static final int MAX_STEPS = 200_000;

  final SplittableRandom random;
  final PolicyKind kind;
  final ScanScheduler scheduler;
  final List<TestScan> scans = new ArrayList<>();
  final List<TestChunk> chunks = new ArrayList<>();

  private final Fault fault;
  private boolean faulty;
  private final long patience;
  private final int readAhead;
  private final int maxOrders;
  private final boolean checksAll;
  private final int readerCount;
  private final UnitLoad[] reading;
  private final long[] readingUntil;
  private final int readNanos;
  private final Map<RegisteredScan, TestScan> testScans = new HashMap<>();
  private long now;
  private int decisions;
  private boolean anyPauses;

  /** Most decisions that any scan has waited for its next chunk. */
  int longestWait;

  /** A chunk and what the engine knows of it. */
  static final class TestChunk extends ScanChunk {
    final int number;
    final int unitCount;
    long inMemory;
    long inFlight;
    long broken;
    int holders;

    TestChunk(ScanTable table, int ordinal, int rows, long[] unitBytes, int number) {
      super(table, ordinal, rows, unitBytes);
      this.number = number;
      this.unitCount = unitBytes.length;
    }
  }

  private enum Doing {
    ASKING,
    PARKED,
    WORKING,
    ENDED
  }

  /** Takes chunks for a scan. */
  private static final class Worker {
    Doing doing = Doing.ASKING;
    long at;
    @Nullable TestChunk chunk;
  }

  /** A scan, when it comes and goes, and what it still has to get. */
  static final class TestScan {
    final RegisteredScan scan;
    final List<TestChunk> wanted;
    final boolean[] got;
    final Worker[] workers;
    final int workNanos;
    final long startsAt;
    final int leavesAfter;
    final int pausesAt;
    final int pauseNanos;
    boolean registered;
    boolean ended;
    boolean hadAll;
    boolean parkedWithoutSlot;
    int noted;
    int given;
    int lastOrdinal = -1;
    int decisionsWhenAsked = -1;
    @Nullable PacelineException failure;

    TestScan(
        RegisteredScan scan,
        List<TestChunk> wanted,
        int workers,
        int workNanos,
        long startsAt,
        int leavesAfter,
        int pausesAt,
        int pauseNanos) {
      this.scan = scan;
      this.wanted = wanted;
      this.got = new boolean[wanted.size()];
      this.workers = new Worker[workers];
      for (int i = 0; i < workers; i++) {
        this.workers[i] = new Worker();
        this.workers[i].at = startsAt;
      }
      this.workNanos = workNanos;
      this.startsAt = startsAt;
      this.leavesAfter = leavesAfter;
      this.pausesAt = pausesAt;
      this.pauseNanos = pauseNanos;
    }

    boolean hasParked() {
      for (Worker worker : workers) {
        if (worker.doing == Doing.PARKED) {
          return true;
        }
      }
      return false;
    }
  }

  /** A run of moderate size: nearly everything that it does follows from the seed. */
  VirtualEngine(long seed, PolicyKind kind, Fault fault) {
    this.random = new SplittableRandom(seed);
    this.kind = kind;
    this.fault = fault;
    this.checksAll = random.nextInt(8) == 0;
    this.readerCount = 1 + random.nextInt(4);
    this.reading = new UnitLoad[readerCount];
    this.readingUntil = new long[readerCount];
    this.readNanos = 1 + random.nextInt(100);
    this.patience = random.nextBoolean() ? 1_000 : REACTION_NANOS + random.nextInt(40);
    this.readAhead = random.nextInt(3);
    this.maxOrders = 1 + random.nextInt(4);
    int kinds = random.nextInt(64);
    int scanCount = kinds == 0 ? 64 + random.nextInt(8) : kinds < 4 ? 48 : 1 + random.nextInt(7);
    int tableCount = kinds == 0 ? 1 : 1 + random.nextInt(3) / 2 + random.nextInt(4) / 3;
    boolean fails = random.nextInt(6) == 0;
    List<List<TestChunk>> snapshots = new ArrayList<>();
    for (int table = 0; table < tableCount; table++) {
      addTable("t" + table, snapshots, fails);
    }
    long largestChunk = 1;
    long all = 0;
    int horizon = readNanos * (2 + random.nextInt(60));
    for (int i = 0; i < scanCount; i++) {
      TestScan scan = newScan(snapshots.get(random.nextInt(snapshots.size())), horizon);
      scans.add(scan);
      testScans.put(scan.scan, scan);
      for (TestChunk chunk : scan.wanted) {
        largestChunk = Math.max(largestChunk, chunk.bytes(scan.scan.units));
      }
    }
    for (TestChunk chunk : chunks) {
      all += chunk.bytes(-1L >>> (64 - chunk.unitCount));
    }
    long capacity =
        switch (random.nextInt(4)) {
          case 0 -> largestChunk;
          case 1 -> largestChunk + random.nextInt((int) largestChunk + 1);
          default -> Math.max(largestChunk, (long) (all * random.nextDouble()));
        };
    boolean announcesSlowly = random.nextInt(3) == 0;
    this.scheduler =
        new ScanScheduler(
            kind.create(readAhead, () -> now, random.nextInt(1, 1_000)),
            capacity,
            maxOrders,
            patience,
            announcesSlowly ? 4 + random.nextInt(4) : 1024,
            announcesSlowly ? 1 + random.nextInt(3) : 64);
    if (!announcesSlowly && random.nextInt(4) == 0) {
      scheduler.setRequests(1 + random.nextInt(16));
    }
    if (patience < 1_000 && random.nextInt(3) == 0) {
      scheduler.setBusyLimit(1 + random.nextLong(capacity));
    }
  }

  private void addTable(String name, List<List<TestChunk>> snapshots, boolean fails) {
    ScanTable table = new ScanTable(name);
    int units = random.nextInt(5) == 0 ? 1 + random.nextInt(64) : 1 + random.nextInt(4);
    int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 10);
    int common = random.nextInt(count + 1);
    List<TestChunk> committed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      committed.add(newChunk(table, i, units, fails));
    }
    snapshots.add(committed);
    snapshots.add(committed.subList(0, common));
    if (random.nextInt(4) == 0) { // what a transaction has appended and not committed yet
      List<TestChunk> other = new ArrayList<>(committed.subList(0, common));
      for (int i = 0; i < 3; i++) {
        other.add(newChunk(table, common + i, units, fails));
      }
      snapshots.add(other);
    }
  }

  private TestChunk newChunk(ScanTable table, int ordinal, int units, boolean fails) {
    long[] bytes = new long[units];
    for (int unit = 0; unit < units; unit++) {
      bytes[unit] = 1L + random.nextInt(9);
    }
    int rows = random.nextInt(10) == 0 ? 0 : random.nextInt(1_000);
    TestChunk chunk = new TestChunk(table, ordinal, rows, bytes, chunks.size());
    if (fails && random.nextInt(10) == 0) {
      chunk.broken = 1L << random.nextInt(units);
    }
    chunks.add(chunk);
    return chunk;
  }

  private TestScan newScan(List<TestChunk> snapshot, int horizon) {
    List<TestChunk> wanted =
        switch (random.nextInt(6)) {
          case 0, 1 -> snapshot;
          case 2, 3 -> {
            int from = snapshot.isEmpty() ? 0 : random.nextInt(snapshot.size());
            yield snapshot.subList(from, from + random.nextInt(snapshot.size() - from + 1));
          }
          default -> {
            List<TestChunk> some = new ArrayList<>();
            for (TestChunk chunk : snapshot) {
              if (random.nextBoolean()) {
                some.add(chunk);
              }
            }
            yield some;
          }
        };
    ScanTable table =
        wanted.isEmpty() ? chunks.get(random.nextInt(chunks.size())).table : wanted.get(0).table;
    int unitCount = wanted.isEmpty() ? 1 : wanted.get(0).unitCount;
    long all = -1L >>> (64 - unitCount);
    long units =
        switch (random.nextInt(8)) {
          case 0 -> 0;
          case 1, 2 -> all;
          default -> random.nextLong() & all;
        };
    boolean ordered = random.nextInt(6) == 0;
    boolean pauses = random.nextInt(8) == 0;
    anyPauses |= pauses;
    return new TestScan(
        new RegisteredScan(table, units, ordered, wanted),
        wanted,
        1 + random.nextInt(random.nextInt(4) == 0 ? 4 : 1),
        1 + random.nextInt(random.nextBoolean() ? 200 : 20),
        random.nextInt(horizon),
        random.nextInt(8) == 0 ? random.nextInt(wanted.size() + 1) : Integer.MAX_VALUE,
        pauses ? random.nextInt(10) : -1,
        random.nextInt(20_000));
  }

  /** Runs until every scan has ended, and all is given back. */
  void run() {
    int steps = 0;
    while (step()) {
      if (++steps > MAX_STEPS) {
        throw new Violation("it does not end: " + describe());
      }
      check();
    }
    for (TestScan scan : scans) {
      checkEnded(scan);
    }
    for (TestChunk chunk : chunks) {
      scheduler.drop(chunk);
    }
    takeEvicted();
    for (int i = 0; i < chunks.size() * scans.size(); i++) {
      scheduler.continueForgetting(now);
    }
    check();
    SchedulerCheck.requireEmpty(scheduler, chunks);
  }

  private boolean step() {
    startReads();
    wakeUp();
    int reader = -1;
    TestScan nextScan = null;
    Worker nextWorker = null;
    long next = hasFreeReader() ? scheduler.nextDecision() : NEVER;
    boolean unfinished = false;
    for (TestScan scan : scans) {
      if (!scan.ended) {
        unfinished = true;
        for (Worker worker : scan.workers) {
          boolean acts = worker.doing == Doing.ASKING || worker.doing == Doing.WORKING;
          if (acts && worker.at < next) {
            next = worker.at;
            nextScan = scan;
            nextWorker = worker;
          }
        }
      }
    }
    boolean busy = false;
    for (int i = 0; i < readerCount; i++) {
      if (reading[i] != null) {
        busy = true;
        if (readingUntil[i] <= next) {
          next = readingUntil[i];
          reader = i;
        }
      }
    }
    if (!unfinished && !busy) {
      return false;
    }
    if (next == NEVER) {
      throw new Violation("nothing happens any more: " + describe());
    }
    now = Math.max(now, next);
    if (reader >= 0) {
      finishRead(reader);
    } else if (nextScan != null && nextWorker != null) {
      act(nextScan, nextWorker);
    }
    if (random.nextInt(256) == 0) {
      scheduler.reclaim(random.nextInt(20));
      takeEvicted();
    }
    return true;
  }

  private void startReads() {
    for (int i = 0; i < readerCount; i++) {
      if (reading[i] == null) {
        UnitLoad load = scheduler.nextLoad(now);
        takeEvicted();
        if (load == null) {
          return;
        }
        decisions++;
        TestChunk chunk = (TestChunk) load.chunk();
        long mask = 1L << load.unit();
        if (((chunk.inMemory | chunk.inFlight) & mask) != 0) {
          throw new Violation(chunk + " unit " + load.unit() + " is read although it is there");
        }
        chunk.inFlight |= mask;
        reading[i] = load;
        readingUntil[i] = now + 1 + random.nextInt(2 * readNanos);
      }
    }
  }

  private boolean hasFreeReader() {
    for (UnitLoad load : reading) {
      if (load == null) {
        return true;
      }
    }
    return false;
  }

  private void finishRead(int reader) {
    UnitLoad load = reading[reader];
    reading[reader] = null;
    TestChunk chunk = (TestChunk) load.chunk();
    long mask = 1L << load.unit();
    chunk.inFlight &= ~mask;
    if ((chunk.broken & mask) != 0) {
      scheduler.failed(
          chunk,
          load.unit(),
          new PacelineException(ErrorCode.IO_ERROR, chunk.number + "/" + load.unit()));
    } else {
      chunk.inMemory |= mask;
      scheduler.loaded(chunk, load.unit(), now);
    }
    takeEvicted();
  }

  private void wakeUp() {
    for (RegisteredScan awake : scheduler.drainAwakened()) {
      TestScan scan = testScans.get(awake);
      if (isExpected(scan) && isFaulty(Fault.WAKE_UP_DROPPED)) {
        continue;
      }
      for (Worker worker : scan.workers) {
        if (worker.doing == Doing.PARKED) {
          worker.doing = Doing.ASKING;
          worker.at = now + random.nextInt(REACTION_NANOS);
        }
      }
    }
    for (TestScan scan : scans) {
      checkParked(scan);
    }
  }

  /** Nobody sleeps who was promised a chunk, has failed, or got the slot that it waited for. */
  private static void checkParked(TestScan scan) {
    if (!scan.ended && isExpected(scan)) {
      throw new Violation(
          scan.scan.due != null || scan.scan.failure() != null
              ? "a scan was not woken up for " + scan.scan.due
              : "a scan was not woken up for its slot");
    }
  }

  /** Whether it waits for something that has come, and has not been reclaimed since. */
  private static boolean isExpected(TestScan scan) {
    RegisteredScan registered = scan.scan;
    return scan.hasParked()
        && (registered.due != null
            || registered.failure() != null
            || scan.parkedWithoutSlot && registered.isStarted());
  }

  /** Whether to do wrong now: once, at a random moment. */
  private boolean isFaulty(Fault what) {
    if (fault != what || faulty || random.nextInt(3) != 0) {
      return false;
    }
    faulty = true;
    return true;
  }

  boolean didWrong() {
    return faulty;
  }

  private void act(TestScan scan, Worker worker) {
    if (!scan.registered) {
      scan.registered = true;
      scheduler.register(scan.scan, now);
      scan.decisionsWhenAsked = -1;
    }
    if (worker.doing == Doing.WORKING) {
      giveBack(scan, worker);
    }
    if (scan.failure != null || scan.given >= scan.leavesAfter) {
      end(scan);
      return;
    }
    take(scan, worker);
  }

  private void take(TestScan scan, Worker worker) {
    ScanChunk next;
    try {
      next = scheduler.next(scan.scan, now);
    } catch (PacelineException e) {
      checkFailure(scan, e);
      scan.failure = e;
      end(scan);
      return;
    }
    if (next == null) {
      if (scan.scan.needed() > 0) {
        worker.doing = Doing.PARKED;
        scan.parkedWithoutSlot = !scan.scan.isStarted();
        if (scan.decisionsWhenAsked < 0 && scan.scan.isStarted()) {
          scan.decisionsWhenAsked = decisions;
        }
      } else {
        worker.doing = Doing.ENDED;
        scan.hadAll = true;
        for (Worker other : scan.workers) {
          if (other.doing == Doing.WORKING) {
            return;
          }
        }
        end(scan);
      }
      return;
    }
    TestChunk chunk = (TestChunk) next;
    if (scan.decisionsWhenAsked >= 0) {
      longestWait = Math.max(longestWait, decisions - scan.decisionsWhenAsked);
      scan.decisionsWhenAsked = -1;
    }
    chunk.holders++;
    worker.chunk = chunk;
    worker.doing = Doing.WORKING;
    worker.at = now + 1 + random.nextInt(scan.workNanos);
    if (scan.given++ == scan.pausesAt) {
      worker.at += scan.pauseNanos;
    }
    checkContents(scan, chunk);
    if ((chunk.interest & scan.scan.bit()) != 0) {
      throw new Violation(chunk + " was given and is still wanted");
    }
    if (!isFaulty(Fault.CHUNK_LOST)) {
      note(scan, chunk);
    }
    if (isFaulty(Fault.CHUNK_TWICE)) {
      note(scan, chunk);
    }
    if (scan.scan.ordered) {
      if (chunk.ordinal() <= scan.lastOrdinal) {
        throw new Violation(chunk + " comes after " + scan.lastOrdinal);
      }
      scan.lastOrdinal = chunk.ordinal();
    }
  }

  private static void note(TestScan scan, TestChunk chunk) {
    int index = scan.wanted.indexOf(chunk);
    if (index < 0) {
      throw new Violation(chunk + " was not wanted");
    }
    if (scan.got[index]) {
      throw new Violation(chunk + " was given twice");
    }
    scan.got[index] = true;
    scan.noted++;
  }

  private static void checkContents(TestScan scan, TestChunk chunk) {
    if ((scan.scan.units & ~chunk.inMemory) != 0) {
      throw new Violation(chunk + " lacks units while it is in use");
    }
  }

  private void giveBack(TestScan scan, Worker worker) {
    TestChunk chunk = worker.chunk;
    worker.chunk = null;
    worker.doing = Doing.ASKING;
    if (chunk == null) {
      throw new AssertionError("a worker works on nothing");
    }
    checkContents(scan, chunk);
    chunk.holders--;
    if (!isFaulty(Fault.PIN_LEAKED)) {
      scheduler.release(scan.scan, chunk, now);
    }
    if (chunk.holders > 0 && isFaulty(Fault.PIN_FORGOTTEN)) {
      scheduler.release(scan.scan, chunk, now);
    }
    takeEvicted();
  }

  private void end(TestScan scan) {
    boolean releasesFirst = random.nextBoolean();
    if (releasesFirst) {
      releaseAll(scan);
    }
    scheduler.unregister(scan.scan, now);
    releaseAll(scan);
    scan.ended = true;
    takeEvicted();
  }

  private void releaseAll(TestScan scan) {
    for (Worker worker : scan.workers) {
      if (worker.chunk != null) {
        giveBack(scan, worker);
      }
      worker.doing = Doing.ENDED;
    }
  }

  private void takeEvicted() {
    for (Eviction eviction : scheduler.drainEvicted()) {
      if (isFaulty(Fault.EVICTION_UNTOLD)) {
        continue;
      }
      TestChunk chunk = (TestChunk) eviction.chunk();
      if ((eviction.units() & chunk.pinned) != 0) {
        throw new Violation(chunk + " is evicted while it is in use");
      }
      if ((chunk.inMemory & eviction.units()) != eviction.units()) {
        throw new Violation(chunk + " is evicted but was not there");
      }
      chunk.inMemory &= ~eviction.units();
    }
  }

  private void checkFailure(TestScan scan, PacelineException failure) {
    for (int i = 0; i < scan.wanted.size(); i++) {
      TestChunk chunk = scan.wanted.get(i);
      long culprits = chunk.broken & scan.scan.units;
      if (culprits != 0
          && !scan.got[i]
          && (chunk.number + "/" + Long.numberOfTrailingZeros(culprits))
              .equals(failure.getMessage())) {
        return;
      }
    }
    throw new Violation(scan.scan + " fails for another's unit: " + failure.getMessage());
  }

  private static void checkEnded(TestScan scan) {
    if (scan.failure != null || scan.leavesAfter != Integer.MAX_VALUE && !scan.hadAll) {
      return;
    }
    for (int i = 0; i < scan.got.length; i++) {
      if (!scan.got[i]) {
        throw new Violation(scan.wanted.get(i) + " was never given");
      }
      if ((scan.wanted.get(i).broken & scan.scan.units) != 0) {
        throw new Violation(scan.wanted.get(i) + " was given although it cannot be read");
      }
    }
  }

  private void check() {
    if (scheduler.usedBytes() > scheduler.capacity()) {
      throw new Violation(scheduler.usedBytes() + " bytes of " + scheduler.capacity());
    }
    for (TestScan scan : scans) {
      checkAccount(scan);
    }
    if (checksAll) {
      SchedulerCheck.check(scheduler, chunks, scans);
    }
  }

  /** What a scan got and what it still wants is all that it wanted. */
  private static void checkAccount(TestScan scan) {
    boolean runs = scan.registered && !scan.ended && scan.scan.failure() == null;
    int total = scan.noted + scan.scan.needed();
    if (runs && total != scan.wanted.size()) {
      throw new Violation(
          "a scan of " + scan.wanted.size() + " chunks got and wants " + total + " of them");
    }
  }

  /** Whether a waiting scan is served after a number of decisions that a policy can promise. */
  boolean hasBoundedWait() {
    return patience >= 1_000 && !anyPauses;
  }

  /** Scans, times chunks of a scan, times units of a chunk: what a wait is measured by. */
  long waitBound() {
    long most = 1;
    for (TestScan scan : scans) {
      for (TestChunk chunk : scan.wanted) {
        most = Math.max(most, (long) scan.wanted.size() * chunk.unitCount);
      }
    }
    return most * scans.size();
  }

  private String describe() {
    StringBuilder text =
        new StringBuilder(
            "at " + now + ", " + scheduler.usedBytes() + " bytes of " + scheduler.capacity());
    for (TestScan scan : scans) {
      if (!scan.ended) {
        text.append("; needs ").append(scan.scan.needed());
        for (Worker worker : scan.workers) {
          text.append(' ').append(worker.doing);
        }
      }
    }
    return text.toString();
  }
}
