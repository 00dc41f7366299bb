package dev.paceline.storage.load.parquet.metadata;

import org.jspecify.annotations.Nullable;

/**
 * An element of the schema, which is a tree in depth-first order: its root, groups and columns.
 *
 * @param type of a column; null for a group
 * @param typeLength bytes of a FIXED_LEN_BYTE_ARRAY
 * @param childCount children of a group, which follow it
 * @param fieldId the number that the writer gave it; -1 if none
 */
public record SchemaNode(
    String name,
    @Nullable PhysicalType type,
    int typeLength,
    Repetition repetition,
    int childCount,
    LogicalType logical,
    int fieldId) {

  /** How often a value occurs. In the order of the format's numbers. */
  public enum Repetition {
    REQUIRED,
    OPTIONAL,
    REPEATED
  }

  /** Returns the same with a number. */
  public SchemaNode withFieldId(int id) {
    return new SchemaNode(name, type, typeLength, repetition, childCount, logical, id);
  }

  static SchemaNode read(ThriftReader reader) {
    PhysicalType type = null;
    int typeLength = 0;
    Repetition repetition = Repetition.REQUIRED;
    String name = null;
    int childCount = 0;
    int converted = -1;
    int scale = 0;
    int precision = 0;
    int fieldId = -1;
    LogicalType logical = null;
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> type = FileMetadata.constant(reader, PhysicalType.values());
        case 2 -> typeLength = reader.readInt();
        case 3 -> repetition = FileMetadata.constant(reader, Repetition.values());
        case 4 -> name = reader.readString();
        case 5 -> childCount = reader.readInt();
        case 6 -> converted = reader.readInt();
        case 7 -> scale = reader.readInt();
        case 8 -> precision = reader.readInt();
        case 9 -> fieldId = reader.readInt();
        case 10 -> logical = LogicalType.read(reader);
        default -> reader.skip();
      }
    }
    if (name == null || childCount < 0 || typeLength < 0) {
      throw reader.invalid("an element of the schema has no name or a negative size");
    }
    if (logical == null) {
      logical =
          converted < 0 ? LogicalType.NONE : LogicalType.ofConverted(converted, precision, scale);
    }
    return new SchemaNode(name, type, typeLength, repetition, childCount, logical, fieldId);
  }

  /** Writes it; the root of the schema has no repetition. */
  void write(ThriftWriter writer, boolean isRoot) {
    writer.beginStruct();
    if (type != null) {
      writer.writeInt(1, type.ordinal());
    }
    if (typeLength > 0) {
      writer.writeInt(2, typeLength);
    }
    if (!isRoot) {
      writer.writeInt(3, repetition.ordinal());
    }
    writer.writeString(4, name);
    if (childCount > 0) {
      writer.writeInt(5, childCount);
    }
    int converted = logical.converted();
    if (converted >= 0) {
      writer.writeInt(6, converted);
    }
    if (logical.meaning() == LogicalType.Meaning.DECIMAL) {
      writer.writeInt(7, logical.scale());
      writer.writeInt(8, logical.precision());
    }
    if (fieldId >= 0) {
      writer.writeInt(9, fieldId);
    }
    logical.write(writer, 10);
    writer.endStruct();
  }
}
