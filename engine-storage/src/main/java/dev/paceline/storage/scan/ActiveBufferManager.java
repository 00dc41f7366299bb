package dev.paceline.storage.scan;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.ChunkColumn;
import dev.paceline.core.exec.ChunkSource;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.buffer.FrameAllocator;
import dev.paceline.storage.scan.ScanEvents.BlockEviction;
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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one database in memory, and the threads that read what the {@linkplain
 * ScanScheduler scheduler} orders for all running scans. Any thread may call any method; none of
 * them waits for input.
 *
 * <p>One lock guards all state of scheduler, scans and chunks. Whoever changes the state decides
 * under that lock what idle readers should read; reading, allocating, freeing frames and waking
 * queries up happen outside of it.
 *
 * <p>Source: the Active Buffer Manager of cooperative scans (2004, section 4; VectorWise thesis
 * 2011, chapter 3).
 */
@SuppressWarnings("ReferenceEquality") // threads are what they are
public final class ActiveBufferManager implements AutoCloseable {
  /** How long a chunk is kept for a query that was told to take it, if its room is needed. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** How long a block waits for memory that queries hold before its scans fail. */
  private static final long MEMORY_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long MEMORY_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final FrameAllocator allocator;
  private final MemoryLedger ledger;
  private final MemoryLedger.Reclaimer reclaimer =
      new MemoryLedger.Reclaimer() {
        @Override
        public long reclaim(long bytes) {
          return evict(bytes);
        }

        @Override
        public long reclaimableBytes() {
          return allocator.bytes(); // those in use are few, and given back soon
        }
      };
  private final int readerCount;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when there is work for a reader, or a time to wake up. */
  private final Condition work = lock.newCondition();

  @GuardedBy("lock")
  private final ScanScheduler scheduler;

  @GuardedBy("lock")
  private ScanPolicyKind policy;

  @GuardedBy("lock")
  private final List<Thread> readers = new ArrayList<>();

  @GuardedBy("lock")
  private int idleReaders;

  /** For idle readers; at most one for each of them. */
  @GuardedBy("lock")
  private final Deque<UnitLoad> toRead = new ArrayDeque<>();

  /** When an idle reader wakes up by itself to decide anew. */
  @GuardedBy("lock")
  private long alarm = Long.MAX_VALUE;

  /** From files. */
  @GuardedBy("lock")
  private long readBytes;

  /** Frames that left the memory and are still to be freed. */
  @GuardedBy("lock")
  private List<Frame> discarded = new ArrayList<>();

  @GuardedBy("lock")
  private boolean closed;

  private record Frame(MemorySegment segment, long bytes) {}

  /**
   * Starts with the policy {@link ScanPolicyKind#AUTO}.
   *
   * @param name whose blocks these are, for messages about memory
   * @param limitBytes the most that all blocks together may take
   * @param readerCount threads that read, started when the first block is wanted
   */
  public ActiveBufferManager(String name, MemoryLedger ledger, long limitBytes, int readerCount) {
    this.ledger = ledger;
    this.allocator = new FrameAllocator(ledger.openScope("buffer pool of " + name));
    this.readerCount = readerCount;
    this.policy = ScanPolicyKind.AUTO;
    this.scheduler =
        new ScanScheduler(
            policy.create(System::nanoTime, limitBytes), limitBytes, readerCount, PATIENCE_NANOS);
    ledger.addReclaimer(reclaimer);
  }

  /** What decides for all scans. */
  public ScanPolicyKind policy() {
    lock.lock();
    try {
      return policy;
    } finally {
      lock.unlock();
    }
  }

  /** Lets another policy decide from now on, for the scans that run, too. */
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
      decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
  }

  /**
   * Registers a scan that wants some columns of some chunks; it begins at once.
   *
   * @param chunks of one table, each once, by ascending ordinal; kept by the caller until {@link
   *     #drop} for longer than the scan and its chunks
   * @param columns of the table; the chunks' columns are in this order
   * @param furtherPart whether another scan was registered, too, which reads the rest for the same
   *     query
   * @throws PacelineException MEMORY_LIMIT if a chunk does not fit into the memory; CLOSED
   */
  public ChunkSource scan(
      ScanTable table, List<StoredChunk> chunks, int[] columns, boolean furtherPart) {
    CooperativeScan scan = new CooperativeScan(this, table, chunks, columns, furtherPart);
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      requireOpen();
      scheduler.register(scan, System.nanoTime());
      startReaders();
      awakened = decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
    return scan;
  }

  @Nullable StoredChunk next(CooperativeScan scan) {
    List<CooperativeScan> awakened = List.of();
    StoredChunk chunk;
    lock.lock();
    try {
      requireOpen();
      if (scan.closed || scan.needed() == 0 && scan.failure() == null) {
        return null;
      }
      long now = System.nanoTime();
      chunk = (StoredChunk) scheduler.next(scan, now);
      if (chunk != null) {
        scan.stopsWaiting(now);
      } else {
        scan.waits(now);
      }
      awakened = decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
    return chunk;
  }

  boolean isAvailable(CooperativeScan scan) {
    lock.lock();
    try {
      return closed || scan.available() > 0 || scan.failure() != null;
    } finally {
      lock.unlock();
    }
  }

  /** A scan that has failed wants no chunks any more, but has not had them all. */
  boolean isExhausted(CooperativeScan scan) {
    lock.lock();
    try {
      return scan.closed || scan.needed() == 0 && scan.failure() == null;
    } finally {
      lock.unlock();
    }
  }

  void release(CooperativeScan scan, StoredChunk chunk) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      scheduler.release(scan, chunk, System.nanoTime());
      awakened = decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
  }

  void unregister(CooperativeScan scan) {
    List<CooperativeScan> awakened;
    lock.lock();
    try {
      if (scan.closed) {
        return;
      }
      scan.closed = true;
      scheduler.unregister(scan, System.nanoTime());
      awakened = decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
  }

  long waitedNanos(CooperativeScan scan) {
    lock.lock();
    try {
      return scan.waitedNanos;
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a chunk that no scan has or will want; a block of it may just be read in vain. */
  public void drop(StoredChunk chunk) {
    List<Frame> unused = List.of();
    lock.lock();
    try {
      chunk.dropped = true;
      if (!closed) {
        dropIfRead(chunk);
        detachEvicted();
        unused = takeDiscarded();
      }
    } finally {
      lock.unlock();
    }
    free(unused);
  }

  @GuardedBy("lock")
  private void dropIfRead(StoredChunk chunk) {
    if (chunk.dropped && chunk.loading == 0) {
      scheduler.drop(chunk);
    }
  }

  /** Evicts idle blocks until so many bytes have gone back to the ledger, or none is left. */
  private long evict(long bytes) {
    List<Frame> unused;
    lock.lock();
    try {
      scheduler.reclaim(bytes, System.nanoTime());
      detachEvicted();
      unused = takeDiscarded();
    } finally {
      lock.unlock();
    }
    free(unused);
    return unused.stream().mapToLong(Frame::bytes).sum();
  }

  /** How the blocks in memory and the scans are now. */
  public BufferReport report() {
    lock.lock();
    try {
      return BufferReport.of(policy, scheduler, readBytes);
    } finally {
      lock.unlock();
    }
  }

  /** Whoever still has chunks must not touch them from now on. Idempotent. */
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
    failing.forEach(CooperativeScan::wakeUp);
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
    allocator.close();
  }

  @GuardedBy("lock")
  private void requireOpen() {
    if (closed) {
      throw new PacelineException(ErrorCode.CLOSED, "the database is closed");
    }
  }

  @GuardedBy("lock")
  private List<CooperativeScan> scans() {
    return scheduler.scans().stream().map(CooperativeScan.class::cast).toList();
  }

  /**
   * Gives idle readers something to read, after any change.
   *
   * @return the scans to wake up without the lock
   */
  @GuardedBy("lock")
  private List<CooperativeScan> decide() {
    while (!closed && toRead.size() < idleReaders) {
      UnitLoad load = scheduler.nextLoad(System.nanoTime());
      if (load == null) {
        if (scheduler.nextDecision() < alarm) {
          work.signal();
        }
        break;
      }
      toRead.add(load);
      work.signal();
    }
    detachEvicted();
    List<RegisteredScan> awakened = scheduler.drainAwakened();
    return awakened.isEmpty()
        ? List.of()
        : awakened.stream().map(CooperativeScan.class::cast).toList();
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
            discarded.add(new Frame(segment, chunk.block(column).bytes()));
          }
        }
      }
      BlockEviction.commit(chunk, eviction.units());
    }
  }

  @GuardedBy("lock")
  private List<Frame> takeDiscarded() {
    if (discarded.isEmpty()) {
      return List.of();
    }
    List<Frame> all = discarded;
    discarded = new ArrayList<>();
    return all;
  }

  private void free(List<Frame> frames) {
    for (Frame frame : frames) {
      allocator.release(frame.segment(), frame.bytes());
    }
  }

  @GuardedBy("lock")
  private void startReaders() {
    while (readers.size() < readerCount) {
      readers.add(
          Thread.ofPlatform()
              .name("paceline-reader-" + (readers.size() + 1))
              .daemon()
              .start(this::readUntilClosed));
    }
  }

  private void readUntilClosed() {
    for (UnitLoad load = nextLoad(); load != null; load = nextLoad()) {
      read((StoredChunk) load.chunk(), load.unit());
    }
  }

  /** Waits for a unit to read, and frees what makes room for it; null at the end. */
  private @Nullable UnitLoad nextLoad() {
    UnitLoad load = null;
    while (load == null) {
      List<Frame> unused;
      List<CooperativeScan> awakened;
      lock.lock();
      try {
        idleReaders++;
        awakened = decide();
        if (awakened.isEmpty() && toRead.isEmpty() && !closed) {
          awaitWork();
        }
        idleReaders--;
        if (closed) {
          return null;
        }
        load = toRead.poll();
        unused = takeDiscarded();
      } finally {
        lock.unlock();
      }
      free(unused);
      awakened.forEach(CooperativeScan::wakeUp);
    }
    return load;
  }

  @GuardedBy("lock")
  private void awaitWork() {
    long decision = scheduler.nextDecision();
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

  private void read(StoredChunk chunk, int unit) {
    int first = chunk.firstColumn(unit);
    List<Frame> frames = new ArrayList<>();
    List<ChunkColumn> contents = new ArrayList<>();
    PacelineException failure = null;
    BlockRead event = new BlockRead();
    event.begin();
    try {
      for (int column = first; column < chunk.endColumn(unit); column++) {
        StoredBlock block = chunk.block(column);
        MemorySegment segment = allocatePatiently(block.bytes());
        frames.add(new Frame(segment, block.bytes()));
        contents.add(load(block, segment));
      }
    } catch (PacelineException e) {
      failure = e;
    }
    event.commit(chunk, unit, failure == null);
    List<CooperativeScan> awakened = List.of();
    lock.lock();
    try {
      if (closed) {
        return;
      }
      if (failure == null) {
        for (int i = 0; i < frames.size(); i++) {
          chunk.put(first + i, frames.get(i).segment(), contents.get(i));
        }
        scheduler.loaded(chunk, unit, System.nanoTime());
        readBytes += chunk.storedBytes(unit);
      } else {
        discarded.addAll(frames);
        scheduler.failed(chunk, unit, failure);
      }
      dropIfRead(chunk);
      awakened = decide();
    } finally {
      lock.unlock();
    }
    awakened.forEach(CooperativeScan::wakeUp);
  }

  private static ChunkColumn load(StoredBlock block, MemorySegment frame) {
    try {
      return block.load(frame);
    } catch (PacelineException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw PacelineException.internal("reading " + block + " failed: " + e, e);
    }
  }

  /**
   * Waits a while for memory that queries hold: their orders are short, and a reader thread, unlike
   * a worker, may wait.
   */
  private MemorySegment allocatePatiently(long bytes) {
    long deadline = System.nanoTime() + MEMORY_PATIENCE_NANOS;
    while (true) {
      try {
        return allocator.allocate(bytes);
      } catch (PacelineException e) {
        if (e.code() != ErrorCode.MEMORY_LIMIT || System.nanoTime() - deadline >= 0) {
          throw e;
        }
      }
      LockSupport.parkNanos(MEMORY_RETRY_NANOS);
    }
  }
}
