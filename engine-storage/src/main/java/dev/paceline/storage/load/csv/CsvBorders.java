package dev.paceline.storage.load.csv;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.storage.load.share.ChunkPlaces;
import java.util.Arrays;

/**
 * The places where the chunks of one file begin and end, as its scans find them. A file is cut at
 * equal distances. A chunk has the records that begin behind its cut and not behind the next one,
 * or at the next one.
 *
 * <p>A cut is inside quotes if the number of quotes before it is odd, provided that quotes only
 * enclose whole fields. Each worker counts the quotes of its own chunk and of all earlier chunks
 * that no other worker has counted yet, so that no worker waits for another. When a chunk has been
 * split into records, its end is compared with the start of the next chunk. The first chunk starts
 * at the first record; therefore all chunks are right if every end equals the next start.
 *
 * <p>Any thread may call any method.
 */
final class CsvBorders implements ChunkPlaces {
  private static final byte UNKNOWN = 0;
  private static final byte EVEN = 1;
  private static final byte ODD = 2;
  private static final long NONE = -1;

  private final long textStart;
  private final long textEnd;
  private final int chunkBytes;
  private final int chunks;

  /** Quotes of each chunk: unknown, even, or odd. */
  @GuardedBy("this")
  private final byte[] quotes;

  @GuardedBy("this")
  private final long[] begins;

  @GuardedBy("this")
  private final long[] ends;

  /** The number of chunks from the first one on whose quotes were counted, and their parity. */
  @GuardedBy("this")
  private int counted;

  @GuardedBy("this")
  private boolean countedOdd;

  /** The number of chunks from the first one on that were split where the one before them ends. */
  @GuardedBy("this")
  private int certain;

  /** Whether a scan has failed because quotes were misleading. */
  @GuardedBy("this")
  private boolean misleading;

  CsvBorders(long textStart, long textEnd, int chunkBytes) {
    this.textStart = textStart;
    this.textEnd = textEnd;
    this.chunkBytes = chunkBytes;
    this.chunks = chunkCount(textStart, textEnd, chunkBytes);
    this.quotes = new byte[chunks];
    this.begins = new long[chunks];
    this.ends = new long[chunks];
    Arrays.fill(begins, NONE);
    Arrays.fill(ends, NONE);
  }

  /** Returns the number of chunks between two positions of a file. */
  static int chunkCount(long textStart, long textEnd, int chunkBytes) {
    return Math.toIntExact((textEnd - textStart + chunkBytes - 1) / chunkBytes);
  }

  /** Returns the cut before a chunk. */
  long from(int chunk) {
    return textStart + (long) chunk * chunkBytes;
  }

  /** Returns the cut behind a chunk. */
  long to(int chunk) {
    return Math.min(textEnd, from(chunk + 1));
  }

  /** Notes whether the number of quotes between two cuts is odd. */
  synchronized void setQuotes(int chunk, boolean odd) {
    quotes[chunk] = odd ? ODD : EVEN;
    while (counted < chunks && quotes[counted] != UNKNOWN) {
      countedOdd ^= quotes[counted] == ODD;
      counted++;
    }
  }

  /** Returns the first chunk before another one whose quotes were not counted; -1 if none. */
  synchronized int uncountedBefore(int chunk) {
    for (int i = counted; i < chunk; i++) {
      if (quotes[i] == UNKNOWN) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the cut before a chunk is inside quotes, if all chunks before it were counted. */
  synchronized boolean isInQuotes(int chunk) {
    boolean odd = countedOdd;
    for (int i = chunk; i < counted; i++) {
      odd ^= quotes[i] == ODD;
    }
    for (int i = counted; i < chunk; i++) {
      odd ^= quotes[i] == ODD;
    }
    return odd;
  }

  /** Returns where a chunk begins, if the one before it was split already; -1 otherwise. */
  synchronized long knownBegin(int chunk) {
    return chunk == 0 ? textStart : ends[chunk - 1];
  }

  /**
   * Notes where the records of a chunk begin and end.
   *
   * @return where they begin according to the chunk before: if that is another place, nothing is
   *     noted and the chunk is to be split from there
   */
  synchronized long confirm(int chunk, long begin, long end) {
    long known = knownBegin(chunk);
    if (known != NONE && known != begin) {
      return known;
    }
    begins[chunk] = begin;
    ends[chunk] = end;
    while (certain < chunks
        && ends[certain] != NONE
        && (certain == 0 || begins[certain] == ends[certain - 1])) {
      certain++;
    }
    return begin;
  }

  /** Whether the next chunk was split from another place than where this one ends. */
  synchronized boolean isContradicted(int chunk) {
    return misleading
        || chunk + 1 < chunks && begins[chunk + 1] != NONE && begins[chunk + 1] != ends[chunk];
  }

  /** Lets other scans fail as well, for they may have had rows of chunks that begin elsewhere. */
  synchronized void setMisleading() {
    misleading = true;
  }

  /** Whether all chunks before one were split, so that its begin is certain. */
  synchronized boolean isCertain(int chunk) {
    return certain >= chunk;
  }

  @Override
  public synchronized int certain() {
    return certain;
  }

  @Override
  public synchronized void forgetUncertain() {
    Arrays.fill(begins, certain, chunks, NONE);
    Arrays.fill(ends, certain, chunks, NONE);
  }
}
