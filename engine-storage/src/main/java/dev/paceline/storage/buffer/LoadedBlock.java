package dev.paceline.storage.buffer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.scan.ChunkColumn;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A block in memory, as it was read until somebody uses it: then it is checked and unpacked, once,
 * by that thread. So readers only read, the work is that of the query that needs it, and blocks
 * that nobody looks at cost none.
 *
 * <p>Any thread that has the chunk may use it; another that comes while it is being unpacked waits
 * for that, about a millisecond at most.
 */
public final class LoadedBlock {
  private final StoredBlock block;
  private final MemorySegment frame;
  private final Consumer<LoadedBlock> onFailure;
  private volatile @Nullable ChunkColumn content;

  @GuardedBy("this")
  private @Nullable PacelineException failure;

  /**
   * @param frame holds the bytes as they were read
   * @param onFailure told once, by the thread that finds the block to be damaged
   */
  public LoadedBlock(StoredBlock block, MemorySegment frame, Consumer<LoadedBlock> onFailure) {
    this.block = block;
    this.frame = frame;
    this.onFailure = onFailure;
  }

  public MemorySegment frame() {
    return frame;
  }

  /**
   * The content of the frame.
   *
   * @throws PacelineException CORRUPT_DATA, the same for all who ask
   */
  public ChunkColumn content() {
    ChunkColumn opened = content;
    return opened == null ? open() : opened;
  }

  private synchronized ChunkColumn open() {
    ChunkColumn opened = content;
    if (opened != null) {
      return opened;
    }
    if (failure == null) {
      try {
        opened = block.open(frame);
        content = opened;
        return opened;
      } catch (PacelineException e) {
        failure = e;
      } catch (RuntimeException | Error e) {
        failure = PacelineException.internal("unpacking " + block + " failed: " + e, e);
      }
      onFailure.accept(this);
    }
    throw failure;
  }
}
