package dev.paceline.storage.scan;

import dev.paceline.storage.buffer.ReplacementPolicy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every scan reads on its own, in the order of the table, a few chunks ahead; what is in memory by
 * chance serves others too. <em>Normal</em> scans begin at their first chunk; those that
 * <em>attach</em> begin where the table was read last and go round. What has to go is up to a
 * replacement policy, for each unit by itself.
 *
 * <p>Source: cooperative scans 2004, sections 2.1 and 2.2.
 */
public final class InOrderPolicy implements ScanPolicy {
  private final String name;
  private final boolean attaches;
  private final int readAhead;
  private final ReplacementPolicy<ChunkUnit> replacement;
  private long readAheadBytes = Long.MAX_VALUE;
  private boolean shortScansFirst;

  private InOrderPolicy(
      String name, boolean attaches, int readAhead, ReplacementPolicy<ChunkUnit> replacement) {
    this.name = name;
    this.attaches = attaches;
    this.readAhead = readAhead;
    this.replacement = replacement;
  }

  /**
   * @param name the name of this policy with the replacement policy
   * @param readAhead the number of chunks that a scan reads ahead
   */
  public static InOrderPolicy normal(
      String name, int readAhead, ReplacementPolicy<ChunkUnit> replacement) {
    return new InOrderPolicy(name, false, readAhead, replacement);
  }

  /**
   * @param readAhead the number of chunks that a scan reads ahead
   */
  public static InOrderPolicy attach(int readAhead, ReplacementPolicy<ChunkUnit> replacement) {
    return new InOrderPolicy("attach", true, readAhead, replacement);
  }

  /**
   * Limits what all scans together read ahead. If chunks that were read ahead filled the memory,
   * they would be evicted again before their scans came to them.
   */
  InOrderPolicy withReadAheadBytes(long bytes) {
    readAheadBytes = bytes;
    return this;
  }

  /**
   * Serves short scans first: the scheduling of queries that the Predictive Buffer Manager lacks
   * (VectorWise thesis 2011, section 8.2, third item).
   */
  public InOrderPolicy withShortScansFirst() {
    shortScansFirst = true;
    return this;
  }

  @Override
  public boolean servesShortScansFirst() {
    return shortScansFirst;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void entered(RegisteredScan scan) {
    if (attaches && !scan.ordered) {
      scan.startWhereTableIsRead();
    }
  }

  @Override
  public boolean keepsTableOrder() {
    return !attaches;
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    ScanChunk next = scan.nextInOrder();
    return next != null && next.isReady(scan.units) ? next : null;
  }

  /**
   * Reads for the scan that has waited longest or, if none waits, for the scan that got its last
   * chunk first.
   */
  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    RegisteredScan best = null;
    ScanChunk bestChunk = null;
    boolean bestWaits = false;
    for (RegisteredScan scan : scans) {
      boolean waits = isWaitingForLoad(scan);
      if (best == null
          || waits && !bestWaits
          || waits == bestWaits && isBefore(scan, best, waits)) {
        ScanChunk missing = firstMissing(scan, readAheadBytes / scans.size());
        if (missing != null) {
          best = scan;
          bestChunk = missing;
          bestWaits = waits;
        }
      }
    }
    return best == null || bestChunk == null
        ? null
        : new Load(best, bestChunk, best.units & ~(bestChunk.resident | bestChunk.loading));
  }

  private static boolean isBefore(RegisteredScan scan, RegisteredScan than, boolean waits) {
    return waits
        ? scan.waitingSince < than.waitingSince
        : scan.ordersWhenServed < than.ordersWhenServed;
  }

  private static boolean isWaitingForLoad(RegisteredScan scan) {
    ScanChunk next = scan.isWaiting() ? scan.nextInOrder() : null;
    return next != null && !next.isComing(scan.units);
  }

  private @Nullable ScanChunk firstMissing(RegisteredScan scan, long bytes) {
    int ahead = scan.enough() > ScanTable.ENOUGH ? Math.max(readAhead, scan.enough()) : readAhead;
    return scan.firstMissing(ahead, bytes);
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    ChunkUnit victim = replacement.victim();
    return victim == null ? null : new Eviction(victim.chunk(), 1L << victim.unit());
  }

  @Override
  public void idle(ScanChunk chunk, boolean used) {
    for (long left = chunk.resident; left != 0; left &= left - 1) {
      ChunkUnit unit = new ChunkUnit(chunk, Long.numberOfTrailingZeros(left));
      if (used) {
        replacement.idle(unit);
      } else {
        replacement.unused(unit);
      }
    }
  }

  @Override
  public void busy(ScanChunk chunk) {
    evicted(chunk, chunk.resident);
  }

  @Override
  public void evicted(ScanChunk chunk, long units) {
    for (long left = units; left != 0; left &= left - 1) {
      replacement.busy(new ChunkUnit(chunk, Long.numberOfTrailingZeros(left)));
    }
  }
}
