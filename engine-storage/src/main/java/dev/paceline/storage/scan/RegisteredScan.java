package dev.paceline.storage.scan;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A scan that has told which units of which chunks it wants (a CScan), and how far it is.
 *
 * <p>Guarded by whoever drives its scheduler.
 */
public class RegisteredScan {
  static final long NOT_WAITING = Long.MIN_VALUE;

  private static final int NO_SLOT = -1;

  /** What is read for a scan that does not come for it, before nothing more is. */
  private static final int MAX_UNCLAIMED = 8;

  /** Chunks that any scan has ahead of it; fewer than are announced with every chunk. */
  private static final int MOST_AHEAD = 40;

  /** Weight of the last interval in the mean of the speed. */
  private static final double SPEED_WEIGHT = 0.3;

  final ScanTable table;
  final long units;
  final boolean ordered;

  /** The chunks, in the order in which an ordered scan gets them. */
  private final ScanChunks chunks;

  /** Which of them it was given, by their index. */
  private final BitSet given;

  /** The chunks up to this position, counted from {@link #start}, know of the scan's interest. */
  private int announced;

  /** Whether it wants nothing any more, so that its announcements are taken back. */
  private boolean forgotten;

  /** Whether its registration has ended. */
  private boolean left;

  private int slot = NO_SLOT;
  private int needed;
  private int ready;
  private int coming;

  /** Chunks given out and not given back. */
  int inUse;

  /** All before this position, counted from {@link #start}, were given. */
  private int cursor;

  /** The chunk at which such a scan begins; it wraps around. */
  int start;

  /** When it was first refused a chunk, or {@link #NOT_WAITING}. */
  long waitingSince = NOT_WAITING;

  /**
   * When it was refused a chunk that is in memory, because too much is in use, or {@link
   * #NOT_WAITING}.
   */
  long heldSince = NOT_WAITING;

  /** Present while there is no room for what it wants next. */
  @Nullable Shortage shortage;

  private int enough = ScanTable.ENOUGH;

  /** A chunk that it was told to come and take. */
  @Nullable ScanChunk due;

  long dueSince;

  /** What the scheduler had ordered when this scan last got a chunk. */
  long ordersWhenServed;

  /** What was ordered for it since it last got a chunk. */
  int ordersSinceServed;

  private long number;
  private long rowsConsumed;
  private double nanosPerRow;
  private long lastConsumed;
  private @Nullable PacelineException failure;

  // What it has had of the others and they of it.
  long chunksGiven;
  long chunksShared;

  /**
   * @param units that it needs of each chunk; may be none
   * @param ordered whether it accepts chunks only in the order given
   * @param chunks each once, by ascending ordinal
   */
  public RegisteredScan(
      ScanTable table, long units, boolean ordered, List<? extends ScanChunk> chunks) {
    this(table, units, ordered, new ListedChunks(chunks));
  }

  /** Like the other constructor, at a cost that hardly grows with the number of chunks. */
  public RegisteredScan(ScanTable table, long units, boolean ordered, ScanChunks chunks) {
    this.table = table;
    this.units = units;
    this.ordered = ordered;
    this.chunks = chunks;
    this.needed = chunks.size();
    this.given = new BitSet(needed);
  }

  public final ScanTable table() {
    return table;
  }

  /** Whether it has a place among the scans of its table. */
  public final boolean isStarted() {
    return slot != NO_SLOT && !left;
  }

  /** Whether another scan was registered, too, which reads the rest for the same query. */
  boolean isFurtherPart() {
    return false;
  }

  /** Chunks that it has not been given yet. */
  public final int needed() {
    return needed;
  }

  public final int chunkCount() {
    return chunks.size();
  }

  /** Chunks that it was given while others had caused their load, or that were in memory before. */
  public final long chunksShared() {
    return chunksShared;
  }

  final ScanChunks chunks() {
    return chunks;
  }

  final ScanChunk chunk(int index) {
    return chunks.get(index);
  }

  /** Whether it was given the chunk with this index. */
  final boolean wasGiven(int index) {
    return given.get(index);
  }

  /** The index of the first chunk from this index on that it was not given; or their number. */
  final int nextNotGiven(int index) {
    return Math.min(given.nextClearBit(index), chunks.size());
  }

  private int index(int position) {
    int index = start + position;
    return index < chunks.size() ? index : index - chunks.size();
  }

  /** The first position from this one on whose chunk it was not given; or the number of chunks. */
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

  /** The last position up to this one whose chunk it was not given; or -1. */
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

  /**
   * The wanted chunk that is so many after the next one in order, as far as chunks were announced;
   * null after the last. Chunks that it has had already, under a policy that gives them out of
   * order, do not count.
   */
  final @Nullable ScanChunk ahead(int distance) {
    if (forgotten) {
      return null;
    }
    int left = distance;
    for (int position = firstNotGiven(cursor);
        position < announced;
        position = firstNotGiven(position + 1)) {
      if (left-- == 0) {
        return chunks.get(index(position));
      }
    }
    return null;
  }

  /**
   * Tells so many more chunks, in order, that this scan wants them. All chunks at once would make a
   * registration as long as the table; a scan that is ahead of what it has announced cannot be.
   */
  final void announce(int count) {
    if (forgotten || slot == NO_SLOT) {
      return;
    }
    int from = announced;
    announced = (int) Math.min(chunks.size(), (long) announced + count);
    // The first ones backwards: a new scan then begins with what was read last, which saves reads.
    for (int i = from; i < announced; i++) {
      ScanChunk chunk = chunks.get(index(from == 0 ? announced - 1 - i : i));
      chunk.interest |= bit();
      ready += chunk.isReady(units) ? 1 : 0;
      coming += !chunk.isReady(units) && chunk.isComing(units) ? 1 : 0;
      table.classes().place(chunk);
    }
  }

  /** Begins at its first chunk at or after the one that was read last, and wraps around. */
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

  /** Whether all chunks know of its interest. */
  final boolean isAnnounced() {
    return announced == chunks.size();
  }

  /** Whether the chunk with an index knows of its interest, or did. */
  final boolean isAnnounced(int index) {
    int position = index - start;
    return (position < 0 ? position + chunks.size() : position) < announced;
  }

  /** Lets a new policy begin where it likes. */
  final void restart() {
    cursor = 0;
    start = 0;
  }

  /** Whether it waits for a chunk, or was not given up after some had been read for it. */
  final boolean claims() {
    return waitingSince != NOT_WAITING || ordersSinceServed < Math.max(MAX_UNCLAIMED, 2 * enough);
  }

  /** Chunks that it should have ahead of it, in memory or on their way. */
  final int enough() {
    return enough;
  }

  /** Sets {@link #enough}, but for what it needs at least. */
  final void setEnough(int chunks) {
    enough = Math.clamp(chunks, ScanTable.ENOUGH, MOST_AHEAD);
  }

  final int slot() {
    return slot;
  }

  final long bit() {
    return 1L << slot;
  }

  /** Chunks that it could take now; for an ordered scan one after the other from the next on. */
  final int available() {
    return ordered ? run(false) : ready;
  }

  /** Chunks that will be available when what is being read has come. */
  final int coming() {
    return ordered ? run(true) - run(false) : coming;
  }

  /** Length of the run of chunks that are there, or on their way; more than enough is enough. */
  private int run(boolean orOnTheirWay) {
    int length = 0;
    for (ScanChunk chunk = ahead(0);
        chunk != null && length <= Math.max(ScanTable.ALMOST_ENOUGH, enough);
        chunk = ahead(length)) {
      if (!(orOnTheirWay ? chunk.isComing(units) : chunk.isReady(units))) {
        break;
      }
      length++;
    }
    return length;
  }

  /** Whether it was refused a chunk and has got none since. */
  final boolean isWaiting() {
    return waitingSince != NOT_WAITING;
  }

  /** A number that no other scan has. */
  final long number() {
    return number;
  }

  /** It has a slot; nothing is announced yet. */
  final void enter(int newSlot, long newNumber) {
    slot = newSlot;
    number = newNumber;
  }

  /** Wants no more; what was announced is still to be {@linkplain #takeBack taken back}. */
  final void forget() {
    forgotten = true;
    needed = 0;
    ready = 0;
    coming = 0;
    waitingSince = NOT_WAITING;
  }

  final boolean isForgotten() {
    return forgotten;
  }

  /**
   * Takes announcements back, the last ones first, at most so many.
   *
   * @return whether none is left
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

  /** Its registration has ended; it keeps its slot until nothing is announced any more. */
  final void leave() {
    left = true;
  }

  final boolean hasLeft() {
    return left;
  }

  final void freeSlot() {
    slot = NO_SLOT;
  }

  /** A chunk that it wants became more or less ready. */
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
    ready--;
    inUse++;
    chunksGiven++;
    ordersSinceServed = 0;
    waitingSince = NOT_WAITING;
  }

  /** Measures its speed. */
  final void consumed(ScanChunk chunk, long now) {
    inUse--;
    rowsConsumed += chunk.rows;
    // The mean of times, not of speeds: chunks given back together must not count as infinitely
    // fast.
    double last = (double) Math.max(1, now - lastConsumed) / Math.max(1, chunk.rows);
    nanosPerRow = nanosPerRow == 0 ? last : nanosPerRow + SPEED_WEIGHT * (last - nanosPerRow);
    lastConsumed = now;
  }

  final void begins(long now) {
    lastConsumed = now;
  }

  /** Rows per second, or 0 before the first chunk was given back. */
  final double speed() {
    return nanosPerRow == 0 ? 0 : 1e9 / nanosPerRow;
  }

  /** Rows that a scan in order still reads before it comes to a chunk. */
  final long rowsUntil(ScanChunk chunk) {
    long behind = chunks.rowsBefore(firstFrom(chunk.ordinal)) - chunks.rowsBefore(start);
    return Math.max(0, (behind < 0 ? behind + chunks.rows() : behind) - rowsConsumed);
  }

  /** Index of its first chunk with at least this ordinal; the number of its chunks if none. */
  final int firstFrom(int ordinal) {
    return chunks.firstFrom(ordinal);
  }

  final void fail(PacelineException reason) {
    failure = reason;
  }

  /** Why it cannot go on; null if it can. */
  public final @Nullable PacelineException failure() {
    return failure;
  }

  /** Scans but for those that do not come for what was read for them. */
  static List<RegisteredScan> claiming(List<RegisteredScan> scans) {
    for (RegisteredScan scan : scans) {
      if (!scan.claims()) {
        return scans.stream().filter(RegisteredScan::claims).toList();
      }
    }
    return scans;
  }

  /**
   * @param capacity bytes that all units in memory may take together
   * @throws PacelineException MEMORY_LIMIT if what it wants of a chunk takes more
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
