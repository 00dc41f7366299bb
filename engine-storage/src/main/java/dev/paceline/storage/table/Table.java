package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.scan.ScanTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A table of a database. Any thread may use it. */
public final class Table {
  private final Database database;
  private final TableDefinition definition;
  private final ScanTable scans;

  @GuardedBy("this")
  private @Nullable TableVersion version;

  /**
   * @param rowGroups each with one hold, which the table takes over
   */
  Table(Database database, TableDefinition definition, List<RowGroup> rowGroups) {
    this.database = database;
    this.definition = definition;
    this.scans = new ScanTable(definition.name());
    this.version = new TableVersion(scans, rowGroups);
  }

  public TableDefinition definition() {
    return definition;
  }

  /**
   * The rows as they are now; close it after the query.
   *
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped
   */
  public TableSnapshot snapshot() {
    synchronized (this) {
      TableVersion current = version();
      return new TableSnapshot(database, definition, current);
    }
  }

  /** Starts to add rows, which become visible together when the appender commits. */
  public Appender appender() {
    return new Appender(database, definition, this);
  }

  /** The current state; the caller holds this table's lock for as long as it needs the groups. */
  @GuardedBy("this")
  private TableVersion version() {
    TableVersion current = version;
    if (current == null) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE, "table " + definition.name() + " was dropped");
    }
    return current;
  }

  /** What all scans of the table have in common. */
  ScanTable scans() {
    return scans;
  }

  /** The row groups of the current state; only under the database's lock, which keeps them. */
  synchronized List<RowGroup> currentRowGroups() {
    return version().rowGroups();
  }

  /**
   * Puts another state in the place of the current one, whose row groups are let go unless they
   * occur in the new one.
   *
   * @param rowGroups new ones come with one hold; null drops the table
   */
  void publish(@Nullable List<RowGroup> rowGroups) {
    TableVersion old;
    synchronized (this) {
      old = version();
      version = rowGroups == null ? null : new TableVersion(scans, rowGroups);
    }
    for (RowGroup group : old.rowGroups()) {
      if (rowGroups == null || !rowGroups.contains(group)) {
        group.release();
      }
    }
  }
}
