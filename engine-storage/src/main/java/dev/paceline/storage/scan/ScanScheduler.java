package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanPolicy.Load;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The state of all scans, and the rules that hold under every policy. A scan gets each chunk that
 * it wants once. A chunk stays in memory while a scan works on it. A waiting scan whose chunk has
 * been read is promised that the chunk stays. All chunks together never exceed the memory limit
 * ({@link ChunkMemory} keeps account).
 *
 * <p>Not thread-safe, and without threads, clocks or memory of its own: the Active Buffer Manager
 * drives it under a lock, and the simulator and the tests drive it under a virtual clock. Times are
 * nanoseconds from any origin.
 *
 * <p>Progress: while chunks are given back, any scan whose chunks each fit into the memory gets all
 * of them, because everything in memory can be evicted when nothing is in use or promised. A
 * promise protects its chunk for a limited time only ({@link #PATIENCE_NANOS}). A policy that keeps
 * a chunk for another scan protects it for the same time only. While one scan finds no room, others
 * are held back for a limited time (see {@link Shortage}).
 *
 * <p>Source: the Active Buffer Manager of cooperative scans (2004, section 4; VectorWise thesis
 * 2011, chapter 3).
 */
@SuppressWarnings("ReferenceEquality") // scans have identity; they are never equal by value
public final class ScanScheduler {
  /** A scan is short if it wants at most this many further chunks. */
  private static final int SHORT_CHUNKS = 4;

  /** The number of orders for short scans, in addition to those of all others. */
  private static final int SHORT_ORDERS = 2;

  /**
   * The number of orders that may be open while units of them are still to be read. Further orders
   * are decided when there is nothing else to read, because a later decision knows more.
   */
  public static final int MOST_FIRST_ORDERS = 2;

  /**
   * The share of the memory that may be read ahead for scans, so that a device with many queues is
   * busy.
   */
  private static final double AHEAD_SHARE = 0.25;

  /** The number of chunks that learn of a scan's interest when it registers. */
  private static final int ANNOUNCED_AT_ONCE = 1024;

  /** The number of chunks that learn of interest, or of its end, in each later call. */
  private static final int ANNOUNCED_PER_CALL = 64;

  /** How long the engine keeps a chunk for a scan that was told to take it. */
  public static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private ScanPolicy policy;
  private final int firstOrders;
  private final long patienceNanos;

  private final int announcedAtOnce;
  private final int announcedPerCall;

  private final List<RegisteredScan> scans = new ArrayList<>();
  private final SlotQueue withoutSlot = new SlotQueue();
  private final LoadOrders orders = new LoadOrders();
  private final Set<RegisteredScan> promised = new LinkedHashSet<>();

  /** Scans that want no more chunks, but that some chunks still count as interested. */
  private final Deque<RegisteredScan> forgetting = new ArrayDeque<>();

  private final List<RegisteredScan> awakened = new ArrayList<>();
  private int maxOrders;

  /** Reads that the device is given at a time. */
  private int requests = 1;

  private final ChunksInUse inUse;
  private final ChunkMemory memory;
  private long registrations;
  private long ordered;

  /** The time at which a decision that failed for lack of room is tried again. */
  private long nextDecision = Long.MAX_VALUE;

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
    this(policy, capacity, maxOrders, patienceNanos, ANNOUNCED_AT_ONCE, ANNOUNCED_PER_CALL);
  }

  /**
   * @param announcedAtOnce the number of chunks that learn of a scan's interest when it registers
   * @param announcedPerCall the number of chunks that learn of interest, or of its end, in each
   *     later call
   */
  ScanScheduler(
      ScanPolicy policy,
      long capacity,
      int maxOrders,
      long patienceNanos,
      int announcedAtOnce,
      int announcedPerCall) {
    this.policy = policy;
    this.maxOrders = maxOrders;
    this.firstOrders = Math.min(maxOrders, MOST_FIRST_ORDERS);
    this.patienceNanos = patienceNanos;
    this.inUse = new ChunksInUse(promised, patienceNanos);
    this.memory = new ChunkMemory(policy, capacity, inUse);
    this.announcedAtOnce = announcedAtOnce;
    this.announcedPerCall = announcedPerCall;
  }

  public ScanPolicy policy() {
    return policy;
  }

  /** Replaces the policy by a new one. */
  public void usePolicy(ScanPolicy other) {
    policy = other;
    memory.usePolicy(other);
    for (RegisteredScan scan : scans) {
      scan.announce(Integer.MAX_VALUE); // the policy may begin anywhere
      scan.table.refresh(scan);
      scan.restart();
      policy.entered(scan);
    }
  }

  /**
   * Sets how many reads the device is given at a time: as many chunks may be ordered, and scans
   * have more ahead of them.
   */
  public void setRequests(int count) {
    requests = count;
    maxOrders = Math.max(maxOrders, count);
    shareOutRequests();
  }

  /** Returns the number of reads that the device is given at a time. */
  int requests() {
    return requests;
  }

  /** Divides the reads that the device is given among the scans, as far as there is memory. */
  private void shareOutRequests() {
    for (RegisteredScan scan : scans) {
      int units = Math.max(1, Long.bitCount(scan.units));
      int enough = 1 + Math.ceilDiv(requests, units * scans.size());
      long bytes = Math.max(1, scan.chunks().mostBytes(scan.units)) * scans.size();
      scan.setEnough((int) Math.min(enough, AHEAD_SHARE * capacity() / bytes));
      if (!scan.isForgotten()) {
        scan.table.refresh(scan);
      }
    }
  }

  /** See {@link ChunksInUse#setLimit}. */
  public void setBusyLimit(long bytes) {
    inUse.setLimit(bytes);
  }

  /** Returns the tables that have scans, or chunks in memory. */
  List<ScanTable> tables() {
    return memory.tables();
  }

  /** Returns the bytes of all units that are in memory or being read. */
  public long usedBytes() {
    return memory.usedBytes();
  }

  /** Returns the bytes of the units in memory that no scan uses or waits to take. */
  public long replaceableBytes() {
    return memory.replaceableBytes();
  }

  public long capacity() {
    return memory.capacity();
  }

  /** Returns the number of units that were read so far. */
  public long loads() {
    return memory.loads();
  }

  /** Returns the bytes of memory that units were read into so far. */
  public long loadedBytes() {
    return memory.loadedBytes();
  }

  /** Returns the number of units that were evicted so far. */
  public long evictions() {
    return memory.evictions();
  }

  /** Returns the registered scans, longest registered first. */
  public List<RegisteredScan> scans() {
    return List.copyOf(scans);
  }

  /**
   * Registers a scan, all of what it wants at once; it may have to wait for a slot. It has its slot
   * until it has given back its last chunk or is unregistered.
   *
   * <p>What a call costs does not grow with the number of chunks: the first ones learn of the
   * scan's interest here, the others while the scan takes chunks, always ahead of it. Until then
   * they count as not wanted by it. The end of the interest spreads in the same way.
   *
   * @throws PacelineException MEMORY_LIMIT if a chunk of it does not fit into the memory
   */
  public void register(RegisteredScan scan, long now) {
    if (scan.chunks().mostBytes(scan.units) > capacity()) {
      for (int i = 0; i < scan.chunkCount(); i++) {
        scan.requireFits(scan.chunk(i), capacity());
      }
    }
    continueForgetting(now);
    if (scan.table.isFull()) {
      freeSlotsOf(scan.table, now);
    }
    if (scan.table.isFull()) {
      withoutSlot.add(scan);
    } else {
      enter(scan, now);
    }
  }

  /** Returns the scans that wait for a slot of their table. */
  SlotQueue withoutSlot() {
    return withoutSlot;
  }

  private void enter(RegisteredScan scan, long now) {
    memory.add(scan.table);
    scan.enter(scan.table.enter(scan), ++registrations);
    scan.begins(now);
    scan.ordersWhenServed = ordered;
    if (!scan.ordered && scan.chunkCount() > announcedAtOnce && !policy.keepsTableOrder()) {
      scan.startWhereTableIsRead(); // where others are, they can share at once
    }
    policy.entered(scan);
    scan.announce(announcedAtOnce);
    scan.table.refresh(scan);
    scans.add(scan);
    shareOutRequests();
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
    continueForgetting(now);
    if (scan.needed() == 0) {
      return null;
    }
    if (scan.isStarted() && !scan.isAnnounced()) {
      scan.announce(announcedPerCall);
      scan.table.refresh(scan);
    }
    ScanChunk chunk = scan.isStarted() ? policy.choose(scan) : null;
    endPromise(scan);
    if (chunk == null || inUse.holdsBack(scan, chunk, now)) {
      decideAgainAt(inUse.nextException());
      if (!scan.isWaiting()) {
        scan.waitingSince = now;
      }
      return null;
    }
    memory.occupy(chunk);
    inUse.add(scan, chunk);
    if (chunk.loadedFor(scan) == 0) {
      scan.chunksShared++;
    }
    scan.given(chunk);
    scan.ordersWhenServed = ordered;
    ChunkMemory.place(chunk);
    scan.table.refresh(scan);
    policy.given(scan, chunk);
    return chunk;
  }

  /** Returns the chunks that scans work on. */
  ChunksInUse inUse() {
    return inUse;
  }

  /** Whether a scan waits for chunks that others have. */
  boolean isShort() {
    return inUse.anyHeldBack() || scans.stream().anyMatch(scan -> scan.shortage != null);
  }

  /** Takes a chunk back. Its scan may have been unregistered in the meantime. */
  public void release(RegisteredScan scan, ScanChunk chunk, long now) {
    continueForgetting(now);
    scan.consumed(chunk, now);
    inUse.remove(scan, chunk, now).forEach(this::wakeUp);
    memory.settle(chunk, true);
    if (scan.isStarted() && scan.needed() == 0 && scan.inUse == 0 && scan.failure() == null) {
      leave(scan, now);
    }
  }

  /** Ends a registration at any moment. Chunks that are in use are still to be given back. */
  public void unregister(RegisteredScan scan, long now) {
    continueForgetting(now);
    if (!scan.isStarted()) {
      withoutSlot.remove(scan);
      return;
    }
    leave(scan, now);
  }

  private void leave(RegisteredScan scan, long now) {
    inUse.forget(scan);
    endPromise(scan);
    forget(scan);
    scan.leave();
    policy.left(scan);
    scans.remove(scan);
    awakened.remove(scan);
    shareOutRequests();
    cancelUnwantedLoads();
    if (!forgetting.contains(scan)) {
      freeSlot(scan, now);
    } else if (withoutSlot.count(scan.table) > 0) {
      takeBack(scan, Integer.MAX_VALUE, now);
    }
  }

  /** Gives its slot to a scan that has none. */
  private void freeSlot(RegisteredScan scan, long now) {
    scan.table.leave(scan);
    scan.freeSlot();
    RegisteredScan next = withoutSlot.poll(scan.table);
    if (next != null) {
      enter(next, now);
      wakeUp(next);
    }
    memory.removeIfUnused(scan.table);
  }

  /** Gives back the room of units that were ordered for scans that have left. */
  private void cancelUnwantedLoads() {
    for (LoadOrders.Order order : orders.all()) {
      ScanChunk chunk = order.chunk();
      long unwanted = order.toStart() & ~chunk.table.unitsOf(chunk.interest);
      if (unwanted != 0) {
        cancelLoad(chunk, unwanted);
      }
    }
  }

  /** Gives back the room of units whose reading has not begun. */
  private void cancelLoad(ScanChunk chunk, long units) {
    orders.start(chunk, units);
    orders.finish(chunk, units);
    memory.stopLoading(chunk, units);
    memory.settle(chunk, false);
  }

  /** Cancels the rest of an order, so that what was read for it can go; false if there is none. */
  private boolean cancelLastOrder() {
    LoadOrders.Order order = orders.lastToCancel();
    if (order != null) {
      cancelLoad(order.chunk(), order.toStart());
    }
    return order != null;
  }

  /** Forgets what a scan wants. Chunks that are being read for it learn of this at once. */
  private void forget(RegisteredScan scan) {
    if (scan.isForgotten()) {
      return;
    }
    scan.forget();
    scan.table.forget(scan);
    for (LoadOrders.Order order : orders.all()) {
      ScanChunk chunk = order.chunk();
      if (chunk.table == scan.table && (chunk.interest & scan.bit()) != 0) {
        scan.takeBack(chunk);
      }
    }
    if (!scan.takeBack(announcedAtOnce)) {
      forgetting.add(scan);
    }
  }

  private void takeBack(RegisteredScan scan, int chunks, long now) {
    if (scan.takeBack(chunks)) {
      forgetting.remove(scan);
      if (scan.hasLeft()) {
        freeSlot(scan, now);
      }
    }
  }

  /** Lets a few more chunks learn that a scan does not want them any more. */
  void continueForgetting(long now) {
    RegisteredScan scan = forgetting.peek();
    if (scan != null) {
      takeBack(scan, announcedPerCall, now);
    }
  }

  /** Frees the slots of scans that have left, whatever that takes. */
  private void freeSlotsOf(ScanTable table, long now) {
    for (RegisteredScan scan : List.copyOf(forgetting)) {
      if (scan.table == table) {
        takeBack(scan, Integer.MAX_VALUE, now);
      }
    }
  }

  /**
   * Decides what to read next, and makes room for it. At most as many reads should be under way as
   * {@link #setRequests} was told.
   *
   * @return null if nothing is to be read now: ask again after any other call, and when {@link
   *     #nextDecision} is over
   */
  public @Nullable UnitLoad nextLoad(long now) {
    continueForgetting(now);
    nextDecision = Long.MAX_VALUE;
    inUse.drainImpatient(now).forEach(this::wakeUp);
    decideAgainAt(inUse.nextException());
    if (orders.size() < maxOrders && (orders.size() < firstOrders || !orders.anyToStart())) {
      decide(now);
    } else if (orders.size() < maxOrders + SHORT_ORDERS && policy.servesShortScansFirst()) {
      decideForShortScans(now);
    }
    return orders.next();
  }

  /**
   * The unit of the same chunk that is to be read after one that was {@linkplain #nextLoad given
   * out}, if it was ordered with it; it is not given out by this.
   */
  public @Nullable UnitLoad following(UnitLoad load) {
    return orders.following(load);
  }

  /** Gives out a unit, too, that {@link #following} has named. */
  public void start(UnitLoad load) {
    orders.start(load.chunk(), 1L << load.unit());
  }

  /**
   * Orders a load for a short scan that waits and has nothing on its way, although as much is
   * ordered as may be: else it would wait for whole chunks of others to be read.
   *
   * <p>Source: the weakness of cooperative scans that the VectorWise thesis names first (2011,
   * section 6: very short queries take 60 to 100 times as long as alone).
   */
  private void decideForShortScans(long now) {
    List<RegisteredScan> candidates = List.of();
    for (RegisteredScan scan : scans) {
      if (scan.isWaiting()
          && scan.needed() > 0
          && scan.needed() <= SHORT_CHUNKS
          && scan.available() + scan.coming() == 0) {
        candidates = candidates.isEmpty() ? new ArrayList<>() : candidates;
        candidates.add(scan);
      }
    }
    Load load = candidates.isEmpty() ? null : policy.chooseLoad(candidates, ordered);
    if (load != null) {
      order(load, now);
    }
  }

  /** Orders the first load for which there is room, unless others are held back for another. */
  private void decide(long now) {
    List<RegisteredScan> candidates = RegisteredScan.claiming(scans);
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
      long heldUntil = shortage.heldUntil(inUse.lastReturn(), patienceNanos);
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
    memory.occupy(chunk);
    chunk.pins++; // its units in memory must not be evicted to make room for the others
    ChunkMemory.place(chunk);
    Load affordable = load;
    boolean fits = makeRoom(load, now);
    if (!fits && own != load.units() && own != 0) {
      affordable = new Load(load.scan(), chunk, own);
      fits = makeRoom(affordable, now);
    }
    chunk.pins--;
    if (!fits) {
      memory.settle(chunk, false);
      return memory.evictOthersFor(affordable) && order(affordable, now);
    }
    memory.startLoading(chunk, affordable.units());
    chunk.loadFor(affordable.scan(), affordable.units());
    chunk.table.position = chunk.ordinal + 1;
    affordable.scan().ordersSinceServed++;
    affordable.scan().shortage = null;
    orders.add(affordable, registrations);
    ordered++;
    return true;
  }

  private boolean makeRoom(Load load, long now) {
    long need = load.chunk().bytes(load.units());
    while (isTooBusyFor(load)) {
      if (hasWaitedEnough(load.scan(), now)) {
        long exceptedAt = inUse.except(now);
        if (now >= exceptedAt) {
          break;
        }
        decideAgainAt(exceptedAt);
      }
      if (!breakOldestPromise(now)) {
        return false;
      }
    }
    while (!memory.hasRoomFor(need)) {
      Eviction victim = null;
      if (memory.hasRoomWithoutIdleFor(need)) { // nothing is evicted in vain
        victim = memory.victim(load);
        if (victim == null && hasWaitedEnough(load.scan(), now)) {
          victim = memory.victim(null);
        }
      }
      if (victim == null) {
        victim = inUse.spare(load.chunk(), hasWaitedEnough(load.scan(), now));
      }
      if (victim != null) {
        memory.evict(victim);
      } else if (!breakOldestPromise(now)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a chunk that is to be read, and has been occupied for it, would be too much. */
  private boolean isTooBusyFor(Load load) {
    ScanChunk chunk = load.chunk();
    long busy = memory.busyBytes(chunk);
    long others = busy - chunk.bytes(chunk.resident);
    return others > 0 && busy + chunk.bytes(load.units()) > inUse.limit();
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

  /** Notes that a unit has been read. */
  public void loaded(ScanChunk chunk, int unit, long now) {
    long mask = 1L << unit;
    orders.finish(chunk, mask);
    memory.loaded(chunk, mask);
    promise(chunk, now);
    memory.settle(chunk, false);
  }

  /**
   * A unit could not be read: the scans that need it fail, and no others. For those that registered
   * after it was ordered it is read again, for what is wrong may have been mended before they came.
   */
  public void failed(ScanChunk chunk, int unit, PacelineException reason) {
    long mask = 1L << unit;
    long latestScan = orders.finish(chunk, mask).latestScan();
    memory.stopLoading(chunk, mask);
    for (long left = chunk.interest & chunk.table.present(); left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      if ((scan.units & mask) != 0 && scan.number() <= latestScan) {
        fail(scan, reason);
      }
    }
    memory.settle(chunk, false);
    cancelUnwantedLoads();
  }

  /**
   * Makes a scan's query fail when it next asks for a chunk; a scan that has left is left alone.
   */
  public void fail(RegisteredScan scan, PacelineException reason) {
    if (scan.isStarted() && scan.failure() == null) {
      scan.fail(reason);
      endPromise(scan);
      forget(scan);
      wakeUp(scan);
    }
  }

  /** Makes all scans fail that have no slot yet or want more chunks, without asking the policy. */
  public void failAll(PacelineException reason) {
    for (RegisteredScan scan : withoutSlot.all()) {
      scan.fail(reason);
      wakeUp(scan);
    }
    List<RegisteredScan> wanting = scans.stream().filter(scan -> scan.failure() == null).toList();
    wanting.forEach(scan -> scan.fail(reason));
    for (RegisteredScan scan : wanting) {
      endPromise(scan);
      forget(scan);
      wakeUp(scan);
    }
    cancelUnwantedLoads();
  }

  /** Wakes the scans that wait for this chunk, and keeps it for them. */
  private void promise(ScanChunk chunk, long now) {
    for (long left = chunk.interest & chunk.table.present(); left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      if (scan.isWaiting()
          && scan.due == null
          && chunk.isReady(scan.units)
          && policy.choose(scan) != null) {
        memory.occupy(chunk);
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
      memory.settle(chunk, false);
    }
  }

  private void wakeUp(RegisteredScan scan) {
    if (!awakened.contains(scan)) {
      awakened.add(scan);
    }
  }

  /**
   * Units in memory turned out to be damaged. They are evicted when nobody uses the chunk, and are
   * read again for scans that need them then.
   */
  public void damaged(ScanChunk chunk, long units) {
    memory.damaged(chunk, units);
  }

  /**
   * Evicts what is not in use, because queries need memory: in the end also chunks that are
   * promised to scans, and units of chunks that have not been read as a whole. Both are read again,
   * because the queries cannot wait.
   *
   * @return bytes that became free
   */
  public long reclaim(long bytes) {
    long before = usedBytes();
    while (before - usedBytes() < bytes) {
      Eviction idle = memory.victim(null);
      Eviction victim = idle == null ? inUse.spare(null, true) : idle;
      if (victim != null) {
        memory.evict(victim);
      } else if (!promised.isEmpty()) {
        endPromise(promised.iterator().next());
      } else if (!cancelLastOrder()) {
        break;
      }
    }
    return before - usedBytes();
  }

  /**
   * Evicts a chunk that no scan will want again. What is in use or being read is evicted when it no
   * longer is.
   */
  public void drop(ScanChunk chunk) {
    memory.drop(chunk);
  }

  /** Returns the scans that may have got a chunk, a failure or a slot since the last call. */
  public List<RegisteredScan> drainAwakened() {
    List<RegisteredScan> all = List.copyOf(awakened);
    awakened.clear();
    return all;
  }

  /** Returns what was evicted since the last call; its memory counts as free already. */
  public List<Eviction> drainEvicted() {
    return memory.drainEvicted();
  }
}
