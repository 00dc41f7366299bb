package dev.paceline.storage.file;

import dev.paceline.storage.file.Manifest.RowGroupReference;
import dev.paceline.storage.table.definition.MacroDefinition;
import dev.paceline.storage.table.definition.ObjectName;
import dev.paceline.storage.table.definition.SequenceDefinition;
import dev.paceline.storage.table.definition.SequencePosition;
import dev.paceline.storage.table.definition.TableDefinition;
import dev.paceline.storage.table.definition.TypeDefinition;
import dev.paceline.storage.table.definition.ViewDefinition;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * The changes of one commit to a {@link Manifest}.
 *
 * @param version of the state after it
 * @param nextSegment after it
 * @param segments files that belong to the state for the first time, by their number
 * @param changes made one after the other
 */
record ManifestEdit(
    long version,
    long nextSegment,
    Map<Long, SegmentWriter.Sealed> segments,
    List<Change> changes) {
  private static final int CREATED = 1;
  private static final int REPLACED = 2;
  private static final int DROPPED = 3;
  private static final int REDEFINED = 4;
  private static final int VIEW_CREATED = 5;
  private static final int VIEW_DROPPED = 6;
  private static final int MACRO_CREATED = 7;
  private static final int MACRO_DROPPED = 8;
  private static final int SCHEMA_CREATED = 9;
  private static final int SCHEMA_DROPPED = 10;
  private static final int SEQUENCE_CREATED = 11;
  private static final int SEQUENCE_MOVED = 12;
  private static final int SEQUENCE_DROPPED = 13;
  private static final int TYPE_CREATED = 14;
  private static final int TYPE_DROPPED = 15;

  ManifestEdit {
    segments = Map.copyOf(segments);
    changes = List.copyOf(changes);
  }

  /** A change of one table, view, macro, schema, sequence or name for a type. */
  sealed interface Change {
    /** A table comes into being. */
    record Created(long table, TableDefinition definition, List<RowGroupReference> rowGroups)
        implements Change {}

    /** All but the first row groups of a table make room for others. */
    record Replaced(long table, int kept, List<RowGroupReference> added) implements Change {}

    /** A table is no more. */
    record Dropped(long table) implements Change {}

    /** A table has another definition, and the same rows. */
    record Redefined(long table, TableDefinition definition) implements Change {}

    /** A view comes into being. */
    record ViewCreated(ViewDefinition view) implements Change {}

    /** A view is no more. */
    record ViewDropped(ObjectName name) implements Change {}

    /** A macro comes into being. */
    record MacroCreated(MacroDefinition macro) implements Change {}

    /** A macro is no more. */
    record MacroDropped(MacroDefinition macro) implements Change {}

    /** A schema comes into being. */
    record SchemaCreated(String name) implements Change {}

    /** A schema, in which nothing is left, is no more. */
    record SchemaDropped(String name) implements Change {}

    /** A sequence comes into being. */
    record SequenceCreated(SequenceDefinition sequence, SequencePosition position)
        implements Change {}

    /** A sequence goes on from another position. */
    record SequenceMoved(ObjectName name, SequencePosition position) implements Change {}

    /** A sequence is no more. */
    record SequenceDropped(ObjectName name) implements Change {}

    /** A name for a type comes into being. */
    record TypeCreated(TypeDefinition type) implements Change {}

    /** A name for a type is no more. */
    record TypeDropped(TypeDefinition type) implements Change {}
  }

  byte[] encode() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(version);
    out.writeLong(nextSegment);
    Manifest.encodeSegments(segments, out);
    out.writeLong(changes.size());
    changes.forEach(change -> encode(change, out));
    return out.toByteArray();
  }

  private static void encode(Change change, RecordWriter out) {
    switch (change) {
      case Change.Created(
              long table,
              TableDefinition definition,
              List<RowGroupReference> groups) -> {
        out.writeLong(CREATED);
        out.writeLong(table);
        DefinitionCodec.encode(definition, out);
        Manifest.encode(groups, out);
      }
      case Change.Replaced(long table, int kept, List<RowGroupReference> added) -> {
        out.writeLong(REPLACED);
        out.writeLong(table);
        out.writeLong(kept);
        Manifest.encode(added, out);
      }
      case Change.Dropped(long table) -> {
        out.writeLong(DROPPED);
        out.writeLong(table);
      }
      case Change.Redefined(long table, TableDefinition definition) -> {
        out.writeLong(REDEFINED);
        out.writeLong(table);
        DefinitionCodec.encode(definition, out);
      }
      case Change.ViewCreated(ViewDefinition view) -> {
        out.writeLong(VIEW_CREATED);
        DefinitionCodec.encode(view, out);
      }
      case Change.ViewDropped(ObjectName name) -> {
        out.writeLong(VIEW_DROPPED);
        DefinitionCodec.encode(name, out);
      }
      case Change.SchemaCreated(String name) -> {
        out.writeLong(SCHEMA_CREATED);
        out.writeText(name);
      }
      case Change.SchemaDropped(String name) -> {
        out.writeLong(SCHEMA_DROPPED);
        out.writeText(name);
      }
      case Change.SequenceCreated(SequenceDefinition sequence, SequencePosition position) -> {
        out.writeLong(SEQUENCE_CREATED);
        DefinitionCodec.encode(sequence, out);
        DefinitionCodec.encode(position, out);
      }
      case Change.SequenceMoved(ObjectName name, SequencePosition position) -> {
        out.writeLong(SEQUENCE_MOVED);
        DefinitionCodec.encode(name, out);
        DefinitionCodec.encode(position, out);
      }
      case Change.SequenceDropped(ObjectName name) -> {
        out.writeLong(SEQUENCE_DROPPED);
        DefinitionCodec.encode(name, out);
      }
      case Change.MacroCreated(MacroDefinition macro) -> {
        out.writeLong(MACRO_CREATED);
        DefinitionCodec.encode(macro, out);
      }
      case Change.MacroDropped(MacroDefinition macro) -> {
        out.writeLong(MACRO_DROPPED);
        DefinitionCodec.encode(macro, out);
      }
      case Change.TypeCreated(TypeDefinition type) -> {
        out.writeLong(TYPE_CREATED);
        DefinitionCodec.encode(type, out);
      }
      case Change.TypeDropped(TypeDefinition type) -> {
        out.writeLong(TYPE_DROPPED);
        DefinitionCodec.encode(type, out);
      }
    }
  }

  /**
   * Decodes an edit and makes it.
   *
   * @param fileVersion of the manifest file
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA; the manifest is then of no use
   */
  static void decodeAndApply(
      String file, int fileVersion, long offset, byte[] bytes, Manifest manifest) {
    RecordReader in = new RecordReader(file, offset, bytes);
    long next = manifest.version() + 1;
    long version = in.readLong(next, next, "the version of an edit");
    long nextSegment = in.readLong(manifest.nextSegment(), Long.MAX_VALUE, "the next segment");
    manifest.begin(version, nextSegment, Manifest.decodeSegments(in, nextSegment));
    int count =
        fileVersion < ManifestFile.FIRST_VERSION_WITH_LISTS
            ? 1
            : in.readCount("the number of changes");
    for (int i = 0; i < count; i++) {
      manifest.apply(decode(in, fileVersion, manifest));
    }
    in.expectEnd();
  }

  private static Change decode(RecordReader in, int fileVersion, Manifest manifest) {
    int kind = in.readInt(CREATED, TYPE_DROPPED, "the kind of a change");
    if (kind == SEQUENCE_CREATED) {
      SequenceDefinition sequence = DefinitionCodec.decodeSequence(in, fileVersion);
      ObjectName name = sequence.qualifiedName();
      checkKnown(in, manifest.hasSequence(name), false, "sequence " + sequence.name());
      return new Change.SequenceCreated(sequence, DefinitionCodec.decodePosition(in));
    }
    if (kind == SEQUENCE_MOVED || kind == SEQUENCE_DROPPED) {
      ObjectName name = DefinitionCodec.decodeName(in, fileVersion, "sequence");
      checkKnown(in, manifest.hasSequence(name), true, "sequence " + name.name());
      return kind == SEQUENCE_MOVED
          ? new Change.SequenceMoved(name, DefinitionCodec.decodePosition(in))
          : new Change.SequenceDropped(name);
    }
    if (kind == TYPE_CREATED || kind == TYPE_DROPPED) {
      TypeDefinition type = DefinitionCodec.decodeType(in);
      checkKnown(in, manifest.types().contains(type), kind == TYPE_DROPPED, "type " + type.name());
      return kind == TYPE_CREATED ? new Change.TypeCreated(type) : new Change.TypeDropped(type);
    }
    if (kind == SCHEMA_CREATED || kind == SCHEMA_DROPPED) {
      String name = in.readText("the name of a schema");
      checkKnown(in, manifest.schemas().contains(name), kind == SCHEMA_DROPPED, "schema " + name);
      return kind == SCHEMA_CREATED
          ? new Change.SchemaCreated(name)
          : new Change.SchemaDropped(name);
    }
    if (kind == MACRO_CREATED || kind == MACRO_DROPPED) {
      MacroDefinition macro = DefinitionCodec.decodeMacro(in);
      checkKnown(
          in, manifest.macros().contains(macro), kind == MACRO_DROPPED, "macro " + macro.name());
      return kind == MACRO_CREATED
          ? new Change.MacroCreated(macro)
          : new Change.MacroDropped(macro);
    }
    if (kind == VIEW_CREATED) {
      ViewDefinition view = DefinitionCodec.decodeView(in, fileVersion);
      checkKnown(in, manifest.hasView(view.qualifiedName()), false, "view " + view.name());
      return new Change.ViewCreated(view);
    }
    if (kind == VIEW_DROPPED) {
      ObjectName name = DefinitionCodec.decodeName(in, fileVersion, "view");
      checkKnown(in, manifest.hasView(name), true, "view " + name.name());
      return new Change.ViewDropped(name);
    }
    LongPredicate segments = manifest.segments()::containsKey;
    long table = in.readLong(1, Long.MAX_VALUE, "the id of a table");
    checkKnown(in, manifest.hasTable(table), kind != CREATED, "table " + table);
    return switch (kind) {
      case CREATED -> {
        TableDefinition definition = DefinitionCodec.decodeTable(in, fileVersion);
        yield new Change.Created(table, definition, Manifest.decodeRowGroups(in, segments));
      }
      case REPLACED -> {
        int kept = in.readInt(0, manifest.rowGroupCount(table), "the row groups that stay");
        yield new Change.Replaced(table, kept, Manifest.decodeRowGroups(in, segments));
      }
      case REDEFINED -> {
        TableDefinition definition = DefinitionCodec.decodeTable(in, fileVersion);
        if (!definition.columnTypes().equals(manifest.columnTypes(table))) {
          throw in.corrupt("an edit gives table " + table + " other columns");
        }
        yield new Change.Redefined(table, definition);
      }
      default -> new Change.Dropped(table);
    };
  }

  private static void checkKnown(RecordReader in, boolean known, boolean wanted, String what) {
    if (known != wanted) {
      throw in.corrupt("an edit is about " + what);
    }
  }
}
