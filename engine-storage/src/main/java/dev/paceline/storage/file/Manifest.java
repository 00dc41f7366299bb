package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.file.ManifestEdit.Change;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TableIdentity;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongPredicate;

/**
 * A committed state of a database: its schemas, tables, views, macros, sequences and names for
 * types, the row groups of the tables, and the files that these are in. An {@link ManifestEdit}
 * costs what it changes. One thread at a time.
 */
final class Manifest {
  /**
   * @param rowGroups changed in place
   */
  record TableEntry(TableIdentity identity, List<RowGroupReference> rowGroups) {}

  private record SequenceEntry(SequenceDefinition definition, SequencePosition position) {}

  /**
   * @param segment number of the file
   * @param index of the row group in the file's footer
   */
  record RowGroupReference(long segment, int index) {}

  private long version;
  private long nextSegment;
  private final Map<Long, SegmentWriter.Sealed> segments = new HashMap<>();

  /** How many row groups of tables are in each segment. */
  private final Map<Long, Integer> references = new HashMap<>();

  private final TreeMap<Long, TableEntry> tables = new TreeMap<>();
  private final TreeMap<ObjectName, ViewDefinition> views = new TreeMap<>();
  private final List<MacroDefinition> macros = new ArrayList<>();
  private final List<TypeDefinition> types = new ArrayList<>();
  private final TreeSet<String> schemas = new TreeSet<>();
  private final TreeMap<ObjectName, SequenceEntry> sequences = new TreeMap<>();

  private Manifest(long version, long nextSegment) {
    this.version = version;
    this.nextSegment = nextSegment;
  }

  /** Returns the manifest of a database without tables. */
  static Manifest empty() {
    return new Manifest(0, 1);
  }

  /** Counts commits. */
  long version() {
    return version;
  }

  /** The number of the next segment file. */
  long nextSegment() {
    return nextSegment;
  }

  /** The files that belong to this state, by their number. */
  Map<Long, SegmentWriter.Sealed> segments() {
    return Collections.unmodifiableMap(segments);
  }

  /** Returns the tables by ascending id. */
  List<TableEntry> tables() {
    return List.copyOf(tables.values());
  }

  boolean hasTable(long table) {
    return tables.containsKey(table);
  }

  int rowGroupCount(long table) {
    return entry(table).rowGroups().size();
  }

  List<DataType> columnTypes(long table) {
    return entry(table).identity().definition().columnTypes();
  }

  /** Returns the views by name. */
  List<ViewDefinition> views() {
    return List.copyOf(views.values());
  }

  /** Returns the macros in the order of their creation. */
  List<MacroDefinition> macros() {
    return List.copyOf(macros);
  }

  /** Returns the names for types in the order of their creation. */
  List<TypeDefinition> types() {
    return List.copyOf(types);
  }

  /** Returns the schemas apart from the one that each database has, by name. */
  List<String> schemas() {
    return List.copyOf(schemas);
  }

  /** Returns the sequences with their positions. */
  Map<SequenceDefinition, SequencePosition> sequences() {
    Map<SequenceDefinition, SequencePosition> positions = new HashMap<>();
    sequences.values().forEach(entry -> positions.put(entry.definition(), entry.position()));
    return positions;
  }

  boolean hasSequence(ObjectName name) {
    return sequences.containsKey(name);
  }

  boolean hasView(ObjectName name) {
    return views.containsKey(name);
  }

  private TableEntry entry(long table) {
    return Objects.requireNonNull(tables.get(table), "no such table");
  }

  /** Makes changes, which are right for this state. */
  void apply(ManifestEdit edit) {
    begin(edit.version(), edit.nextSegment(), edit.segments());
    edit.changes().forEach(this::apply);
  }

  /** Begins an edit, whose changes follow. */
  void begin(long newVersion, long newNextSegment, Map<Long, SegmentWriter.Sealed> added) {
    version = newVersion;
    nextSegment = newNextSegment;
    segments.putAll(added);
  }

  /** Makes a change, which is right for this state. */
  void apply(Change change) {
    switch (change) {
      case Change.Created(long table, TableDefinition definition, List<RowGroupReference> groups) ->
          create(new TableIdentity(table, definition), groups);
      case Change.Replaced(long table, int kept, List<RowGroupReference> added) -> {
        List<RowGroupReference> rowGroups = entry(table).rowGroups();
        added.forEach(this::refer);
        List<RowGroupReference> removed = rowGroups.subList(kept, rowGroups.size());
        removed.forEach(this::forget);
        removed.clear();
        rowGroups.addAll(added);
      }
      case Change.Dropped(long table) ->
          Objects.requireNonNull(tables.remove(table)).rowGroups().forEach(this::forget);
      case Change.Redefined(long table, TableDefinition definition) ->
          tables.put(
              table,
              new TableEntry(new TableIdentity(table, definition), entry(table).rowGroups()));
      case Change.ViewCreated(ViewDefinition view) -> views.put(view.qualifiedName(), view);
      case Change.ViewDropped(ObjectName name) -> views.remove(name);
      case Change.SchemaCreated(String name) -> schemas.add(name);
      case Change.SchemaDropped(String name) -> schemas.remove(name);
      case Change.SequenceCreated(SequenceDefinition sequence, SequencePosition position) ->
          sequences.put(sequence.qualifiedName(), new SequenceEntry(sequence, position));
      case Change.SequenceMoved(ObjectName name, SequencePosition position) ->
          sequences.computeIfPresent(
              name, (unused, entry) -> new SequenceEntry(entry.definition(), position));
      case Change.SequenceDropped(ObjectName name) -> sequences.remove(name);
      case Change.MacroCreated(MacroDefinition macro) -> macros.add(macro);
      case Change.MacroDropped(MacroDefinition macro) -> macros.remove(macro);
      case Change.TypeCreated(TypeDefinition type) -> types.add(type);
      case Change.TypeDropped(TypeDefinition type) -> types.remove(type);
    }
  }

  private void create(TableIdentity identity, List<RowGroupReference> rowGroups) {
    rowGroups.forEach(this::refer);
    tables.put(identity.id(), new TableEntry(identity, new ArrayList<>(rowGroups)));
  }

  private void refer(RowGroupReference rowGroup) {
    references.merge(rowGroup.segment(), 1, Integer::sum);
  }

  private void forget(RowGroupReference rowGroup) {
    if (references.merge(rowGroup.segment(), -1, Integer::sum) == 0) {
      references.remove(rowGroup.segment());
      segments.remove(rowGroup.segment());
    }
  }

  byte[] encode() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(version);
    out.writeLong(nextSegment);
    encodeSegments(segments, out);
    out.writeLong(tables.size());
    for (TableEntry table : tables.values()) {
      out.writeLong(table.identity().id());
      DefinitionCodec.encode(table.identity().definition(), out);
      encode(table.rowGroups(), out);
    }
    out.writeLong(views.size());
    views.values().forEach(view -> DefinitionCodec.encode(view, out));
    out.writeLong(macros.size());
    macros.forEach(macro -> DefinitionCodec.encode(macro, out));
    out.writeLong(schemas.size());
    schemas.forEach(out::writeText);
    out.writeLong(sequences.size());
    for (SequenceEntry sequence : sequences.values()) {
      DefinitionCodec.encode(sequence.definition(), out);
      DefinitionCodec.encode(sequence.position(), out);
    }
    out.writeLong(types.size());
    types.forEach(type -> DefinitionCodec.encode(type, out));
    return out.toByteArray();
  }

  static void encodeSegments(Map<Long, SegmentWriter.Sealed> segments, RecordWriter out) {
    out.writeLong(segments.size());
    segments.forEach(
        (number, seal) -> {
          out.writeLong(number);
          out.writeLong(seal.length());
          out.writeLong(Integer.toUnsignedLong(seal.footerChecksum()));
        });
  }

  static void encode(List<RowGroupReference> rowGroups, RecordWriter out) {
    out.writeLong(rowGroups.size());
    for (RowGroupReference rowGroup : rowGroups) {
      out.writeLong(rowGroup.segment());
      out.writeLong(rowGroup.index());
    }
  }

  /**
   * @param fileVersion of the manifest file
   * @throws PacelineException CORRUPT_DATA
   */
  static Manifest decode(String file, int fileVersion, long offset, byte[] bytes) {
    RecordReader in = new RecordReader(file, offset, bytes);
    long version = in.readLong(0, Long.MAX_VALUE, "the version");
    Manifest manifest = new Manifest(version, in.readLong(1, Long.MAX_VALUE, "the next segment"));
    manifest.segments.putAll(decodeSegments(in, manifest.nextSegment));
    int tableCount = in.readCount("the number of tables");
    for (int i = 1; i <= tableCount; i++) {
      long id =
          fileVersion < ManifestFile.FIRST_VERSION_WITH_EDITS
              ? i
              : in.readLong(1, Long.MAX_VALUE, "the id of a table");
      TableIdentity identity = new TableIdentity(id, DefinitionCodec.decodeTable(in, fileVersion));
      if (manifest.hasTable(id)) {
        throw in.corrupt("there are two tables of the id " + id);
      }
      manifest.create(identity, decodeRowGroups(in, manifest.segments::containsKey));
    }
    if (fileVersion >= ManifestFile.FIRST_VERSION_WITH_LISTS) {
      int viewCount = in.readCount("the number of views");
      for (int i = 0; i < viewCount; i++) {
        ViewDefinition view = DefinitionCodec.decodeView(in, fileVersion);
        if (manifest.views.put(view.qualifiedName(), view) != null) {
          throw in.corrupt("there are two views of the name " + view.name());
        }
      }
    }
    if (fileVersion >= ManifestFile.FIRST_VERSION_WITH_SCHEMAS) {
      int macroCount = in.readCount("the number of macros");
      for (int i = 0; i < macroCount; i++) {
        MacroDefinition macro = DefinitionCodec.decodeMacro(in);
        if (manifest.macros.contains(macro)) {
          throw in.corrupt("there are two macros of the name " + macro.name());
        }
        manifest.macros.add(macro);
      }
      int schemaCount = in.readCount("the number of schemas");
      for (int i = 0; i < schemaCount; i++) {
        manifest.schemas.add(in.readText("the name of a schema"));
      }
    }
    if (fileVersion >= ManifestFile.FIRST_VERSION_WITH_SEQUENCES) {
      int sequenceCount = in.readCount("the number of sequences");
      for (int i = 0; i < sequenceCount; i++) {
        SequenceDefinition sequence = DefinitionCodec.decodeSequence(in, fileVersion);
        SequenceEntry entry = new SequenceEntry(sequence, DefinitionCodec.decodePosition(in));
        if (manifest.sequences.put(sequence.qualifiedName(), entry) != null) {
          throw in.corrupt("there are two sequences of the name " + sequence.name());
        }
      }
    }
    if (fileVersion >= ManifestFile.FIRST_VERSION_WITH_TYPES) {
      int typeCount = in.readCount("the number of types");
      for (int i = 0; i < typeCount; i++) {
        TypeDefinition type = DefinitionCodec.decodeType(in);
        if (manifest.types.stream().anyMatch(type::hasNameOf)) {
          throw in.corrupt("there are two types of the name " + type.name());
        }
        manifest.types.add(type);
      }
    }
    in.expectEnd();
    return manifest;
  }

  static Map<Long, SegmentWriter.Sealed> decodeSegments(RecordReader in, long nextSegment) {
    int segmentCount = in.readCount("the number of segments");
    Map<Long, SegmentWriter.Sealed> segments = new HashMap<>();
    for (int i = 0; i < segmentCount; i++) {
      long number = in.readLong(1, nextSegment - 1, "the number of a segment");
      long length = in.readLong(0, Long.MAX_VALUE, "the length of a segment");
      int checksum = (int) in.readLong(0, 0xFFFF_FFFFL, "the checksum of a footer");
      segments.put(number, new SegmentWriter.Sealed(length, checksum));
    }
    return segments;
  }

  /**
   * @param known the numbers of segments that there are
   */
  static List<RowGroupReference> decodeRowGroups(RecordReader in, LongPredicate known) {
    int rowGroupCount = in.readCount("the number of row groups");
    List<RowGroupReference> rowGroups = new ArrayList<>();
    for (int j = 0; j < rowGroupCount; j++) {
      long segment = in.readLong(1, Long.MAX_VALUE, "the segment of a row group");
      if (!known.test(segment)) {
        throw in.corrupt("a row group is in the unknown segment " + segment);
      }
      rowGroups.add(
          new RowGroupReference(
              segment, in.readInt(0, Integer.MAX_VALUE, "the index of a row group")));
    }
    return rowGroups;
  }
}
