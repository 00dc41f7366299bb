package dev.paceline.storage.load.parquet.metadata;

import java.util.ArrayList;
import java.util.List;

/**
 * The footer of a file.
 *
 * @param schema the tree in depth-first order, its root first
 * @param createdBy the program that wrote the file; empty if nobody says
 * @param version of the format
 * @param keyValues what else the writer says
 */
public record FileMetadata(
    List<SchemaNode> schema,
    long rowCount,
    List<RowGroupMetadata> rowGroups,
    String createdBy,
    int version,
    List<KeyValue> keyValues) {
  /** The version of the files that are written here. */
  public static final int VERSION = 1;

  /**
   * Reads a footer, and checks that each row group has all columns of the schema.
   *
   * @throws dev.paceline.core.error.PacelineException INVALID_FILE
   */
  public static FileMetadata read(ThriftReader reader) {
    List<SchemaNode> schema = new ArrayList<>();
    List<RowGroupMetadata> rowGroups = new ArrayList<>();
    long rowCount = -1;
    String createdBy = "";
    int version = VERSION;
    List<KeyValue> keyValues = new ArrayList<>();
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> version = reader.readInt();
        case 2 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            schema.add(SchemaNode.read(reader));
          }
        }
        case 3 -> rowCount = reader.readLong();
        case 4 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            rowGroups.add(RowGroupMetadata.read(reader));
          }
        }
        case 5 -> {
          int size = reader.beginList();
          for (int i = 0; i < size; i++) {
            keyValues.add(KeyValue.read(reader));
          }
        }
        case 6 -> createdBy = reader.readString();
        default -> reader.skip();
      }
    }
    if (schema.isEmpty() || rowCount < 0) {
      throw reader.invalid("the footer has no schema or no number of rows");
    }
    FileMetadata metadata =
        new FileMetadata(
            List.copyOf(schema),
            rowCount,
            List.copyOf(rowGroups),
            createdBy,
            version,
            List.copyOf(keyValues));
    metadata.check(reader);
    return metadata;
  }

  private void check(ThriftReader reader) {
    List<SchemaNode> leaves = schema.stream().filter(node -> node.type() != null).toList();
    long rows = 0;
    for (RowGroupMetadata rowGroup : rowGroups) {
      rows += rowGroup.rowCount();
      if (rows < 0 || rowGroup.columns().size() != leaves.size()) {
        throw reader.invalid("a row group does not have the columns of the schema");
      }
      for (int i = 0; i < leaves.size(); i++) {
        if (rowGroup.columns().get(i).type() != leaves.get(i).type()) {
          throw reader.invalid("column " + leaves.get(i).name() + " has two types");
        }
      }
    }
    if (rows != rowCount) {
      throw reader.invalid(
          "the footer says " + rowCount + " rows, and its row groups have " + rows);
    }
  }

  /** Returns the footer in Thrift's compact protocol. */
  public byte[] toBytes() {
    ThriftWriter writer = new ThriftWriter();
    writer.beginStruct();
    writer.writeInt(1, version);
    writer.beginListOfStructs(2, schema.size());
    for (int i = 0; i < schema.size(); i++) {
      schema.get(i).write(writer, i == 0);
    }
    writer.writeLong(3, rowCount);
    writer.beginListOfStructs(4, rowGroups.size());
    rowGroups.forEach(rowGroup -> rowGroup.write(writer));
    if (!keyValues.isEmpty()) {
      writer.beginListOfStructs(5, keyValues.size());
      keyValues.forEach(keyValue -> keyValue.write(writer));
    }
    writer.writeString(6, createdBy);
    writeColumnOrders(writer);
    writer.endStruct();
    return writer.toBytes();
  }

  /** Says that the bounds of every column are in the order that its type defines. */
  private void writeColumnOrders(ThriftWriter writer) {
    int columns = (int) schema.stream().filter(node -> node.type() != null).count();
    writer.beginListOfStructs(7, columns);
    for (int i = 0; i < columns; i++) {
      writer.beginStruct();
      writer.beginStruct(1);
      writer.endStruct();
      writer.endStruct();
    }
  }

  /** Reads the number of a constant. */
  static <T> T constant(ThriftReader reader, T[] constants) {
    int number = reader.readInt();
    if (number < 0 || number >= constants.length) {
      throw reader.invalid(
          "the number " + number + " stands for nothing that version 2.11 of the format knows");
    }
    return constants[number];
  }
}
