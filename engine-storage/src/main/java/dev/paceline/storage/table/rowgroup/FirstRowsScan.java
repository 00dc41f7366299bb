package dev.paceline.storage.table.rowgroup;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.core.scan.ColumnStatistics;
import dev.paceline.core.scan.SortBound;
import dev.paceline.storage.encoding.ZoneMap;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A scan below a sort that wants its first rows only, as several scans, one after the other. The
 * first one reads the row group that can have the first value of all, the next ones four times as
 * many row groups as the one before. A row group that the bound of the sort excludes when its turn
 * comes is never read. Where the rows are stored about in the order of the sort, or the reverse
 * one, the first row groups narrow the bound so much that no others are needed.
 *
 * <p>Any thread may call any method. No lock is held while a scan is opened or closed, or hands a
 * chunk out or takes it back.
 */
public final class FirstRowsScan implements ChunkSource {
  private static final int GROWTH = 4;

  private final RowGroupSelection rowGroups;
  private final int column;
  private final int columnCount;
  private final SortBound bound;
  private final Function<RowGroupSelection, ChunkSource> opener;

  /** The indexes of the row groups, in the order of the first values that they can have. */
  private final int[] ranked;

  private volatile Runnable wakeUp = () -> {};
  private volatile Runnable giveBack = () -> {};

  @GuardedBy("this")
  private final List<Part> parts = new ArrayList<>();

  /** The scans that the chunks come from which are handed out. */
  @GuardedBy("this")
  private final Map<Chunk, Part> handedOut = new IdentityHashMap<>();

  /** The number of ranked row groups that were given to a part, or were excluded. */
  @GuardedBy("this")
  private int begun;

  @GuardedBy("this")
  private int nextSize = 1;

  @GuardedBy("this")
  private boolean opening;

  @GuardedBy("this")
  private boolean closed;

  @GuardedBy("this")
  private long excluded;

  /** One of the scans. */
  private static final class Part {
    final ChunkSource scan;

    /** The chunks that are handed out, and the threads that are asking for one. */
    int users;

    boolean closed;

    Part(ChunkSource scan) {
      this.scan = scan;
    }
  }

  private FirstRowsScan(
      RowGroupSelection rowGroups,
      int[] ranked,
      int column,
      int columnCount,
      SortBound bound,
      Function<RowGroupSelection, ChunkSource> opener) {
    this.rowGroups = rowGroups;
    this.ranked = ranked;
    this.column = column;
    this.columnCount = columnCount;
    this.bound = bound;
    this.opener = opener;
  }

  /**
   * Opens a scan of some row groups, which is an ordinary one where their order hardly matters.
   *
   * @param column of the table, by which the sort orders first
   * @param columnCount the number of columns that are read
   * @param bound of the sort
   * @param opener opens a scan of some of the row groups
   */
  public static ChunkSource open(
      RowGroupSelection rowGroups,
      int column,
      int columnCount,
      SortBound bound,
      Function<RowGroupSelection, ChunkSource> opener) {
    int count = rowGroups.size();
    long[] firstRanks = new long[count];
    long[] lastRanks = new long[count];
    for (int i = 0; i < count; i++) {
      ColumnStatistics statistics = rowGroups.get(i).statistics(column);
      firstRanks[i] = firstRank(statistics, bound);
      lastRanks[i] = lastRank(statistics, bound);
    }
    int[] ranked =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingLong(i -> firstRanks[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    return orderMatters(ranked, firstRanks, lastRanks)
        ? new FirstRowsScan(rowGroups, ranked, column, columnCount, bound, opener)
        : opener.apply(rowGroups);
  }

  /**
   * Returns whether at least a quarter of the row groups have no value as early as half of the rows
   * of the first one have, if these are evenly distributed.
   */
  private static boolean orderMatters(int[] ranked, long[] firstRanks, long[] lastRanks) {
    if (ranked.length < 2) {
      return false;
    }
    long middle = (firstRanks[ranked[0]] >> 1) + (lastRanks[ranked[0]] >> 1);
    return firstRanks[ranked[ranked.length - 1 - ranked.length / 4]] > middle;
  }

  /** Returns a number that is smaller for row groups that can have earlier values. */
  private static long firstRank(ColumnStatistics statistics, SortBound bound) {
    if (statistics.nullCount() > 0 && bound.nullsFirst()) {
      return Long.MIN_VALUE;
    }
    if (statistics.nullCount() == statistics.rowCount()) {
      return Long.MAX_VALUE;
    }
    return rank(statistics, bound.descending(), bound.descending(), Long.MIN_VALUE);
  }

  /** Returns the rank of the last value that a row group can have. */
  private static long lastRank(ColumnStatistics statistics, SortBound bound) {
    if (statistics.nullCount() > 0 && !bound.nullsFirst()) {
      return Long.MAX_VALUE;
    }
    if (statistics.nullCount() == statistics.rowCount()) {
      return Long.MIN_VALUE;
    }
    return rank(statistics, !bound.descending(), bound.descending(), Long.MAX_VALUE);
  }

  /**
   * @param maximum whether the rank of the largest value is wanted, or that of the smallest one
   * @param unknown what to return if the statistics have no bounds
   */
  private static long rank(
      ColumnStatistics statistics, boolean maximum, boolean descending, long unknown) {
    long rank;
    byte @Nullable [] bytes = maximum ? statistics.maxBytes() : statistics.minBytes();
    if (statistics.hasLongBounds()) {
      rank = maximum ? statistics.maxLong() : statistics.minLong();
    } else if (statistics.hasDoubleBounds()) {
      long bits =
          Double.doubleToLongBits(maximum ? statistics.maxDouble() : statistics.minDouble());
      rank = bits ^ bits >> 63 & Long.MAX_VALUE;
    } else if (bytes != null) {
      rank = ByteBuffer.wrap(Arrays.copyOf(bytes, Long.BYTES)).getLong() ^ Long.MIN_VALUE;
    } else {
      return unknown;
    }
    return descending ? ~rank : rank;
  }

  @Override
  public @Nullable Chunk next() {
    do {
      int number = 0;
      for (Part part = use(number); part != null; part = use(++number)) {
        Chunk chunk = null;
        try {
          chunk = part.scan.next();
        } finally {
          if (chunk == null) {
            leave(part);
          }
        }
        if (chunk != null) {
          handOut(chunk, part);
          return chunk;
        }
      }
    } while (begin());
    return null;
  }

  /** Returns a part that is not closed, counts the caller as its user; null behind the last one. */
  private synchronized @Nullable Part use(int number) {
    if (closed || number >= parts.size()) {
      return null;
    }
    Part part = parts.get(number);
    part.users++;
    return part;
  }

  private synchronized void handOut(Chunk chunk, Part part) {
    handedOut.put(chunk, part);
  }

  private synchronized Part takeBack(Chunk chunk) {
    Part part = handedOut.remove(chunk);
    if (part == null) {
      throw new IllegalArgumentException("a chunk that was not handed out: " + chunk);
    }
    return part;
  }

  /**
   * A thread has given back a chunk, or has got none. A part that has no more chunks is closed, for
   * it has a place among the scans of the table, which others may wait for.
   */
  private void leave(Part part) {
    synchronized (this) {
      part.users--;
      // Asked last, or the last two users could both miss that the part has ended.
      if (part.users > 0 || part.closed || !part.scan.exhausted()) {
        return;
      }
      part.closed = true;
    }
    part.scan.close();
  }

  /**
   * Opens the next part, if the others have no more chunks.
   *
   * @return whether there may be another chunk now
   */
  private boolean begin() {
    RowGroupSelection wanted;
    synchronized (this) {
      if (closed || opening || !partsAreExhausted()) {
        return false;
      }
      wanted = nextWanted();
      if (wanted.isEmpty()) {
        return false;
      }
      opening = true;
    }
    ChunkSource scan = null;
    try {
      scan = opener.apply(wanted);
      scan.onAvailable(wakeUp);
      scan.onShortage(giveBack);
    } finally {
      if (!add(scan) && scan != null) {
        scan.close();
      }
    }
    // Another worker may have found nothing in between.
    wakeUp.run();
    return true;
  }

  /** Ends the opening of a part; returns false if it has come too late. */
  private synchronized boolean add(@Nullable ChunkSource scan) {
    opening = false;
    if (scan != null && !closed) {
      parts.add(new Part(scan));
      return true;
    }
    return false;
  }

  @GuardedBy("this")
  private boolean partsAreExhausted() {
    for (Part part : parts) {
      if (!part.closed && !part.scan.exhausted()) {
        return false;
      }
    }
    return true;
  }

  /** Returns the next row groups that the bound does not exclude; none if there are no others. */
  @GuardedBy("this")
  private RowGroupSelection nextWanted() {
    BitSet others = new BitSet();
    others.set(0, ranked.length);
    int wanted = 0;
    while (begun < ranked.length && wanted < nextSize) {
      int index = ranked[begun++];
      if (ZoneMap.mayMatch(rowGroups.get(index).statistics(column), bound.wanted())) {
        others.clear(index);
        wanted++;
      } else {
        excluded++;
      }
    }
    nextSize *= GROWTH;
    return rowGroups.without(others);
  }

  @Override
  public synchronized boolean exhausted() {
    return closed || begun == ranked.length && !opening && partsAreExhausted();
  }

  @Override
  public void release(Chunk chunk) {
    Part part = takeBack(chunk);
    part.scan.release(chunk);
    leave(part);
  }

  @Override
  public void release(Chunk chunk, int firstRow) {
    Part part = takeBack(chunk);
    part.scan.release(chunk, firstRow);
    leave(part);
  }

  @Override
  public void onShortage(Runnable newGiveBack) {
    giveBack = newGiveBack;
  }

  @Override
  public void onAvailable(Runnable newWakeUp) {
    wakeUp = newWakeUp;
    newWakeUp.run();
  }

  @Override
  public long totalRows() {
    return rowGroups.rowCount();
  }

  @Override
  public synchronized long skippedBlocks() {
    return excluded * columnCount;
  }

  @Override
  public synchronized long sharedBlocks() {
    return parts.stream().mapToLong(part -> part.scan.sharedBlocks()).sum();
  }

  @Override
  public synchronized long waitedNanos() {
    return parts.stream().mapToLong(part -> part.scan.waitedNanos()).sum();
  }

  @Override
  public void close() {
    List<Part> open;
    synchronized (this) {
      closed = true;
      open = parts.stream().filter(part -> !part.closed).toList();
      open.forEach(part -> part.closed = true);
    }
    open.forEach(part -> part.scan.close());
  }
}
