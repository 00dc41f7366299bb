package dev.paceline.storage.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Aligned memory through which direct reads of what is small or not aligned go. As many buffers as
 * there are reads at a time; they are kept until the end. Any thread may call any method.
 */
final class DirectBuffers implements AutoCloseable {
  /** The bytes of one buffer. */
  static final long BYTES = 256L << 10;

  private final MemoryScope memory;

  @GuardedBy("this")
  private final Deque<MemorySegment> unused = new ArrayDeque<>();

  DirectBuffers(MemoryLedger ledger, String directory) {
    memory = ledger.openScope("direct reads of " + directory);
  }

  /** An aligned buffer, to be {@linkplain #giveBack given back}; null if there is no memory. */
  @Nullable MemorySegment borrow() {
    synchronized (this) {
      MemorySegment buffer = unused.poll();
      if (buffer != null) {
        return buffer;
      }
    }
    try {
      MemorySegment region = memory.allocate(BYTES + SegmentLayout.BLOCK_ALIGNMENT);
      long address = region.address();
      return region.asSlice(SegmentLayout.alignUp(address) - address, BYTES);
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.MEMORY_LIMIT) {
        return null;
      }
      throw e;
    }
  }

  synchronized void giveBack(MemorySegment buffer) {
    unused.push(buffer);
  }

  @Override
  public void close() {
    memory.close();
  }
}
