package dev.paceline.storage.buffer;

import static java.util.Objects.requireNonNull;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.buffer.PoolRequest.State;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Blocks in memory, up to a limit. Any thread may call any method; none of them waits for input.
 *
 * <p>Requests are admitted in the order in which they came, except that one whose blocks are all in
 * memory needs no admission. Progress is certain as long as whoever took blocks gives them back
 * without waiting for others: groups that are ready but not taken are revoked for one that waits
 * longer than the patience.
 */
public final class BufferPool implements AutoCloseable {
  /** How long a request waits for room before it gets that of a group which nobody takes. */
  private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** How long a reader whom the ledger refuses memory waits before it asks again. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final long limitBytes;

  /** How long a block waits for memory that queries hold before its scan fails. */
  private static final long MEMORY_PATIENCE_NANOS = 2_000_000_000L;

  private static final long MEMORY_RETRY_NANOS = 1_000_000L;

  private final FrameAllocator allocator;
  private final MemoryLedger ledger;
  private final MemoryLedger.Reclaimer reclaimer = this::reclaim;
  private final int readerCount;

  private final ReentrantLock lock = new ReentrantLock();

  /** Signalled when there may be work for a reader. */
  private final Condition work = lock.newCondition();

  @GuardedBy("lock")
  private final ReplacementPolicy<PoolBlock<?>> policy;

  @GuardedBy("lock")
  private final List<Thread> readers = new ArrayList<>();

  @GuardedBy("lock")
  private final Map<PoolBlock<?>, Frame<?>> frames = new HashMap<>();

  @GuardedBy("lock")
  private final Deque<PoolRequest<?>> waiting = new ArrayDeque<>();

  @GuardedBy("lock")
  private final Deque<Frame<?>> toLoad = new ArrayDeque<>();

  /** Oldest first. */
  @GuardedBy("lock")
  private final Set<PoolRequest<?>> ready = new LinkedHashSet<>();

  @GuardedBy("lock")
  private int taken;

  /** Of all frames. */
  @GuardedBy("lock")
  private long usedBytes;

  /** Of the frames that are idle. */
  @GuardedBy("lock")
  private long idleBytes;

  @GuardedBy("lock")
  private int busyFrames;

  @GuardedBy("lock")
  private long lastProgressNanos = System.nanoTime();

  @GuardedBy("lock")
  private boolean closed;

  @GuardedBy("lock")
  private long loads;

  @GuardedBy("lock")
  private long evictions;

  /** What is left to do after the lock is given up. */
  private final class Aftermath {
    final List<PoolRequest<?>> settled = new ArrayList<>();
    final List<Frame<?>> evicted = new ArrayList<>();

    void run() {
      for (Frame<?> frame : evicted) {
        MemorySegment segment = frame.segment;
        if (segment != null) {
          allocator.release(segment, frame.block.bytes());
        }
      }
      for (PoolRequest<?> request : settled) {
        request.whenSettled.run();
      }
    }
  }

  /**
   * @param name whose pool this is, for messages about memory
   * @param limitBytes the most that all frames together may take
   * @param readerCount threads that read, started when the first block is wanted
   */
  public BufferPool(
      String name,
      MemoryLedger ledger,
      long limitBytes,
      ReplacementPolicy<PoolBlock<?>> policy,
      int readerCount) {
    this.limitBytes = limitBytes;
    this.ledger = ledger;
    this.allocator = new FrameAllocator(ledger.openScope("buffer pool of " + name));
    this.policy = policy;
    this.readerCount = readerCount;
    ledger.addReclaimer(reclaimer);
  }

  /**
   * Asks for blocks to be in memory together.
   *
   * @param blocks each once
   * @param whenSettled called without locks each time {@link PoolRequest#take} may have something
   *     to say, unless that is so when this method returns
   */
  public <T> PoolRequest<T> request(List<PoolBlock<T>> blocks, Runnable whenSettled) {
    PoolRequest<T> request = new PoolRequest<>(this, blocks, whenSettled);
    Aftermath aftermath = new Aftermath();
    lock.lock();
    try {
      if (closed) {
        fail(request, closedError(), aftermath);
      } else if (!allLoaded(request) || !admit(request, aftermath)) {
        waiting.add(request);
        admitWaiting(aftermath);
      }
    } finally {
      lock.unlock();
    }
    aftermath.settled.remove(request);
    aftermath.run();
    return request;
  }

  /** Blocks read so far. */
  public long loads() {
    lock.lock();
    try {
      return loads;
    } finally {
      lock.unlock();
    }
  }

  /** Blocks that had to go so far. */
  public long evictions() {
    lock.lock();
    try {
      return evictions;
    } finally {
      lock.unlock();
    }
  }

  /** Bytes of all frames. */
  public long usedBytes() {
    lock.lock();
    try {
      return usedBytes;
    } finally {
      lock.unlock();
    }
  }

  <T> @Nullable List<T> take(PoolRequest<T> request) {
    lock.lock();
    try {
      return switch (request.state) {
        case WAITING, LOADING -> null;
        case READY -> {
          request.state = State.TAKEN;
          ready.remove(request);
          taken++;
          lastProgressNanos = System.nanoTime();
          yield request.contents();
        }
        case FAILED -> throw requireNonNull(request.failure);
        case TAKEN, CLOSED ->
            throw PacelineException.internal("blocks were taken that are " + request.state, null);
      };
    } finally {
      lock.unlock();
    }
  }

  void close(PoolRequest<?> request) {
    Aftermath aftermath = new Aftermath();
    lock.lock();
    try {
      switch (request.state) {
        case WAITING -> waiting.remove(request);
        case READY -> ready.remove(request);
        case TAKEN -> taken--;
        case LOADING, FAILED, CLOSED -> {}
      }
      request.state = State.CLOSED;
      unpinAll(request);
      lastProgressNanos = System.nanoTime();
      admitWaiting(aftermath);
      work.signal();
    } finally {
      lock.unlock();
    }
    aftermath.run();
  }

  /** Evicts idle blocks until so many bytes have gone back to the ledger, or none is left. */
  private long reclaim(long bytes) {
    Aftermath aftermath = new Aftermath();
    long freed = 0;
    lock.lock();
    try {
      while (freed < bytes && idleBytes > 0) {
        Frame<?> victim = evictOne(aftermath);
        freed += victim.bytes >= FrameAllocator.LARGE_BYTES ? victim.bytes : 0;
      }
    } finally {
      lock.unlock();
    }
    aftermath.run();
    return freed;
  }

  /** Whoever still has blocks must not touch them from now on. Idempotent. */
  @Override
  public void close() {
    ledger.removeReclaimer(reclaimer);
    Aftermath aftermath = new Aftermath();
    List<Thread> ending;
    lock.lock();
    try {
      closed = true;
      for (PoolRequest<?> request : waiting) {
        fail(request, closedError(), aftermath);
      }
      waiting.clear();
      while (!toLoad.isEmpty()) {
        failLoad(toLoad.remove(), closedError(), aftermath);
      }
      work.signalAll();
      ending = List.copyOf(readers);
    } finally {
      lock.unlock();
    }
    aftermath.run();
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

  private static PacelineException closedError() {
    return new PacelineException(ErrorCode.CLOSED, "the database is closed");
  }

  @GuardedBy("lock")
  private boolean allLoaded(PoolRequest<?> request) {
    for (PoolBlock<?> block : request.blocks) {
      Frame<?> frame = frames.get(block);
      if (frame == null || !frame.isLoaded()) {
        return false;
      }
    }
    return true;
  }

  @GuardedBy("lock")
  private void admitWaiting(Aftermath aftermath) {
    for (PoolRequest<?> head = waiting.peek(); head != null; head = waiting.peek()) {
      if (admit(head, aftermath)) {
        waiting.remove();
      } else if (busyFrames == 0) {
        waiting.remove();
        fail(head, tooLarge(head), aftermath);
      } else {
        work.signal(); // for a reader to watch the patience
        return;
      }
    }
  }

  private PacelineException tooLarge(PoolRequest<?> request) {
    return new PacelineException(
        ErrorCode.MEMORY_LIMIT,
        String.format(
            Locale.ROOT,
            "the scan needs %,d bytes at once for %s and others, but the buffer pool has only %,d;"
                + " raise memory= or read fewer columns",
            request.bytes(),
            request.blocks.getFirst(),
            limitBytes));
  }

  /**
   * Pins the frames of a request, new ones in the place of idle ones; false if there is no room.
   */
  @GuardedBy("lock")
  private <T> boolean admit(PoolRequest<T> request, Aftermath aftermath) {
    long need = 0;
    for (PoolBlock<T> block : request.blocks) {
      Frame<?> frame = frames.get(block);
      if (frame == null) {
        need += FrameAllocator.frameBytes(block.bytes());
      } else {
        pin(frame);
      }
    }
    boolean fits = usedBytes - idleBytes + need <= limitBytes;
    while (fits && usedBytes + need > limitBytes) {
      evictOne(aftermath);
    }
    for (PoolBlock<T> block : request.blocks) {
      Frame<T> frame = frameOf(block);
      if (!fits) {
        if (frame != null) {
          unpin(frame);
        }
        continue;
      }
      if (frame == null) {
        frame = new Frame<>(block);
        frame.pins = 1;
        frames.put(block, frame);
        usedBytes += frame.bytes;
        busyFrames++;
        toLoad.add(frame);
        work.signal();
      }
      if (!frame.isLoaded()) {
        frame.waiters.add(request);
        request.missing++;
      }
      request.frames.add(frame);
    }
    if (fits) {
      request.state = State.LOADING;
      if (request.missing == 0) {
        settle(request, aftermath);
      } else {
        startReaders();
      }
    }
    return fits;
  }

  @GuardedBy("lock")
  @SuppressWarnings("unchecked") // a frame has the type of its block
  private <T> @Nullable Frame<T> frameOf(PoolBlock<T> block) {
    return (Frame<T>) frames.get(block);
  }

  @GuardedBy("lock")
  private void settle(PoolRequest<?> request, Aftermath aftermath) {
    request.state = State.READY;
    ready.add(request);
    aftermath.settled.add(request);
    work.signal();
  }

  @GuardedBy("lock")
  private void fail(PoolRequest<?> request, PacelineException failure, Aftermath aftermath) {
    request.state = State.FAILED;
    request.failure = failure;
    unpinAll(request);
    aftermath.settled.add(request);
  }

  @GuardedBy("lock")
  private void unpinAll(PoolRequest<?> request) {
    for (Frame<?> frame : request.frames) {
      frame.waiters.remove(request);
      unpin(frame);
    }
    request.frames.clear();
    request.missing = 0;
  }

  @GuardedBy("lock")
  private void pin(Frame<?> frame) {
    if (frame.isIdle()) {
      policy.busy(frame.block);
      idleBytes -= frame.bytes;
      busyFrames++;
    }
    frame.pins++;
  }

  @GuardedBy("lock")
  private void unpin(Frame<?> frame) {
    frame.pins--;
    if (frame.isIdle()) {
      becomeIdle(frame);
    }
  }

  @GuardedBy("lock")
  private void becomeIdle(Frame<?> frame) {
    policy.idle(frame.block);
    idleBytes += frame.bytes;
    busyFrames--;
  }

  @GuardedBy("lock")
  private Frame<?> evictOne(Aftermath aftermath) {
    PoolBlock<?> block = requireNonNull(policy.victim(), "an idle block");
    Frame<?> frame = requireNonNull(frames.remove(block));
    policy.busy(block);
    usedBytes -= frame.bytes;
    idleBytes -= frame.bytes;
    evictions++;
    aftermath.evicted.add(frame);
    return frame;
  }

  /** Takes the room of the group that has been ready for longest; it is read anew later. */
  @GuardedBy("lock")
  private void revokeOldest(Aftermath aftermath) {
    PoolRequest<?> oldest = ready.iterator().next();
    ready.remove(oldest);
    unpinAll(oldest);
    oldest.state = State.WAITING;
    waiting.addLast(oldest);
    lastProgressNanos = System.nanoTime();
    admitWaiting(aftermath);
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
    for (Frame<?> frame = nextToLoad(); frame != null; frame = nextToLoad()) {
      load(frame);
    }
  }

  /**
   * Waits a while for memory that others hold: their orders are short, and a reader thread, unlike
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

  /** Waits for a frame to read; null at the end. */
  private @Nullable Frame<?> nextToLoad() {
    while (true) {
      Aftermath aftermath = new Aftermath();
      lock.lock();
      try {
        if (closed) {
          return null;
        }
        Frame<?> frame = toLoad.poll();
        if (frame != null && frame.pins > 0) {
          return frame;
        }
        if (frame != null) {
          drop(frame);
          admitWaiting(aftermath);
        } else {
          awaitWork(aftermath);
        }
      } finally {
        lock.unlock();
      }
      aftermath.run();
    }
  }

  @GuardedBy("lock")
  private void awaitWork(Aftermath aftermath) {
    if (waiting.isEmpty() || ready.isEmpty()) {
      work.awaitUninterruptibly();
      return;
    }
    long left = lastProgressNanos + PATIENCE_NANOS - System.nanoTime();
    if (left > 0) {
      awaitUninterruptibly(left);
    } else {
      revokeOldest(aftermath);
    }
  }

  @GuardedBy("lock")
  private void awaitUninterruptibly(long nanos) {
    try {
      work.awaitNanos(nanos);
    } catch (InterruptedException e) {
      // Nobody who knows this thread interrupts it, and a stray interrupt would close the channels.
    }
  }

  private <T> void load(Frame<T> frame) {
    MemorySegment segment;
    try {
      segment = allocatePatiently(frame.block.bytes());
    } catch (PacelineException e) {
      refused(frame, e);
      return;
    }
    T content = null;
    PacelineException failure = null;
    try {
      content = requireNonNull(frame.block.load(segment), "content");
    } catch (PacelineException e) {
      failure = e;
    } catch (RuntimeException | Error e) {
      failure = PacelineException.internal("reading " + frame.block + " failed: " + e, e);
    }
    Aftermath aftermath = new Aftermath();
    lock.lock();
    try {
      frame.segment = segment;
      loads++;
      lastProgressNanos = System.nanoTime();
      if (failure != null) {
        failLoad(frame, failure, aftermath);
        aftermath.evicted.add(frame);
      } else {
        frame.content = content;
        for (PoolRequest<?> waiter : frame.waiters) {
          if (--waiter.missing == 0) {
            settle(waiter, aftermath);
          }
        }
        frame.waiters.clear();
        if (frame.isIdle()) {
          becomeIdle(frame);
        }
      }
      admitWaiting(aftermath);
    } finally {
      lock.unlock();
    }
    aftermath.run();
  }

  /** The ledger has no memory for a frame, because others than this pool use it. */
  private void refused(Frame<?> frame, PacelineException refusal) {
    Aftermath aftermath = new Aftermath();
    lock.lock();
    try {
      if (closed || (taken == 0 && ready.isEmpty())) {
        failLoad(frame, refusal, aftermath);
        admitWaiting(aftermath);
      } else {
        toLoad.addLast(frame);
        if (taken == 0) {
          revokeOldest(aftermath);
        } else {
          awaitUninterruptibly(RETRY_NANOS);
        }
      }
    } finally {
      lock.unlock();
    }
    aftermath.run();
  }

  /** Fails all who wait for a frame, and forgets the frame. */
  @GuardedBy("lock")
  private void failLoad(Frame<?> frame, PacelineException failure, Aftermath aftermath) {
    for (PoolRequest<?> waiter : List.copyOf(frame.waiters)) {
      fail(waiter, failure, aftermath);
    }
    drop(frame);
  }

  /** Forgets a frame that was not loaded. */
  @GuardedBy("lock")
  private void drop(Frame<?> frame) {
    frames.remove(frame.block);
    usedBytes -= frame.bytes;
    busyFrames--;
  }
}
