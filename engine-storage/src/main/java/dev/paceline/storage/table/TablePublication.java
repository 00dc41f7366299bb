package dev.paceline.storage.table;

import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows readers what commits have changed. A reader who takes snapshots of several tables sees all
 * that a commit has changed in them, or nothing of it. Its lock is held for some stores to memory,
 * never for input and output. Any thread may take snapshots; the rest is called under the lock of
 * commits.
 */
final class TablePublication {
  private final Database database;
  private final DatabaseNames names;
  private final Set<TableSnapshot> openSnapshots = ConcurrentHashMap.newKeySet();

  /**
   * @param names whose tables change under the lock of this object
   */
  TablePublication(Database database, DatabaseNames names) {
    this.database = database;
    this.names = names;
  }

  /** Shows the rows that a table has from now on. */
  synchronized void show(Table table, TableVersion version) {
    table.publish(version);
  }

  /**
   * Drops tables and shows another one.
   *
   * @param added null for none
   * @return the last versions of the dropped tables, which the caller retires or passes on
   */
  synchronized List<TableVersion> replace(List<Table> dropped, @Nullable Table added) {
    List<TableVersion> last = dropped.stream().map(Table::version).toList();
    for (Table table : dropped) {
      names.remove(table);
      table.publish(null);
    }
    if (added != null) {
      names.add(added);
    }
    return last;
  }

  /**
   * Takes snapshots of tables at one moment.
   *
   * @throws PacelineException UNKNOWN_TABLE if one of the tables was dropped
   */
  List<TableSnapshot> snapshots(List<Table> wanted) {
    List<TableVersion> versions = retain(wanted);
    List<TableSnapshot> snapshots = new ArrayList<>(wanted.size());
    for (int i = 0; i < versions.size(); i++) {
      snapshots.add(new TableSnapshot(database, this, wanted.get(i).definition(), versions.get(i)));
    }
    return snapshots;
  }

  private synchronized List<TableVersion> retain(List<Table> wanted) {
    List<TableVersion> versions = new ArrayList<>(wanted.size());
    for (Table table : wanted) {
      versions.add(table.version());
    }
    versions.forEach(TableVersion::retain);
    return versions;
  }

  void opened(TableSnapshot snapshot) {
    openSnapshots.add(snapshot);
  }

  void closed(TableSnapshot snapshot) {
    openSnapshots.remove(snapshot);
  }

  /** Closes the snapshots that were left open. */
  void closeSnapshots() {
    openSnapshots.forEach(TableSnapshot::close);
  }
}
