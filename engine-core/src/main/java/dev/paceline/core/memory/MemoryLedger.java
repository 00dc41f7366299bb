package dev.paceline.core.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The account of all off-heap memory of one engine, under one hard limit.
 *
 * <p>Memory is taken in regions through a {@link MemoryScope}; a region is reserved before it is
 * allocated. Regions that a scope gives back are kept for reuse (allocating anew costs page faults
 * and zeroing); what is kept counts as free and is returned to the system when a reservation needs
 * the room.
 *
 * <p>All methods may be called from any thread.
 */
public final class MemoryLedger implements AutoCloseable {
  /** Regions are whole multiples of this many bytes, a page. */
  static final long REGION_GRANULE_BYTES = 4L << 10;

  /** Regions from this size on start at a page, so that files can be read past the page cache. */
  private static final long PAGE_ALIGNED_BYTES = 32L << 10;

  /** The alignment of small regions. Alignment to pages would cost a page for each of them. */
  private static final long SMALL_ALIGNMENT = 64;

  /** Idle regions up to this size are kept however low the limit is. */
  private static final long LEAST_IDLE_BYTES = 64L << 10;

  private static final boolean LEAK_DETECTION = Boolean.getBoolean("paceline.leakDetection");
  private static final byte POISON = (byte) 0xDB;

  /** How long a reservation waits for what a reclaimer expects. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long RETRY_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final long limitBytes;

  @GuardedBy("this")
  private final TreeMap<Long, ArrayDeque<Region>> idleRegions = new TreeMap<>();

  @GuardedBy("this")
  private final Set<MemoryScope> scopes = new LinkedHashSet<>();

  private final List<Reclaimer> reclaimers = new CopyOnWriteArrayList<>();

  /** The budgets of the running queries. */
  private final List<MemoryBudget> budgets = new CopyOnWriteArrayList<>();

  private volatile @Nullable Runnable reservationCheck;

  /** Written under the lock, read without: workers ask for every batch. */
  private volatile long usedBytes;

  @GuardedBy("this")
  private long idleBytes;

  @GuardedBy("this")
  private long peakBytes;

  /** The bytes wanted by reservations that are asking reclaimers for memory at the moment. */
  @GuardedBy("this")
  private long awaitedBytes;

  /** An owner of memory that it can give back when others need it, such as a cache. */
  public interface Reclaimer {
    /**
     * Gives back what can go at once, because a reservation would be refused otherwise. Asked again
     * as long as it gives something and that is not enough.
     *
     * <p>Called on the thread that wants the memory, which may hold any locks but those of this
     * package. So the reclaimer takes no lock but its own, never allocates, and never holds its
     * lock while it or anyone else allocates.
     *
     * @param bytes how much is missing
     * @return how much was given back; 0 if there is nothing left
     */
    long reclaim(long bytes);

    /** About how much could be given back now, if all of it were asked for. Takes no lock. */
    long reclaimableBytes();

    /**
     * Whether {@link #reclaim} may have something to give soon, although it has nothing now: a
     * reservation waits a little before it is refused. Takes no lock.
     */
    default boolean expectsMore() {
      return false;
    }
  }

  /**
   * A piece of memory with the arena that holds it alive.
   *
   * @param inHugePages whether it was mapped in huge pages
   */
  record Region(Arena arena, MemorySegment segment, boolean inHugePages) {
    long bytes() {
      return segment.byteSize();
    }

    /** Whether a new region of that size would be in huge pages, and this one is not. */
    boolean isOutdated() {
      return !inHugePages && bytes() >= HugePages.PAGE_BYTES && HugePages.ofSystem() != null;
    }
  }

  /**
   * @param limitBytes the most that all scopes together may hold
   */
  public MemoryLedger(long limitBytes) {
    if (limitBytes <= 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the memory limit must be positive, not " + limitBytes);
    }
    this.limitBytes = limitBytes;
  }

  /** Opens a scope whose allocations end together. */
  public MemoryScope openScope(String owner) {
    return openScope(owner, null);
  }

  MemoryScope openScope(String owner, @Nullable MemoryBudget budget) {
    MemoryScope scope =
        new MemoryScope(this, owner, budget, LEAK_DETECTION ? new Throwable("opened here") : null);
    synchronized (this) {
      scopes.add(scope);
    }
    return scope;
  }

  /**
   * Opens the budget of a query, which the caller closes.
   *
   * @param boundBytes what the query should hold at most; {@link MemoryBudget#FAIR_SHARE} for its
   *     share of what there is
   */
  public MemoryBudget openBudget(long boundBytes) {
    MemoryBudget budget = new MemoryBudget(this, boundBytes);
    budgets.add(budget);
    return budget;
  }

  void forget(MemoryBudget budget) {
    budgets.remove(budget);
  }

  /** Returns the most memory that each query should hold, as {@link MemoryBudget} describes. */
  long fairShareBytes() {
    long resting = 0;
    int queries = 0;
    for (MemoryBudget budget : budgets) {
      if (budget.isResting()) {
        resting += budget.usedBytes();
      } else {
        queries++;
      }
    }
    return Math.max(0, queryBytes() - resting) / 4 * 3 / Math.max(1, queries);
  }

  /**
   * Returns the memory that all queries together can hold: the limit without the memory of tables
   * and others that do not give it back.
   */
  public long queryBytes() {
    long taken = usedBytes();
    for (MemoryBudget budget : budgets) {
      taken -= budget.usedBytes();
    }
    for (Reclaimer reclaimer : reclaimers) {
      taken -= reclaimer.reclaimableBytes();
    }
    return limitBytes - Math.max(0, taken);
  }

  public long limitBytes() {
    return limitBytes;
  }

  /** Bytes that open scopes hold. */
  public long usedBytes() {
    return usedBytes;
  }

  /** The largest {@link #usedBytes} so far. */
  public synchronized long peakBytes() {
    return peakBytes;
  }

  /** Bytes that could be reserved now. */
  public synchronized long availableBytes() {
    return limitBytes - usedBytes;
  }

  /** One line for every open scope: owner, bytes, and in leak detection where it was opened. */
  public synchronized List<String> openScopes() {
    List<String> lines = new ArrayList<>();
    for (MemoryScope scope : scopes) {
      lines.add(scope.describe());
    }
    return lines;
  }

  /** Registers someone to be asked before a reservation is refused. */
  public void addReclaimer(Reclaimer reclaimer) {
    reclaimers.add(reclaimer);
  }

  /**
   * Runs something before every reservation, which is refused if it throws: for tests of what
   * happens then.
   *
   * @param check null for nothing
   */
  public void setReservationCheck(@Nullable Runnable check) {
    reservationCheck = check;
  }

  /** Undoes {@link #addReclaimer}; a call that has begun may still go on. */
  public void removeReclaimer(Reclaimer reclaimer) {
    reclaimers.remove(reclaimer);
  }

  /**
   * Reserves under the lock, allocates (which zeroes) outside of it.
   *
   * @param courteous whether others come first, for whom memory is just being reclaimed
   */
  Region acquire(MemoryScope scope, long bytes, boolean courteous) {
    Runnable check = reservationCheck;
    if (check != null) {
      check.run();
    }
    long size = regionBytes(bytes);
    if (!reserve(size, courteous)) {
      reserveReclaimed(scope, size, courteous);
    }
    Region idle = takeIdle(size);
    if (idle != null) {
      return idle;
    }
    Arena arena = Arena.ofShared();
    try {
      return allocate(arena, size);
    } catch (OutOfMemoryError e) {
      arena.close();
      synchronized (this) {
        usedBytes -= size;
      }
      throw new PacelineException(
          ErrorCode.MEMORY_LIMIT,
          String.format(
              Locale.ROOT,
              "%s needs %,d bytes and the operating system has no more; lower the limit of %,d"
                  + " bytes (memory=)",
              scope.owner(),
              size,
              limitBytes),
          e);
    }
  }

  private static Region allocate(Arena arena, long size) {
    if (size >= HugePages.PAGE_BYTES) {
      HugePages pages = HugePages.ofSystem();
      MemorySegment mapped = pages == null ? null : pages.map(size, arena);
      if (mapped != null) {
        return new Region(arena, mapped, true);
      }
    }
    long alignment = size < PAGE_ALIGNED_BYTES ? SMALL_ALIGNMENT : REGION_GRANULE_BYTES;
    return new Region(arena, arena.allocate(size, alignment), false);
  }

  /** Reserves; false if there is no room. */
  private synchronized boolean reserve(long size, boolean courteous) {
    if (size > limitBytes - usedBytes - (courteous ? awaitedBytes : 0)) {
      return false;
    }
    usedBytes += size;
    peakBytes = Math.max(peakBytes, usedBytes);
    return true;
  }

  /**
   * Asks for memory back until the size is reserved, or nobody has anything to give, or will have
   * soon. What others take meanwhile is asked for again.
   */
  private void reserveReclaimed(MemoryScope scope, long size, boolean courteous) {
    if (!courteous) {
      addAwaited(size);
    }
    try {
      boolean reclaimed = true;
      long deadline = 0;
      while (!reserve(size, courteous)) {
        if (!reclaimed) {
          long now = System.nanoTime();
          deadline = deadline == 0 ? now + PATIENCE_NANOS : deadline;
          if (courteous || !isMoreExpected() || now - deadline >= 0) {
            throw refused(scope, size);
          }
          LockSupport.parkNanos(RETRY_NANOS);
        }
        reclaimed = reclaim(size, courteous);
      }
    } finally {
      if (!courteous) {
        addAwaited(-size);
      }
    }
  }

  private boolean isMoreExpected() {
    return reclaimers.stream().anyMatch(Reclaimer::expectsMore);
  }

  private synchronized void addAwaited(long bytes) {
    awaitedBytes += bytes;
  }

  private synchronized long missingBytes(long size, boolean courteous) {
    return size - (limitBytes - usedBytes - (courteous ? awaitedBytes : 0));
  }

  /** Asks all who could give something; false if nobody did. */
  private boolean reclaim(long size, boolean courteous) {
    boolean reclaimed = false;
    for (Reclaimer reclaimer : reclaimers) {
      long missing = missingBytes(size, courteous);
      if (missing <= 0) {
        return true;
      }
      reclaimed |= reclaimer.reclaim(missing) > 0;
    }
    return reclaimed;
  }

  /** An idle region of that size, which is reserved already; drops others that are in the way. */
  private synchronized @Nullable Region takeIdle(long size) {
    ArrayDeque<Region> exact = idleRegions.get(size);
    if (exact != null) {
      Region region = exact.pop();
      if (exact.isEmpty()) {
        idleRegions.remove(size);
      }
      idleBytes -= size;
      return region;
    }
    while (idleBytes > 0 && usedBytes + idleBytes > limitBytes) {
      dropLargestIdle();
    }
    return null;
  }

  synchronized void giveBack(Region region) {
    usedBytes -= region.bytes();
    if (LEAK_DETECTION) {
      region.segment().fill(POISON);
    }
    if (region.isOutdated()) {
      region.arena().close();
      return;
    }
    idleBytes += region.bytes();
    idleRegions.computeIfAbsent(region.bytes(), unused -> new ArrayDeque<>()).push(region);
    while (idleBytes > Math.max(limitBytes / 4, LEAST_IDLE_BYTES)) {
      dropLargestIdle();
    }
  }

  synchronized void forget(MemoryScope scope) {
    scopes.remove(scope);
  }

  /**
   * Gives idle regions back to the system. Scopes that are still open keep their memory until they
   * close.
   */
  @Override
  public synchronized void close() {
    while (idleBytes > 0) {
      dropLargestIdle();
    }
  }

  @GuardedBy("this")
  private void dropLargestIdle() {
    var largest = idleRegions.lastEntry();
    Region region = largest.getValue().pop();
    if (largest.getValue().isEmpty()) {
      idleRegions.remove(largest.getKey());
    }
    idleBytes -= region.bytes();
    region.arena().close();
  }

  private synchronized PacelineException refused(MemoryScope scope, long size) {
    MemoryScope greatest = null;
    for (MemoryScope other : scopes) {
      if (greatest == null || other.bytes() > greatest.bytes()) {
        greatest = other;
      }
    }
    return new PacelineException(
        ErrorCode.MEMORY_LIMIT,
        String.format(
            Locale.ROOT,
            "%s needs %,d bytes more, but %,d of %,d bytes are in use%s; raise memory= or run fewer"
                + " queries at once",
            scope.owner(),
            size,
            usedBytes,
            limitBytes,
            greatest == null
                ? ""
                : String.format(
                    Locale.ROOT, " (most by %s: %,d)", greatest.owner(), greatest.bytes())));
  }

  /**
   * Sizes grow in eighths of a power of two, so that a region which was given back fits later
   * requests.
   */
  static long regionBytes(long bytes) {
    long granules = Math.max(1, (bytes + REGION_GRANULE_BYTES - 1) / REGION_GRANULE_BYTES);
    long step = Math.max(1, Long.highestOneBit(granules) >> 3);
    return (granules + step - 1) / step * step * REGION_GRANULE_BYTES;
  }

  static @Nullable String originOf(@Nullable Throwable origin) {
    if (origin == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : origin.getStackTrace()) {
      text.append("\n    at ").append(frame);
    }
    return text.toString();
  }
}
