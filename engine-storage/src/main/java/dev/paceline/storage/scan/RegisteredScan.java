package dev.paceline.storage.scan;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A scan that has registered the units and chunks that it wants (a CScan in the paper), and its
 * progress.
 *
 * <p>Guarded, like all state of a {@link ScanScheduler}, by whoever drives the scheduler.
 */
public class RegisteredScan {
  static final long NOT_WAITING = Long.MIN_VALUE;

  private static final int NO_SLOT = -1;

  /**
   * The number of chunks that are read for a scan that does not take them, before no more are read
   * for it.
   */
  private static final int MAX_UNCLAIMED = 8;

  /**
   * The most chunks that a scan has ahead of it; fewer than are announced with each chunk that it
   * takes.
   */
  private static final int MOST_AHEAD = 40;

  /** The weight of the last interval in the mean of the speed. */
  private static final double SPEED_WEIGHT = 0.3;

  final ScanTable table;
  final long units;
  final boolean ordered;

  /** The chunks, in the order in which an ordered scan gets them. */
  private final ScanChunks chunks;

  /** The chunks that it was given, by their index. */
  private final BitSet given;

  /** The number of chunks, counted from {@link #start}, that have learnt of the scan's interest. */
  private int announced;

  /** The number of announced chunks that it was not given. */
  private int wanted;

  /** Whether it wants no more chunks, so that its announcements are taken back. */
  private boolean forgotten;

  /** Whether its registration has ended. */
  private boolean left;

  private int slot = NO_SLOT;
  private int needed;
  private int ready;
  private int coming;

  /** The number of chunks that it was given and has not given back. */
  int inUse;

  /** All chunks before this position, counted from {@link #start}, were given. */
  private int cursor;

  /** The index of the chunk at which it begins; after the last chunk it goes on with the first. */
  int start;

  /** When it was first refused a chunk; {@link #NOT_WAITING} if it is not waiting. */
  long waitingSince = NOT_WAITING;

  /**
   * When it was refused a chunk that is in memory, because too much is in use; otherwise {@link
   * #NOT_WAITING}.
   */
  long heldSince = NOT_WAITING;

  /** Not null while there is no room for the chunk that it wants next. */
  @Nullable Shortage shortage;

  private int enough = ScanTable.ENOUGH;

  /** The chunk that it was promised. */
  @Nullable ScanChunk due;

  long dueSince;

  /** The number of loads that the scheduler had ordered when this scan last got a chunk. */
  long ordersWhenServed;

  /** The number of loads that were ordered for it since it last got a chunk. */
  int ordersSinceServed;

  private long number;
  private long rowsConsumed;
  private double nanosPerRow;
  private long lastConsumed;
  private @Nullable PacelineException failure;

  // The chunks that it shared with other scans.
  long chunksGiven;
  long chunksShared;

  /**
   * @param units the units that it needs of each chunk, as a mask; may be none
   * @param ordered whether it accepts chunks only in the order given
   * @param chunks the chunks, each once, by ascending ordinal
   */
  public RegisteredScan(
      ScanTable table, long units, boolean ordered, List<? extends ScanChunk> chunks) {
    this(table, units, ordered, new ListedChunks(chunks));
  }

  /**
   * Does what the other constructor does, at a cost that hardly grows with the number of chunks.
   */
  public RegisteredScan(ScanTable table, long units, boolean ordered, ScanChunks chunks) {
    this.table = table;
    this.units = units;
    this.ordered = ordered;
    this.chunks = chunks;
    this.needed = chunks.size();
    this.given = new BitSet(needed);
  }

  /** Returns whether it has a slot among the scans of its table. */
  public final boolean isStarted() {
    return slot != NO_SLOT && !left;
  }

  /** Returns whether another scan was registered that reads other chunks for the same query. */
  boolean isFurtherPart() {
    return false;
  }

  /** Returns the number of chunks that it has not been given yet. */
  public final int needed() {
    return needed;
  }

  public final int chunkCount() {
    return chunks.size();
  }

  /** Returns the number of chunks that it was given although no load was ordered for it. */
  public final long chunksShared() {
    return chunksShared;
  }

  final ScanChunks chunks() {
    return chunks;
  }

  final ScanChunk chunk(int index) {
    return chunks.get(index);
  }

  /** Returns whether it was given the chunk with an index. */
  final boolean wasGiven(int index) {
    return given.get(index);
  }

  /**
   * Returns the index of the first chunk, from an index on, that it was not given; or the number of
   * chunks.
   */
  final int nextNotGiven(int index) {
    return Math.min(given.nextClearBit(index), chunks.size());
  }

  private int index(int position) {
    int index = start + position;
    return index < chunks.size() ? index : index - chunks.size();
  }

  /**
   * Returns the first position, from one on, whose chunk it was not given; or the number of chunks.
   */
  private int firstNotGiven(int position) {
    int size = chunks.size();
    int index = start + position;
    if (index < size) {
      index = given.nextClearBit(index);
      if (index < size) {
        return index - start;
      }
      index = size;
    }
    return Math.min(given.nextClearBit(index - size), start) + size - start;
  }

  /** Returns the last position, up to one, whose chunk it was not given; or -1. */
  private int lastNotGiven(int position) {
    int size = chunks.size();
    int index = start + position;
    if (index >= size) {
      index = given.previousClearBit(index - size);
      if (index >= 0) {
        return index + size - start;
      }
      index = size - 1;
    }
    return Math.max(given.previousClearBit(index), start - 1) - start;
  }

  /** Returns the next chunk in order; null if there is none among the announced chunks. */
  final @Nullable ScanChunk nextInOrder() {
    int position = firstNotGiven(cursor);
    return !forgotten && position < announced ? chunks.get(index(position)) : null;
  }

  /**
   * Returns the first of its next chunks in order that is neither in memory nor being read.
   *
   * @param distance the number of chunks to look at behind the next one
   * @param bytes of the chunks to look at, at most
   * @return null if there is none among these, or among the announced chunks
   */
  final @Nullable ScanChunk firstMissing(int distance, long bytes) {
    if (wanted == ready + coming) {
      return null; // usual for tables in memory, whose chunks are asked for most often
    }
    long left = bytes;
    int position = firstNotGiven(cursor);
    for (int i = 0; i <= distance && position < announced && left >= 0; i++) {
      ScanChunk chunk = chunks.get(index(position));
      if (!chunk.isComing(units)) {
        return chunk;
      }
      left -= chunk.bytes(units);
      position = firstNotGiven(position + 1);
    }
    return null;
  }

  /**
   * Announces the interest of this scan to the next chunks in order. Announcing it to all chunks at
   * once would take as long as the table is large. A scan never overtakes its announcements.
   *
   * @param count the number of chunks
   */
  final void announce(int count) {
    if (forgotten || slot == NO_SLOT) {
      return;
    }
    int from = announced;
    announced = (int) Math.min(chunks.size(), (long) announced + count);
    wanted += announced - from;
    // The first chunks are announced backwards: a new scan then begins with what was read last,
    // which saves reads.
    for (int i = from; i < announced; i++) {
      ScanChunk chunk = chunks.get(index(from == 0 ? announced - 1 - i : i));
      chunk.interest |= bit();
      ready += chunk.isReady(units) ? 1 : 0;
      coming += !chunk.isReady(units) && chunk.isComing(units) ? 1 : 0;
      table.classes().place(chunk);
    }
  }

  /** Lets it begin at its first chunk at or after the one that was read last. */
  final void startWhereTableIsRead() {
    int first = firstFrom(table.position - 1);
    start = first < chunks.size() ? first : 0;
  }

  /** Announces at least all chunks up to an index. */
  final void announceThrough(int index) {
    int position = index - start;
    position += position < 0 ? chunks.size() : 0;
    if (position >= announced) {
      announce(position + 1 - announced);
      table.refresh(this);
    }
  }

  /** Returns whether all chunks have learnt of its interest. */
  final boolean isAnnounced() {
    return announced == chunks.size();
  }

  /** Returns whether the chunk with an index has learnt of its interest. */
  final boolean isAnnounced(int index) {
    int position = index - start;
    return (position < 0 ? position + chunks.size() : position) < announced;
  }

  /** Lets a new policy choose the first chunk. */
  final void restart() {
    cursor = 0;
    start = 0;
  }

  /**
   * Returns whether further chunks are read for it: it waits, or has not left too many unclaimed.
   */
  final boolean claims() {
    return waitingSince != NOT_WAITING || ordersSinceServed < Math.max(MAX_UNCLAIMED, 2 * enough);
  }

  /** Returns the number of chunks that it should have ahead of it, in memory or being read. */
  final int enough() {
    return enough;
  }

  /** Sets {@link #enough}, within its bounds. */
  final void setEnough(int chunks) {
    enough = Math.clamp(chunks, ScanTable.ENOUGH, MOST_AHEAD);
  }

  final int slot() {
    return slot;
  }

  final long bit() {
    return 1L << slot;
  }

  /**
   * Returns the number of chunks that it could take now; for an ordered scan, from the next one on
   * without a gap.
   */
  final int available() {
    return ordered ? run(false) : ready;
  }

  /** Returns the number of chunks that become available when the reads under way have ended. */
  final int coming() {
    return ordered ? run(true) - run(false) : coming;
  }

  /**
   * Returns the number of consecutive chunks, from the next one on, that are in memory. It stops
   * counting when there are enough of them.
   *
   * @param orOnTheirWay whether chunks that are being read count as well
   */
  private int run(boolean orOnTheirWay) {
    int length = 0;
    int position = firstNotGiven(cursor);
    while (!forgotten
        && position < announced
        && length <= Math.max(ScanTable.ALMOST_ENOUGH, enough)) {
      ScanChunk chunk = chunks.get(index(position));
      if (!(orOnTheirWay ? chunk.isComing(units) : chunk.isReady(units))) {
        break;
      }
      length++;
      position = firstNotGiven(position + 1);
    }
    return length;
  }

  /** Returns whether it was refused a chunk and has got none since. */
  final boolean isWaiting() {
    return waitingSince != NOT_WAITING;
  }

  /** Returns a number that no other scan has. */
  final long number() {
    return number;
  }

  /** Gives it a slot; nothing is announced yet. */
  final void enter(int newSlot, long newNumber) {
    slot = newSlot;
    number = newNumber;
  }

  /**
   * Records that it wants no more chunks. Its announcements are still to be {@linkplain #takeBack
   * taken back}.
   */
  final void forget() {
    forgotten = true;
    needed = 0;
    wanted = 0;
    ready = 0;
    coming = 0;
    waitingSince = NOT_WAITING;
  }

  final boolean isForgotten() {
    return forgotten;
  }

  /**
   * Takes announcements back, the last ones first.
   *
   * @param count how many at most
   * @return whether none remains
   */
  final boolean takeBack(int count) {
    int position = lastNotGiven(announced - 1);
    for (int i = 0; i < count && position >= 0; i++) {
      takeBack(chunks.get(index(position)));
      position = lastNotGiven(position - 1);
    }
    announced = position + 1;
    return announced == 0;
  }

  /** Takes one announcement back. */
  final void takeBack(ScanChunk chunk) {
    chunk.interest &= ~bit();
    table.classes().place(chunk);
  }

  /** Ends its registration. It keeps its slot until all announcements are taken back. */
  final void leave() {
    left = true;
  }

  final boolean hasLeft() {
    return left;
  }

  final void freeSlot() {
    slot = NO_SLOT;
  }

  /** Takes note that units of a chunk that it wants were read, ordered or evicted. */
  final void changed(boolean wasReady, boolean wasComing, ScanChunk chunk) {
    boolean isReady = chunk.isReady(units);
    boolean isComing = chunk.isComing(units);
    ready += (isReady ? 1 : 0) - (wasReady ? 1 : 0);
    coming += (isComing && !isReady ? 1 : 0) - (wasComing && !wasReady ? 1 : 0);
  }

  final void given(ScanChunk chunk) {
    chunk.interest &= ~bit();
    given.set(chunks.firstFrom(chunk.ordinal));
    cursor = firstNotGiven(cursor);
    needed--;
    wanted--;
    ready--;
    inUse++;
    chunksGiven++;
    ordersSinceServed = 0;
    waitingSince = NOT_WAITING;
  }

  /** Records that it has given a chunk back, and measures its speed. */
  final void consumed(ScanChunk chunk, long now) {
    inUse--;
    rowsConsumed += chunk.rows;
    // This is the mean of times, not of speeds: chunks given back together must not count as
    // infinitely
    // fast.
    double last = (double) Math.max(1, now - lastConsumed) / Math.max(1, chunk.rows);
    nanosPerRow = nanosPerRow == 0 ? last : nanosPerRow + SPEED_WEIGHT * (last - nanosPerRow);
    lastConsumed = now;
  }

  final void begins(long now) {
    lastConsumed = now;
  }

  /** Returns its speed in rows per second; 0 before the first chunk was given back. */
  final double speed() {
    return nanosPerRow == 0 ? 0 : 1e9 / nanosPerRow;
  }

  /** Returns the number of rows that a scan in order reads before it comes to a chunk. */
  final long rowsUntil(ScanChunk chunk) {
    long behind = chunks.rowsBefore(firstFrom(chunk.ordinal)) - chunks.rowsBefore(start);
    return Math.max(0, (behind < 0 ? behind + chunks.rows() : behind) - rowsConsumed);
  }

  /**
   * Returns the index of its first chunk with at least this ordinal; the number of its chunks if
   * there is none.
   */
  final int firstFrom(int ordinal) {
    return chunks.firstFrom(ordinal);
  }

  final void fail(PacelineException reason) {
    failure = reason;
  }

  /** Returns the error that ended the scan; null if it has not failed. */
  public final @Nullable PacelineException failure() {
    return failure;
  }

  /** Returns the scans for which further chunks are read. */
  static List<RegisteredScan> claiming(List<RegisteredScan> scans) {
    for (RegisteredScan scan : scans) {
      if (!scan.claims()) {
        return scans.stream().filter(RegisteredScan::claims).toList();
      }
    }
    return scans;
  }

  /**
   * Checks that the memory can hold a chunk.
   *
   * @param capacity the bytes that all units in memory may take together
   * @throws PacelineException MEMORY_LIMIT if the units that it wants of the chunk take more
   */
  final void requireFits(ScanChunk chunk, long capacity) {
    long bytes = chunk.bytes(units);
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
}
