package dev.paceline.storage.file;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.table.DatabaseOptions;
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
  public TableStore open(Path path, MemoryLedger ledger, DatabaseOptions options) {
    OpenMode mode = options.mode();
    Path directory = path.toAbsolutePath().normalize();
    checkPlace(directory, mode);
    long poolBytes =
        options.poolBytes() == null
            ? DirectoryTableStore.defaultPoolBytes(ledger)
            : options.poolBytes();
    StorageDirectory files = files(directory, poolBytes, ledger, options);
    DatabaseLock lock = null;
    try {
      lock = mode == OpenMode.READ_ONLY ? null : DatabaseLock.acquire(directory);
      return new DirectoryTableStore(files, mode, lock, ledger, poolBytes, options.readDepth());
    } catch (RuntimeException | Error e) {
      files.close();
      if (lock != null) {
        lock.close();
      }
      throw e;
    }
  }

  @Override
  public void createDirectory(Path directory) {
    try {
      if (!Files.exists(directory)) {
        Files.createDirectories(directory);
      }
    } catch (IOException e) {
      throw FileFailure.of(e, "create", directory.toString());
    }
  }

  private static StorageDirectory files(
      Path path, long poolBytes, MemoryLedger ledger, DatabaseOptions options) {
    boolean direct =
        switch (options.directInput()) {
          case ON -> true;
          case OFF -> false;
          case AUTO -> bytesOfFiles(path) > poolBytes;
        };
    StorageDirectory files =
        new FileDirectory(path, direct ? new DirectBuffers(ledger, path.toString()) : null);
    return options.isThrottled()
        ? new ThrottledDirectory(
            files, new DeviceThrottle(options.readBytesPerSecond(), options.readLatency()))
        : files;
  }

  private static long bytesOfFiles(Path directory) {
    try (var files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw FileFailure.of(e, "open", directory.toString());
    }
  }

  /** The directory must hold a database, or nothing (which becomes one). */
  private void checkPlace(Path directory, OpenMode mode) {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          directory + " is a file, but a database is a directory; name another path");
    }
    if (mode == OpenMode.READ_ONLY && !Files.exists(directory)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no database " + directory + "; open it for writing to create it");
    }
    if (mode == OpenMode.READ_WRITE) {
      createDirectory(directory);
    }
    try {
      List<String> names = new FileDirectory(directory, null).list();
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
