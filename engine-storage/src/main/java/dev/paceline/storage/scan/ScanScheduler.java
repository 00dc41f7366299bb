package dev.paceline.storage.scan;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanPolicy.Load;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of all scans and of the memory that they share, and the rules that hold under every
 * policy: a scan gets each wanted chunk once; what somebody works on stays in memory; a waiting
 * scan whose chunk has come is promised that it will still be there; the memory limit holds.
 *
 * <p>Not thread-safe, and without threads, clocks or memory of its own: the Active Buffer Manager
 * drives it under a lock, the simulator and the tests under a virtual clock. Times are nanoseconds
 * from any origin.
 *
 * <p>Progress: as long as chunks are given back, any scan whose chunks each fit into the memory
 * gets all of them, for when nothing is in use or promised, everything in memory can go. A promise
 * that is not taken up within the patience no longer protects its chunk; nor does a policy that
 * would rather wait, for a scan that does not come. While one scan finds no room, others are held
 * back, but not for ever (see {@link Shortage}).
 *
 * <p>Source: the Active Buffer Manager of cooperative scans (2004, section 4; VectorWise thesis
 * 2011, chapter 3).
 */
@SuppressWarnings("ReferenceEquality") // chunks and scans are what they are
public final class ScanScheduler {
  /** Units of later orders that may be read before those of the oldest. */
  private static final int MAX_OVERTAKEN = 32;

  private ScanPolicy policy;
  private final long capacity;
  private final int maxOrders;
  private final long patienceNanos;

  private final List<ScanTable> tables = new ArrayList<>();
  private final List<RegisteredScan> scans = new ArrayList<>();
  private final Deque<RegisteredScan> withoutSlot = new ArrayDeque<>();
  private final List<Order> orders = new ArrayList<>();
  private final Set<RegisteredScan> promised = new LinkedHashSet<>();
  private final List<RegisteredScan> awakened = new ArrayList<>();
  private final List<Eviction> evicted = new ArrayList<>();
  private long used;

  /** Of chunks that are idle: what could go. */
  private long idleBytes;

  private long clock;
  private long registrations;
  private long ordered;

  /** When a chunk was last given back. */
  private long lastReturn = RegisteredScan.NOT_WAITING;

  /** When a decision for which there was no room is worth another look. */
  private long nextDecision = Long.MAX_VALUE;

  private long loads;
  private long loadedBytes;
  private long evictions;

  /** A load that was decided: its room is reserved, its units are read one by one. */
  private static final class Order {
    final Load load;

    /** Of the scan that had registered last. */
    final long latestScan;

    long toStart;
    long unfinished;
    int overtaken;

    Order(Load load, long latestScan) {
      this.load = load;
      this.latestScan = latestScan;
      this.toStart = load.units();
      this.unfinished = load.units();
    }
  }

  /**
   * One unit to be read.
   *
   * @param unit its number, not a mask
   */
  public record UnitLoad(ScanChunk chunk, int unit) {}

  /**
   * @param capacity bytes that all units in memory may take together
   * @param maxOrders chunks that are ordered at a time; more of them keep a device with many queues
   *     busy, fewer leave more to be decided later
   * @param patienceNanos how long a chunk is kept for a scan that was told to take it, if its room
   *     is needed; and how long others are held back for a scan for whose chunk there is no room
   */
  public ScanScheduler(ScanPolicy policy, long capacity, int maxOrders, long patienceNanos) {
    this.policy = policy;
    this.capacity = capacity;
    this.maxOrders = maxOrders;
    this.patienceNanos = patienceNanos;
  }

  public ScanPolicy policy() {
    return policy;
  }

  /** Puts another policy, which knows nothing yet, in the place of the present one. */
  public void usePolicy(ScanPolicy other) {
    policy = other;
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        for (ScanChunk chunk = classes.get(i).head; chunk != null; chunk = chunk.next) {
          if (chunk.idle) {
            policy.idle(chunk, true);
          }
        }
      }
    }
    for (RegisteredScan scan : scans) {
      scan.restart();
      policy.entered(scan);
    }
  }

  /** Those that have scans, or chunks in memory. */
  List<ScanTable> tables() {
    return tables;
  }

  /** Bytes of all units in memory or on their way. */
  public long usedBytes() {
    return used;
  }

  public long capacity() {
    return capacity;
  }

  /** Units read so far. */
  public long loads() {
    return loads;
  }

  /** Bytes of memory that units were read into so far. */
  public long loadedBytes() {
    return loadedBytes;
  }

  /** Units that had to go so far. */
  public long evictions() {
    return evictions;
  }

  /** The registered scans, longest registered first. */
  public List<RegisteredScan> scans() {
    return List.copyOf(scans);
  }

  /**
   * Registers a scan, all of what it wants at once; it may have to wait for a slot. It has its slot
   * until it has given back its last chunk or is unregistered.
   *
   * @throws PacelineException MEMORY_LIMIT if a chunk of it does not fit into the memory
   */
  public void register(RegisteredScan scan, long now) {
    for (int i = 0; i < scan.chunkCount(); i++) {
      requireFits(scan, scan.chunk(i));
    }
    if (scan.table.isFull()) {
      withoutSlot.add(scan);
    } else {
      enter(scan, now);
    }
  }

  private void requireFits(RegisteredScan scan, ScanChunk chunk) {
    long bytes = chunk.bytes(scan.units);
    if (bytes > capacity) {
      throw new PacelineException(
          ErrorCode.MEMORY_LIMIT,
          String.format(
              Locale.ROOT,
              "the scan needs %,d bytes at once for %s, but the buffer pool has only %,d; raise"
                  + " memory= or read fewer columns",
              bytes,
              chunk,
              capacity));
    }
  }

  private void enter(RegisteredScan scan, long now) {
    if (!tables.contains(scan.table)) {
      tables.add(scan.table);
    }
    scan.enter(scan.table.enter(scan), ++registrations);
    scan.begins(now);
    scan.ordersWhenServed = ordered;
    for (int i = scan.chunkCount() - 1; i >= 0; i--) {
      place(scan.chunk(i));
    }
    scan.table.refresh(scan);
    scans.add(scan);
    policy.entered(scan);
  }

  /**
   * The next chunk of a scan, pinned until {@link #release}; null if none is available now or it
   * has had all.
   *
   * @throws PacelineException what kept a chunk of it from being read
   */
  public @Nullable ScanChunk next(RegisteredScan scan, long now) {
    PacelineException failure = scan.failure();
    if (failure != null) {
      throw failure;
    }
    if (scan.needed() == 0) {
      return null;
    }
    ScanChunk chunk = scan.isStarted() ? policy.choose(scan) : null;
    endPromise(scan);
    if (chunk == null) {
      if (!scan.isWaiting()) {
        scan.waitingSince = now;
      }
      return null;
    }
    occupy(chunk);
    chunk.pins++;
    if (chunk.loadedFor(scan) == 0) {
      scan.chunksShared++;
    }
    scan.given(chunk);
    scan.ordersWhenServed = ordered;
    place(chunk);
    scan.table.refresh(scan);
    policy.given(scan, chunk);
    return chunk;
  }

  /** Takes a chunk back; its scan may have been unregistered meanwhile. */
  public void release(RegisteredScan scan, ScanChunk chunk, long now) {
    lastReturn = now;
    scan.consumed(chunk, now);
    chunk.pins--;
    settle(chunk, true);
    if (scan.isStarted() && scan.needed() == 0 && scan.inUse == 0 && scan.failure() == null) {
      leave(scan, now);
    }
  }

  /** Ends a registration at any moment. Chunks that are in use are still to be given back. */
  public void unregister(RegisteredScan scan, long now) {
    if (!scan.isStarted()) {
      withoutSlot.remove(scan);
      return;
    }
    leave(scan, now);
  }

  /** Gives its slot to a scan that has none. */
  private void leave(RegisteredScan scan, long now) {
    endPromise(scan);
    forget(scan);
    scan.table.leave(scan);
    policy.left(scan);
    scan.left();
    scans.remove(scan);
    awakened.remove(scan);
    cancelUnwantedLoads();
    for (RegisteredScan next : withoutSlot) {
      if (next.table == scan.table) {
        withoutSlot.remove(next);
        enter(next, now);
        wakeUp(next);
        break;
      }
    }
    forgetIfUnused(scan.table);
  }

  private void forgetIfUnused(ScanTable table) {
    if (!table.hasScans() && table.classes().count() == 0) {
      tables.remove(table);
    }
  }

  /** Gives back the room of units that were ordered for scans that have left. */
  private void cancelUnwantedLoads() {
    for (Order order : List.copyOf(orders)) {
      ScanChunk chunk = order.load.chunk();
      long unwanted = order.toStart & ~chunk.table.unitsOf(chunk.interest);
      if (unwanted != 0) {
        order.toStart &= ~unwanted;
        finish(chunk, unwanted);
        used -= chunk.bytes(unwanted);
        change(chunk, chunk.resident, chunk.loading & ~unwanted);
        settle(chunk, false);
      }
    }
  }

  private void forget(RegisteredScan scan) {
    scan.leave();
    for (int i = scan.chunkCount() - 1; i >= 0; i--) {
      place(scan.chunk(i));
    }
    scan.table.refresh(scan);
  }

  /**
   * Decides what to read next, and makes room for it.
   *
   * @return null if nothing is to be read now: ask again after any other call, and when {@link
   *     #nextDecision} is over
   */
  public @Nullable UnitLoad nextLoad(long now) {
    nextDecision = Long.MAX_VALUE;
    if (orders.size() < maxOrders) {
      decide(now);
    }
    Order best = mostUrgent();
    if (best == null) {
      return null;
    }
    int unit = Long.numberOfTrailingZeros(best.toStart);
    best.toStart &= best.toStart - 1;
    return new UnitLoad(best.load.chunk(), unit);
  }

  /** Scans but for those that do not come for what was read for them. */
  private List<RegisteredScan> claiming() {
    for (RegisteredScan scan : scans) {
      if (!scan.claims()) {
        return scans.stream().filter(RegisteredScan::claims).toList();
      }
    }
    return scans;
  }

  /**
   * The order of which a unit is read next. A scan that is nearly done overtakes: a block of it is
   * read before the rest of a large chunk, but not so often that the others never get theirs.
   */
  private @Nullable Order mostUrgent() {
    Order oldest = null;
    Order best = null;
    for (Order order : orders) {
      if (order.toStart != 0) {
        oldest = oldest == null ? order : oldest;
        best = best == null || urgency(order) < urgency(best) ? order : best;
      }
    }
    if (oldest == null || oldest.overtaken >= MAX_OVERTAKEN) {
      return oldest;
    }
    oldest.overtaken += oldest == best ? 0 : 1;
    return best;
  }

  /** What was ordered for a scan that has left is of use to others only. */
  private static int urgency(Order order) {
    int needed = order.load.scan().needed();
    return needed == 0 ? Integer.MAX_VALUE : needed;
  }

  /** Orders the first load for which there is room, unless others are held back for another. */
  private void decide(long now) {
    List<RegisteredScan> candidates = claiming();
    List<Shortage> passed = List.of();
    while (!candidates.isEmpty()) {
      Load load = policy.chooseLoad(candidates, ordered);
      if (load == null) {
        return;
      }
      if (order(load, now)) {
        passed.forEach(shortage -> shortage.pass(now));
        return;
      }
      RegisteredScan refused = load.scan();
      candidates = new ArrayList<>(candidates);
      candidates.remove(refused);
      if (!refused.isWaiting()) {
        continue;
      }
      Shortage shortage = refused.shortage;
      if (shortage == null) {
        shortage = new Shortage(now);
        refused.shortage = shortage;
      }
      if (!promised.isEmpty()) {
        decideAgainAt(promised.iterator().next().dueSince + patienceNanos);
      }
      long heldUntil = shortage.heldUntil(lastReturn, patienceNanos);
      if (!orders.isEmpty() || !promised.isEmpty() || now < heldUntil) {
        decideAgainAt(orders.isEmpty() ? Math.max(now + 1, heldUntil) : Long.MAX_VALUE);
        return;
      }
      passed = new ArrayList<>(passed);
      passed.add(shortage);
    }
  }

  private void decideAgainAt(long time) {
    nextDecision = Math.min(nextDecision, time);
  }

  /** Orders a load if there is room, or at least what the scan itself needs of it. */
  private boolean order(Load load, long now) {
    ScanChunk chunk = load.chunk();
    long own = load.units() & load.scan().units;
    occupy(chunk);
    chunk.pins++; // what it has must not go to make room for the rest
    place(chunk);
    Load affordable = load;
    boolean fits = makeRoom(load, now);
    if (!fits && own != load.units() && own != 0) {
      affordable = new Load(load.scan(), chunk, own);
      fits = makeRoom(affordable, now);
    }
    chunk.pins--;
    if (!fits) {
      settle(chunk, false);
      return leaveOnlyOwn(affordable) && order(affordable, now);
    }
    used += chunk.bytes(affordable.units());
    change(chunk, chunk.resident, chunk.loading | affordable.units());
    chunk.loadFor(affordable.scan(), affordable.units());
    chunk.table.position = chunk.ordinal + 1;
    affordable.scan().ordersSinceServed++;
    affordable.scan().shortage = null;
    orders.add(new Order(affordable, registrations));
    ordered++;
    return true;
  }

  /** Evicts of the chunk itself what the scan does not need, if that makes the load fit. */
  private boolean leaveOnlyOwn(Load load) {
    ScanChunk chunk = load.chunk();
    long others = chunk.resident & ~load.scan().units;
    long kept = chunk.bytes(chunk.resident & load.scan().units);
    long need = chunk.bytes(load.units());
    if (!isIdle(chunk) || others == 0 || used - idleBytes + kept + need > capacity) {
      return false;
    }
    evict(new Eviction(chunk, others));
    return true;
  }

  private boolean makeRoom(Load load, long now) {
    long need = load.chunk().bytes(load.units());
    while (used + need > capacity) {
      Eviction victim = null;
      if (used - idleBytes + need <= capacity) { // nothing has to go in vain
        victim = policy.victim(tables, load);
        if (victim == null && hasWaitedEnough(load.scan(), now)) {
          victim = policy.victim(tables, null);
        }
      }
      if (victim != null) {
        evict(victim);
      } else if (!breakOldestPromise(now)) {
        return false;
      }
    }
    return true;
  }

  private boolean hasWaitedEnough(RegisteredScan scan, long now) {
    return scan.shortage != null && now - scan.shortage.since >= patienceNanos;
  }

  /** Gives up the chunk that a scan was told to take and has not taken for too long. */
  private boolean breakOldestPromise(long now) {
    if (promised.isEmpty()) {
      return false;
    }
    RegisteredScan oldest = promised.iterator().next();
    if (now - oldest.dueSince < patienceNanos) {
      return false;
    }
    endPromise(oldest);
    return true;
  }

  /**
   * When a decision may differ although nothing else has happened.
   *
   * @return a time, or {@link Long#MAX_VALUE} if never
   */
  public long nextDecision() {
    return nextDecision;
  }

  private void evict(Eviction victim) {
    ScanChunk chunk = victim.chunk();
    long units = victim.units();
    if (!isIdle(chunk) || (chunk.resident & units) != units || units == 0) {
      throw PacelineException.internal("a policy would evict what is in use: " + chunk, null);
    }
    policy.evicted(chunk, units);
    long bytes = chunk.bytes(units);
    used -= bytes;
    idleBytes -= bytes;
    evictions += Long.bitCount(units);
    change(chunk, chunk.resident & ~units, chunk.loading);
    chunk.idle = isIdle(chunk);
    evicted.add(victim);
    forgetIfUnused(chunk.table);
  }

  /** A unit has been read. */
  public void loaded(ScanChunk chunk, int unit, long now) {
    long mask = 1L << unit;
    loads++;
    loadedBytes += chunk.bytes(mask);
    finish(chunk, mask);
    chunk.loadedAt = ++clock;
    change(chunk, chunk.resident | mask, chunk.loading & ~mask);
    promise(chunk, now);
    settle(chunk, false);
  }

  /**
   * A unit could not be read: the scans that need it fail, and no others. For those that registered
   * after it was ordered it is read again, for what is wrong may have been mended before they came.
   */
  public void failed(ScanChunk chunk, int unit, PacelineException reason) {
    long mask = 1L << unit;
    long latestScan = finish(chunk, mask).latestScan;
    used -= chunk.bytes(mask);
    change(chunk, chunk.resident, chunk.loading & ~mask);
    for (long left = chunk.interest; left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      if ((scan.units & mask) != 0 && scan.number() <= latestScan) {
        endPromise(scan);
        scan.fail(reason);
        forget(scan);
        wakeUp(scan);
      }
    }
    settle(chunk, false);
    cancelUnwantedLoads();
  }

  private Order finish(ScanChunk chunk, long mask) {
    for (int i = 0; i < orders.size(); i++) {
      Order order = orders.get(i);
      if (order.load.chunk() == chunk && (order.unfinished & mask) != 0) {
        order.unfinished &= ~mask;
        if (order.unfinished == 0) {
          orders.remove(i);
        }
        return order;
      }
    }
    throw PacelineException.internal("a unit arrives that nobody ordered: " + chunk, null);
  }

  /** Tells the scans that wait for this chunk to come. */
  private void promise(ScanChunk chunk, long now) {
    for (long left = chunk.interest; left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      if (scan.isWaiting()
          && scan.due == null
          && chunk.isReady(scan.units)
          && policy.choose(scan) != null) {
        occupy(chunk);
        scan.due = chunk;
        scan.dueSince = now;
        chunk.promises++;
        promised.add(scan);
        wakeUp(scan);
      }
    }
  }

  private void endPromise(RegisteredScan scan) {
    ScanChunk chunk = scan.due;
    if (chunk != null) {
      scan.due = null;
      promised.remove(scan);
      chunk.promises--;
      settle(chunk, false);
    }
  }

  private void wakeUp(RegisteredScan scan) {
    if (!awakened.contains(scan)) {
      awakened.add(scan);
    }
  }

  /** Before somebody works on a chunk, waits to take it, or fills it. */
  private void occupy(ScanChunk chunk) {
    if (chunk.idle) {
      chunk.idle = false;
      idleBytes -= chunk.bytes(chunk.resident);
      policy.busy(chunk);
    }
  }

  /** After a chunk was given back in one way or another. */
  private void settle(ScanChunk chunk, boolean used) {
    place(chunk);
    if (isIdle(chunk) && !chunk.idle) {
      chunk.idle = true;
      chunk.lastUsed = ++clock;
      idleBytes += chunk.bytes(chunk.resident);
      policy.idle(chunk, used);
      if (chunk.dropped) {
        evict(new Eviction(chunk, chunk.resident));
      }
    }
  }

  private static boolean isIdle(ScanChunk chunk) {
    return chunk.resident != 0 && !chunk.isBusy();
  }

  private static void change(ScanChunk chunk, long resident, long loading) {
    long before = chunk.resident;
    long beforeComing = before | chunk.loading;
    chunk.resident = resident;
    chunk.loading = loading;
    for (long left = chunk.interest; left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      scan.changed(
          (before & scan.units) == scan.units, (beforeComing & scan.units) == scan.units, chunk);
      chunk.table.refresh(scan);
    }
    place(chunk);
  }

  private static void place(ScanChunk chunk) {
    chunk.table.classes().place(chunk);
  }

  /**
   * Evicts what is not in use, for memory that others need.
   *
   * @return bytes that became free
   */
  public long reclaim(long bytes, long now) {
    long before = used;
    while (before - used < bytes) {
      Eviction victim = policy.victim(tables, null);
      if (victim != null) {
        evict(victim);
      } else if (!breakOldestPromise(now)) {
        break;
      }
    }
    return before - used;
  }

  /**
   * Drops what is in memory of a chunk that no scan will want again; what is in use or being read
   * goes when it no longer is.
   */
  public void drop(ScanChunk chunk) {
    chunk.dropped = true;
    if (chunk.idle) {
      evict(new Eviction(chunk, chunk.resident));
    }
  }

  /** Scans that may have a chunk, a failure or a slot since the last call. */
  public List<RegisteredScan> drainAwakened() {
    List<RegisteredScan> all = List.copyOf(awakened);
    awakened.clear();
    return all;
  }

  /** What left the memory since the last call: its room is counted as free already. */
  public List<Eviction> drainEvicted() {
    List<Eviction> all = List.copyOf(evicted);
    evicted.clear();
    return all;
  }
}
