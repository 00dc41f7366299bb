package dev.paceline.storage.buffer;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block that is in memory, or about to be. All fields but the final ones are guarded by the
 * pool's lock.
 */
final class Frame<T> {
  final PoolBlock<T> block;

  /** What the frame counts in the pool. */
  final long bytes;

  /** Requests that are admitted and wait for this frame. */
  final List<PoolRequest<?>> waiters = new ArrayList<>(1);

  /** Requests that need this frame. */
  int pins;

  /** Null until it is allocated. */
  @Nullable MemorySegment segment;

  /** Null until the block is in memory. */
  @Nullable T content;

  Frame(PoolBlock<T> block) {
    this.block = block;
    this.bytes = FrameAllocator.frameBytes(block.bytes());
  }

  boolean isLoaded() {
    return content != null;
  }

  /** Whether the frame could go at once. */
  boolean isIdle() {
    return pins == 0 && isLoaded();
  }
}
