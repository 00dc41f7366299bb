package dev.paceline.storage.load;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of a file that is read from its beginning to its end: the next chunk is handed out when
 * the work order of the one before it has taken its part of the file. Any thread may call the
 * methods of {@link ChunkSequence}; the fields that subclasses add belong to the work order that
 * takes.
 */
public abstract class SerialChunks implements ChunkSequence {
  private volatile Runnable wakeUp = () -> {};

  /** Whether a chunk was handed out that has not taken its part of the file yet. */
  @GuardedBy("this")
  private boolean taking;

  @GuardedBy("this")
  private boolean ended;

  /** Returns a chunk that takes the next part of the file when it is loaded. */
  protected abstract FileChunk newChunk();

  @Override
  public final synchronized @Nullable FileChunk next() {
    if (taking || ended) {
      return null;
    }
    taking = true;
    return newChunk();
  }

  @Override
  public final synchronized boolean isExhausted() {
    return ended;
  }

  @Override
  public final void onAvailable(Runnable listener) {
    wakeUp = listener;
  }

  /**
   * Lets the next chunk be handed out. Called by the work order of a chunk, without a lock.
   *
   * @param atEnd whether the chunk has taken the rest of the file
   */
  protected final void endTaking(boolean atEnd) {
    synchronized (this) {
      taking = false;
      ended = atEnd;
    }
    wakeUp.run();
  }
}
