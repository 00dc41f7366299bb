package dev.paceline.storage.scan;

import dev.paceline.storage.scan.VirtualEngine.TestChunk;
import dev.paceline.storage.scan.VirtualEngine.TestScan;
import dev.paceline.storage.scan.VirtualEngine.Violation;
import java.util.List;

/** Compares all that the scheduler keeps up to date with what it is by definition. */
@SuppressWarnings("ReferenceEquality") // chunks have identity; they are never equal by value
final class SchedulerCheck {
  private SchedulerCheck() {}

  static void check(ScanScheduler scheduler, List<TestChunk> chunks, List<TestScan> scans) {
    long used = 0;
    for (TestChunk chunk : chunks) {
      used += chunk.bytes(chunk.resident | chunk.loading);
      require((chunk.resident & chunk.loading) == 0, chunk, "is there and on its way");
      require(chunk.resident == chunk.inMemory, chunk, "is not in memory as told");
      require((chunk.inFlight & ~chunk.loading) == 0, chunk, "is read but not ordered");
      require(chunk.pins == chunk.holders, chunk, "has " + chunk.pins + " pins");
      require(chunk.idle == (chunk.resident != 0 && !chunk.isBusy()), chunk, "is idle or not");
      require(
          chunk.residentBytes == chunk.bytes(chunk.resident)
              && chunk.pinnedBytes == chunk.bytes(chunk.pinned),
          chunk,
          "takes other bytes");
      checkClass(chunk);
    }
    if (used != scheduler.usedBytes()) {
      throw new Violation(scheduler.usedBytes() + " bytes are counted, " + used + " in use");
    }
    for (TestScan scan : scans) {
      if (scan.registered && !scan.ended && scan.scan.isStarted()) {
        checkScan(scan);
      }
    }
    for (TestChunk chunk : chunks) {
      checkPromises(chunk, scans);
      require((chunk.pinned & ~chunk.resident) == 0, chunk, "lacks what is in use");
    }
  }

  private static void checkClass(TestChunk chunk) {
    ChunkClass memberOf = chunk.memberOf;
    boolean matters = chunk.interest != 0 || chunk.resident != 0 || chunk.loading != 0;
    require(matters == (memberOf != null), chunk, "is in a class or not");
    if (memberOf == null) {
      return;
    }
    require(memberOf.isFor(chunk), chunk, "is in the wrong class");
    require(chunk.table.classes().get(memberOf.index) == memberOf, chunk, "has a lost class");
    long wanted = 0;
    for (long left = chunk.interest; left != 0; left &= left - 1) {
      wanted |= chunk.table.scan(Long.numberOfTrailingZeros(left)).units;
    }
    require(memberOf.wanted == wanted, chunk, "is wanted otherwise");
    boolean found = false;
    for (ScanChunk other = memberOf.head; other != null; other = other.next) {
      found |= other == chunk;
      require(other.next != null || memberOf.tail == other, chunk, "has a broken list");
    }
    require(found, chunk, "is not in the list of its class");
  }

  private static void checkScan(TestScan test) {
    RegisteredScan scan = test.scan;
    int needed = 0;
    int ready = 0;
    int coming = 0;
    boolean inRun = true;
    boolean inReadyRun = true;
    boolean misses = false;
    for (int i = 0; i < test.wanted.size(); i++) {
      TestChunk chunk = test.wanted.get(i);
      boolean marked = (chunk.interest & scan.bit()) != 0;
      boolean wants = !scan.isForgotten() && !scan.wasGiven(i);
      boolean announced = scan.isAnnounced(i);
      if (!scan.isForgotten()) {
        require(marked == (wants && announced), scan, "has told " + chunk + " something else");
      }
      needed += wants ? 1 : 0;
      if (!wants || !announced) {
        continue;
      }
      boolean isReady = (scan.units & ~chunk.resident) == 0;
      boolean isComing = (scan.units & ~(chunk.resident | chunk.loading)) == 0;
      misses |= !isComing;
      inReadyRun &= isReady;
      inRun &= isComing;
      if (scan.ordered) {
        ready += inReadyRun ? 1 : 0;
        coming += inRun && !inReadyRun ? 1 : 0;
      } else {
        ready += isReady ? 1 : 0;
        coming += isComing && !isReady ? 1 : 0;
      }
    }
    if (scan.ordered) { // what is more than enough is not counted
      int most = Math.max(ScanTable.ALMOST_ENOUGH, scan.enough()) + 1;
      coming = Math.min(ready + coming, most);
      ready = Math.min(ready, most);
      coming -= ready;
    }
    require(scan.needed() == needed, scan, "needs " + needed + ", not " + scan.needed());
    require(
        misses == (scan.firstMissing(scan.chunkCount(), Long.MAX_VALUE) != null),
        scan,
        "misses a chunk or not");
    require(scan.available() == ready, scan, "has " + ready + ", not " + scan.available());
    require(scan.coming() == coming, scan, "awaits " + coming + ", not " + scan.coming());
    boolean starved = ready + coming < Math.min(scan.enough(), needed);
    boolean almost = needed > 0 && ready <= Math.max(3, scan.enough());
    require(starved == ((scan.table.starved() & scan.bit()) != 0), scan, "starves or not");
    require(
        almost == ((scan.table.almostStarved() & scan.bit()) != 0), scan, "nearly starves or not");
  }

  private static void checkPromises(TestChunk chunk, List<TestScan> scans) {
    int promises = 0;
    for (TestScan scan : scans) {
      promises += scan.scan.due == chunk ? 1 : 0;
    }
    require(promises == chunk.promises, chunk, "has " + chunk.promises + " promises");
  }

  /** After all scans have ended and all chunks were dropped. */
  static void requireEmpty(ScanScheduler scheduler, List<TestChunk> chunks) {
    if (scheduler.usedBytes() != 0 || !scheduler.scans().isEmpty()) {
      throw new Violation(scheduler.usedBytes() + " bytes are left");
    }
    for (TestChunk chunk : chunks) {
      require(chunk.pins == 0 && chunk.promises == 0, chunk, "is still held");
      require(chunk.interest == 0 && chunk.inMemory == 0, chunk, "is still there");
      require(chunk.table.classes().count() == 0, chunk, "has classes left");
      require(chunk.table.unitsOf(-1L) == 0 && !chunk.table.hasScans(), chunk, "has scans left");
    }
  }

  private static void require(boolean holds, Object what, String otherwise) {
    if (!holds) {
      throw new Violation(what + " " + otherwise);
    }
  }
}
