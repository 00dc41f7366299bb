package dev.paceline.core.scan;

import org.jspecify.annotations.Nullable;

/**
 * A registered scan: hands out every wanted chunk of one table snapshot exactly once, in any order
 * that suits it.
 *
 * <p>Threads: any worker may call any method; implementations synchronise. Errors of reading a
 * chunk are thrown from {@link #next} (or from the chunk's first use) and fail only this scan's
 * query.
 */
public interface ChunkSource extends AutoCloseable {
  /**
   * The next chunk in memory, pinned for the caller; null when none is available now or when {@link
   * #exhausted}. Never waits.
   */
  @Nullable Chunk next();

  /**
   * Whether {@link #next} is likely to find a chunk. To ask here first keeps a scan from counting
   * as waiting while its query has other work.
   */
  default boolean isAvailable() {
    return true;
  }

  /** Whether every chunk has been handed out. */
  boolean exhausted();

  /** Takes a chunk back; its memory must not be touched afterwards. */
  void release(Chunk chunk);

  /**
   * Takes a chunk back before its end. {@link #next} hands it out again, with the {@link
   * Chunk#firstRow} given here.
   *
   * @param firstRow before which all rows have been read
   */
  void release(Chunk chunk, int firstRow);

  /**
   * Calls {@code giveBack} (from any thread that holds no lock) when others need the memory of
   * chunks, or the place of a scan: it releases chunks whose remaining rows nobody reads just now.
   */
  default void onShortage(Runnable giveBack) {}

  /**
   * Calls {@code wakeUp} (from any thread, possibly at once) whenever a chunk may have become
   * available.
   */
  void onAvailable(Runnable wakeUp);

  /** Rows of all chunks, handed out or not; for progress. */
  long totalRows();

  /** Blocks (chunks times columns) that statistics ruled out, so that they are never handed out. */
  default long skippedBlocks() {
    return 0;
  }

  /** Blocks that it was handed without having caused their load. */
  default long sharedBlocks() {
    return 0;
  }

  /** Adds what it did with the chunks of files; nothing if the table has none. */
  default void addFileChunks(ScanCounters counters) {}

  /** Time in which it had no chunk for a worker that asked. */
  default long waitedNanos() {
    return 0;
  }

  /** Ends the registration, also in the middle of a scan. Idempotent. */
  @Override
  void close();
}
