package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.scan.ActiveBufferManager;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Tables, in memory or in a directory. Any thread may use it.
 *
 * <p>Every change is atomic. Readers never wait for writers; commits are made one after the other.
 */
public final class Database implements AutoCloseable {
  private final MemoryLedger ledger;
  private final TableStore store;
  private final ConcurrentSkipListMap<String, Table> tables = new ConcurrentSkipListMap<>();
  private final Set<TableSnapshot> openSnapshots = ConcurrentHashMap.newKeySet();

  @GuardedBy("this")
  private boolean closed;

  private Database(MemoryLedger ledger, TableStore store) {
    this.ledger = ledger;
    this.store = store;
    for (StoredTable stored : store.load()) {
      tables.put(
          stored.definition().name(), new Table(this, stored.definition(), stored.rowGroups()));
    }
  }

  /**
   * An empty database that ends with {@link #close}.
   *
   * @param ledger counts the tables
   */
  public static Database inMemory(MemoryLedger ledger) {
    return over(new MemoryTableStore(), ledger);
  }

  /** Opens a directory with the default options. */
  public static Database open(Path directory, MemoryLedger ledger, OpenMode mode) {
    return open(directory, ledger, DatabaseOptions.of(mode));
  }

  /**
   * Opens a directory.
   *
   * @throws PacelineException DATABASE_LOCKED, ACCESS_DENIED, READ_ONLY, IO_ERROR or CORRUPT_DATA
   */
  public static Database open(Path directory, MemoryLedger ledger, DatabaseOptions options) {
    return over(provider(directory).open(directory, ledger, options), ledger);
  }

  /**
   * Makes the directory of a database that is to be opened for writing, unless it is there.
   *
   * @throws PacelineException ACCESS_DENIED, READ_ONLY, DISK_FULL, IO_ERROR
   */
  public static void createDirectory(Path directory) {
    provider(directory).createDirectory(directory);
  }

  private static TableStoreProvider provider(Path directory) {
    return ServiceLoader.load(TableStoreProvider.class, Database.class.getClassLoader())
        .findFirst()
        .orElseThrow(
            () ->
                new PacelineException(
                    ErrorCode.NOT_SUPPORTED,
                    "no provider of databases in directories is on the class path; "
                        + directory
                        + " cannot be opened"));
  }

  /** A database over any store, which it closes in the end. */
  public static Database over(TableStore store, MemoryLedger ledger) {
    try {
      return new Database(ledger, store);
    } catch (RuntimeException | Error e) {
      store.close();
      throw e;
    }
  }

  /** The directory; null in memory. */
  public @Nullable Path directory() {
    return store.directory();
  }

  /** Whether changes are refused. */
  public boolean readOnly() {
    return store.readOnly();
  }

  public MemoryLedger ledger() {
    return ledger;
  }

  /** All tables, ordered by name. */
  public List<Table> tables() {
    return List.copyOf(tables.values());
  }

  /**
   * @param exactName as the table was created; case counts
   */
  public @Nullable Table table(String exactName) {
    return tables.get(exactName);
  }

  /**
   * Creates an empty table.
   *
   * @throws PacelineException TABLE_EXISTS
   */
  public Table createTable(TableDefinition definition) {
    return commitNewTable(definition, List.of());
  }

  /**
   * Starts a table that comes into being with all its rows when the appender commits.
   *
   * @throws PacelineException TABLE_EXISTS, here or at the commit
   */
  public Appender newTable(TableDefinition definition) {
    synchronized (this) {
      checkWritable();
      checkAbsent(definition.name());
    }
    return new Appender(this, definition, null);
  }

  /**
   * Drops a table. Snapshots and scans that are open keep its rows.
   *
   * @throws PacelineException UNKNOWN_TABLE
   */
  public synchronized void dropTable(String exactName) {
    checkWritable();
    Table table = tables.get(exactName);
    if (table == null) {
      throw new PacelineException(ErrorCode.UNKNOWN_TABLE, "there is no table " + exactName);
    }
    store.commit(stateWith(table, null));
    tables.remove(exactName);
    table.publish(null);
  }

  /** What reads blocks for all scans; null in memory. */
  public @Nullable ActiveBufferManager buffers() {
    return store.buffers();
  }

  TableStore store() {
    return store;
  }

  /**
   * @param rowGroups each with one hold, which the table takes over if this succeeds
   */
  synchronized Table commitNewTable(TableDefinition definition, List<RowGroup> rowGroups) {
    checkWritable();
    checkAbsent(definition.name());
    List<StoredTable> state = stateWith(null, null);
    state.add(new StoredTable(definition, rowGroups));
    store.commit(state);
    Table table = new Table(this, definition, rowGroups);
    tables.put(definition.name(), table);
    return table;
  }

  /**
   * Replaces the row groups of a table by what {@code change} makes of them.
   *
   * @param change is given the current row groups; new ones in its answer come with one hold, which
   *     the table takes over if this succeeds
   */
  synchronized void commitRowGroups(
      Table table, java.util.function.UnaryOperator<List<RowGroup>> change) {
    checkWritable();
    List<RowGroup> rowGroups = change.apply(table.currentRowGroups());
    store.commit(stateWith(table, rowGroups));
    table.publish(rowGroups);
  }

  void opened(TableSnapshot snapshot) {
    openSnapshots.add(snapshot);
  }

  void closed(TableSnapshot snapshot) {
    openSnapshots.remove(snapshot);
  }

  /** All tables, one of them changed (or, with null, left out). */
  private List<StoredTable> stateWith(@Nullable Table changed, @Nullable List<RowGroup> rowGroups) {
    List<StoredTable> state = new ArrayList<>();
    for (Table table : tables.values()) {
      if (table != changed) {
        state.add(new StoredTable(table.definition(), table.currentRowGroups()));
      } else if (rowGroups != null) {
        state.add(new StoredTable(table.definition(), rowGroups));
      }
    }
    return state;
  }

  @GuardedBy("this")
  private void checkAbsent(String name) {
    if (tables.containsKey(name)) {
      throw new PacelineException(ErrorCode.TABLE_EXISTS, "table " + name + " exists already");
    }
  }

  @GuardedBy("this")
  private void checkWritable() {
    if (closed) {
      throw new PacelineException(ErrorCode.CLOSED, "the database is closed");
    }
    if (store.readOnly()) {
      throw new PacelineException(
          ErrorCode.READ_ONLY,
          "the database " + store.directory() + " was opened for reading only");
    }
  }

  /**
   * Lets go of all tables and of snapshots that were left open. End queries first: scans that still
   * run keep their memory until they end. Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (TableSnapshot snapshot : openSnapshots) {
      snapshot.close();
    }
    for (Table table : tables.values()) {
      table.publish(null);
    }
    tables.clear();
    store.close();
  }
}
