package dev.paceline.storage.table;

import dev.paceline.core.memory.MemoryLedger;
import java.nio.file.Path;

/** Opens directories as databases; found as a {@link java.util.ServiceLoader service}. */
public interface TableStoreProvider {
  /**
   * @throws dev.paceline.core.error.PacelineException DATABASE_LOCKED, ACCESS_DENIED, IO_ERROR or
   *     CORRUPT_DATA
   */
  TableStore open(Path directory, MemoryLedger ledger, DatabaseOptions options);
}
