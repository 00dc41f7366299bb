package dev.paceline.storage.buffer;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A group of blocks that somebody wants in memory together. Any thread may call any method.
 *
 * <pre>
 *   WAITING → LOADING → READY → TAKEN → CLOSED
 *      ↑         ↓        |
 *      |       FAILED     |
 *      +------------------+   another group had waited too long for room
 * </pre>
 *
 * @param <T> what the blocks mean
 */
public final class PoolRequest<T> implements AutoCloseable {
  enum State {
    /** For room. */
    WAITING,
    /** Has its frames; some of them are being read. */
    LOADING,
    /** All blocks are in memory. */
    READY,
    /** Handed out. */
    TAKEN,
    FAILED,
    CLOSED
  }

  private final BufferPool pool;
  final List<PoolBlock<T>> blocks;
  final Runnable whenSettled;

  // Guarded by the pool's lock from here on.

  State state = State.WAITING;

  /** Empty, or the pinned frames of all blocks, in their order. */
  final List<Frame<T>> frames;

  /** Frames that are not loaded yet. */
  int missing;

  @Nullable PacelineException failure;

  PoolRequest(BufferPool pool, List<PoolBlock<T>> blocks, Runnable whenSettled) {
    this.pool = pool;
    this.blocks = List.copyOf(blocks);
    this.whenSettled = whenSettled;
    this.frames = new ArrayList<>(blocks.size());
  }

  /** Bytes of all blocks. */
  long bytes() {
    return blocks.stream().mapToLong(PoolBlock::bytes).sum();
  }

  /**
   * What the blocks mean, in their order, valid until {@link #close}; null while not all of them
   * are in memory. Taken once.
   *
   * @throws PacelineException the blocks' own errors, MEMORY_LIMIT or CLOSED
   */
  public @Nullable List<T> take() {
    return pool.take(this);
  }

  /** Unpins the blocks, or gives up wanting them. Idempotent. */
  @Override
  public void close() {
    pool.close(this);
  }

  List<T> contents() {
    List<T> contents = new ArrayList<>(frames.size());
    for (Frame<T> frame : frames) {
      contents.add(requireNonNull(frame.content));
    }
    return contents;
  }
}
