package dev.paceline.storage.load.arrow.write;

import com.google.flatbuffers.FlatBufferBuilder;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.StructField;
import dev.paceline.core.type.TypeKind;
import dev.paceline.core.type.UuidText;
import dev.paceline.storage.load.arrow.metadata.ArrowField;
import dev.paceline.storage.load.arrow.metadata.BodyCompression;
import dev.paceline.storage.table.definition.ColumnDefinition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.arrow.flatbuf.Binary;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.BodyCompressionMethod;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.CompressionType;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.Decimal;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.FixedSizeBinary;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Interval;
import org.apache.arrow.flatbuf.IntervalUnit;
import org.apache.arrow.flatbuf.KeyValue;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Struct_;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;
import org.apache.arrow.flatbuf.Utf8;

/** Writes the metadata of messages. Stateless. */
final class MessageWriter {
  /** Bodies and their buffers begin at multiples of this number of bytes. */
  static final int ALIGNMENT = 64;

  private static final int MARK = -1;
  private static final int PREFIX_BYTES = 8;
  private static final int DECIMAL_BITS = 128;

  private MessageWriter() {}

  /**
   * A field or a part of one in a record batch.
   *
   * @param length number of its values
   */
  record Node(long length, long nullCount) {}

  /** A buffer of a body: its start in the body and its length. */
  record BufferPlace(long start, long length) {}

  /** A record batch of a file: its message with the prefix, and its body. */
  record BatchBlock(long start, int metadataBytes, long bodyBytes) {}

  /** Returns the end of a stream, or of the messages of a file. */
  static ByteBuffer end() {
    return ByteBuffer.allocate(PREFIX_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MARK)
        .putInt(0)
        .flip();
  }

  /**
   * Returns the message with the schema.
   *
   * @param before bytes of the file before the message, which ends at a multiple of 64
   */
  static ByteBuffer schema(List<ColumnDefinition> columns, int before) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int schema = addSchema(builder, columns);
    return message(builder, MessageHeader.Schema, schema, 0, before);
  }

  /**
   * Returns the message of a record batch.
   *
   * @param buffers in the order of the fields
   */
  static ByteBuffer batch(
      int rows,
      List<Node> nodes,
      List<BufferPlace> buffers,
      BodyCompression compression,
      long bodyBytes) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    RecordBatch.startNodesVector(builder, nodes.size());
    for (Node node : nodes.reversed()) {
      FieldNode.createFieldNode(builder, node.length(), node.nullCount());
    }
    int nodesAt = builder.endVector();
    RecordBatch.startBuffersVector(builder, buffers.size());
    for (BufferPlace buffer : buffers.reversed()) {
      Buffer.createBuffer(builder, buffer.start(), buffer.length());
    }
    int buffersAt = builder.endVector();
    int compressionAt =
        switch (compression) {
          case NONE -> 0;
          case LZ4 -> compression(builder, CompressionType.LZ4_FRAME);
          case ZSTD -> compression(builder, CompressionType.ZSTD);
        };
    RecordBatch.startRecordBatch(builder);
    RecordBatch.addLength(builder, rows);
    RecordBatch.addNodes(builder, nodesAt);
    RecordBatch.addBuffers(builder, buffersAt);
    if (compression != BodyCompression.NONE) {
      RecordBatch.addCompression(builder, compressionAt);
    }
    int batch = RecordBatch.endRecordBatch(builder);
    return message(builder, MessageHeader.RecordBatch, batch, bodyBytes, 0);
  }

  private static int compression(FlatBufferBuilder builder, byte codec) {
    return org.apache.arrow.flatbuf.BodyCompression.createBodyCompression(
        builder, codec, BodyCompressionMethod.BUFFER);
  }

  private static ByteBuffer message(
      FlatBufferBuilder builder, byte type, int header, long bodyBytes, int before) {
    Message.startMessage(builder);
    Message.addVersion(builder, MetadataVersion.V5);
    Message.addHeaderType(builder, type);
    Message.addHeader(builder, header);
    Message.addBodyLength(builder, bodyBytes);
    builder.finish(Message.endMessage(builder));
    byte[] metadata = builder.sizedByteArray();
    int total = (before + PREFIX_BYTES + metadata.length + ALIGNMENT - 1 & -ALIGNMENT) - before;
    return ByteBuffer.allocate(total)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MARK)
        .putInt(total - PREFIX_BYTES)
        .put(metadata)
        .clear();
  }

  /** Returns the footer of a file, without its length. */
  static byte[] footer(List<ColumnDefinition> columns, List<BatchBlock> batches) {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int schema = addSchema(builder, columns);
    Footer.startDictionariesVector(builder, 0);
    int dictionaries = builder.endVector();
    Footer.startRecordBatchesVector(builder, batches.size());
    for (BatchBlock batch : batches.reversed()) {
      Block.createBlock(builder, batch.start(), batch.metadataBytes(), batch.bodyBytes());
    }
    int blocks = builder.endVector();
    Footer.startFooter(builder);
    Footer.addVersion(builder, MetadataVersion.V5);
    Footer.addSchema(builder, schema);
    Footer.addDictionaries(builder, dictionaries);
    Footer.addRecordBatches(builder, blocks);
    builder.finish(Footer.endFooter(builder));
    return builder.sizedByteArray();
  }

  private static int addSchema(FlatBufferBuilder builder, List<ColumnDefinition> columns) {
    int[] fields =
        columns.stream()
            .mapToInt(column -> addField(builder, column.name(), column.type(), true))
            .toArray();
    int fieldsAt = Schema.createFieldsVector(builder, fields);
    Schema.startSchema(builder);
    Schema.addEndianness(builder, Endianness.Little);
    Schema.addFields(builder, fieldsAt);
    return Schema.endSchema(builder);
  }

  private static int addField(
      FlatBufferBuilder builder, String name, DataType type, boolean nullable) {
    int[] children = addChildren(builder, type);
    int nameAt = builder.createString(name);
    int childrenAt = Field.createChildrenVector(builder, children);
    int typeAt = addType(builder, type);
    int extensionAt = type.kind() == TypeKind.UUID ? addUuidExtension(builder) : 0;
    Field.startField(builder);
    Field.addName(builder, nameAt);
    Field.addNullable(builder, nullable);
    Field.addTypeType(builder, typeOf(type));
    Field.addType(builder, typeAt);
    Field.addChildren(builder, childrenAt);
    if (extensionAt != 0) {
      Field.addCustomMetadata(builder, extensionAt);
    }
    return Field.endField(builder);
  }

  /** Adds the metadata that make 16 bytes a UUID, which Arrow knows as an extension of a type. */
  private static int addUuidExtension(FlatBufferBuilder builder) {
    int[] entries = {
      KeyValue.createKeyValue(
          builder,
          builder.createString(ArrowField.EXTENSION_NAME),
          builder.createString(ArrowField.UUID_EXTENSION)),
      KeyValue.createKeyValue(
          builder, builder.createString(ArrowField.EXTENSION_METADATA), builder.createString(""))
    };
    return Field.createCustomMetadataVector(builder, entries);
  }

  private static int[] addChildren(FlatBufferBuilder builder, DataType type) {
    return switch (type.kind()) {
      case LIST -> new int[] {addField(builder, "item", type.elementType(), true)};
      case MAP -> new int[] {addEntries(builder, type)};
      case STRUCT -> {
        int[] fields = new int[type.fields().size()];
        for (int i = 0; i < fields.length; i++) {
          StructField field = type.fields().get(i);
          fields[i] = addField(builder, field.name(), field.type(), true);
        }
        yield fields;
      }
      default -> new int[0];
    };
  }

  /** The entries of maps are structs without NULL, whose keys are not NULL either. */
  private static int addEntries(FlatBufferBuilder builder, DataType map) {
    int[] fields = {
      addField(builder, "key", map.keyType(), false),
      addField(builder, "value", map.valueType(), true)
    };
    int nameAt = builder.createString("entries");
    int childrenAt = Field.createChildrenVector(builder, fields);
    Struct_.startStruct_(builder);
    int typeAt = Struct_.endStruct_(builder);
    Field.startField(builder);
    Field.addName(builder, nameAt);
    Field.addNullable(builder, false);
    Field.addTypeType(builder, Type.Struct_);
    Field.addType(builder, typeAt);
    Field.addChildren(builder, childrenAt);
    return Field.endField(builder);
  }

  private static byte typeOf(DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> Type.Bool;
      case INT8, INT16, INT32, INT64 -> Type.Int;
      case DECIMAL -> Type.Decimal;
      case FLOAT32, FLOAT64 -> Type.FloatingPoint;
      case CHAR, VARCHAR -> Type.Utf8;
      case BINARY, VARBINARY -> Type.Binary;
      case DATE -> Type.Date;
      case TIME -> Type.Time;
      case TIMESTAMP, TIMESTAMP_LTZ -> Type.Timestamp;
      case INTERVAL -> Type.Interval;
      case LIST -> Type.List;
      case STRUCT -> Type.Struct_;
      case MAP -> Type.Map;
      case UUID -> Type.FixedSizeBinary;
    };
  }

  private static int addType(FlatBufferBuilder builder, DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> {
        Bool.startBool(builder);
        yield Bool.endBool(builder);
      }
      case INT8 -> Int.createInt(builder, Byte.SIZE, true);
      case INT16 -> Int.createInt(builder, Short.SIZE, true);
      case INT32 -> Int.createInt(builder, Integer.SIZE, true);
      case INT64 -> Int.createInt(builder, Long.SIZE, true);
      case DECIMAL -> Decimal.createDecimal(builder, type.precision(), type.scale(), DECIMAL_BITS);
      case FLOAT32 -> FloatingPoint.createFloatingPoint(builder, Precision.SINGLE);
      case FLOAT64 -> FloatingPoint.createFloatingPoint(builder, Precision.DOUBLE);
      case CHAR, VARCHAR -> {
        Utf8.startUtf8(builder);
        yield Utf8.endUtf8(builder);
      }
      case BINARY, VARBINARY -> {
        Binary.startBinary(builder);
        yield Binary.endBinary(builder);
      }
      case DATE -> Date.createDate(builder, DateUnit.DAY);
      case TIME -> Time.createTime(builder, TimeUnit.MICROSECOND, Long.SIZE);
      case TIMESTAMP -> Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, 0);
      case TIMESTAMP_LTZ ->
          Timestamp.createTimestamp(builder, TimeUnit.MICROSECOND, builder.createString("UTC"));
      case INTERVAL -> Interval.createInterval(builder, IntervalUnit.MONTH_DAY_NANO);
      case LIST -> {
        org.apache.arrow.flatbuf.List.startList(builder);
        yield org.apache.arrow.flatbuf.List.endList(builder);
      }
      case STRUCT -> {
        Struct_.startStruct_(builder);
        yield Struct_.endStruct_(builder);
      }
      case MAP -> org.apache.arrow.flatbuf.Map.createMap(builder, false);
      case UUID -> FixedSizeBinary.createFixedSizeBinary(builder, UuidText.BYTES);
    };
  }
}
