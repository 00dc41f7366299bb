package dev.paceline.core.exec;

import dev.paceline.core.scan.ScanOrder;
import org.jspecify.annotations.Nullable;

/**
 * The start of a pipeline: hands out morsels, each the input of one work order. Shared by all
 * workers and thread-safe.
 *
 * <p>{@link #open} is called once, after all pipelines that this one depends on have completed and
 * before the first {@link #next}; {@link #close} when all morsels have been read. Workers call both
 * as work orders of their own, and all methods without a lock of the scheduler.
 */
public interface Source extends AutoCloseable {
  default void open() {}

  /**
   * The next morsel; null when none is available now or when {@link #exhausted}. Never waits, and
   * does no more than finding the morsel: reading it is the work of the order.
   */
  @Nullable Morsel next();

  /** Whether {@link #next} will never hand out a morsel again. Stays true once it is. */
  boolean exhausted();

  /**
   * Whether morsels must be run one after the other, in the order they were handed out, because
   * their order means something.
   */
  default boolean ordered() {
    return false;
  }

  /**
   * The sink that is filled while this source is read. Orders of this pipeline then go before those
   * that fill the sink, so that few rows wait between them.
   *
   * @return null if all that this source hands out exists when it is opened
   */
  default @Nullable Sink producer() {
    return null;
  }

  /**
   * Asks for morsels from which not many more rows come than this, because the sink is to be full
   * at times and orders that run already go beyond that. Called before {@link #open}; sources whose
   * morsels are small need not listen.
   */
  default void limitRowsPerMorsel(int rows) {}

  /**
   * Says in which order the pipeline wants its rows. Called before {@link #open}; only sources that
   * read files listen.
   */
  default void useOrder(ScanOrder order) {}

  /**
   * Calls {@code wakeUp} whenever a morsel may have become available. Sources that always have one
   * need not.
   */
  default void onAvailable(Runnable wakeUp) {}

  /** Rows of the table that it reads, also those that nobody needs; 0 if it reads no table. */
  default long tableRows() {
    return 0;
  }

  /** The rows of {@link #tableRows} that it is done with. Any thread may ask, at any time. */
  default long tableRowsDone() {
    return 0;
  }

  /** This source as one worker reads it. */
  SourceReader newReader(WorkerContext context);

  /** Idempotent; also called in the middle, after a failure. */
  @Override
  default void close() {}

  String name();

  /** The input of one work order: a chunk, a partition of a finished sink, … */
  interface Morsel {
    /** Gives back what the morsel holds; called once, also after a failure. */
    default void release() {}
  }

  /** One worker's way of turning morsels into batches; keeps scratch between morsels. */
  @FunctionalInterface
  interface SourceReader {
    /**
     * Pushes all rows of the morsel, until the consumer needs no more. Checks cancellation at least
     * every few batches.
     */
    void read(Morsel morsel, BatchConsumer out);
  }
}
