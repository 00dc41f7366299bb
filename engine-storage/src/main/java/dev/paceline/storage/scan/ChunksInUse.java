package dev.paceline.storage.scan;

import dev.paceline.storage.scan.ScanPolicy.Eviction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The chunks that scans work on, which cannot be replaced when queries need memory: how much of
 * them is really used, and which scans have to wait until it is less.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler.
 */
@SuppressWarnings("ReferenceEquality") // chunks have identity; they are never equal by value
final class ChunksInUse {
  private final Set<RegisteredScan> promised;
  private final long patienceNanos;

  /** Those first that have been in use for longest. */
  private final Set<ScanChunk> chunks = new LinkedHashSet<>();

  /** Bytes of the units that scans use. */
  private long pinnedBytes;

  private long limit = Long.MAX_VALUE;

  /** Scans that were refused a chunk because too much is in use, and have not been woken up. */
  private final Set<RegisteredScan> heldBack = new LinkedHashSet<>();

  /** When a chunk was last given back. */
  private long lastReturn = RegisteredScan.NOT_WAITING;

  /** When a scan was last given a chunk, or had one read, although too much was in use. */
  private long lastException = RegisteredScan.NOT_WAITING;

  /**
   * @param promised the scans that have been told to take a chunk, kept up to date by the caller
   * @param patienceNanos how long a scan waits for others to give chunks back
   */
  ChunksInUse(Set<RegisteredScan> promised, long patienceNanos) {
    this.promised = promised;
    this.patienceNanos = patienceNanos;
  }

  /** The most bytes that should be in use. */
  long limit() {
    return limit;
  }

  /**
   * Sets the maximum number of bytes of the blocks that are in use, promised to scans or being
   * read, because such blocks cannot be replaced when queries need memory. Further loads, and scans
   * that want chunks which are in memory already, wait until chunks are released. There are two
   * exceptions: a scan that has waited longer than the patience, so that a scan which keeps its
   * chunks cannot block others, and a single chunk larger than the limit. Where all scans wait for
   * one that keeps its chunks, only one of them is excepted in each such time.
   */
  void setLimit(long bytes) {
    limit = bytes;
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** When a chunk was last given back. */
  long lastReturn() {
    return lastReturn;
  }

  /** A scan is given a chunk. */
  void add(RegisteredScan scan, ScanChunk chunk) {
    pinnedBytes += chunk.pin(scan.units);
    chunks.add(chunk);
  }

  /**
   * A scan gives a chunk back.
   *
   * @return scans that may ask again
   */
  List<RegisteredScan> remove(RegisteredScan scan, ScanChunk chunk, long now) {
    lastReturn = now;
    pinnedBytes -= chunk.unpin(scan.units);
    if (chunk.pins == 0) {
      chunks.remove(chunk);
    }
    List<RegisteredScan> waiting = List.copyOf(heldBack);
    heldBack.clear();
    return waiting;
  }

  /** Whether a scan has to wait with a chunk that it could have, because too much is in use. */
  boolean holdsBack(RegisteredScan scan, ScanChunk chunk, long now) {
    heldBack.remove(scan);
    long more = chunk.bytes(scan.units & ~chunk.pinned);
    if (pinnedBytes == 0 || pinnedBytes + more <= limit) {
      scan.heldSince = RegisteredScan.NOT_WAITING;
      return false;
    }
    if (scan.heldSince == RegisteredScan.NOT_WAITING) {
      scan.heldSince = now;
    }
    if (now >= heldUntil(scan)) {
      scan.heldSince = RegisteredScan.NOT_WAITING;
      lastException = now;
      return false;
    }
    heldBack.add(scan);
    return true;
  }

  private long heldUntil(RegisteredScan scan) {
    return Math.max(scan.heldSince, Math.max(lastReturn, lastException)) + patienceNanos;
  }

  boolean anyHeldBack() {
    return !heldBack.isEmpty();
  }

  /** Whether a scan waits until less is in use, and nothing else. */
  boolean isHeldBack(RegisteredScan scan) {
    return heldBack.contains(scan);
  }

  /** The scan wants nothing any more. */
  void forget(RegisteredScan scan) {
    heldBack.remove(scan);
  }

  /** Takes the scan out that has waited for longest, if nothing was given back in its patience. */
  List<RegisteredScan> drainImpatient(long now) {
    if (now < nextException()) {
      return List.of();
    }
    RegisteredScan first = heldBack.iterator().next();
    heldBack.remove(first);
    return List.of(first);
  }

  /** When {@link #drainImpatient} has a scan if nothing is given back; or the end of time. */
  long nextException() {
    return heldBack.isEmpty() ? Long.MAX_VALUE : heldUntil(heldBack.iterator().next());
  }

  /**
   * Lets a load go beyond the limit, unless something was given back lately, or another was let.
   *
   * @return from when on that is possible: not later than now if it has been done
   */
  long except(long now) {
    long from = Math.max(lastReturn, lastException) + patienceNanos;
    if (now >= from) {
      lastException = now;
    }
    return from;
  }

  /**
   * Bytes of the units in memory that no scan needs of those that have their chunk.
   *
   * @param except a chunk that does not count; or null
   */
  long spareBytes(@Nullable ScanChunk except) {
    long bytes = 0;
    for (ScanChunk chunk : chunks) {
      bytes += chunk == except ? 0 : spareBytesOf(chunk);
    }
    return bytes;
  }

  private long spareBytesOf(ScanChunk chunk) {
    return chunk.loading == 0 && chunk.promises == 0
        ? chunk.residentBytes - chunk.pinnedBytes
        : chunk.bytes(spareUnits(chunk));
  }

  /**
   * Units in memory of a chunk in use that may be replaced: no scan uses them or waits to take
   * them, and no scan for which more is being read needs them.
   */
  long spareUnits(ScanChunk chunk) {
    long needed = chunk.pinned;
    if (chunk.loading != 0) {
      needed |= chunk.table.unitsOf(chunk.interest);
    }
    if (chunk.promises > 0) {
      for (RegisteredScan scan : promised) {
        needed |= scan.due == chunk ? scan.units : 0;
      }
    }
    return chunk.resident & ~needed;
  }

  /**
   * Finds units that can be evicted from chunks in use.
   *
   * @param except a chunk for which room is made; or null
   * @param wanted whether units that other scans want may go, too
   * @return null if there is nothing
   */
  @Nullable Eviction spare(@Nullable ScanChunk except, boolean wanted) {
    for (ScanChunk chunk : chunks) {
      long spare = chunk == except ? 0 : spareUnits(chunk);
      spare &= wanted ? spare : ~chunk.table.unitsOf(chunk.interest);
      if (spare != 0) {
        return new Eviction(chunk, spare);
      }
    }
    return null;
  }
}
