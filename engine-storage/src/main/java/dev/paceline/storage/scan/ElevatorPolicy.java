package dev.paceline.storage.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One reader circles each table and reads every chunk that a scan wants. A chunk stays in memory
 * until all scans that want it have used it, so that fast scans wait for slow ones. This policy
 * reads least, and short scans wait long.
 *
 * <p>Source: cooperative scans 2004, section 2.3.
 */
@SuppressWarnings("ReferenceEquality") // chunks have identity; they are never equal by value
public final class ElevatorPolicy implements ScanPolicy {
  @Override
  public String name() {
    return "elevator";
  }

  @Override
  public @Nullable ScanChunk choose(RegisteredScan scan) {
    if (scan.ordered) {
      ScanChunk next = scan.nextInOrder();
      return next != null && next.isReady(scan.units) ? next : null;
    }
    ChunkClasses classes = scan.table.classes();
    ScanChunk oldest = null;
    for (int i = 0; i < classes.count(); i++) {
      ChunkClass candidates = classes.get(i);
      ScanChunk chunk = candidates.head;
      if (chunk != null
          && (candidates.interest & scan.bit()) != 0
          && candidates.isReady(scan.units)
          && (oldest == null || chunk.loadedAt < oldest.loadedAt)) {
        oldest = chunk;
      }
    }
    return oldest;
  }

  /** Returns the next wanted chunk of the table whose scans have waited longest. */
  @Override
  public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
    RegisteredScan longest = null;
    for (RegisteredScan scan : scans) {
      if (scan.available() + scan.coming() < scan.needed()
          && (longest == null || scan.ordersWhenServed < longest.ordersWhenServed)) {
        longest = scan;
      }
    }
    if (longest == null) {
      return null;
    }
    ScanTable table = longest.table;
    RegisteredScan nearest = null;
    ScanChunk best = null;
    for (RegisteredScan scan : scans) {
      if (scan.table == table && scan.needed() > 0) {
        ScanChunk next = nextMissing(scan);
        if (next != null && (best == null || isBefore(next, best, table.position))) {
          best = next;
          nearest = scan;
        }
      }
    }
    return best == null || nearest == null
        ? null
        : new Load(
            nearest,
            best,
            table.unitsOf(best.interest & table.present()) & ~(best.resident | best.loading));
  }

  /**
   * Returns the next chunk that a scan lacks, from the position of the device on and then from the
   * beginning. Chunks that the scan has had lie behind that position, so few are skipped.
   */
  private static @Nullable ScanChunk nextMissing(RegisteredScan scan) {
    int count = scan.chunkCount();
    int first = scan.firstFrom(scan.table.position);
    ScanChunk ahead = firstMissing(scan, first, count);
    return ahead == null ? firstMissing(scan, 0, first) : ahead;
  }

  /** Returns the first chunk between two indexes that the scan lacks. */
  private static @Nullable ScanChunk firstMissing(RegisteredScan scan, int from, int to) {
    for (int i = scan.nextNotGiven(from); i < to; i = scan.nextNotGiven(i + 1)) {
      scan.announceThrough(i);
      if (!scan.chunk(i).isComing(scan.units)) {
        return scan.chunk(i);
      }
    }
    return null;
  }

  private static boolean isBefore(ScanChunk chunk, ScanChunk than, int position) {
    boolean ahead = chunk.ordinal >= position;
    return ahead == than.ordinal >= position ? chunk.ordinal < than.ordinal : ahead;
  }

  /**
   * Returns the oldest chunk that no scan wants any more, or one that no scan which wants it can
   * take.
   */
  @Override
  public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
    ScanChunk oldest = null;
    boolean oldestWanted = true;
    for (ScanTable table : tables) {
      ChunkClasses classes = table.classes();
      for (int i = 0; i < classes.count(); i++) {
        ChunkClass candidates = classes.get(i);
        ScanChunk chunk = candidates.head;
        if (chunk == null || !candidates.isEvictable()) {
          continue;
        }
        boolean wanted = (candidates.interest & table.present()) != 0;
        if (wanted && load != null && anyCanTake(table, candidates)) {
          continue;
        }
        if (oldest == null
            || oldestWanted && !wanted
            || oldestWanted == wanted && chunk.loadedAt < oldest.loadedAt) {
          oldest = chunk;
          oldestWanted = wanted;
        }
      }
    }
    return oldest == null ? null : new Eviction(oldest, oldest.resident);
  }

  private static boolean anyCanTake(ScanTable table, ChunkClass candidates) {
    for (long left = candidates.interest & table.present(); left != 0; left &= left - 1) {
      RegisteredScan scan = table.scan(Long.numberOfTrailingZeros(left));
      if (candidates.isReady(scan.units)
          && (!scan.ordered || scan.nextInOrder() == candidates.head)) {
        return true;
      }
    }
    return false;
  }
}
