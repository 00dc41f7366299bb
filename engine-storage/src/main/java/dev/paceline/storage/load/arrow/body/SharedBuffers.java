package dev.paceline.storage.load.arrow.body;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The decompressed buffers of one record batch in a scan, which all chunks of the batch need: a
 * buffer cannot be decompressed in parts. The memory is given back with the last chunk.
 *
 * <p>No worker waits for a buffer that another worker decompresses. It decompresses further buffers
 * that will be needed meanwhile, and if there are none, the same buffer again. Thread-safe.
 */
public final class SharedBuffers implements AutoCloseable {
  private final MemoryLedger ledger;
  private final String owner;

  /** The buffers that some worker decompresses or has decompressed. */
  @GuardedBy("this")
  private final BitSet claimed = new BitSet();

  @GuardedBy("this")
  private final Map<Integer, Content> contents = new HashMap<>();

  /** Chunks that have not been released. */
  @GuardedBy("this")
  private int chunks;

  /** Decompresses a buffer. */
  @FunctionalInterface
  interface Decompressor {
    /**
     * Returns the content of a buffer.
     *
     * @param memory for the content
     * @throws IOException or an unchecked exception if it is damaged
     */
    MemorySegment decompress(int buffer, MemoryScope memory) throws IOException;
  }

  private record Content(MemorySegment bytes, MemoryScope memory) {}

  /**
   * @param chunks of the batch, each of which calls {@link #release} once
   * @param owner of the memory, for messages
   */
  public SharedBuffers(int chunks, MemoryLedger ledger, String owner) {
    this.chunks = chunks;
    this.ledger = ledger;
    this.owner = owner;
  }

  /**
   * Returns the content of a buffer, which nobody may change.
   *
   * @param wanted the buffers that will be needed as well
   */
  MemorySegment get(int buffer, BitSet wanted, Decompressor decompressor) throws IOException {
    if (claim(buffer)) {
      return decompress(buffer, decompressor);
    }
    MemorySegment bytes = bytes(buffer);
    for (int other = wanted.nextSetBit(0); bytes == null && other >= 0; ) {
      if (claim(other)) {
        decompress(other, decompressor);
        bytes = bytes(buffer);
      }
      other = wanted.nextSetBit(other + 1);
    }
    return bytes == null ? decompress(buffer, decompressor) : bytes;
  }

  private synchronized boolean claim(int buffer) {
    boolean isFirst = !claimed.get(buffer);
    claimed.set(buffer);
    return isFirst;
  }

  private synchronized @Nullable MemorySegment bytes(int buffer) {
    Content content = contents.get(buffer);
    return content == null ? null : content.bytes();
  }

  private MemorySegment decompress(int buffer, Decompressor decompressor) throws IOException {
    MemoryScope memory = ledger.openScope(owner);
    MemoryScope unused = memory;
    try {
      MemorySegment bytes = decompressor.decompress(buffer, memory);
      synchronized (this) {
        Content other = contents.putIfAbsent(buffer, new Content(bytes, memory));
        if (other != null) {
          return other.bytes();
        }
      }
      unused = null;
      return bytes;
    } finally {
      if (unused != null) {
        unused.close();
      }
    }
  }

  /** Notes that a chunk needs nothing any more. */
  public void release() {
    boolean isLast;
    synchronized (this) {
      chunks--;
      isLast = chunks == 0;
    }
    if (isLast) {
      close();
    }
  }

  /** Gives the memory back, when no chunk is in use. Closing twice does nothing. */
  @Override
  public void close() {
    Map<Integer, Content> dropped;
    synchronized (this) {
      dropped = Map.copyOf(contents);
      contents.clear();
    }
    dropped.values().forEach(content -> content.memory().close());
  }
}
