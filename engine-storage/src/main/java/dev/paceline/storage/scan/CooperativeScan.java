package dev.paceline.storage.scan;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.Chunk;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.buffer.LoadedBlock;
import dev.paceline.storage.buffer.StoredBlock;
import dev.paceline.storage.scan.ScanEvents.ScanWait;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A query's scan, registered with all that it wants before the first block is read. All workers of
 * the query draw from the one registration. While others wait for its slot among the scans of the
 * table, a scan whose query does not ask for chunks (its caller has not fetched the rows that wait)
 * loses it, and registers anew for the rest when it asks again. Any thread may call any method;
 * none waits for input.
 */
final class CooperativeScan implements ChunkSource {
  private static final long NOT_WAITING = RegisteredScan.NOT_WAITING;

  private final ActiveBufferManager manager;
  private final ScanTable table;
  private final ScanChunks chunks;
  private final int[] columns;
  private final boolean furtherPart;
  private final LongAdder sharedBlocks = new LongAdder();
  private volatile Runnable wakeUp = () -> {};
  private volatile @Nullable Runnable giveBack;

  /** Whether {@link #wakeUp} is to ask for chunks that nobody reads. */
  private final AtomicBoolean askedBack = new AtomicBoolean();

  // Guarded by the manager's lock from here on.

  boolean closed;
  long waitedNanos;

  /** When a worker last asked for a chunk, or gave one back. */
  long lastAsked;

  /** Null while it has none. */
  private @Nullable Registration registration;

  /** Which chunks it was given, by their index. */
  private final BitSet given = new BitSet();

  /** The first unread row of each chunk that was given back before its end. */
  private final Map<Integer, Integer> firstRows = new HashMap<>();

  /** Chunks that it has not been given yet. */
  private int needed;

  private long waitBegan = NOT_WAITING;
  private @Nullable ScanWait waitEvent;

  /** A scan for the scheduler. */
  static final class Registration extends RegisteredScan {
    final CooperativeScan owner;

    private Registration(CooperativeScan owner, long units, ScanChunks chunks) {
      super(owner.table, units, false, chunks);
      this.owner = owner;
    }

    @Override
    boolean isFurtherPart() {
      return owner.furtherPart;
    }
  }

  /**
   * @param columns of the table
   * @param furtherPart see {@link RegisteredScan#isFurtherPart}
   */
  CooperativeScan(
      ActiveBufferManager manager,
      ScanTable table,
      ScanChunks chunks,
      int[] columns,
      boolean furtherPart) {
    this.manager = manager;
    this.table = table;
    this.chunks = chunks;
    this.columns = columns.clone();
    this.furtherPart = furtherPart;
    this.needed = chunks.size();
  }

  /** Returns the scans that have these registrations. */
  static List<CooperativeScan> ownersOf(List<RegisteredScan> registrations) {
    return registrations.stream().map(scan -> ((Registration) scan).owner).toList();
  }

  ScanTable table() {
    return table;
  }

  int needed() {
    return needed;
  }

  @Nullable Registration registration() {
    return registration;
  }

  /** A new registration for all that it still needs. */
  Registration register() {
    ScanChunks wanted = given.isEmpty() ? chunks : chunks.without(given);
    long units =
        chunks.size() == 0
            ? 0
            : StoredChunk.unitsOf(((StoredChunk) chunks.get(0)).columnCount(), columns);
    Registration created = new Registration(this, units, wanted);
    registration = created;
    return created;
  }

  /** Records that the registration of this scan has ended, although it may need more chunks. */
  void park() {
    registration = null;
  }

  /**
   * Records that the scheduler has given this scan a chunk.
   *
   * @return the first row of the chunk that the scan has not read
   */
  int given(StoredChunk chunk) {
    given.set(chunks.firstFrom(chunk.ordinal()));
    needed--;
    Integer firstRow = firstRows.remove(chunk.ordinal());
    return firstRow == null ? 0 : firstRow;
  }

  /**
   * Records that this scan has given a chunk back before reading all of it. The scan registers
   * again when it asks for the next chunk.
   */
  void gaveBack(StoredChunk chunk, int firstRow) {
    given.clear(chunks.firstFrom(chunk.ordinal()));
    needed++;
    firstRows.put(chunk.ordinal(), firstRow);
    park();
  }

  /** Why it cannot go on; null if it can. */
  @Nullable PacelineException failure() {
    Registration current = registration;
    return current == null ? null : current.failure();
  }

  /** Whether its query could take chunks, and has not asked for any for so long. */
  boolean isDormant(long since) {
    Registration current = registration;
    return current != null
        && current.inUse == 0
        && current.failure() == null
        && lastAsked <= since
        && (!current.isWaiting()
            || current.available() > 0 && (current.due == null || current.dueSince <= since));
  }

  /** Whether it has had chunks for so long without asking for more, and would give some back. */
  boolean isHolding(long since) {
    Registration current = registration;
    return current != null
        && current.inUse > 0
        && current.failure() == null
        && lastAsked <= since
        && giveBack != null;
  }

  /** Has {@link #wakeUp} ask for chunks that nobody reads. */
  void askBack(long now) {
    lastAsked = now;
    askedBack.set(true);
  }

  private record PinnedChunk(
      Registration owner,
      StoredChunk chunk,
      int firstRow,
      LoadedBlock[] blocks,
      long bytes,
      long readBytes)
      implements Chunk {
    @Override
    public int rowCount() {
      return chunk.rows();
    }

    @Override
    public ChunkColumn column(int index) {
      return blocks[index].content();
    }

    @Override
    public int blockCount() {
      return blocks.length;
    }
  }

  /** A chunk, the registration that it was given to, and the first row that it has not read. */
  record Given(Registration owner, StoredChunk chunk, int firstRow) {}

  @Override
  public @Nullable Chunk next() {
    Given next = manager.next(this);
    if (next == null) {
      return null;
    }
    StoredChunk chunk = next.chunk();
    LoadedBlock[] blocks = new LoadedBlock[columns.length];
    long read = chunk.loadedFor(next.owner());
    long bytes = 0;
    long readBytes = 0;
    int shared = 0;
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = chunk.loaded(columns[i]);
      StoredBlock block = chunk.block(columns[i]);
      bytes += block.encodedBytes();
      if (chunk.isIn(read, columns[i])) {
        readBytes += block.storedBytes();
      } else {
        shared++;
      }
    }
    sharedBlocks.add(shared);
    return new PinnedChunk(next.owner(), chunk, next.firstRow(), blocks, bytes, readBytes);
  }

  @Override
  public boolean isAvailable() {
    return manager.isAvailable(this);
  }

  @Override
  public boolean exhausted() {
    return manager.isExhausted(this);
  }

  @Override
  public void release(Chunk chunk) {
    PinnedChunk pinned = (PinnedChunk) chunk;
    manager.release(pinned.owner(), pinned.chunk());
  }

  @Override
  public void release(Chunk chunk, int firstRow) {
    PinnedChunk pinned = (PinnedChunk) chunk;
    manager.release(pinned.owner(), pinned.chunk(), firstRow);
  }

  @Override
  public void onAvailable(Runnable newWakeUp) {
    wakeUp = newWakeUp;
    newWakeUp.run();
  }

  @Override
  public void onShortage(Runnable newGiveBack) {
    giveBack = newGiveBack;
  }

  /** Tells the query, without a lock, that it may go on, or that others need its chunks. */
  void wakeUp() {
    Runnable returning = giveBack;
    if (askedBack.getAndSet(false) && returning != null) {
      returning.run();
    }
    wakeUp.run();
  }

  @Override
  public long totalRows() {
    return chunks.rows();
  }

  /** Workers have found no chunk. */
  void waits(long now) {
    if (waitBegan == NOT_WAITING) {
      waitBegan = now;
      waitEvent = ScanEvents.scanWait();
    }
  }

  /** A chunk was handed out. */
  void stopsWaiting(long now) {
    if (waitBegan == NOT_WAITING) {
      return;
    }
    waitedNanos += now - waitBegan;
    waitBegan = NOT_WAITING;
    ScanWait event = waitEvent;
    waitEvent = null;
    if (event != null) {
      event.commit(this);
    }
  }

  @Override
  public long sharedBlocks() {
    return sharedBlocks.sum();
  }

  @Override
  public long waitedNanos() {
    return manager.waitedNanos(this);
  }

  @Override
  public void close() {
    manager.unregister(this);
  }
}
