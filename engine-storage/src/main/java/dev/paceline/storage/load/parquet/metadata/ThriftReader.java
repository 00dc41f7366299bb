package dev.paceline.storage.load.parquet.metadata;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Reads structs in Thrift's compact protocol. A struct is read by {@link #beginStruct}, then {@link
 * #nextField} until it returns false; each field is either read by one method or {@link #skip
 * skipped}. What a length or a nesting claims is checked against the bytes that are there. Not
 * thread-safe.
 */
public final class ThriftReader {
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I16 = 4;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int MAP = 11;
  private static final int STRUCT = 12;

  /** Structs of Parquet are nested about six deep. */
  private static final int MAX_DEPTH = 24;

  private final MemorySegment bytes;
  private final long end;
  private final String place;
  private final int[] outerIds = new int[MAX_DEPTH];
  private long at;
  private int depth;
  private int fieldId;
  private int type;

  /**
   * @param from position of the first byte in {@code bytes}
   * @param to behind the last byte that may be read
   * @param place what error messages call the bytes, with the file
   */
  public ThriftReader(MemorySegment bytes, long from, long to, String place) {
    this.bytes = bytes;
    this.at = from;
    this.end = to;
    this.place = place;
  }

  /** Returns the position behind the last byte that was read. */
  public long position() {
    return at;
  }

  /** Starts the struct that is the current field, the current element, or all of the bytes. */
  public void beginStruct() {
    if (depth == MAX_DEPTH) {
      throw invalid("structures are nested more than " + MAX_DEPTH + " deep");
    }
    outerIds[depth++] = fieldId;
    fieldId = 0;
  }

  /** Moves to the next field of the struct; false at its end, which also ends it. */
  public boolean nextField() {
    int header = unsignedByte();
    type = header & 15;
    if (type == 0) {
      fieldId = outerIds[--depth];
      return false;
    }
    int delta = header >>> 4;
    fieldId = delta == 0 ? (int) zigzag() : fieldId + delta;
    return true;
  }

  /** Returns the number of the current field. */
  public int fieldId() {
    return fieldId;
  }

  /** Whether the current field is an integer. */
  public boolean isNumber() {
    return type >= BYTE && type <= I64;
  }

  public boolean readBoolean() {
    if (type != TRUE && type != FALSE) {
      throw invalid("a truth value is missing");
    }
    return type == TRUE;
  }

  /** Reads a truth value of a list, where each takes a byte. */
  public boolean readBooleanElement() {
    if (type != TRUE && type != FALSE) {
      throw invalid("a truth value is missing");
    }
    return unsignedByte() == TRUE;
  }

  /** Reads an integer of any width. */
  public long readLong() {
    if (type == BYTE) {
      return (byte) unsignedByte();
    }
    if (type < I16 || type > I64) {
      throw invalid("a number is missing");
    }
    return zigzag();
  }

  public int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw invalid(value + " is out of range");
    }
    return (int) value;
  }

  public byte[] readBinary() {
    if (type != BINARY) {
      throw invalid("a string is missing");
    }
    int length = length();
    byte[] copy = new byte[length];
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, at, copy, 0, length);
    at += length;
    return copy;
  }

  public String readString() {
    return new String(readBinary(), StandardCharsets.UTF_8);
  }

  /**
   * Starts a list: its elements are read one after the other by the same methods.
   *
   * @return the number of elements, not more than there are bytes
   */
  public int beginList() {
    if (type != LIST && type != SET) {
      throw invalid("a list is missing");
    }
    int header = unsignedByte();
    int size = header >>> 4;
    if (size == 15) {
      size = length();
    }
    type = header & 15;
    return checkLength(size);
  }

  /** Skips the current field or element. */
  public void skip() {
    switch (type) {
      case TRUE, FALSE -> {}
      case BYTE -> unsignedByte();
      case I16, 5, I64 -> varint();
      case DOUBLE -> at += checkLength(8);
      case BINARY -> {
        int length = length(); // moves the position itself
        at += length;
      }
      case LIST, SET -> {
        int size = beginList();
        int elementType = type;
        for (int i = 0; i < size; i++) {
          skipElement(elementType);
        }
      }
      case MAP -> {
        int size = length();
        int types = size == 0 ? 0 : unsignedByte();
        for (int i = 0; i < size; i++) {
          skipElement(types >>> 4);
          skipElement(types & 15);
        }
      }
      case STRUCT -> {
        beginStruct();
        while (nextField()) {
          skip();
        }
      }
      default -> throw invalid("a field has the unknown type " + type);
    }
  }

  /** Truth values take a byte in collections. */
  private void skipElement(int elementType) {
    if (elementType == TRUE || elementType == FALSE) {
      unsignedByte();
      return;
    }
    if (depth == MAX_DEPTH) {
      throw invalid("structures are nested more than " + MAX_DEPTH + " deep");
    }
    depth++;
    type = elementType;
    skip();
    depth--;
  }

  /** Returns the error of bytes that are not what they should be. */
  public PacelineException invalid(String reason) {
    return new PacelineException(
        ErrorCode.INVALID_FILE,
        place + " is damaged: " + reason + " at byte " + at + "; write the file again");
  }

  private int length() {
    long length = varint();
    if (length < 0 || length > end - at) {
      throw invalid("a length of " + length + " is more than there is");
    }
    return checkLength((int) length);
  }

  private int checkLength(int length) {
    if (length < 0 || length > end - at) {
      throw invalid("a length of " + length + " is more than there is");
    }
    return length;
  }

  private long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = unsignedByte();
      value |= (b & 0x7fL) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw invalid("a number has too many bytes");
  }

  private int unsignedByte() {
    if (at >= end) {
      throw invalid("it ends too early");
    }
    return bytes.get(ValueLayout.JAVA_BYTE, at++) & 0xff;
  }
}
