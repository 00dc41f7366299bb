package dev.paceline.storage.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.ChunkSource;
import dev.paceline.storage.block.BlockSummary;
import dev.paceline.storage.file.Manifest.RowGroupReference;
import dev.paceline.storage.file.Manifest.TableEntry;
import dev.paceline.storage.file.ManifestEdit.Change;
import dev.paceline.storage.file.SegmentFooter.RowGroupEntry;
import dev.paceline.storage.scan.ActiveBufferManager;
import dev.paceline.storage.scan.ScanTable;
import dev.paceline.storage.table.DatabaseChange;
import dev.paceline.storage.table.OpenMode;
import dev.paceline.storage.table.StoredDatabase;
import dev.paceline.storage.table.StoredTable;
import dev.paceline.storage.table.TableStore;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.rowgroup.BlockSource;
import dev.paceline.storage.table.rowgroup.EncodedRowGroup;
import dev.paceline.storage.table.rowgroup.RowGroup;
import dev.paceline.storage.table.rowgroup.RowGroupSelection;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tables in segment files, with a manifest that says which of them count. Row groups go to their
 * file as they come; a commit seals the files, then puts a new manifest in the place of the old
 * one. Files that no manifest mentions are deleted when nobody uses them, or after a crash when the
 * database is next opened for writing.
 */
final class DirectoryTableStore implements TableStore {
  /** A segment file that is longer gets no more row groups. */
  static final long SEGMENT_BYTES = 1L << 30;

  /** The part of all memory that blocks may take; others get it back when they need it. */
  private static final double POOL_SHARE = 0.75;

  private final StorageDirectory directory;
  private final OpenMode mode;
  private final @Nullable DatabaseLock lock;
  private final ManifestFile manifestFile;
  private final ActiveBufferManager buffers;

  /** Changed by commits, which come one after the other. */
  @GuardedBy("this")
  private Manifest manifest = Manifest.empty();

  @GuardedBy("this")
  private long nextSegment = 1;

  /** All segments that are in use, by their number. */
  @GuardedBy("this")
  private final Map<Long, Segment> segments = new HashMap<>();

  /** The segment that takes the next row groups of a table, by the table's id. */
  @GuardedBy("this")
  private final Map<Long, Segment> growing = new HashMap<>();

  /** Why it is not known which manifest is the current one; or null. */
  @GuardedBy("this")
  private @Nullable PacelineException doubt;

  @GuardedBy("this")
  private boolean closed;

  /**
   * @param directory closed with the store, after its last file
   * @param lock closed with the store; null if there is no need of one
   * @param readDepth reads that the device is given at a time; 0 to find out what it takes
   */
  DirectoryTableStore(
      StorageDirectory directory,
      OpenMode mode,
      @Nullable DatabaseLock lock,
      MemoryLedger ledger,
      long poolBytes,
      int readDepth) {
    this.directory = directory;
    this.mode = mode;
    this.lock = lock;
    this.manifestFile = new ManifestFile(directory);
    this.buffers =
        new ActiveBufferManager(directory.path().toString(), ledger, poolBytes, readDepth);
  }

  /** Room for blocks if nobody says how much. */
  static long defaultPoolBytes(MemoryLedger ledger) {
    return (long) (ledger.limitBytes() * POOL_SHARE);
  }

  @Override
  public ActiveBufferManager buffers() {
    return buffers;
  }

  @Override
  public ChunkSource openScan(
      ScanTable table, RowGroupSelection rowGroups, int[] columns, boolean furtherPart) {
    return buffers.scan(table, new SelectedChunks(table, rowGroups), columns, furtherPart);
  }

  @Override
  public Path directory() {
    return directory.path();
  }

  @Override
  public boolean readOnly() {
    return mode == OpenMode.READ_ONLY;
  }

  @Override
  public synchronized StoredDatabase load() {
    Manifest current = readManifest();
    while (true) {
      try {
        List<StoredTable> tables = open(current);
        manifest = current;
        nextSegment = current.nextSegment();
        if (!readOnly()) {
          deleteOrphans();
          manifestFile.openForEdits();
        }
        return new StoredDatabase(
            current.schemas(),
            tables,
            current.views(),
            current.macros(),
            current.types(),
            current.sequences());
      } catch (PacelineException e) {
        // While this only reads, another process may have replaced manifest and files.
        Manifest newer = readOnly() ? readManifest() : current;
        closeSegments();
        if (newer.version() == current.version()) {
          throw e;
        }
        current = newer;
      }
    }
  }

  private Manifest readManifest() {
    Manifest found = manifestFile.read();
    if (found != null) {
      return found;
    }
    if (readOnly()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "there is no database in " + directory.path() + "; open it for writing to create one");
    }
    Manifest empty = Manifest.empty();
    manifestFile.prepare(empty, null);
    manifestFile.activate();
    return empty;
  }

  @GuardedBy("this")
  private List<StoredTable> open(Manifest current) {
    Map<Long, SegmentFooter> footers = new HashMap<>();
    current
        .segments()
        .forEach(
            (number, seal) -> {
              Segment segment = new Segment(number, openFile(number), null, seal);
              segments.put(number, segment);
              footers.put(number, SegmentReader.readFooter(segment.file, seal));
            });
    List<StoredTable> tables = new ArrayList<>();
    for (TableEntry table : current.tables()) {
      List<RowGroup> rowGroups = new ArrayList<>();
      for (RowGroupReference reference : table.rowGroups()) {
        rowGroups.add(
            open(table.identity().definition(), reference, footers.get(reference.segment())));
      }
      tables.add(new StoredTable(table.identity(), rowGroups));
    }
    return tables;
  }

  private BlockStore openFile(long number) {
    String name = Segment.fileName(number);
    try {
      return directory.open(name);
    } catch (NoSuchFileException e) {
      throw new PacelineException(
          ErrorCode.CORRUPT_DATA,
          "the database "
              + directory.path()
              + " has lost its file "
              + name
              + "; restore it from a copy",
          e);
    } catch (IOException e) {
      throw FileFailure.of(e, "open", directory.path().resolve(name).toString());
    }
  }

  @GuardedBy("this")
  private RowGroup open(TableDefinition table, RowGroupReference reference, SegmentFooter footer) {
    Segment segment = segments.get(reference.segment());
    if (footer.columnCount() != table.columnCount()
        || reference.index() >= footer.rowGroups().size()) {
      throw FileFailure.corrupt(
          segment.file.name(),
          0,
          "it holds no row group " + reference.index() + " of table " + table.name());
    }
    RowGroupEntry entry = footer.rowGroups().get(reference.index());
    segment.holds++;
    return new RowGroup(
        entry.rowCount(),
        summaries(entry, table),
        new StoredRowGroup(this, segment, reference.index(), entry, table));
  }

  private static List<BlockSummary> summaries(RowGroupEntry entry, TableDefinition table) {
    List<BlockSummary> summaries = new ArrayList<>();
    for (int column = 0; column < table.columnCount(); column++) {
      summaries.add(entry.blocks().get(column).summary(table.column(column).type()));
    }
    return summaries;
  }

  /** Files of loads that did not end, and of tables that were dropped just before a crash. */
  @GuardedBy("this")
  private void deleteOrphans() {
    try {
      for (String name : directory.list()) {
        boolean known =
            !name.endsWith(Segment.SUFFIX)
                || manifest.segments().keySet().stream()
                    .anyMatch(number -> Segment.fileName(number).equals(name));
        if (!known || name.equals(ManifestFile.NEW_NAME)) {
          directory.delete(name);
        }
      }
    } catch (IOException e) {
      throw FileFailure.of(e, "clean up", directory.path().toString());
    }
  }

  @Override
  public BlockSource write(TableIdentity table, EncodedRowGroup group) {
    try (group) {
      while (true) {
        Segment segment = growingSegment(table);
        StoredRowGroup stored = null;
        try {
          SegmentWriter.Written written = segment.writer.append(group);
          if (written != null) {
            stored =
                new StoredRowGroup(
                    this, segment, written.index(), written.entry(), table.definition());
            return stored;
          }
        } finally {
          if (stored == null) {
            letGo(segment);
          }
        }
      }
    }
  }

  /** Returns the segment that grows, with one more holder. */
  private synchronized Segment growingSegment(TableIdentity table) {
    Segment current = growing.get(table.id());
    if (current == null || current.writer.length() >= SEGMENT_BYTES) {
      current = createSegment(table.definition().columnCount());
      growing.put(table.id(), current);
    }
    current.holds++;
    return current;
  }

  @GuardedBy("this")
  private Segment createSegment(int columnCount) {
    long number = nextSegment++;
    String name = Segment.fileName(number);
    try {
      BlockStore file = directory.create(name);
      Segment segment = new Segment(number, file, new SegmentWriter(file, columnCount), null);
      segments.put(number, segment);
      return segment;
    } catch (IOException e) {
      throw FileFailure.of(e, "create", directory.path().resolve(name).toString());
    }
  }

  @Override
  public void commit(List<DatabaseChange> changes) {
    Manifest state;
    PacelineException earlier;
    synchronized (this) {
      state = manifest;
      earlier = doubt;
    }
    if (earlier != null) {
      endDoubt(state, earlier);
    }
    ManifestEdit edit = edit(changes);
    boolean makesRoom = changes.stream().allMatch(DatabaseChange::makesRoom);
    boolean appended;
    try {
      appended = manifestFile.append(edit, makesRoom);
    } catch (PacelineException e) {
      doubt(e);
      throw e;
    }
    if (!appended) {
      replaceManifest(state, edit);
    }
    synchronized (this) {
      state.apply(edit);
    }
  }

  /**
   * Writes a manifest of a state, and of an edit of it, and puts it in place of the current one.
   */
  private void replaceManifest(Manifest state, @Nullable ManifestEdit edit) {
    manifestFile.prepare(state, edit);
    try {
      manifestFile.activate();
    } catch (PacelineException e) {
      doubt(e);
      throw e;
    }
  }

  /**
   * Puts the state that everybody sees in the place of whichever one the failed commit has left.
   */
  private void endDoubt(Manifest state, PacelineException earlier) {
    try {
      replaceManifest(state, null);
    } catch (PacelineException e) {
      e.addSuppressed(earlier);
      throw new PacelineException(
          ErrorCode.IO_ERROR,
          "an earlier commit to "
              + directory.path()
              + " failed so late that it is not known whether it holds ("
              + earlier.getMessage()
              + "), and this could not be mended ("
              + e.getMessage()
              + "); close the database and open it again",
          e);
    }
    synchronized (this) {
      doubt = null;
    }
  }

  private ManifestEdit edit(List<DatabaseChange> changes) {
    Map<Long, SegmentWriter.Sealed> files =
        seal(changes.stream().flatMap(change -> change.added().stream()).toList());
    List<Change> edits = changes.stream().map(DirectoryTableStore::edit).toList();
    synchronized (this) {
      Set<Long> known = manifest.segments().keySet();
      files.keySet().removeIf(known::contains);
      return new ManifestEdit(manifest.version() + 1, nextSegment, files, edits);
    }
  }

  private static Change edit(DatabaseChange change) {
    List<RowGroupReference> added =
        change.added().stream().map(rowGroup -> stored(rowGroup).reference()).toList();
    return switch (change) {
      case DatabaseChange.Created created ->
          new Change.Created(created.table().id(), created.table().definition(), added);
      case DatabaseChange.Replaced replaced ->
          new Change.Replaced(replaced.table().id(), replaced.kept(), added);
      case DatabaseChange.Redefined renamed ->
          new Change.Redefined(renamed.table().id(), renamed.table().definition());
      case DatabaseChange.Dropped dropped -> new Change.Dropped(dropped.table().id());
      case DatabaseChange.ViewCreated created -> new Change.ViewCreated(created.view());
      case DatabaseChange.ViewDropped dropped -> new Change.ViewDropped(dropped.name());
      case DatabaseChange.SchemaCreated created -> new Change.SchemaCreated(created.name());
      case DatabaseChange.SchemaDropped dropped -> new Change.SchemaDropped(dropped.name());
      case DatabaseChange.SequenceCreated created ->
          new Change.SequenceCreated(created.sequence(), created.position());
      case DatabaseChange.SequenceMoved moved ->
          new Change.SequenceMoved(moved.name(), moved.position());
      case DatabaseChange.SequenceDropped dropped -> new Change.SequenceDropped(dropped.name());
      case DatabaseChange.MacroCreated created -> new Change.MacroCreated(created.macro());
      case DatabaseChange.MacroDropped dropped -> new Change.MacroDropped(dropped.macro());
      case DatabaseChange.TypeCreated created -> new Change.TypeCreated(created.type());
      case DatabaseChange.TypeDropped dropped -> new Change.TypeDropped(dropped.type());
    };
  }

  private synchronized void doubt(PacelineException cause) {
    doubt = cause;
  }

  private static StoredRowGroup stored(RowGroup rowGroup) {
    return (StoredRowGroup) rowGroup.blocks();
  }

  /** Ends the files that row groups are in, durably. */
  private Map<Long, SegmentWriter.Sealed> seal(List<RowGroup> rowGroups) {
    Set<Segment> used = new LinkedHashSet<>();
    rowGroups.forEach(rowGroup -> used.add(stored(rowGroup).segment()));
    Map<Long, SegmentWriter.Sealed> files = new HashMap<>();
    boolean changed = false;
    for (Segment segment : used) {
      SegmentWriter.Sealed sealed;
      synchronized (this) {
        growing.values().remove(segment);
        sealed = segment.sealed;
      }
      if (sealed == null) {
        sealed = segment.writer.seal();
        changed = true;
        synchronized (this) {
          segment.sealed = sealed;
        }
      }
      files.put(segment.number, sealed);
    }
    if (changed) {
      try {
        directory.sync();
      } catch (IOException e) {
        throw FileFailure.of(e, "sync", directory.path().toString());
      }
    }
    return files;
  }

  /** Ends one hold of a segment; the last one closes the file, and deletes it if nothing counts. */
  void letGo(Segment segment) {
    boolean delete;
    boolean last;
    synchronized (this) {
      if (--segment.holds > 0) {
        return;
      }
      growing.values().remove(segment);
      segments.remove(segment.number);
      delete = !readOnly() && doubt == null && !manifest.segments().containsKey(segment.number);
      last = closed && segments.isEmpty();
    }
    closeFile(segment);
    if (delete) {
      try {
        directory.delete(Segment.fileName(segment.number));
      } catch (IOException e) {
        // The next one who opens the database for writing deletes what no manifest mentions.
      }
    }
    if (last) {
      buffers.close();
      directory.close();
    }
  }

  @GuardedBy("this")
  private void closeSegments() {
    segments.values().forEach(DirectoryTableStore::closeFile);
    segments.clear();
  }

  private static void closeFile(Segment segment) {
    try {
      segment.file.close();
    } catch (IOException e) {
      // Nothing is lost: what counts was synced before.
    }
  }

  @Override
  public void close() {
    boolean last;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      last = segments.isEmpty();
    }
    manifestFile.close();
    if (last) {
      buffers.close();
      directory.close();
    }
    if (lock != null) {
      lock.close();
    }
  }
}
