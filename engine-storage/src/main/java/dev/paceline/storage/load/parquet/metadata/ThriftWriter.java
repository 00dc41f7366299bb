package dev.paceline.storage.load.parquet.metadata;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes structs in Thrift's compact protocol. Not thread-safe. */
public final class ThriftWriter {
  private static final int BOOLEAN = 1;
  private static final int BYTE = 3;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;
  private static final int MAX_DEPTH = 16;

  private byte[] bytes = new byte[256];
  private int length;
  private final int[] outerIds = new int[MAX_DEPTH];
  private int depth;
  private int lastId;

  /** Starts a struct that is no field: an element of a list, or the outermost one. */
  public void beginStruct() {
    outerIds[depth++] = lastId;
    lastId = 0;
  }

  /** Starts a struct as a field. */
  public void beginStruct(int id) {
    header(id, STRUCT);
    beginStruct();
  }

  public void endStruct() {
    writeByte(0);
    lastId = outerIds[--depth];
  }

  public void writeInt(int id, int value) {
    header(id, I32);
    writeInt(value);
  }

  public void writeLong(int id, long value) {
    header(id, I64);
    zigzag(value);
  }

  /** Writes a field of one byte. */
  public void writeByteField(int id, int value) {
    header(id, BYTE);
    writeByte(value);
  }

  public void writeBoolean(int id, boolean value) {
    header(id, value ? 1 : 2);
  }

  public void writeBinary(int id, byte[] value) {
    header(id, BINARY);
    writeBinary(value);
  }

  public void writeString(int id, String value) {
    writeBinary(id, value.getBytes(StandardCharsets.UTF_8));
  }

  public void beginListOfStructs(int id, int size) {
    beginList(id, STRUCT, size);
  }

  public void beginListOfInts(int id, int size) {
    beginList(id, I32, size);
  }

  public void beginListOfStrings(int id, int size) {
    beginList(id, BINARY, size);
  }

  public void beginListOfLongs(int id, int size) {
    beginList(id, I64, size);
  }

  public void beginListOfBooleans(int id, int size) {
    beginList(id, BOOLEAN, size);
  }

  /** Writes an element of a list. */
  public void writeBooleanElement(boolean value) {
    writeByte(value ? 1 : 2);
  }

  /** Writes an element of a list. */
  public void writeLongElement(long value) {
    zigzag(value);
  }

  /** Writes an element of a list of strings. */
  public void writeBinaryElement(byte[] value) {
    writeBinary(value);
  }

  /** Writes an element of a list. */
  public void writeInt(int value) {
    zigzag(value);
  }

  /** Writes an element of a list. */
  public void writeString(String value) {
    writeBinary(value.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a copy of everything written. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void beginList(int id, int elementType, int size) {
    header(id, LIST);
    if (size < 15) {
      writeByte(size << 4 | elementType);
    } else {
      writeByte(0xf0 | elementType);
      varint(size);
    }
  }

  private void writeBinary(byte[] value) {
    varint(value.length);
    ensure(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
  }

  private void header(int id, int type) {
    int delta = id - lastId;
    if (delta > 0 && delta < 16) {
      writeByte(delta << 4 | type);
    } else {
      writeByte(type);
      zigzag(id);
    }
    lastId = id;
  }

  private void zigzag(long value) {
    varint(value << 1 ^ value >> 63);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      writeByte((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    writeByte((int) rest);
  }

  private void writeByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  private void ensure(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }
}
