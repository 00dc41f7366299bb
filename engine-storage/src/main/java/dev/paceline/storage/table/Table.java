package dev.paceline.storage.table;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A table of a database. Any thread may use it. */
public final class Table {
  private final Database database;
  private final TableIdentity identity;
  private final TableDefinition definition;

  private final ReentrantLock merging = new ReentrantLock();

  /** Written, and held for new readers, under the publication lock of the database only. */
  private volatile @Nullable TableVersion version;

  /**
   * @param rowGroups each with one hold, which the table takes over
   */
  Table(Database database, TableIdentity identity, List<RowGroup> rowGroups) {
    this(
        database,
        identity,
        TableVersion.first(new ScanTable(identity.definition().name()), rowGroups));
  }

  /** A table with the rows of one that it takes the place of, and whose hold it takes over. */
  Table(Database database, TableIdentity identity, TableVersion version) {
    this.database = database;
    this.identity = identity;
    this.definition = identity.definition();
    this.version = version;
  }

  public TableDefinition definition() {
    return definition;
  }

  /** Returns the database that the table is in, or was. */
  public Database database() {
    return database;
  }

  TableIdentity identity() {
    return identity;
  }

  /** The number of rows now, for plans; 0 if the table was dropped. Costs next to nothing. */
  public long rowCount() {
    TableVersion current = version;
    return current == null ? 0 : current.rowCount();
  }

  /**
   * The rows as they are now; close it after the query.
   *
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped
   */
  public TableSnapshot snapshot() {
    return database.snapshots(List.of(this)).getFirst();
  }

  /**
   * Held by who merges row groups of this table, so that others neither merge the same ones nor
   * make the merge void. Taken before any lock of the database, and never for long without a bound.
   */
  ReentrantLock merging() {
    return merging;
  }

  /** Starts to add rows, which become visible together when the appender commits. */
  public Appender appender() {
    return new Appender(
        database, identity, added -> new RowGroupMerge(database, identity).commit(this, added));
  }

  /** Returns an object that is another one after each commit that changes the rows. */
  public Object state() {
    return version();
  }

  /**
   * The current state. Who does not hold the publication lock of the database, or the lock of its
   * commits, must not hold on to it.
   */
  TableVersion version() {
    TableVersion current = version;
    if (current == null) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE, "table " + definition.name() + " was dropped");
    }
    return current;
  }

  /** Puts another state in the place of the current one; null drops the table. */
  void publish(@Nullable TableVersion newVersion) {
    version = newVersion;
  }
}
