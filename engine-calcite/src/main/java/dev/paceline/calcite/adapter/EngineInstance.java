package dev.paceline.calcite.adapter;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.calcite.adapter.ConnectionUrl.Directory;
import dev.paceline.calcite.adapter.ConnectionUrl.Location;
import dev.paceline.calcite.adapter.ConnectionUrl.PrivateMemory;
import dev.paceline.calcite.adapter.ConnectionUrl.SharedMemory;
import dev.paceline.calcite.settings.MemorySize;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.EngineOptions;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.spill.TemporaryStorage;
import dev.paceline.storage.access.FileAccess;
import dev.paceline.storage.load.share.FileCache;
import dev.paceline.storage.table.Database;
import dev.paceline.storage.table.DatabaseOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One engine and one database, shared by all who open the same place in this process. A directory
 * and a database in memory without a name end with the last of them. One in memory with a name
 * lives as long as the process, unless {@link #closeMemory} ends it. Any thread may use it.
 */
public final class EngineInstance {
  private static final Logger LOGGER = LoggerFactory.getLogger("dev.paceline");

  @GuardedBy("EngineInstance.class")
  private static final Map<Location, EngineInstance> SHARED = new HashMap<>();

  private final Location location;
  private final Engine engine;
  private final Database database;
  private final Catalog catalog;
  private final boolean readOnly;
  private final DatabaseOptions storage;
  private final FileAccess fileAccess;
  private final FileCache fileCache;
  private final Map<Class<?>, Object> attachments = new ConcurrentHashMap<>();

  @GuardedBy("EngineInstance.class")
  private int users = 1;

  private EngineInstance(Location location, ConnectionUrl url) {
    this.location = location;
    Long memory = url.memoryBytes();
    Integer workers = url.workers();
    EngineOptions options =
        new EngineOptions(
            memory == null ? MemorySize.defaultBytes() : memory,
            workers == null ? Runtime.getRuntime().availableProcessors() : workers,
            url.knobs().batchRows(),
            url.knobs().hashMask(),
            temporaryStorage(location, url));
    engine = new Engine(options);
    try {
      database = open(location, url);
    } catch (RuntimeException | Error e) {
      engine.close();
      throw e;
    }
    database.setRowGroupRows(url.knobs().rowGroupRows());
    readOnly = url.readOnly();
    storage = url.storage();
    fileAccess = url.fileAccess();
    fileCache = new FileCache(engine.ledger(), FileCache.defaultBytes(options.memoryBytes()));
    catalog = new Catalog(this, database);
    LOGGER
        .atLevel(memory == null ? Level.INFO : Level.DEBUG)
        .log(
            "Paceline may use {} of off-heap memory and {} workers for {} (set memory= and workers="
                + " to change that)",
            MemorySize.format(options.memoryBytes()),
            options.workers(),
            description());
  }

  /**
   * Returns the storage of temporary files: beside the tables if those may be written, since the
   * system's folder may be memory itself.
   */
  private static TemporaryStorage temporaryStorage(Location place, ConnectionUrl url) {
    Path folder = url.temporaryDirectory();
    if (folder == null) {
      folder =
          place instanceof Directory(Path path) && !url.readOnly()
              ? path
              : Path.of(System.getProperty("java.io.tmpdir"));
    }
    Long limit = url.temporaryBytes();
    return limit == null
        ? TemporaryStorage.ofFreeSpace(folder)
        : new TemporaryStorage(folder, limit);
  }

  private Database open(Location place, ConnectionUrl url) {
    return place instanceof Directory(Path path)
        ? Database.open(path, engine.ledger(), url.storage())
        : Database.inMemory(engine.ledger());
  }

  /**
   * Opens a database, or joins those who have it open. Every call is matched by a {@link #release}.
   *
   * @throws PacelineException INVALID_ARGUMENT if it is open with other properties, or what opening
   *     gives
   */
  public static EngineInstance acquire(ConnectionUrl url) {
    Location location = canonical(url.location(), url.readOnly());
    if (location instanceof PrivateMemory) {
      return new EngineInstance(location, url);
    }
    synchronized (EngineInstance.class) {
      EngineInstance existing = SHARED.get(location);
      if (existing == null) {
        EngineInstance opened = new EngineInstance(location, url);
        SHARED.put(location, opened);
        if (location instanceof SharedMemory) {
          opened.users++; // for its name
        }
        return opened;
      }
      existing.checkWritable(url);
      existing.users++;
      return existing;
    }
  }

  /**
   * Takes the name from a database in memory, so that it ends with its last user.
   *
   * @return false if there is no database of that name
   */
  public static boolean closeMemory(String name) {
    EngineInstance named;
    synchronized (EngineInstance.class) {
      named = SHARED.remove(new SharedMemory(name));
    }
    if (named == null) {
      return false;
    }
    named.release();
    return true;
  }

  /** Ends one use; the last one closes database and engine. */
  public void release() {
    synchronized (EngineInstance.class) {
      if (--users > 0) {
        return;
      }
      SHARED.remove(location, this);
      try (engine;
          fileCache) {
        database.close();
      }
    }
  }

  private void checkWritable(ConnectionUrl url) {
    if (readOnly && !url.readOnly()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          description()
              + " is open in this process with read_only=true; set read_only=true or close the"
              + " other connections first");
    }
  }

  /** One spelling for every directory, so that all who mean it share it. */
  private static Location canonical(Location location, boolean readOnly) {
    if (!(location instanceof Directory(Path path))) {
      return location;
    }
    if (!readOnly) {
      Database.createDirectory(path);
    }
    try {
      return new Directory(
          Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new PacelineException(
          ErrorCode.IO_ERROR, "cannot open the database directory " + path + ": " + e, e);
    }
  }

  /** Returns a phrase that names the database in messages. */
  String description() {
    return switch (location) {
      case PrivateMemory _ -> "a database in memory";
      case SharedMemory(String name) -> "the database mem:" + name;
      case Directory(Path path) -> "the database " + path;
    };
  }

  public Engine engine() {
    return engine;
  }

  public Database database() {
    return database;
  }

  /** Returns the options with which the database was opened. */
  DatabaseOptions storage() {
    return storage;
  }

  /** Returns which files statements may read and write. */
  public FileAccess fileAccess() {
    return fileAccess;
  }

  /** Returns what scans of files share, and the columns of files that are kept in memory. */
  public FileCache fileCache() {
    return fileCache;
  }

  /** The tables as Calcite sees them. */
  public Catalog catalog() {
    return catalog;
  }

  /** Something that another layer has once for every instance, made at the first call. */
  public <T> T attachment(Class<T> type, Function<EngineInstance, T> make) {
    return type.cast(attachments.computeIfAbsent(type, absent -> make.apply(this)));
  }

  /** Users that have not released it yet. */
  int users() {
    synchronized (EngineInstance.class) {
      return users;
    }
  }
}
