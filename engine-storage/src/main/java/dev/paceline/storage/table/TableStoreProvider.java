package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** Opens directories as databases; found as a {@link ServiceLoader service}. */
public interface TableStoreProvider {
  /**
   * Creates a directory, with those above it, if it does not exist.
   *
   * @throws PacelineException ACCESS_DENIED, READ_ONLY, DISK_FULL, IO_ERROR
   */
  void createDirectory(Path directory);

  /**
   * @throws PacelineException DATABASE_LOCKED, ACCESS_DENIED, READ_ONLY, IO_ERROR or CORRUPT_DATA
   */
  TableStore open(Path directory, MemoryLedger ledger, DatabaseOptions options);

  /**
   * Returns the provider on the class path.
   *
   * @param directory that is to be opened
   * @throws PacelineException NOT_SUPPORTED if there is none
   */
  static TableStoreProvider find(Path directory) {
    return ServiceLoader.load(TableStoreProvider.class, Database.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new PacelineException(
                    ErrorCode.NOT_SUPPORTED,
                    "no provider of databases in directories is on the class path; add"
                        + " engine-storage as a whole to open "
                        + directory));
  }
}
