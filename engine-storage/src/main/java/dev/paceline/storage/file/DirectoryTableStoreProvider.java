package dev.paceline.storage.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.TableStore;
import dev.paceline.storage.table.TableStoreProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Opens directories as databases. */
public final class DirectoryTableStoreProvider implements TableStoreProvider {
  @Override
  public TableStore open(Path path, MemoryLedger ledger, OpenMode mode) {
    Path directory = path.toAbsolutePath().normalize();
    checkPlace(directory, mode);
    if (mode == OpenMode.READ_ONLY) {
      return new DirectoryTableStore(new FileDirectory(directory), mode, null, ledger);
    }
    DatabaseLock lock = DatabaseLock.acquire(directory);
    try {
      return new DirectoryTableStore(new FileDirectory(directory), mode, lock, ledger);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /** The directory must hold a database, or nothing (which becomes one). */
  private static void checkPlace(Path directory, OpenMode mode) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          directory + " is a file, but a database is a directory; name another path");
    }
    try {
      if (!Files.exists(directory)) {
        if (mode == OpenMode.READ_ONLY) {
          throw new PacelineException(
              ErrorCode.INVALID_ARGUMENT,
              "there is no database " + directory + "; open it for writing to create it");
        }
        Files.createDirectories(directory);
      }
      List<String> names = new FileDirectory(directory).list();
      if (names.contains(ManifestFile.NAME)) {
        return;
      }
      List<String> strange =
          names.stream()
              .filter(name -> !name.equals(DatabaseLock.NAME))
              .filter(name -> !name.equals(ManifestFile.NEW_NAME))
              .toList();
      if (strange.stream().anyMatch(name -> name.endsWith(Segment.SUFFIX))) {
        throw new PacelineException(
            ErrorCode.CORRUPT_DATA,
            "the database " + directory + " has lost its manifest; restore it from a copy");
      }
      if (!strange.isEmpty()) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            directory
                + " holds "
                + strange.getFirst()
                + (strange.size() > 1 ? " and others" : "")
                + " but no database; name a new or an empty directory");
      }
    } catch (IOException e) {
      throw FileFailure.of(e, "open", directory.toString());
    }
  }
}
