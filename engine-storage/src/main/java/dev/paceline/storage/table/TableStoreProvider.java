package dev.paceline.storage.table;

import dev.paceline.core.memory.MemoryLedger;
import java.nio.file.Path;

/** Opens directories as databases; found as a {@link java.util.ServiceLoader service}. */
public interface TableStoreProvider {
  /**
   * Makes a directory, with those above it, unless it is there.
   *
   * @throws dev.paceline.core.error.PacelineException ACCESS_DENIED, READ_ONLY, DISK_FULL, IO_ERROR
   */
  void createDirectory(Path directory);

  /**
   * @throws dev.paceline.core.error.PacelineException DATABASE_LOCKED, ACCESS_DENIED, READ_ONLY,
   *     IO_ERROR or CORRUPT_DATA
   */
  TableStore open(Path directory, MemoryLedger ledger, DatabaseOptions options);
}
