package dev.paceline.storage.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The frames of one buffer pool. A frame that is discarded has left the pool at once; the memory of
 * several discarded frames is freed together, by a thread that holds no other lock. Any thread may
 * call any method.
 */
public final class FramePool implements AutoCloseable {
  /** How long an allocation waits for memory that queries hold before it fails. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final FrameAllocator allocator;

  /** Frames that have left the pool and are still to be freed. */
  @GuardedBy("this")
  private List<Frame> discarded = new ArrayList<>();

  /** Bytes of {@link #discarded}. Written under the lock, read without it. */
  private volatile long discardedBytes;

  /** Threads that free discarded frames. */
  private final AtomicInteger freeing = new AtomicInteger();

  /** Threads that fill frames, and do not wait for memory themselves. */
  private final AtomicInteger filling = new AtomicInteger();

  /**
   * A frame that has left the pool.
   *
   * @param size as it was asked for
   */
  public record Frame(MemorySegment segment, long size) {
    /** Returns the bytes that the frame takes. */
    public long bytes() {
      return FrameAllocator.frameBytes(size);
    }
  }

  /** Creates a pool without frames, which closes the allocator in the end. */
  public FramePool(FrameAllocator allocator) {
    this.allocator = allocator;
  }

  /** Discards a frame, whose memory {@link #takeDiscarded} and {@link #free} give back. */
  public synchronized void discard(Frame frame) {
    discarded.add(frame);
    discardedBytes += frame.bytes();
  }

  /** Returns the bytes of the frames that have been discarded and that no thread frees yet. */
  public long discardedBytes() {
    return discardedBytes;
  }

  /** Takes all discarded frames. The caller must pass them to {@link #free}. */
  public synchronized List<Frame> takeDiscarded() {
    if (discarded.isEmpty()) {
      return List.of();
    }
    freeing.incrementAndGet(); // before the bytes no longer count as discarded
    List<Frame> all = discarded;
    discarded = new ArrayList<>();
    discardedBytes = 0;
    return all;
  }

  /** Frees the memory of frames that {@link #takeDiscarded} has returned. */
  public void free(List<Frame> frames) {
    if (frames.isEmpty()) {
      return;
    }
    try {
      for (Frame frame : frames) {
        allocator.release(frame.segment(), frame.size());
      }
    } finally {
      freeing.decrementAndGet();
    }
  }

  /** The calling thread begins to allocate and fill frames; {@link #endFilling} follows. */
  public void beginFilling() {
    filling.incrementAndGet();
  }

  /** Undoes {@link #beginFilling}. */
  public void endFilling() {
    filling.decrementAndGet();
  }

  /** Returns whether a thread frees frames, or fills some that can be replaced afterwards. */
  public boolean isBusy() {
    return freeing.get() > 0 || filling.get() > 0;
  }

  /**
   * Allocates a frame for a thread that fills frames. It waits a while for memory that queries
   * hold, or for frames that another thread frees: work orders are short, and a reader thread,
   * unlike a worker, may wait.
   *
   * @param closed whether waiting is of no use any more
   * @throws PacelineException MEMORY_LIMIT
   */
  public MemorySegment allocatePatiently(long bytes, BooleanSupplier closed) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      try {
        MemorySegment frame = allocator.allocate(bytes);
        if (frame != null) {
          return frame;
        }
        List<Frame> unused = takeDiscarded();
        free(unused);
        if (unused.isEmpty() && System.nanoTime() - deadline >= 0) {
          throw PacelineException.internal("frames that have left the pool are not freed", null);
        }
      } catch (PacelineException e) {
        if (e.code() != ErrorCode.MEMORY_LIMIT
            || closed.getAsBoolean()
            || System.nanoTime() - deadline >= 0) {
          throw e;
        }
      }
      endFilling();
      LockSupport.parkNanos(RETRY_NANOS);
      beginFilling();
    }
  }

  @Override
  public void close() {
    allocator.close();
  }
}
