package dev.paceline.storage.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides by relevance. It reads for the scan that needs the fewest further chunks, and of its
 * chunks the one that helps the most starving scans per byte. It hands out first the chunks that
 * few other scans want and that take much memory. It evicts the chunks that help the fewest scans
 * that may starve.
 *
 * <p>Source: the relevance functions of VectorWise (thesis 2011, section 3.3). The time that a scan
 * has waited is the number of loads that were ordered meanwhile, so it needs no clock. Chunks are
 * judged by class, so the cost of a decision does not depend on their number.
 */
public final class RelevancePolicy implements ScanPolicy {
  /**
   * The number of orders, for each running scan, after which a scan that waits ranks as if it
   * needed one chunk less.
   */
  private static final double ORDERS_PER_CHUNK = 2;

  @Override
  public String name() {
    return "relevance";
  }

  @Override
  public boolean servesShortScansFirst() {
    return true;
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    if (scan.ordered) {
      ScanChunk next = scan.nextInOrder();
      return next != null && next.isReady(scan.units) ? next : null;
    }
    ScanTable table = scan.table;
    ChunkClasses classes = table.classes();
    long overlapping = table.overlapping(scan.units);
    ScanChunk best = null;
    double bestUse = -1;
    for (int i = 0; i < classes.count(); i++) {
      ChunkClass candidates = classes.get(i);
      ScanChunk chunk = candidates.head;
      if (chunk != null
          && (candidates.interest & scan.bit()) != 0
          && candidates.isReady(scan.units)) {
        long users = Math.max(1, Long.bitCount(candidates.interest & overlapping));
        double use = (double) chunk.bytes(scan.units) / users;
        if (use > bestUse) {
          bestUse = use;
          best = chunk;
        }
      }
    }
    return best;
  }

  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    RegisteredScan best = null;
    double bestRelevance = Double.NEGATIVE_INFINITY;
    for (RegisteredScan scan : scans) {
      if ((scan.table.starved() & scan.bit()) != 0) {
        double waited = orders - scan.ordersWhenServed;
        double relevance = waited / (ORDERS_PER_CHUNK * scans.size()) - scan.needed();
        if (relevance > bestRelevance) {
          bestRelevance = relevance;
          best = scan;
        }
      }
    }
    return best == null ? null : chooseLoadFor(best);
  }

  /**
   * Returns the load that helps most per byte. A starving scan always wants a chunk that is not
   * being read yet.
   */
  private static @Nullable Load chooseLoadFor(RegisteredScan scan) {
    ScanTable table = scan.table;
    long helped = table.starved() & table.overlapping(scan.units);
    ScanChunk best = scan.ordered ? scan.firstMissing(scan.chunkCount(), Long.MAX_VALUE) : null;
    if (best == null) {
      best = mostRelevant(scan, helped);
    }
    if (best == null) {
      return null;
    }
    long units = table.unitsOf(best.interest & helped) | scan.units;
    return new Load(scan, best, units & ~(best.resident | best.loading));
  }

  private static @Nullable ScanChunk mostRelevant(RegisteredScan scan, long helped) {
    ScanTable table = scan.table;
    ChunkClasses classes = table.classes();
    ScanChunk best = null;
    double bestRelevance = -1;
    int bestDistance = 0;
    for (int i = 0; i < classes.count(); i++) {
      ChunkClass candidates = classes.get(i);
      ScanChunk chunk = candidates.head;
      if (chunk == null
          || (candidates.interest & scan.bit()) == 0
          || candidates.isComing(scan.units)) {
        continue;
      }
      long beneficiaries = candidates.interest & helped;
      long units =
          (table.unitsOf(beneficiaries) | scan.units) & ~(candidates.resident | candidates.loading);
      double relevance = (double) Long.bitCount(beneficiaries) / Math.max(1, chunk.bytes(units));
      int distance = distance(table, chunk);
      if (relevance > bestRelevance || relevance == bestRelevance && distance < bestDistance) {
        bestRelevance = relevance;
        bestDistance = distance;
        best = chunk;
      }
    }
    return best;
  }

  /**
   * Returns the distance from the position of the device to a chunk; chunks behind it are far away.
   */
  private static int distance(ScanTable table, ScanChunk chunk) {
    int forward = chunk.ordinal - table.position;
    return forward >= 0 ? forward : Integer.MAX_VALUE + forward;
  }

  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    Eviction useless = oldestUseless(tables);
    if (useless != null) {
      return useless;
    }
    long own = load == null ? 0 : load.scan().bit();
    ScanTable ownTable = load == null ? null : load.scan().table;
    // First evict neither what this scan wants nor what a starving scan could take; then anything,
    // but not
    // for a scan that does not wait yet: two of them would evict each other's chunks in turn.
    int mostRelaxed = load == null || load.scan().isWaiting() ? 2 : 0;
    for (int relaxed = 0; relaxed <= mostRelaxed; relaxed++) {
      ScanChunk chunk = leastRelevant(tables, ownTable, own, relaxed);
      if (chunk != null) {
        return new Eviction(chunk, chunk.resident);
      }
    }
    return null;
  }

  private static @Nullable Eviction oldestUseless(List<ScanTable> tables) {
    ScanChunk oldest = null;
    long units = 0;
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        ChunkClass candidates = classes.get(i);
        ScanChunk chunk = candidates.head;
        long useless = candidates.resident & ~candidates.wanted;
        if (chunk != null
            && candidates.isEvictable()
            && useless != 0
            && (oldest == null || chunk.lastUsed < oldest.lastUsed)) {
          oldest = chunk;
          units = useless;
        }
      }
    }
    return oldest == null ? null : new Eviction(oldest, units);
  }

  private static @Nullable ScanChunk leastRelevant(
      List<ScanTable> tables, @Nullable ScanTable ownTable, long own, int relaxed) {
    ScanChunk best = null;
    double bestRelevance = Double.POSITIVE_INFINITY;
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        ChunkClass candidates = classes.get(i);
        ScanChunk chunk = candidates.head;
        if (chunk == null
            || !candidates.isEvictable()
            || relaxed < 2 && table == ownTable && (candidates.interest & own) != 0
            || relaxed < 1 && helpsStarving(table, candidates)) {
          continue;
        }
        long users = candidates.interest & table.almostStarved();
        long units = table.unitsOf(users) & candidates.resident;
        double relevance =
            users == 0 ? 0 : (double) Long.bitCount(users) / Math.max(1, chunk.bytes(units));
        if (relevance < bestRelevance
            || best != null && relevance == bestRelevance && chunk.lastUsed < best.lastUsed) {
          bestRelevance = relevance;
          best = chunk;
        }
      }
    }
    return best;
  }

  /** Returns whether a starving scan could take these chunks now. */
  private static boolean helpsStarving(ScanTable table, ChunkClass candidates) {
    for (long left = candidates.interest & table.starved(); left != 0; left &= left - 1) {
      if (candidates.isReady(table.scan(Long.numberOfTrailingZeros(left)).units)) {
        return true;
      }
    }
    return false;
  }
}
