package dev.paceline.storage.load.parquet;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.FileRead;
import dev.paceline.storage.load.FileSet;
import dev.paceline.storage.load.parquet.metadata.FileMetadata;
import dev.paceline.storage.load.parquet.metadata.SchemaNode;
import dev.paceline.storage.load.parquet.metadata.ThriftReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A file and what its footer says. Immutable.
 *
 * @param footerBytes the length of the footer
 * @param columns at the top of the schema
 */
record ParquetFile(
    FileSet.Entry entry, FileMetadata metadata, int footerBytes, List<ParquetColumn> columns) {
  /** Bytes at the end of a file: the length of the footer and the magic number. */
  private static final int TAIL_BYTES = 8;

  private static final int MAX_FOOTER_BYTES = 256 << 20;

  private static final int MAGIC = magic("PAR1");

  private static final int ENCRYPTED_MAGIC = magic("PARE");

  private static int magic(String text) {
    return text.charAt(0) | text.charAt(1) << 8 | text.charAt(2) << 16 | text.charAt(3) << 24;
  }

  /**
   * Reads the footer of a file.
   *
   * @param binaryAsString see {@link ParquetColumn#of}
   * @throws PacelineException INVALID_FILE, IO_ERROR, NOT_SUPPORTED for an encrypted file
   */
  static ParquetFile open(FileSet.Entry entry, boolean binaryAsString, MemoryLedger ledger) {
    String place = "the footer of " + entry.path();
    if (entry.bytes() < TAIL_BYTES + Integer.BYTES) {
      throw invalid(entry, "it has only " + entry.bytes() + " bytes");
    }
    try (MemoryScope memory = ledger.openScope(place);
        FileRead file = FileRead.open(entry)) {
      MemorySegment tail = memory.allocate(TAIL_BYTES);
      file.read(entry.bytes() - TAIL_BYTES, tail, 0, TAIL_BYTES);
      int magic = tail.get(ValueLayout.JAVA_INT_UNALIGNED, Integer.BYTES);
      if (magic == ENCRYPTED_MAGIC) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "file " + entry.path() + " is encrypted; Paceline reads no encrypted Parquet files");
      }
      if (magic != MAGIC) {
        throw invalid(entry, "it does not end with PAR1");
      }
      int length = tail.get(ValueLayout.JAVA_INT_UNALIGNED, 0);
      if (length <= 0
          || length > entry.bytes() - TAIL_BYTES - Integer.BYTES
          || length > MAX_FOOTER_BYTES) {
        throw invalid(entry, "its footer claims to have " + length + " bytes");
      }
      MemorySegment footer = memory.allocate(length);
      file.read(entry.bytes() - TAIL_BYTES - length, footer, 0, length);
      ThriftReader reader = new ThriftReader(footer, 0, length, place);
      FileMetadata metadata = FileMetadata.read(reader);
      return new ParquetFile(
          entry, metadata, length, columns(metadata.schema(), binaryAsString, reader));
    }
  }

  private static List<ParquetColumn> columns(
      List<SchemaNode> schema, boolean binaryAsString, ThriftReader reader) {
    List<ParquetColumn> columns = new ArrayList<>();
    int leaf = 0;
    int at = 1;
    for (int child = 0; child < schema.getFirst().childCount(); child++) {
      if (at >= schema.size()) {
        throw reader.invalid("the schema has fewer columns than it claims");
      }
      SchemaNode node = schema.get(at);
      columns.add(
          node.type() == null || node.repetition() == SchemaNode.Repetition.REPEATED
              ? NestedSchema.column(schema, at, leaf, binaryAsString)
              : ParquetColumn.of(node, leaf, binaryAsString));
      // Nodes of a tree that are still to come, in depth-first order.
      long waiting = 1;
      while (waiting > 0) {
        if (at >= schema.size()) {
          throw reader.invalid("the schema has fewer columns than it claims");
        }
        SchemaNode next = schema.get(at++);
        leaf += next.type() == null ? 0 : 1;
        waiting += (next.type() == null ? next.childCount() : 0) - 1L;
      }
    }
    if (at != schema.size() || columns.isEmpty()) {
      throw reader.invalid("the schema is no tree of columns");
    }
    return List.copyOf(columns);
  }

  private static PacelineException invalid(FileSet.Entry entry, String reason) {
    return new PacelineException(
        ErrorCode.INVALID_FILE, "file " + entry.path() + " is no complete Parquet file: " + reason);
  }

  /**
   * Returns the file with the numbers of its rows as the last column.
   *
   * @throws PacelineException INVALID_ARGUMENT if it has a column of that name
   */
  ParquetFile withRowNumbers() {
    ParquetColumn numbers = ParquetColumn.rowNumbers();
    for (ParquetColumn column : columns) {
      if (column.name().equalsIgnoreCase(numbers.name())) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "file "
                + entry.path()
                + " has a column "
                + column.name()
                + ", which the option of that name would add");
      }
    }
    List<ParquetColumn> more = new ArrayList<>(columns);
    more.add(numbers);
    return new ParquetFile(entry, metadata, footerBytes, List.copyOf(more));
  }

  /** Returns the number of the first row of a row group in the file, from 0. */
  long firstRow(int rowGroup) {
    long row = 0;
    for (int i = 0; i < rowGroup; i++) {
      row += metadata.rowGroups().get(i).rowCount();
    }
    return row;
  }

  /**
   * Returns the file with other types of some columns.
   *
   * @param types by names, case-insensitive
   * @throws PacelineException INVALID_ARGUMENT for a name of no column, INVALID_FILE for a type
   *     that values do not become
   */
  ParquetFile withTypes(Map<String, DataType> types) {
    if (types.isEmpty()) {
      return this;
    }
    for (String name : types.keySet()) {
      if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(name))) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            "the option types names " + name + ", which is no column of " + entry.path());
      }
    }
    String file = entry.path().toString();
    return new ParquetFile(
        entry,
        metadata,
        footerBytes,
        columns.stream()
            .map(column -> column.as(types.getOrDefault(column.name(), column.type()), file))
            .toList());
  }

  /** Returns what error messages call a column of a row group. */
  String place(ParquetColumn column, int rowGroup) {
    return "column " + column.name() + " in row group " + rowGroup + " of " + entry.path();
  }
}
