package dev.paceline.storage.load.parquet.metadata;

import java.nio.charset.StandardCharsets;

/**
 * A note of the writer of a file about it, beside the schema.
 *
 * @param key bytes of a string
 * @param value bytes of a string
 */
public record KeyValue(byte[] key, byte[] value) {
  public static KeyValue of(String key, String value) {
    return new KeyValue(
        key.getBytes(StandardCharsets.UTF_8), value.getBytes(StandardCharsets.UTF_8));
  }

  static KeyValue read(ThriftReader reader) {
    byte[] key = {};
    byte[] value = {};
    reader.beginStruct();
    while (reader.nextField()) {
      switch (reader.fieldId()) {
        case 1 -> key = reader.readBinary();
        case 2 -> value = reader.readBinary();
        default -> reader.skip();
      }
    }
    return new KeyValue(key, value);
  }

  void write(ThriftWriter writer) {
    writer.beginStruct();
    writer.writeBinary(1, key);
    writer.writeBinary(2, value);
    writer.endStruct();
  }
}
