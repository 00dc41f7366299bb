package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import java.util.List;
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

  /** Weight of the last interval in the mean of the speed. */
  private static final double SPEED_WEIGHT = 0.3;

  final ScanTable table;
  final long units;
  final boolean ordered;

  /** In the order in which an ordered scan gets them. */
  private final ScanChunk[] chunks;

  /** Whether no ordinal is missing between those of the first and the last chunk. */
  private final boolean dense;

  /** Of every chunk but the last; -1 if they differ. */
  private final int rowsPerChunk;

  /** Rows before each chunk; empty if {@link #rowsPerChunk} tells. */
  private final long[] rowsBefore;

  private final long rows;

  private int slot = NO_SLOT;
  private int needed;
  private int ready;
  private int coming;

  /** Chunks given out and not given back. */
  int inUse;

  /** No wanted chunk is before this position, counted from {@link #start}. */
  private int cursor;

  /** Where such a scan begins; it goes round. */
  int start;

  /** When it was first refused a chunk, or {@link #NOT_WAITING}. */
  long waitingSince = NOT_WAITING;

  /** Present while there is no room for what it wants next. */
  @Nullable Shortage shortage;

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
    this.table = table;
    this.units = units;
    this.ordered = ordered;
    this.chunks = chunks.toArray(ScanChunk[]::new);
    this.needed = this.chunks.length;
    int last = needed - 1;
    this.dense = needed > 0 && this.chunks[last].ordinal - this.chunks[0].ordinal == last;
    this.rowsPerChunk = rowsPerChunk(this.chunks);
    this.rowsBefore = new long[rowsPerChunk < 0 ? needed : 0];
    long before = 0;
    for (int i = 0; i < needed; i++) {
      if (rowsPerChunk < 0) {
        rowsBefore[i] = before;
      }
      before += this.chunks[i].rows;
    }
    this.rows = before;
  }

  private static int rowsPerChunk(ScanChunk[] chunks) {
    for (int i = 1; i < chunks.length - 1; i++) {
      if (chunks[i].rows != chunks[0].rows) {
        return -1;
      }
    }
    return chunks.length == 0 ? 0 : chunks[0].rows;
  }

  private long rowsBefore(int position) {
    return rowsPerChunk < 0 ? rowsBefore[position] : (long) position * rowsPerChunk;
  }

  public final ScanTable table() {
    return table;
  }

  /** Whether it has a place among the scans of its table. */
  public final boolean isStarted() {
    return slot != NO_SLOT;
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
    return chunks.length;
  }

  /** Chunks that it was given while others had caused their load, or that were in memory before. */
  public final long chunksShared() {
    return chunksShared;
  }

  final ScanChunk chunk(int position) {
    return chunks[position];
  }

  /**
   * The wanted chunk that is so many after the next one in order; null after the last. Chunks that
   * it has had already, under a policy that gives them out of order, do not count.
   */
  final @Nullable ScanChunk ahead(int distance) {
    int left = distance;
    for (int position = cursor; position < chunks.length; position++) {
      ScanChunk chunk = chunks[(start + position) % chunks.length];
      if ((chunk.interest & bit()) != 0 && left-- == 0) {
        return chunk;
      }
    }
    return null;
  }

  /** Lets a new policy begin where it likes. */
  final void restart() {
    cursor = 0;
    start = 0;
  }

  /** Whether it waits for a chunk, or was not given up after some had been read for it. */
  final boolean claims() {
    return waitingSince != NOT_WAITING || ordersSinceServed < MAX_UNCLAIMED;
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
        chunk != null && length <= ScanTable.ALMOST_ENOUGH;
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

  final void enter(int newSlot, long newNumber) {
    slot = newSlot;
    number = newNumber;
    for (ScanChunk chunk : chunks) {
      chunk.interest |= bit();
      ready += chunk.isReady(units) ? 1 : 0;
      coming += !chunk.isReady(units) && chunk.isComing(units) ? 1 : 0;
    }
  }

  /** Wants no more; its chunks must be placed anew. */
  final void leave() {
    for (ScanChunk chunk : chunks) {
      chunk.interest &= ~bit();
    }
    needed = 0;
    ready = 0;
    coming = 0;
  }

  final void left() {
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
    while (cursor < chunks.length
        && (chunks[(start + cursor) % chunks.length].interest & bit()) == 0) {
      cursor++;
    }
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
    int position = firstFrom(chunk.ordinal);
    long behind = rowsBefore(position) - rowsBefore(start);
    return Math.max(0, (behind < 0 ? behind + rows : behind) - rowsConsumed);
  }

  /** Position of its first chunk with at least this ordinal; the number of its chunks if none. */
  final int firstFrom(int ordinal) {
    if (dense) {
      return Math.clamp((long) ordinal - chunks[0].ordinal, 0, chunks.length);
    }
    int low = 0;
    int high = chunks.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (chunks[middle].ordinal < ordinal) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  final void fail(PacelineException reason) {
    failure = reason;
  }

  /** Why it cannot go on; null if it can. */
  public final @Nullable PacelineException failure() {
    return failure;
  }
}
