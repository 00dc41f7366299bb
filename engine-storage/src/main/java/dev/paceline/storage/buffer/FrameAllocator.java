package dev.paceline.storage.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Frames from a memory scope. A scope takes back only segments of more than 64 KiB, so smaller
 * frames come in powers of two and are kept here for reuse. Any thread may call any method.
 */
public final class FrameAllocator implements AutoCloseable {
  /** From here on a frame is a region of the ledger. */
  private static final long LARGE_BYTES = (64L << 10) + 1;

  private static final long LARGEST_SMALL_BYTES = 32L << 10;
  private static final int SMALLEST_SHIFT = 10;

  private final MemoryScope memory;

  /** Unused small frames, by the logarithm of their size less {@link #SMALLEST_SHIFT}. */
  @GuardedBy("this")
  private final List<Deque<MemorySegment>> unused = new ArrayList<>();

  public FrameAllocator(MemoryScope memory) {
    this.memory = memory;
  }

  /** The size of the frame for so many bytes. */
  public static long frameBytes(long bytes) {
    return bytes > LARGEST_SMALL_BYTES ? Math.max(bytes, LARGE_BYTES) : 1L << shift(bytes);
  }

  private static int shift(long bytes) {
    return Math.max(SMALLEST_SHIFT, Long.SIZE - Long.numberOfLeadingZeros(bytes - 1));
  }

  /** Bytes of all frames, in use or not. */
  public long bytes() {
    return memory.bytes();
  }

  /**
   * @throws dev.paceline.core.error.PacelineException MEMORY_LIMIT
   */
  public MemorySegment allocate(long bytes) {
    if (bytes <= LARGEST_SMALL_BYTES) {
      synchronized (this) {
        MemorySegment frame = frames(shift(bytes)).poll();
        if (frame != null) {
          return frame;
        }
      }
    }
    return memory.allocate(frameBytes(bytes));
  }

  /**
   * @param bytes as they were asked for
   */
  public void release(MemorySegment frame, long bytes) {
    if (bytes > LARGEST_SMALL_BYTES) {
      memory.release(frame);
      return;
    }
    synchronized (this) {
      frames(shift(bytes)).push(frame);
    }
  }

  @GuardedBy("this")
  private Deque<MemorySegment> frames(int shift) {
    while (unused.size() <= shift - SMALLEST_SHIFT) {
      unused.add(new ArrayDeque<>());
    }
    return unused.get(shift - SMALLEST_SHIFT);
  }

  @Override
  public void close() {
    memory.close();
  }
}
