package dev.paceline.storage.table;

import dev.paceline.storage.encoding.EncodedColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of one row group on their way into memory. Any thread may call any method.
 *
 * <p>Until they are taken, blocks may leave the memory again for the sake of a scan that has more
 * need; then they are read anew, without being asked.
 */
public interface BlockRequest extends AutoCloseable {
  /**
   * The blocks, pinned until {@link #close}, in the order they were asked for; null while not all
   * of them are in memory. Never waits. Taken once.
   *
   * @throws dev.paceline.core.error.PacelineException IO_ERROR, CORRUPT_DATA, MEMORY_LIMIT or
   *     CLOSED, if they cannot be had
   */
  @Nullable List<EncodedColumn> take();

  /** Gives the blocks back, or gives up wanting them. Idempotent. */
  @Override
  void close();
}
