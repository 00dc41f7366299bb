package dev.paceline.storage.buffer;

import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Frames from a memory scope, which together never take more than the limit of the pool. A frame
 * that is released is free for anyone who needs memory, whatever its size. Any thread may call any
 * method.
 */
public final class FrameAllocator implements AutoCloseable {
  private final MemoryScope memory;
  private final long limitBytes;

  /** Bytes of all frames, including those that are being allocated. */
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param limitBytes the most that all frames together may take
   */
  public FrameAllocator(MemoryScope memory, long limitBytes) {
    this.memory = memory;
    this.limitBytes = limitBytes;
  }

  /** Returns the bytes that a frame of a size takes. */
  public static long frameBytes(long bytes) {
    return MemoryScope.frameBytes(bytes);
  }

  /** Returns the bytes of all frames that have not been released. */
  public long bytes() {
    return bytes.get();
  }

  /**
   * @return null if the frame would not fit into the pool before others are released
   * @throws dev.paceline.core.error.PacelineException MEMORY_LIMIT
   */
  public @Nullable MemorySegment allocate(long size) {
    long taken = frameBytes(size);
    long before = bytes.getAndUpdate(used -> used + taken > limitBytes ? used : used + taken);
    if (before + taken > limitBytes) {
      return null;
    }
    MemorySegment frame = null;
    try {
      frame = memory.allocateFrame(size);
      return frame;
    } finally {
      if (frame == null) {
        bytes.addAndGet(-taken);
      }
    }
  }

  /**
   * @param size as it was asked for
   */
  public void release(MemorySegment frame, long size) {
    memory.release(frame);
    bytes.addAndGet(-frameBytes(size));
  }

  @Override
  public void close() {
    memory.close();
  }
}
