package dev.paceline.storage.table;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import dev.paceline.storage.table.rowgroup.RowGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tables, in memory or in a directory. Any thread may use it.
 *
 * <p>Every change is atomic. Readers never wait for writers; commits are made one after the other,
 * under the monitor of the database. Snapshots of several tables show one moment.
 */
public final class Database implements AutoCloseable {
  private final MemoryLedger ledger;
  private final TableStore store;

  /**
   * Changed under the lock of commits, which may do input and output; its tables under the lock of
   * publication, too.
   */
  private final DatabaseNames names = new DatabaseNames();

  /** Changed under the lock of commits. */
  private final Sequences sequences;

  /** Changed under the lock of commits. */
  private volatile NamedDefinitions<MacroDefinition> macros;

  /** Changed under the lock of commits. */
  private volatile NamedDefinitions<TypeDefinition> types;

  private final TablePublication publication = new TablePublication(this, names);

  /** The id of the next table; ids are not used again while the database is open. */
  @GuardedBy("this")
  private long nextTableId = 1;

  @GuardedBy("this")
  private boolean closed;

  private volatile int rowGroupRows = RowGroup.MAX_ROWS;

  private Database(MemoryLedger ledger, TableStore store) {
    this.ledger = ledger;
    this.store = store;
    StoredDatabase state = store.load();
    for (StoredTable stored : state.tables()) {
      TableIdentity identity = stored.identity();
      names.add(new Table(this, identity, stored.rowGroups()));
      nextTableId = Math.max(nextTableId, identity.id() + 1);
    }
    state.views().forEach(names::add);
    state.schemas().forEach(names::addSchema);
    sequences = new Sequences(this, state.sequences());
    macros = NamedDefinitions.macros(state.macros());
    types = NamedDefinitions.types(state.types());
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
    return over(TableStoreProvider.find(directory).open(directory, ledger, options), ledger);
  }

  /**
   * Creates the directory of a database that is opened for writing, if it does not exist.
   *
   * @throws PacelineException ACCESS_DENIED, READ_ONLY, DISK_FULL, IO_ERROR
   */
  public static void createDirectory(Path directory) {
    TableStoreProvider.find(directory).createDirectory(directory);
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

  /** The most rows that appends put into a row group. */
  public int rowGroupRows() {
    return rowGroupRows;
  }

  /**
   * Makes the row groups of appends that begin from now on smaller than usual, so that few rows are
   * many row groups: for tests.
   *
   * @param rows from 1 to {@link RowGroup#MAX_ROWS}
   */
  public void setRowGroupRows(int rows) {
    if (rows < 1 || rows > RowGroup.MAX_ROWS) {
      throw new IllegalArgumentException("row groups of " + rows + " rows");
    }
    rowGroupRows = rows;
  }

  /** Returns the names of all schemas, in order. */
  public List<String> schemas() {
    return names.schemas();
  }

  /** Returns the name of a schema as it was created; null if there is no such schema. */
  public @Nullable String schema(String anyCase) {
    return names.schema(anyCase);
  }

  /**
   * Creates a schema.
   *
   * @throws PacelineException TABLE_EXISTS if there is one of this name, in any case
   */
  public synchronized void createSchema(String name) {
    checkWritable();
    String existing = schema(name);
    if (existing != null) {
      throw new PacelineException(
          ErrorCode.TABLE_EXISTS, "schema " + existing + " exists already; drop it first");
    }
    store.commit(List.of(new DatabaseChange.SchemaCreated(name)));
    names.addSchema(name);
  }

  /**
   * Drops a schema.
   *
   * @param exactName as it was created
   * @param cascade whether its tables, views and sequences are dropped, too
   * @throws PacelineException INVALID_STATEMENT if the schema has any of these and {@code cascade}
   *     is false, or if each database has it; UNKNOWN_TABLE if there is no such schema
   */
  public synchronized void dropSchema(String exactName, boolean cascade) {
    checkWritable();
    if (exactName.equals(ObjectName.MAIN)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "the schema " + exactName + " cannot be dropped");
    }
    if (!names.schemas().contains(exactName)) {
      throw new PacelineException(ErrorCode.UNKNOWN_TABLE, "there is no schema " + exactName);
    }
    List<Table> ownTables = names.tablesOf(exactName);
    List<ViewDefinition> ownViews = names.viewsOf(exactName);
    List<ObjectName> ownSequences =
        sequences.all().stream()
            .map(sequence -> sequence.definition().qualifiedName())
            .filter(name -> name.schema().equals(exactName))
            .toList();
    int own = ownTables.size() + ownViews.size() + ownSequences.size();
    if (!cascade && own > 0) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "schema "
              + exactName
              + " has "
              + own
              + " tables, views and sequences; drop them first, or write DROP SCHEMA … CASCADE");
    }
    List<DatabaseChange> changes = new ArrayList<>();
    ownTables.forEach(table -> changes.add(new DatabaseChange.Dropped(table.identity())));
    ownViews.forEach(view -> changes.add(new DatabaseChange.ViewDropped(view.qualifiedName())));
    ownSequences.forEach(name -> changes.add(new DatabaseChange.SequenceDropped(name)));
    changes.add(new DatabaseChange.SchemaDropped(exactName));
    dropTables(ownTables, changes);
    ownViews.forEach(names::remove);
    ownSequences.forEach(sequences::remove);
    names.removeSchema(exactName);
  }

  /** All tables, ordered by schema and name. */
  public List<Table> tables() {
    return names.tables();
  }

  /**
   * @param exactName as the table was created, in the schema that each database has; case counts
   */
  public @Nullable Table table(String exactName) {
    return table(ObjectName.main(exactName));
  }

  /**
   * @param exactName as the table was created; case counts
   */
  public @Nullable Table table(ObjectName exactName) {
    return names.table(exactName);
  }

  /** All views, ordered by schema and name. */
  public List<ViewDefinition> views() {
    return names.views();
  }

  /**
   * @param exactName as the view was created; case counts
   */
  public @Nullable ViewDefinition view(ObjectName exactName) {
    return names.view(exactName);
  }

  /**
   * Creates an empty table.
   *
   * @throws PacelineException TABLE_EXISTS if a table or a view has this name, in any case
   */
  public synchronized Table createTable(TableDefinition definition) {
    names.checkAbsent(definition.qualifiedName());
    return commitTable(null, identify(definition), List.of());
  }

  /**
   * Starts a table that comes into being with all its rows when the appender commits.
   *
   * @throws PacelineException TABLE_EXISTS if a table or a view has this name, in any case: here,
   *     or at the commit if it came into being in between
   */
  public Appender newTable(TableDefinition definition) {
    TableIdentity identity;
    synchronized (this) {
      checkWritable();
      names.checkAbsent(definition.qualifiedName());
      identity = identify(definition);
    }
    return new Appender(this, identity, added -> commitNewTable(identity, added));
  }

  private synchronized void commitNewTable(TableIdentity identity, List<RowGroup> added) {
    names.checkAbsent(identity.definition().qualifiedName());
    commitTable(null, identity, added);
  }

  /**
   * Starts a table that comes into being with all its rows when the appender commits, and then
   * takes the place of the table that has its name, in any case, if there is one.
   *
   * @throws PacelineException TABLE_EXISTS if a view has this name, here or at the commit
   */
  public Appender replacingTable(TableDefinition definition) {
    TableIdentity identity;
    synchronized (this) {
      checkWritable();
      names.checkNoView(definition.qualifiedName());
      identity = identify(definition);
    }
    return new Appender(this, identity, added -> commitReplacingTable(identity, added));
  }

  private synchronized void commitReplacingTable(TableIdentity identity, List<RowGroup> added) {
    ObjectName name = identity.definition().qualifiedName();
    names.checkSchema(name);
    names.checkNoView(name);
    commitTable(names.tableOfAnyCase(name), identity, added);
  }

  /**
   * Starts a table that takes the place of another one when the appender commits.
   *
   * @param table whose rows the caller reads after this call, to change and append them
   * @return an appender whose commit throws INVALID_STATEMENT if the rows of the table were changed
   *     after this call
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped; TABLE_EXISTS if another table
   *     or a view has the new name
   */
  public synchronized Appender rewritingTable(Table table, TableDefinition definition) {
    checkWritable();
    names.checkCurrent(table);
    names.checkFree(definition.qualifiedName(), table);
    TableVersion before = table.version();
    TableIdentity identity = identify(definition);
    return new Appender(
        this, identity, added -> commitRewrittenTable(table, before, identity, added));
  }

  @SuppressWarnings("ReferenceEquality") // each commit to the table makes another version
  private synchronized void commitRewrittenTable(
      Table table, TableVersion before, TableIdentity identity, List<RowGroup> added) {
    names.checkCurrent(table);
    names.checkFree(identity.definition().qualifiedName(), table);
    if (table.version() != before) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "the rows of table "
              + table.definition().name()
              + " were changed while it was altered; nothing was altered, run the statement again");
    }
    commitTable(table, identity, added);
  }

  /**
   * Gives a table another definition, and leaves its rows as they are. Whoever uses the table by
   * its object finds it dropped.
   *
   * @param definition with as many columns, of the same types
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped; TABLE_EXISTS if another table
   *     or a view has the new name
   */
  public synchronized Table redefineTable(Table table, TableDefinition definition) {
    if (!definition.columnTypes().equals(table.definition().columnTypes())) {
      throw new IllegalArgumentException("other columns: " + definition);
    }
    checkWritable();
    names.checkCurrent(table);
    names.checkFree(definition.qualifiedName(), table);
    TableIdentity identity = new TableIdentity(table.identity().id(), definition);
    List<DatabaseChange> changes = new ArrayList<>(sequences.changes(table, definition));
    changes.add(new DatabaseChange.Redefined(identity));
    store.commit(changes);
    Table renamed = new Table(this, identity, table.version());
    publication.replace(List.of(table), renamed); // the rows stay, so no version is retired
    sequences.publish(table, definition);
    return renamed;
  }

  /**
   * Creates a view.
   *
   * @param replace whether it takes the place of a view that has its name, in any case
   * @throws PacelineException TABLE_EXISTS if a table has this name, or a view that is not replaced
   */
  public synchronized void createView(ViewDefinition view, boolean replace) {
    checkWritable();
    ViewDefinition old = replace ? names.viewOfAnyCase(view.qualifiedName()) : null;
    if (old == null) {
      names.checkAbsent(view.qualifiedName());
      store.commit(List.of(new DatabaseChange.ViewCreated(view)));
    } else {
      store.commit(
          List.of(
              new DatabaseChange.ViewDropped(old.qualifiedName()),
              new DatabaseChange.ViewCreated(view)));
      names.remove(old);
    }
    names.add(view);
  }

  /**
   * Gives a view another name in its schema.
   *
   * @throws PacelineException UNKNOWN_TABLE if it was dropped already; TABLE_EXISTS if another
   *     table or view has the name, in any case
   */
  public synchronized void renameView(ViewDefinition view, String newName) {
    checkWritable();
    checkCurrent(view);
    ViewDefinition renamed = view.withName(newName);
    if (!newName.equalsIgnoreCase(view.name())) {
      names.checkAbsent(renamed.qualifiedName());
    }
    store.commit(
        List.of(
            new DatabaseChange.ViewDropped(view.qualifiedName()),
            new DatabaseChange.ViewCreated(renamed)));
    names.remove(view);
    names.add(renamed);
  }

  /**
   * Drops a view.
   *
   * @throws PacelineException UNKNOWN_TABLE if it was dropped already
   */
  public synchronized void dropView(ViewDefinition view) {
    checkWritable();
    checkCurrent(view);
    store.commit(List.of(new DatabaseChange.ViewDropped(view.qualifiedName())));
    names.remove(view);
  }

  @GuardedBy("this")
  private void checkCurrent(ViewDefinition view) {
    if (!view.equals(names.view(view.qualifiedName()))) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "view " + view.name() + " was dropped meanwhile; nothing was changed");
    }
  }

  /** All sequences, ordered by schema and name. */
  public List<Sequence> sequences() {
    return sequences.all();
  }

  /**
   * Returns the sequence that a name means.
   *
   * @param name in any case
   * @return null if there is none
   */
  public @Nullable Sequence sequence(ObjectName name) {
    return sequences.find(name);
  }

  /**
   * Creates a sequence. Its name may be that of a table.
   *
   * @param replace whether it takes the place of a sequence that has its name, in any case
   * @throws PacelineException TABLE_EXISTS if there is such a sequence that is not replaced
   */
  public synchronized void createSequence(SequenceDefinition sequence, boolean replace) {
    checkWritable();
    names.checkSchema(sequence.qualifiedName());
    List<DatabaseChange> changes = new ArrayList<>();
    Sequence old = sequence(sequence.qualifiedName());
    if (old != null) {
      if (!replace) {
        throw new PacelineException(
            ErrorCode.TABLE_EXISTS,
            "sequence " + old.definition().name() + " exists already; drop it first");
      }
      changes.add(new DatabaseChange.SequenceDropped(old.definition().qualifiedName()));
    }
    SequencePosition position = SequencePosition.before(sequence);
    changes.add(new DatabaseChange.SequenceCreated(sequence, position));
    store.commit(changes);
    if (old != null) {
      sequences.remove(old.definition().qualifiedName());
    }
    sequences.add(sequence);
  }

  /**
   * Drops a sequence, and tables with it, in one commit.
   *
   * @param dependents the tables
   * @throws PacelineException UNKNOWN_TABLE if one of them was dropped already
   */
  public synchronized void dropSequence(Sequence sequence, List<Table> dependents) {
    checkWritable();
    checkCurrent(sequence);
    dependents.forEach(names::checkCurrent);
    List<DatabaseChange> changes = new ArrayList<>();
    for (Table table : dependents) {
      changes.add(new DatabaseChange.Dropped(table.identity()));
      changes.addAll(sequences.changes(table, null));
    }
    changes.add(new DatabaseChange.SequenceDropped(sequence.definition().qualifiedName()));
    dropTables(dependents, changes);
    sequences.remove(sequence.definition().qualifiedName());
  }

  @GuardedBy("this")
  private void checkCurrent(Sequence sequence) {
    if (!sequences.has(sequence)) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_TABLE,
          "sequence " + sequence + " was dropped meanwhile; run the statement again");
    }
  }

  /** Reserves values of a sequence durably. */
  synchronized void reserve(Sequence sequence, long wanted) {
    checkWritable();
    checkCurrent(sequence);
    ObjectName name = sequence.definition().qualifiedName();
    sequence.reserve(
        wanted,
        position -> store.commit(List.of(new DatabaseChange.SequenceMoved(name, position))));
  }

  /** Returns all macros, in no particular order. */
  public NamedDefinitions<MacroDefinition> macros() {
    return macros;
  }

  /**
   * Creates a macro.
   *
   * @param replace whether it takes the place of a macro that has its name, in any case
   * @throws PacelineException TABLE_EXISTS if there is such a macro that is not replaced
   */
  public synchronized void createMacro(MacroDefinition macro, boolean replace) {
    checkWritable();
    macros = macros.with(macro, replace, store::commit);
  }

  /**
   * Drops a macro.
   *
   * @throws PacelineException INVALID_STATEMENT if it was dropped already
   */
  public synchronized void dropMacro(MacroDefinition macro) {
    checkWritable();
    macros = macros.without(macro, store::commit);
  }

  /** Returns all names for types, in no particular order. */
  public NamedDefinitions<TypeDefinition> types() {
    return types;
  }

  /**
   * Creates a name for a type.
   *
   * @param replace whether it takes the place of one that has its name, in any case
   * @throws PacelineException TABLE_EXISTS if there is such a name that is not replaced
   */
  public synchronized void createType(TypeDefinition type, boolean replace) {
    checkWritable();
    types = types.with(type, replace, store::commit);
  }

  /** Drops a name for a type, which no one has dropped meanwhile; columns of the type stay. */
  public synchronized void dropType(TypeDefinition type) {
    checkWritable();
    types = types.without(type, store::commit);
  }

  /** Like {@link #dropTable(Table)}, for the table that has this name now. */
  public synchronized void dropTable(String exactName) {
    checkWritable();
    Table table = table(exactName);
    if (table == null) {
      throw new PacelineException(ErrorCode.UNKNOWN_TABLE, "there is no table " + exactName);
    }
    dropTable(table);
  }

  /**
   * Drops a table, and no other one of its name. Snapshots and scans that are open keep its rows.
   *
   * @throws PacelineException UNKNOWN_TABLE if it was dropped already
   */
  public synchronized void dropTable(Table table) {
    checkWritable();
    names.checkCurrent(table);
    List<DatabaseChange> changes = new ArrayList<>(sequences.changes(table, null));
    changes.add(new DatabaseChange.Dropped(table.identity()));
    dropTables(List.of(table), changes);
  }

  /** Commits changes that drop tables, and takes the tables away. */
  @GuardedBy("this")
  private void dropTables(List<Table> dropped, List<DatabaseChange> changes) {
    store.commit(changes);
    List<TableVersion> last = publication.replace(dropped, null);
    dropped.forEach(table -> sequences.publish(table, null));
    last.forEach(TableVersion::retire);
  }

  /**
   * Removes all rows of a table. Snapshots and scans that are open keep them.
   *
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped
   */
  public void truncate(Table table) {
    commitRowGroups(
        table,
        current ->
            current.rowGroups().isEmpty()
                ? null
                : new DatabaseChange.Replaced(table.identity(), 0, List.of()));
  }

  /**
   * Snapshots of tables as of one moment: of each commit, all of them show what it changed, or
   * none. Close them after the query. Does not wait for commits.
   *
   * @return in the order of {@code wanted}
   * @throws PacelineException UNKNOWN_TABLE if one of the tables was dropped
   */
  public List<TableSnapshot> snapshots(List<Table> wanted) {
    return publication.snapshots(wanted);
  }

  /** Reads blocks for all scans; null for a database in memory. */
  public @Nullable ActiveBufferManager buffers() {
    return store.buffers();
  }

  TableStore store() {
    return store;
  }

  /**
   * Creates a table.
   *
   * @param old the table that is dropped by the same commit; null for none
   * @param rowGroups each with one hold, which the table takes over if this succeeds
   */
  @GuardedBy("this")
  private Table commitTable(@Nullable Table old, TableIdentity identity, List<RowGroup> rowGroups) {
    checkWritable();
    List<DatabaseChange> changes = new ArrayList<>();
    if (old != null) {
      changes.add(new DatabaseChange.Dropped(old.identity()));
    }
    changes.addAll(sequences.changes(old, identity.definition()));
    changes.add(new DatabaseChange.Created(identity, rowGroups));
    store.commit(changes);
    Table table = new Table(this, identity, rowGroups);
    List<Table> dropped = old == null ? List.of() : List.of(old);
    List<TableVersion> last = publication.replace(dropped, table);
    sequences.publish(old, identity.definition());
    last.forEach(TableVersion::retire);
    return table;
  }

  /** Computes the row groups of a table after a commit from those before it. */
  interface RowGroupChange {
    /**
     * Called under the lock of the database: only pointer work.
     *
     * @param current not closed before the commit has ended
     * @return null to change nothing; {@code added} come with one hold each, which the table takes
     *     over if the commit succeeds
     */
    DatabaseChange.@Nullable Replaced of(TableVersion current);
  }

  /**
   * Replaces row groups of a table.
   *
   * @return whether anything was changed
   * @throws PacelineException UNKNOWN_TABLE if the table was dropped, also if another one has its
   *     name now
   */
  synchronized boolean commitRowGroups(Table table, RowGroupChange change) {
    checkWritable();
    names.checkCurrent(table);
    TableVersion old = table.version();
    DatabaseChange.@Nullable Replaced replaced = change.of(old);
    if (replaced == null) {
      return false;
    }
    store.commit(List.of(replaced));
    TableVersion next = old.replacedBy(replaced.kept(), replaced.added());
    publication.show(table, next);
    old.release();
    return true;
  }

  @GuardedBy("this")
  private TableIdentity identify(TableDefinition definition) {
    return new TableIdentity(nextTableId++, definition);
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

  /** Gives back the values of sequences that were reserved and not used. */
  @GuardedBy("this")
  private void returnReservedValues() {
    List<DatabaseChange> changes = sequences.giveBack();
    if (!changes.isEmpty() && !store.readOnly()) {
      try {
        store.commit(changes);
      } catch (PacelineException e) {
        // The sequence then skips the values, which SQL allows.
      }
    }
  }

  /**
   * Closes the database, and the snapshots that were left open. End queries first: scans that still
   * run keep their memory until they end. Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    returnReservedValues();
    closed = true;
    publication.closeSnapshots();
    publication.replace(names.tables(), null).forEach(TableVersion::retire);
    store.close();
  }
}
