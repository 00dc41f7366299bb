package dev.paceline.storage.scan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.buffer.FrameAllocator;
import dev.paceline.storage.buffer.FramePool;
import dev.paceline.storage.buffer.FramePool.Frame;
import dev.paceline.storage.buffer.LoadedBlock;
import dev.paceline.storage.buffer.ReadDepth;
import dev.paceline.storage.buffer.SpinningLock;
import dev.paceline.storage.scan.CooperativeScan.Registration;
import dev.paceline.storage.scan.ScanEvents.BlockRead;
import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one database in memory, and the threads that read the blocks which the {@linkplain
 * ScanScheduler scheduler} orders for all running scans. Any thread may call any method; none of
 * them waits for input.
 *
 * <p>One lock guards all state of scheduler, scans and chunks. The thread that changes the state
 * also decides, under that lock, what idle readers read next. Reading, allocating, freeing frames
 * and waking queries happen without it.
 *
 * <p>Source: the Active Buffer Manager of cooperative scans (2004, section 4; VectorWise thesis
 * 2011, chapter 3).
 */
public final class ActiveBufferManager implements AutoCloseable {
  /** The divisor of all memory that gives the most bytes of blocks that scans use at once. */
  private static final int BUSY_PART = 4;

  /** The most bytes of neighbouring blocks that are read at once. */
  private static final long TOGETHER_BYTES = 192L << 10;

  /** How long a reader pauses after a fault, which may come again at once. */
  private static final long FAULT_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final FramePool frames;
  private final MemoryLedger ledger;
  private final MemoryLedger.Reclaimer reclaimer =
      new MemoryLedger.Reclaimer() {
        @Override
        public long reclaim(long bytes) {
          return evict(bytes);
        }

        @Override
        public long reclaimableBytes() {
          return replaceableBytes + frames.discardedBytes();
        }

        @Override
        public boolean expectsMore() {
          return chunksInUse || frames.isBusy();
        }
      };
  private final long capacity;
  private final SpinningLock lock = new SpinningLock();

  /** Signalled when there is work for a reader, or a time to wake up. */
  private final Condition work = lock.newCondition();

  @GuardedBy("lock")
  private final ScanScheduler scheduler;

  @GuardedBy("lock")
  private final ShortageRelief relief;

  @GuardedBy("lock")
  private ScanPolicyKind policy;

  @GuardedBy("lock")
  private final List<Thread> readers = new ArrayList<>();

  @GuardedBy("lock")
  private int idleReaders;

  /** Reads for idle readers, at most one for each of them. */
  @GuardedBy("lock")
  private final Deque<ChunkRead> toRead = new ArrayDeque<>();

  @GuardedBy("lock")
  private final ReadDepth depth;

  /** The time at which an idle reader decides again even if nothing has happened. */
  @GuardedBy("lock")
  private long alarm = Long.MAX_VALUE;

  /** Bytes read from files. */
  @GuardedBy("lock")
  private long readBytes;

  /** Bytes of frames that no scan uses. Written under the lock, read without it. */
  private volatile long replaceableBytes;

  /** Whether any scan has a chunk that it will give back; written under the lock, read without. */
  private volatile boolean chunksInUse;

  /** Written under the lock; readers that wait for memory look without. */
  private volatile boolean closed;

  /**
   * Starts with the policy {@link ScanPolicyKind#AUTO}.
   *
   * @param name of the database, for messages about memory
   * @param limitBytes the most that all blocks together may take
   * @param readDepth the number of reads that the device is given at a time; 0 to measure how many
   *     make it faster
   */
  public ActiveBufferManager(String name, MemoryLedger ledger, long limitBytes, int readDepth) {
    this.capacity = Math.min(limitBytes, ledger.limitBytes());
    this.ledger = ledger;
    this.frames =
        new FramePool(new FrameAllocator(ledger.openScope("buffer pool of " + name), capacity));
    this.depth = new ReadDepth(readDepth);
    this.policy = ScanPolicyKind.AUTO;
    this.scheduler =
        new ScanScheduler(
            policy.create(System::nanoTime, capacity),
            capacity,
            ScanScheduler.MOST_FIRST_ORDERS,
            ScanScheduler.PATIENCE_NANOS);
    this.relief = new ShortageRelief(scheduler);
    scheduler.setRequests(depth.depth());
    scheduler.setBusyLimit(ledger.limitBytes() / BUSY_PART);
    ledger.addReclaimer(reclaimer);
  }

  /** The most bytes that all blocks together may take. */
  public long capacity() {
    return capacity;
  }

  /** Returns the policy that decides for all scans. */
  public ScanPolicyKind policy() {
    lock.lock();
    try {
      return policy;
    } finally {
      lock.unlock();
    }
  }

  /** Uses another policy from now on, also for the scans that run. */
  public void usePolicy(ScanPolicyKind kind) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      if (kind == policy) {
        return;
      }
      policy = kind;
      scheduler.usePolicy(kind.create(System::nanoTime, scheduler.capacity()));
      awakened = scans();
      awakened.addAll(decide());
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
  }

  /**
   * Registers a scan that wants some columns of some chunks; it begins at once.
   *
   * @param chunks each a {@link StoredChunk}; kept by the caller until {@link #drop} for longer
   *     than the scan and its chunks
   * @param columns of the table; the chunks' columns are in this order
   * @param furtherPart whether another scan was registered, too, which reads the rest for the same
   *     query
   * @throws PacelineException MEMORY_LIMIT if a chunk does not fit into the memory; CLOSED
   */
  public ChunkSource scan(ScanTable table, ScanChunks chunks, int[] columns, boolean furtherPart) {
    CooperativeScan scan = new CooperativeScan(this, table, chunks, columns, furtherPart);
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      requireOpen();
      scan.lastAsked = System.nanoTime();
      scheduler.register(scan.register(), scan.lastAsked);
      startReaders();
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
    return scan;
  }

  CooperativeScan.@Nullable Given next(CooperativeScan scan) {
    List<CooperativeScan> awakened = List.of();
    CooperativeScan.Given given = null;
    lock.lock();
    try {
      requireOpen();
      if (scan.closed || scan.needed() == 0 && scan.failure() == null) {
        return null;
      }
      long now = System.nanoTime();
      scan.lastAsked = now;
      Registration registration = scan.registration();
      if (registration == null) {
        registration = scan.register();
        scheduler.register(registration, now);
      }
      StoredChunk chunk = (StoredChunk) scheduler.next(registration, now);
      if (chunk != null) {
        scan.stopsWaiting(now);
        given = new CooperativeScan.Given(registration, chunk, scan.given(chunk));
      } else {
        scan.waits(now);
      }
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
    return given;
  }

  boolean isAvailable(CooperativeScan scan) {
    lock.lock();
    try {
      Registration registration = scan.registration();
      return closed
          || registration == null
          || registration.available() > 0
          || registration.failure() != null;
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether a scan has had all its chunks, which a scan that has failed has not. */
  boolean isExhausted(CooperativeScan scan) {
    lock.lock();
    try {
      return scan.closed || scan.needed() == 0 && scan.failure() == null;
    } finally {
      lock.unlock();
    }
  }

  void release(Registration registration, StoredChunk chunk) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      long now = System.nanoTime();
      registration.owner.lastAsked = now;
      scheduler.release(registration, chunk, now);
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
  }

  /** Takes back a chunk of which rows remain. Its scan registers again when it next asks. */
  void release(Registration registration, StoredChunk chunk, int firstRow) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      long now = System.nanoTime();
      CooperativeScan scan = registration.owner;
      Registration current = scan.registration();
      scheduler.release(registration, chunk, now);
      if (!scan.closed && (current == null || current.failure() == null)) {
        scan.gaveBack(chunk, firstRow);
        if (current != null) {
          scheduler.unregister(current, now);
        }
      }
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
  }

  void unregister(CooperativeScan scan) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      if (scan.closed) {
        return;
      }
      scan.closed = true;
      Registration registration = scan.registration();
      if (registration != null) {
        scheduler.unregister(registration, System.nanoTime());
      }
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
  }

  long waitedNanos(CooperativeScan scan) {
    lock.lock();
    try {
      return scan.waitedNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a chunk that no scan has or will want. A block of it may still be being read. */
  public void drop(StoredChunk chunk) {
    List<Frame> unused = List.of();
    lock.lock();
    try {
      chunk.dropped = true;
      if (!closed) {
        dropIfRead(chunk);
        detachEvicted();
        unused = frames.takeDiscarded();
      }
    } finally {
      lock.unlock();
    }
    frames.free(unused);
  }

  @GuardedBy("lock")
  private void dropIfRead(StoredChunk chunk) {
    if (chunk.dropped && chunk.loading == 0) {
      scheduler.drop(chunk);
    }
  }

  /**
   * Evicts blocks that nobody uses until {@code bytes} have gone back to the ledger, or none is
   * left.
   */
  private long evict(long bytes) {
    List<Frame> unused;
    lock.lock();
    try {
      // What is lacking is noted even if no reader is idle: the next decision asks for it then.
      if (scheduler.reclaim(bytes) < bytes && relief.lacksMemory() && idleReaders > 0) {
        work.signal(); // a reader asks scans for chunks that they do not need now
      }
      detachEvicted();
      unused = frames.takeDiscarded();
    } finally {
      lock.unlock();
    }
    frames.free(unused);
    return unused.stream().mapToLong(Frame::bytes).sum();
  }

  /** Returns how the pool is used, in a time that does not depend on how full it is. */
  public BufferUse use() {
    lock.lock();
    try {
      return new BufferUse(
          policy,
          scheduler.capacity(),
          scheduler.usedBytes(),
          scheduler.loads(),
          readBytes,
          scheduler.evictions(),
          depth.depth(),
          depth.underWay(),
          depth.bestBytesPerSecond());
    } finally {
      lock.unlock();
    }
  }

  /** Returns the state of the blocks and the scans, all of which it looks at under the lock. */
  public BufferReport report() {
    lock.lock();
    try {
      return BufferReport.of(policy, scheduler, readBytes, depth);
    } finally {
      lock.unlock();
    }
  }

  /** Returns what each pair of scans of a table both want now. */
  public List<SharingPotential.Pair> sharingPairs() {
    lock.lock();
    try {
      return SharingPotential.pairs(scheduler.tables());
    } finally {
      lock.unlock();
    }
  }

  /** Closes the pool. Chunks that scans still hold must not be used any more. Idempotent. */
  @Override
  public void close() {
    ledger.removeReclaimer(reclaimer);
    List<CooperativeScan> failing;
    List<Thread> ending;
    lock.lock();
    try {
      closed = true;
      failing = scans();
      toRead.clear();
      work.signalAll();
      ending = List.copyOf(readers);
    } finally {
      lock.unlock();
    }
    wakeUp(failing);
    boolean interrupted = false;
    for (Thread reader : ending) {
      while (reader.isAlive()) {
        try {
          reader.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    frames.close();
  }

  @GuardedBy("lock")
  private void requireOpen() {
    if (closed) {
      throw new PacelineException(ErrorCode.CLOSED, "the database is closed");
    }
  }

  /** Returns all scans, with those that wait for a slot, in a new list. */
  @GuardedBy("lock")
  private List<CooperativeScan> scans() {
    List<CooperativeScan> all = new ArrayList<>(CooperativeScan.ownersOf(scheduler.scans()));
    all.addAll(CooperativeScan.ownersOf(scheduler.withoutSlot().all()));
    return all;
  }

  /**
   * Gives idle readers something to read, after any change.
   *
   * @return the scans to wake up without the lock
   */
  @GuardedBy("lock")
  private List<CooperativeScan> decide() {
    List<CooperativeScan> asked = new ArrayList<>();
    relief.relieveSlots(System.nanoTime(), asked);
    while (!closed
        && toRead.size() < idleReaders
        && toRead.size() + depth.underWay() < depth.depth()) {
      UnitLoad load = scheduler.nextLoad(System.nanoTime());
      if (load == null) {
        depth.idles();
        if (nextDecision() < alarm) {
          work.signal();
        }
        break;
      }
      toRead.add(withNeighbours(load));
      work.signal();
    }
    relief.relieveMemory(System.nanoTime(), asked);
    detachEvicted();
    asked.addAll(CooperativeScan.ownersOf(scheduler.drainAwakened()));
    return asked;
  }

  /** Returns the time at which a decision may differ even if nothing has happened. */
  @GuardedBy("lock")
  private long nextDecision() {
    return Math.min(scheduler.nextDecision(), relief.nextLook());
  }

  @GuardedBy("lock")
  private void detachEvicted() {
    for (Eviction eviction : scheduler.drainEvicted()) {
      StoredChunk chunk = (StoredChunk) eviction.chunk();
      for (long left = eviction.units(); left != 0; left &= left - 1) {
        int unit = Long.numberOfTrailingZeros(left);
        for (int column = chunk.firstColumn(unit); column < chunk.endColumn(unit); column++) {
          MemorySegment segment = chunk.remove(column);
          if (segment != null) {
            frames.discard(new Frame(segment, chunk.block(column).bytes()));
          }
        }
      }
      ScanEvents.evicted(chunk, eviction.units());
    }
    replaceableBytes = scheduler.replaceableBytes();
    chunksInUse = !scheduler.inUse().isEmpty();
  }

  /** Returns a read of a unit and of those behind it in the file that are to be read next. */
  @GuardedBy("lock")
  private ChunkRead withNeighbours(UnitLoad load) {
    StoredChunk chunk = (StoredChunk) load.chunk();
    long units = 1L << load.unit();
    long bytes = chunk.bytes(units);
    UnitLoad last = load;
    UnitLoad next = scheduler.following(last);
    while (next != null && chunk.liesBefore(last.unit(), next.unit())) {
      bytes += chunk.bytes(1L << next.unit());
      if (bytes > TOGETHER_BYTES) {
        break;
      }
      scheduler.start(next);
      units |= 1L << next.unit();
      last = next;
      next = scheduler.following(last);
    }
    return new ChunkRead(chunk, units);
  }

  @GuardedBy("lock")
  private void startReaders() {
    while (readers.size() < depth.depth()) {
      readers.add(
          Thread.ofPlatform()
              .name("paceline-reader-" + (readers.size() + 1))
              .daemon()
              .start(this::readUntilClosed));
    }
  }

  /**
   * Reads until the database is closed. A failure ends the read, or all scans if its cause is
   * unknown, but never this thread.
   */
  private void readUntilClosed() {
    while (true) {
      try {
        ChunkRead read = nextRead();
        if (read == null) {
          return;
        }
        read(read);
      } catch (RuntimeException | Error e) {
        failScans(e);
        LockSupport.parkNanos(FAULT_PAUSE_NANOS);
      }
    }
  }

  /** Fails all scans, because their state is unknown and they might wait for ever. */
  private void failScans(Throwable cause) {
    PacelineException reason =
        cause instanceof PacelineException known
            ? known
            : PacelineException.internal("reading for scans failed: " + cause, cause);
    List<CooperativeScan> failing;
    lock.lock();
    try {
      failing = scans();
      scheduler.failAll(reason);
    } catch (RuntimeException | Error e) {
      reason.addSuppressed(e);
      failing = List.of();
    } finally {
      lock.unlock();
    }
    wakeUp(failing);
  }

  /**
   * Tells queries, without the lock, that they may go on. A scan whose query cannot be told fails,
   * and keeps no other from being told.
   */
  private void wakeUp(List<CooperativeScan> awakened) {
    for (CooperativeScan scan : awakened) {
      try {
        scan.wakeUp();
      } catch (RuntimeException | Error e) {
        lock.lock();
        try {
          Registration registration = scan.registration();
          if (registration != null) {
            scheduler.fail(
                registration,
                PacelineException.internal("a query of " + scan.table() + " did not wake up", e));
          }
        } finally {
          lock.unlock();
        }
      }
    }
  }

  /** Waits for a unit to read, and frees what makes room for it; null at the end. */
  private @Nullable ChunkRead nextRead() {
    ChunkRead read = null;
    while (read == null) {
      List<Frame> unused;
      List<CooperativeScan> awakened;
      lock.lock();
      try {
        idleReaders++;
        try {
          awakened = decide();
          if (awakened.isEmpty() && toRead.isEmpty() && !closed) {
            awaitWork();
          }
        } finally {
          idleReaders--;
        }
        if (closed) {
          return null;
        }
        read = toRead.poll();
        if (read != null) {
          depth.begins(System.nanoTime());
        }
        unused = frames.takeDiscarded();
      } finally {
        lock.unlock();
      }
      frames.free(unused);
      wakeUp(awakened);
    }
    return read;
  }

  @GuardedBy("lock")
  private void awaitWork() {
    long decision = nextDecision();
    if (decision >= alarm || decision == Long.MAX_VALUE) {
      work.awaitUninterruptibly();
      return;
    }
    alarm = decision;
    try {
      work.awaitNanos(decision - System.nanoTime());
    } catch (InterruptedException e) {
      // Nobody who knows this thread interrupts it, and a stray interrupt would close the channels.
    }
    alarm = Long.MAX_VALUE;
  }

  private void read(ChunkRead read) {
    StoredChunk chunk = read.chunk();
    BlockRead event = ScanEvents.blockRead();
    frames.beginFilling();
    try {
      read.run(bytes -> frames.allocatePatiently(bytes, () -> closed));
    } finally {
      frames.endFilling();
    }
    if (event != null) {
      event.end();
    }
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      long before = readBytes;
      try {
        read.units().forEach(unit -> finish(chunk, unit));
      } finally {
        depth.ended(readBytes - before, System.nanoTime());
      }
      if (depth.depth() != scheduler.requests()) {
        scheduler.setRequests(depth.depth());
        startReaders();
      }
      dropIfRead(chunk);
      awakened = decide();
    } finally {
      lock.unlock();
    }
    wakeUp(awakened);
    if (event != null) {
      event.commit(chunk, read.mask(), read.isSuccessful());
    }
  }

  /** Notes that a unit is in memory, or could not be read. */
  @GuardedBy("lock")
  private void finish(StoredChunk chunk, ChunkRead.Unit unit) {
    PacelineException failure = unit.failure();
    if (failure == null) {
      unit.forEachFrame(
          (column, segment) ->
              chunk.put(
                  column,
                  new LoadedBlock(
                      chunk.block(column),
                      segment,
                      block -> discardDamaged(chunk, column, block))));
      scheduler.loaded(chunk, unit.number(), System.nanoTime());
      readBytes += unit.storedBytes();
    } else {
      List<Frame> unused = new ArrayList<>();
      unit.forEachFrame(
          (column, segment) -> unused.add(new Frame(segment, chunk.block(column).bytes())));
      unused.forEach(frames::discard);
      scheduler.failed(chunk, unit.number(), failure);
    }
  }

  /** Discards a block that turned out to be damaged when it was used for the first time. */
  private void discardDamaged(StoredChunk chunk, int column, LoadedBlock block) {
    List<Frame> unused;
    lock.lock();
    try {
      if (!closed && chunk.holds(column, block)) {
        scheduler.damaged(chunk, chunk.unitOf(column));
        detachEvicted();
      }
      unused = frames.takeDiscarded();
    } finally {
      lock.unlock();
    }
    frames.free(unused);
  }
}
