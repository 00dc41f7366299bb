package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanPolicy.Load;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the chunks of all scans share: which of their units are in memory or being read,
 * how many bytes these take, and which of them may be replaced. It tells the scan policy about the
 * changes before it chooses what is evicted.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler.
 */
final class ChunkMemory {
  private ScanPolicy policy;
  private final long capacity;
  private final ChunksInUse inUse;

  /** The tables that have scans, or chunks in memory. */
  private final List<ScanTable> tables = new ArrayList<>();

  private final List<Eviction> evicted = new ArrayList<>();

  /**
   * Chunks whose changes have not been reported to the policy, those last that became idle last.
   * They are reported when the policy has to choose a victim. Most chunks of tables that are in
   * memory are used again and again before that, and to report every use would take most of the
   * time under the lock.
   */
  private final Set<ScanChunk> unreported = new LinkedHashSet<>();

  /** Bytes of the units that are in memory or being read. */
  private long used;

  /** Bytes of the idle chunks: those that nobody uses, is promised, or reads. */
  private long idleBytes;

  private long clock;
  private long loads;
  private long loadedBytes;
  private long evictions;

  /**
   * @param capacity bytes that all units in memory may take together
   * @param inUse the chunks that scans work on, kept up to date by the caller
   */
  ChunkMemory(ScanPolicy policy, long capacity, ChunksInUse inUse) {
    this.policy = policy;
    this.capacity = capacity;
    this.inUse = inUse;
  }

  /** Replaces the policy by another one, which is told about all idle chunks. */
  void usePolicy(ScanPolicy other) {
    policy = other;
    unreported.clear();
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        for (ScanChunk chunk = classes.get(i).head; chunk != null; chunk = chunk.next) {
          chunk.reportedIdle = false;
          if (chunk.idle) {
            reportIdle(chunk, 1);
          }
          chunk.unreportedUses = 0;
        }
      }
    }
  }

  /** Reports to the policy which chunks became idle or busy. */
  private void report() {
    for (ScanChunk chunk : unreported) {
      if (chunk.reportedIdle) {
        policy.busy(chunk);
        chunk.reportedIdle = false;
      }
      if (chunk.idle) {
        reportIdle(chunk, chunk.unreportedUses);
      }
      chunk.unreportedUses = 0;
    }
    unreported.clear();
  }

  private void reportIdle(ScanChunk chunk, int uses) {
    if (uses > 1) { // some policies remember the last use but one
      policy.idle(chunk, true);
      policy.busy(chunk);
    }
    policy.idle(chunk, uses > 0);
    chunk.reportedIdle = true;
  }

  /** Returns the tables that have scans, or chunks in memory. */
  List<ScanTable> tables() {
    return tables;
  }

  void add(ScanTable table) {
    if (!tables.contains(table)) {
      tables.add(table);
    }
  }

  void removeIfUnused(ScanTable table) {
    if (!table.hasScans() && table.classes().count() == 0) {
      tables.remove(table);
    }
  }

  long capacity() {
    return capacity;
  }

  /** Returns the bytes of the units that are in memory or being read. */
  long usedBytes() {
    return used;
  }

  /** Returns the bytes of the units in memory that nobody uses, or waits to take. */
  long replaceableBytes() {
    return idleBytes + inUse.spareBytes(null);
  }

  /** Returns the bytes that cannot be replaced, apart from what is spare in other chunks. */
  long busyBytes(ScanChunk except) {
    return used - idleBytes - inUse.spareBytes(except);
  }

  /** Returns whether there is room for further bytes. */
  boolean hasRoomFor(long bytes) {
    return used + bytes <= capacity;
  }

  /** Returns whether there is room for further bytes once all idle chunks have been evicted. */
  boolean hasRoomWithoutIdleFor(long bytes) {
    return used - idleBytes + bytes <= capacity;
  }

  /** Returns the units read so far. */
  long loads() {
    return loads;
  }

  /** Returns the bytes of memory that units were read into so far. */
  long loadedBytes() {
    return loadedBytes;
  }

  /** Returns the units that were evicted so far. */
  long evictions() {
    return evictions;
  }

  /** Reserves memory for units that are going to be read. */
  void startLoading(ScanChunk chunk, long units) {
    used += chunk.bytes(units);
    change(chunk, chunk.resident, chunk.loading | units);
  }

  /** Gives back the memory of units that will not be read, or could not be read. */
  void stopLoading(ScanChunk chunk, long units) {
    used -= chunk.bytes(units);
    change(chunk, chunk.resident, chunk.loading & ~units);
  }

  /** Notes that units have been read. */
  void loaded(ScanChunk chunk, long units) {
    loads += Long.bitCount(units);
    loadedBytes += chunk.bytes(units);
    chunk.loadedAt = ++clock;
    change(chunk, chunk.resident | units, chunk.loading & ~units);
  }

  /** Marks a chunk as occupied before a scan works on it or waits for it, or a reader fills it. */
  void occupy(ScanChunk chunk) {
    if (chunk.idle) {
      chunk.idle = false;
      idleBytes -= chunk.residentBytes;
      unreported.add(chunk);
    }
  }

  /**
   * Marks a chunk as idle if it is.
   *
   * @param used whether a scan has just worked on it
   */
  void settle(ScanChunk chunk, boolean used) {
    place(chunk);
    if (isIdle(chunk) && !chunk.idle) {
      chunk.idle = true;
      chunk.lastUsed = ++clock;
      idleBytes += chunk.residentBytes;
      chunk.unreportedUses += used ? 1 : 0;
      unreported.remove(chunk);
      unreported.add(chunk);
      evictUseless(chunk);
    }
  }

  /** Puts a chunk into the class of chunks that its state belongs to. */
  static void place(ScanChunk chunk) {
    chunk.table.classes().place(chunk);
  }

  private static boolean isIdle(ScanChunk chunk) {
    return chunk.resident != 0 && !chunk.isBusy();
  }

  private static void change(ScanChunk chunk, long resident, long loading) {
    long before = chunk.resident;
    long beforeComing = before | chunk.loading;
    chunk.residentBytes += chunk.bytes(resident & ~before) - chunk.bytes(before & ~resident);
    chunk.resident = resident;
    chunk.loading = loading;
    for (long left = chunk.interest & chunk.table.present(); left != 0; left &= left - 1) {
      RegisteredScan scan = chunk.table.scan(Long.numberOfTrailingZeros(left));
      scan.changed(
          (before & scan.units) == scan.units, (beforeComing & scan.units) == scan.units, chunk);
      chunk.table.refresh(scan);
    }
    place(chunk);
  }

  /**
   * Returns what the policy would evict.
   *
   * @param load for which room is made; null for memory that queries need
   * @return null for nothing
   */
  @Nullable Eviction victim(@Nullable Load load) {
    report();
    return policy.victim(tables, load);
  }

  /**
   * Evicts units.
   *
   * @throws PacelineException INTERNAL if they are in use
   */
  void evict(Eviction victim) {
    ScanChunk chunk = victim.chunk();
    long units = victim.units();
    long evictable = isIdle(chunk) ? chunk.resident : inUse.spareUnits(chunk);
    if ((evictable & units) != units || units == 0) {
      throw PacelineException.internal("a policy would evict what is in use: " + chunk, null);
    }
    long bytes = chunk.bytes(units);
    used -= bytes;
    if (chunk.reportedIdle) {
      policy.evicted(chunk, units);
    }
    if (chunk.idle) {
      idleBytes -= bytes;
    }
    evictions += Long.bitCount(units);
    chunk.damaged &= ~units;
    change(chunk, chunk.resident & ~units, chunk.loading);
    chunk.idle = isIdle(chunk);
    if (chunk.resident == 0) {
      chunk.reportedIdle = false;
      unreported.remove(chunk);
    }
    evicted.add(victim);
    removeIfUnused(chunk.table);
  }

  /**
   * Evicts of an idle chunk what its own load does not need, if there is then room for the load.
   *
   * @return whether anything was evicted
   */
  boolean evictOthersFor(Load load) {
    ScanChunk chunk = load.chunk();
    long others = chunk.resident & ~load.scan().units;
    long kept = chunk.bytes(chunk.resident & load.scan().units);
    long need = chunk.bytes(load.units());
    if (!isIdle(chunk) || others == 0 || !hasRoomWithoutIdleFor(kept + need)) {
      return false;
    }
    evict(new Eviction(chunk, others));
    return true;
  }

  /** Evicts of an idle chunk what nobody can use any more. */
  private void evictUseless(ScanChunk chunk) {
    long units = chunk.dropped ? chunk.resident : chunk.resident & chunk.damaged;
    if (units != 0) {
      evict(new Eviction(chunk, units));
    }
  }

  /**
   * Units in memory turned out to be damaged. They are evicted when nobody uses the chunk, and are
   * read again for scans that need them then.
   */
  void damaged(ScanChunk chunk, long units) {
    chunk.damaged |= units & chunk.resident;
    if (chunk.idle) {
      evictUseless(chunk);
    }
  }

  /**
   * Evicts a chunk that no scan will want again. What is in use or being read is evicted when it no
   * longer is.
   */
  void drop(ScanChunk chunk) {
    chunk.dropped = true;
    if (chunk.idle) {
      evictUseless(chunk);
    }
  }

  /** Returns what was evicted since the last call; its memory counts as free already. */
  List<Eviction> drainEvicted() {
    List<Eviction> all = List.copyOf(evicted);
    evicted.clear();
    return all;
  }
}
