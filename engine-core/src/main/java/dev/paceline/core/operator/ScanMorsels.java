package dev.paceline.core.operator;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.exec.Source.Morsel;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkSource;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the chunks of one scan, handed out to workers as morsels. The rows of a chunk become
 * several morsels towards the end of the scan, so that all workers end at about the same time. Any
 * thread may call any method.
 */
final class ScanMorsels {
  /** Smaller morsels are not worth the translation of the predicates for each of them. */
  private static final int MIN_MORSEL_ROWS = 1 << 14;

  private final ChunkSource source;
  private final int workers;

  /** See {@link TableScanSource#limitRowsPerMorsel}. */
  private final int rowsPerMorsel;

  /** Rows of the morsels that have been read. */
  private final LongAdder rowsRead = new LongAdder();

  /** The rows of {@link #rowsRead} that were passed to the next stage. */
  private final LongAdder rowsPassed = new LongAdder();

  /** The chunk of which some rows have not been handed out; null if there is none. */
  @GuardedBy("this")
  private @Nullable SharedChunk started;

  /** Workers that look for a chunk, of which they may leave some rows to others. */
  @GuardedBy("this")
  private int looking;

  /** How often a worker has begun to look for a chunk, or the started chunk was given back. */
  @GuardedBy("this")
  private long looks;

  /** The first row of the started chunk that has not been handed out. */
  @GuardedBy("this")
  private int nextRow;

  /** Rows that have not been handed out, in the chunks that statistics did not rule out. */
  @GuardedBy("this")
  private long rowsLeft;

  /** A chunk that several morsels share. It is released when the last of them has been read. */
  static final class SharedChunk {
    private final ChunkSource source;
    private final Chunk chunk;
    private final AtomicInteger holders = new AtomicInteger(1);

    SharedChunk(ChunkSource source, Chunk chunk) {
      this.source = source;
      this.chunk = chunk;
    }

    void release() {
      if (holders.decrementAndGet() == 0) {
        source.release(chunk);
      }
    }
  }

  /**
   * Some rows of a chunk.
   *
   * @param to {@link Chunk#UNKNOWN_ROWS} for all rows of a chunk that has to be loaded
   */
  record ChunkMorsel(SharedChunk shared, int from, int to) implements Morsel {
    Chunk chunk() {
      return shared.chunk;
    }

    @Override
    public void release() {
      shared.release();
    }
  }

  /**
   * @param source the chunks, which the caller closes
   * @param workers that take morsels
   * @param rowsPerMorsel that are to pass of each morsel; {@link Integer#MAX_VALUE} for all
   */
  ScanMorsels(ChunkSource source, int workers, int rowsPerMorsel) {
    this.source = source;
    this.workers = workers;
    this.rowsPerMorsel = rowsPerMorsel;
    this.rowsLeft = source.totalRows();
  }

  /** Returns a morsel that nobody else gets; null if there is none now. */
  @Nullable ChunkMorsel next() {
    ChunkMorsel morsel = nextOfStarted();
    if (morsel != null) {
      return morsel;
    }
    Chunk chunk = null;
    try {
      chunk = source.next();
    } finally {
      if (chunk == null) {
        endLooking();
      }
    }
    return chunk == null ? null : start(new SharedChunk(source, chunk));
  }

  /** Gives the started chunk back, unless a morsel of it is being read. It comes again later. */
  void giveBackStarted() {
    SharedChunk shared;
    int firstRow;
    synchronized (this) {
      shared = started;
      if (shared == null || shared.holders.get() > 1) {
        return;
      }
      started = null;
      firstRow = nextRow;
      looks++;
      looking++; // until the source knows that the chunk is still wanted
    }
    try {
      shared.source.release(shared.chunk, firstRow);
    } finally {
      endLooking();
    }
  }

  private synchronized void endLooking() {
    looking--;
  }

  /** Returns null if no chunk has been started; the caller is then looking for one. */
  private synchronized @Nullable ChunkMorsel nextOfStarted() {
    SharedChunk shared = started;
    if (shared == null) {
      looks++;
      looking++;
      return null;
    }
    shared.holders.incrementAndGet();
    int from = nextRow;
    int rows = shared.chunk.rowCount();
    int to = Math.min(rows, from + morselRows());
    nextRow = to;
    rowsLeft -= to - from;
    if (to == rows) {
      started = null;
      shared.release();
    }
    return new ChunkMorsel(shared, from, to);
  }

  /**
   * Returns the first morsel of a chunk. Other workers find the rest of it, unless another chunk
   * has been started.
   */
  private synchronized ChunkMorsel start(SharedChunk shared) {
    looking--;
    int rows = shared.chunk.rowCount();
    if (rows == Chunk.UNKNOWN_ROWS) {
      return new ChunkMorsel(shared, 0, Chunk.UNKNOWN_ROWS);
    }
    int from = shared.chunk.firstRow();
    int to = started == null ? Math.min(rows, from + morselRows()) : rows;
    rowsLeft -= to - from;
    if (to < rows) {
      shared.holders.incrementAndGet();
      started = shared;
      nextRow = to;
    }
    return new ChunkMorsel(shared, from, to);
  }

  /**
   * Rows of the next morsel: a whole chunk while there are many of them, and less towards the end
   * of the scan, so that all workers end at about the same time and share a table of few chunks
   * (guided self-scheduling: Polychronopoulos and Kuck, 1987).
   */
  @GuardedBy("this")
  private int morselRows() {
    long most = mostMorselRows();
    if (workers > 1) {
      most = Math.min(most, Math.max(MIN_MORSEL_ROWS, rowsLeft / (2L * workers)));
    }
    // windows of whole batches, as if the chunk were read as a whole
    return (int) Math.min(Integer.MAX_VALUE >> 1, (most + 2047) / 2048 * 2048);
  }

  /** Returns the rows of which as many pass as the sink wants, at the pass rate so far. */
  private long mostMorselRows() {
    if (rowsPerMorsel == Integer.MAX_VALUE) {
      return Integer.MAX_VALUE;
    }
    long read = rowsRead.sum();
    long passed = Math.max(1, rowsPassed.sum());
    return read == 0
        ? rowsPerMorsel
        : (long) Math.min(Integer.MAX_VALUE, (double) rowsPerMorsel * read / passed);
  }

  /** Counts the rows of a morsel that has been read, and those of them that passed. */
  void read(long rows, long passed) {
    rowsPassed.add(passed);
    rowsRead.add(rows);
  }

  /** Returns whether there is no morsel, and will be none. */
  boolean exhausted() {
    long before;
    synchronized (this) {
      if (started != null || looking > 0) {
        return false; // that worker may find the last chunk and leave some of its rows to others
      }
      before = looks;
    }
    if (!source.exhausted()) {
      return false;
    }
    synchronized (this) {
      return looks == before; // otherwise a worker may have found the last chunk in between
    }
  }

  /** Gives the started chunk back; no morsels are taken any more. */
  void close() {
    SharedChunk shared;
    synchronized (this) {
      shared = started;
      started = null;
    }
    if (shared != null) {
      shared.release();
    }
  }
}
