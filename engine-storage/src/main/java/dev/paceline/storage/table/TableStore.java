package dev.paceline.storage.table;

import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.BlockSource;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The store of a database's tables. {@link Database} serialises {@link #commit}; {@link #write} is
 * called by any number of threads at once.
 */
public interface TableStore extends AutoCloseable {
  /** The directory; null in memory. */
  @Nullable Path directory();

  /** Whether changes are refused. */
  boolean readOnly();

  /** The state that was committed last. Called once, before anything else. */
  StoredDatabase load();

  /**
   * Takes over a fresh row group, which is no part of the committed state before a {@link #commit}
   * mentions it. Owns {@code group} from here on, also when it throws.
   *
   * @param table exists, or is being created
   */
  BlockSource write(TableIdentity table, EncodedRowGroup group);

  /**
   * Registers a scan. Never waits for input.
   *
   * @param rowGroups of the table; held by the caller until the scan is closed and has its chunks
   *     back
   * @param columns of the table
   * @param furtherPart whether another scan was opened, too, which reads the rest for the same
   *     query
   */
  ChunkSource openScan(
      ScanTable table, RowGroupSelection rowGroups, int[] columns, boolean furtherPart);

  /** Returns the manager that reads blocks for scans; null if all blocks are in memory. */
  @Nullable ActiveBufferManager buffers();

  /**
   * Changes the committed state, durably and atomically: after a failure or a crash either the old
   * state is there, or the new one with all changes.
   *
   * @param changes made one after the other
   */
  void commit(List<DatabaseChange> changes);

  /** Ends the use of the store, after all row groups have been disposed of. */
  @Override
  void close();
}
