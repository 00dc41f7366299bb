package dev.paceline.storage.file;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.table.ColumnDefinition;
import dev.paceline.storage.table.TableDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A committed state of a database.
 *
 * @param version counts commits
 * @param nextSegment number of the next segment file
 * @param segments the files that belong to this state, by their number
 */
record Manifest(
    long version,
    long nextSegment,
    Map<Long, SegmentWriter.Sealed> segments,
    List<TableEntry> tables) {
  /** Of a database without tables. */
  static final Manifest EMPTY = new Manifest(0, 1, Map.of(), List.of());

  private static final Map<String, TypeKind> KINDS = new HashMap<>();

  static {
    for (TypeKind kind : TypeKind.values()) {
      KINDS.put(kind.name(), kind);
    }
  }

  record TableEntry(TableDefinition definition, List<RowGroupReference> rowGroups) {
    TableEntry {
      rowGroups = List.copyOf(rowGroups);
    }
  }

  /**
   * @param segment number of the file
   * @param index of the row group in the file's footer
   */
  record RowGroupReference(long segment, int index) {}

  Manifest {
    segments = Map.copyOf(segments);
    tables = List.copyOf(tables);
  }

  byte[] encode() {
    RecordWriter out = new ChronicleRecordWriter();
    out.writeLong(version);
    out.writeLong(nextSegment);
    out.writeLong(segments.size());
    segments.forEach(
        (number, seal) -> {
          out.writeLong(number);
          out.writeLong(seal.length());
          out.writeLong(Integer.toUnsignedLong(seal.footerChecksum()));
        });
    out.writeLong(tables.size());
    for (TableEntry table : tables) {
      encode(table.definition(), out);
      out.writeLong(table.rowGroups().size());
      for (RowGroupReference rowGroup : table.rowGroups()) {
        out.writeLong(rowGroup.segment());
        out.writeLong(rowGroup.index());
      }
    }
    return out.toByteArray();
  }

  private static void encode(TableDefinition table, RecordWriter out) {
    out.writeText(table.name());
    out.writeLong(table.columnCount());
    for (ColumnDefinition column : table.columns()) {
      out.writeText(column.name());
      out.writeText(column.type().kind().name());
      out.writeLong(column.type().precision());
      out.writeLong(column.type().scale());
      out.writeBoolean(column.nullable());
    }
  }

  /**
   * @throws PacelineException CORRUPT_DATA
   */
  static Manifest decode(String file, long offset, byte[] bytes) {
    RecordReader in = new RecordReader(file, offset, bytes);
    long version = in.readLong(0, Long.MAX_VALUE, "the version");
    long nextSegment = in.readLong(1, Long.MAX_VALUE, "the next segment");
    int segmentCount = in.readCount("the number of segments");
    Map<Long, SegmentWriter.Sealed> segments = new HashMap<>();
    for (int i = 0; i < segmentCount; i++) {
      long number = in.readLong(1, nextSegment - 1, "the number of a segment");
      long length = in.readLong(0, Long.MAX_VALUE, "the length of a segment");
      int checksum = (int) in.readLong(0, 0xFFFF_FFFFL, "the checksum of a footer");
      segments.put(number, new SegmentWriter.Sealed(length, checksum));
    }
    int tableCount = in.readCount("the number of tables");
    List<TableEntry> tables = new ArrayList<>();
    for (int i = 0; i < tableCount; i++) {
      TableDefinition definition = decodeTable(in);
      int rowGroupCount = in.readCount("the number of row groups");
      List<RowGroupReference> rowGroups = new ArrayList<>();
      for (int j = 0; j < rowGroupCount; j++) {
        long segment = in.readLong(1, nextSegment - 1, "the segment of a row group");
        if (!segments.containsKey(segment)) {
          throw in.corrupt("table " + definition.name() + " is in the unknown segment " + segment);
        }
        rowGroups.add(
            new RowGroupReference(
                segment, in.readInt(0, Integer.MAX_VALUE, "the index of a row group")));
      }
      tables.add(new TableEntry(definition, rowGroups));
    }
    in.expectEnd();
    return new Manifest(version, nextSegment, segments, tables);
  }

  private static TableDefinition decodeTable(RecordReader in) {
    String name = in.readText("the name of a table");
    int columnCount = in.readCount("the number of columns");
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      String column = in.readText("the name of a column");
      columns.add(
          new ColumnDefinition(column, decodeType(in), in.readBoolean("whether NULL may occur")));
    }
    try {
      return new TableDefinition(name, columns);
    } catch (PacelineException e) {
      throw in.corrupt(e.getMessage());
    }
  }

  private static DataType decodeType(RecordReader in) {
    String name = in.readText("a type");
    TypeKind kind = KINDS.get(name);
    if (kind == null) {
      throw in.corrupt("the type " + name + " is unknown");
    }
    int precision = in.readInt(0, Integer.MAX_VALUE, "the precision of a type");
    int scale = in.readInt(0, Integer.MAX_VALUE, "the scale of a type");
    try {
      return new DataType(kind, precision, scale);
    } catch (IllegalArgumentException e) {
      throw in.corrupt(e.getMessage() + " is no type");
    }
  }
}
