package dev.paceline.storage.file;

import dev.paceline.storage.file.Manifest.RowGroupReference;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;

/**
 * What one commit changes in a {@link Manifest}.
 *
 * @param version of the state after it
 * @param nextSegment after it
 * @param segments files that belong to the state for the first time, by their number
 */
record ManifestEdit(
    long version, long nextSegment, Map<Long, SegmentWriter.Sealed> segments, Change change) {
  private static final int CREATED = 1;
  private static final int REPLACED = 2;
  private static final int DROPPED = 3;

  ManifestEdit {
    segments = Map.copyOf(segments);
  }

  /** A change of one table. */
  sealed interface Change {
    long table();

    /** A table comes into being. */
    record Created(long table, TableDefinition definition, List<RowGroupReference> rowGroups)
        implements Change {}

    /** All but the first row groups of a table make room for others. */
    record Replaced(long table, int kept, List<RowGroupReference> added) implements Change {}

    /** A table is no more. */
    record Dropped(long table) implements Change {}
  }

  byte[] encode() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(version);
    out.writeLong(nextSegment);
    Manifest.encodeSegments(segments, out);
    switch (change) {
      case Change.Created(
              long table,
              TableDefinition definition,
              List<RowGroupReference> groups) -> {
        out.writeLong(CREATED);
        out.writeLong(table);
        Manifest.encode(definition, out);
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
    }
    return out.toByteArray();
  }

  /**
   * Decodes an edit and makes it.
   *
   * @throws dev.paceline.core.error.PacelineException CORRUPT_DATA
   */
  static void decodeAndApply(String file, long offset, byte[] bytes, Manifest manifest) {
    RecordReader in = new RecordReader(file, offset, bytes);
    long next = manifest.version() + 1;
    long version = in.readLong(next, next, "the version of an edit");
    long nextSegment = in.readLong(manifest.nextSegment(), Long.MAX_VALUE, "the next segment");
    Map<Long, SegmentWriter.Sealed> segments = Manifest.decodeSegments(in, nextSegment);
    LongPredicate known =
        segment -> segments.containsKey(segment) || manifest.segments().containsKey(segment);
    int kind = in.readInt(CREATED, DROPPED, "the kind of an edit");
    long table = in.readLong(1, Long.MAX_VALUE, "the id of a table");
    if (manifest.hasTable(table) == (kind == CREATED)) {
      throw in.corrupt("an edit is about table " + table);
    }
    Change change =
        switch (kind) {
          case CREATED -> {
            TableDefinition definition = Manifest.decodeTable(in);
            yield new Change.Created(table, definition, Manifest.decodeRowGroups(in, known));
          }
          case REPLACED -> {
            int kept = in.readInt(0, manifest.rowGroupCount(table), "the row groups that stay");
            yield new Change.Replaced(table, kept, Manifest.decodeRowGroups(in, known));
          }
          default -> new Change.Dropped(table);
        };
    in.expectEnd();
    manifest.apply(new ManifestEdit(version, nextSegment, segments, change));
  }
}
