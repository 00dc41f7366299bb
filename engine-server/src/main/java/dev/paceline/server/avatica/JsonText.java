package dev.paceline.server.avatica;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Rows as JSON arrays with commas between, in UTF-8, in a buffer that grows. Every value is written
 * as Jackson would read it back. Not thread-safe.
 */
final class JsonText {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);

  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] HEX = ascii("0123456789abcdef");

  /** Clients read a number that is too large as infinite; JSON has no other name for it. */
  static final String INFINITY = "1e999";

  /** The digits of 0 to 99, two bytes each. */
  private static final short[] TWO_DIGITS = new short[100];

  static {
    for (int i = 0; i < TWO_DIGITS.length; i++) {
      TWO_DIGITS[i] = (short) ('0' + i / 10 | ('0' + i % 10) << 8);
    }
  }

  /** The longest number that {@link #writeLong} and {@link #writeDecimal} write: sign, 0., 38. */
  private static final int MAX_NUMBER = 48;

  private static final int MAX_LONG_DIGITS = 19;

  /** Decimals that the quick way of writing doubles tries; see {@link #writeDouble}. */
  private static final int QUICK_DECIMALS = 4;

  private static final double QUICK_SCALE = 1e4;
  private static final double MAX_EXACT = 0x1p53;

  private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
  private static final long SIGN_OF_EACH_BYTE = EACH_BYTE << 7;

  private byte[] bytes;
  private int length;

  /** Whether the next value or row is the first of its row or text. */
  private boolean first = true;

  JsonText(int capacity) {
    bytes = new byte[capacity];
  }

  int length() {
    return length;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  void beginRow() {
    ensure(2);
    if (length > 0) {
      bytes[length++] = ',';
    }
    bytes[length++] = '[';
    first = true;
  }

  void endRow() {
    writeByte(']');
  }

  /** Writes what separates a value from the one before. Called before every value. */
  void beginValue() {
    if (first) {
      first = false;
    } else {
      writeByte(',');
    }
  }

  void writeNull() {
    write(NULL);
  }

  void writeBoolean(boolean value) {
    write(value ? TRUE : FALSE);
  }

  void writeLong(long value) {
    ensure(MAX_NUMBER);
    writeDigits(writeSign(value), 1);
  }

  /** Writes unscaled × 10⁻ˢᶜᵃˡᵉ with all its decimals. */
  void writeDecimal(long unscaled, int scale) {
    if (scale == 0) {
      writeLong(unscaled);
      return;
    }
    ensure(MAX_NUMBER);
    writeDigits(writeSign(unscaled), scale + 1);
    System.arraycopy(bytes, length - scale, bytes, length - scale + 1, scale);
    bytes[length - scale] = '.';
    length++;
  }

  /** Writes the sign; returns minus the magnitude, which every long has. */
  private long writeSign(long value) {
    if (value >= 0) {
      return -value;
    }
    bytes[length++] = '-';
    return value;
  }

  /** Writes the negation of a number that is at most 0, with at least {@code atLeast} digits. */
  private void writeDigits(long negated, int atLeast) {
    int start = length;
    int at = start + Math.max(digits(negated), atLeast);
    length = at;
    long rest = negated;
    while (at - start >= 2) {
      long quotient = rest / 100;
      at -= 2;
      SHORT.set(bytes, at, TWO_DIGITS[(int) (quotient * 100 - rest)]);
      rest = quotient;
    }
    if (at > start) {
      bytes[start] = (byte) ('0' - rest);
    }
  }

  private static int digits(long negated) {
    int digits = 1;
    for (long limit = -10; digits < MAX_LONG_DIGITS && negated <= limit; limit *= 10) {
      digits++;
    }
    return digits;
  }

  /**
   * Writes a number that is read back as the same double. Most doubles of databases have few
   * decimals: n = value × 10⁴ rounded is then a whole number below 2⁵³, and because a division is
   * rounded correctly, n / 10⁴ = value says that the decimals of n are read back as value. The
   * others are left to {@link Double#toString(double)}.
   */
  void writeDouble(double value) {
    double scaled = Math.rint(value * QUICK_SCALE);
    if (scaled / QUICK_SCALE == value && Math.abs(scaled) < MAX_EXACT && scaled != 0) {
      writeDecimal((long) scaled, QUICK_DECIMALS);
      while (bytes[length - 1] == '0' && bytes[length - 2] != '.') {
        length--;
      }
    } else if (Double.isInfinite(value)) {
      writeAscii(value > 0 ? INFINITY : '-' + INFINITY);
    } else {
      writeAscii(Double.toString(value));
    }
  }

  void writeFloat(float value) {
    if (Float.isInfinite(value)) {
      writeDouble(value);
    } else {
      writeAscii(Float.toString(value));
    }
  }

  /** Writes text that needs no escapes as it is. */
  void writeAscii(String text) {
    int count = text.length();
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
  }

  void writeBinary(byte[] value) {
    writeByte('"');
    write(Base64.getEncoder().encode(value));
    writeByte('"');
  }

  /** Writes UTF-8 text between quotes; copies it whole if nothing in it needs an escape. */
  void writeString(MemorySegment heap, long offset, int count) {
    int plain = plainBytes(heap, offset, count);
    ensure(count + 2);
    bytes[length++] = '"';
    MemorySegment.copy(heap, ValueLayout.JAVA_BYTE, offset, bytes, length, plain);
    length += plain;
    for (int i = plain; i < count; i++) {
      writeEscaped(heap.get(ValueLayout.JAVA_BYTE, offset + i));
    }
    writeByte('"');
  }

  /** How many of the bytes stand before the first that needs an escape. */
  private static int plainBytes(MemorySegment heap, long offset, int count) {
    int i = 0;
    while (i + Long.BYTES <= count
        && isPlain(heap.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i))) {
      i += Long.BYTES;
    }
    while (i < count && isPlain(heap.get(ValueLayout.JAVA_BYTE, offset + i))) {
      i++;
    }
    return i;
  }

  /** Whether none of eight bytes is a control character, a quote or a backslash. */
  private static boolean isPlain(long eight) {
    long controls = (eight - EACH_BYTE * ' ') & ~eight;
    long quotes = eight ^ EACH_BYTE * '"';
    long backslashes = eight ^ EACH_BYTE * '\\';
    quotes = (quotes - EACH_BYTE) & ~quotes;
    backslashes = (backslashes - EACH_BYTE) & ~backslashes;
    return ((controls | quotes | backslashes) & SIGN_OF_EACH_BYTE) == 0;
  }

  private static boolean isPlain(byte one) {
    return (one < 0 || one >= ' ') && one != '"' && one != '\\';
  }

  private void writeEscaped(byte one) {
    if (isPlain(one)) {
      writeByte(one);
      return;
    }
    ensure(6);
    bytes[length++] = '\\';
    if (one >= ' ') {
      bytes[length++] = one;
      return;
    }
    bytes[length++] = 'u';
    bytes[length++] = '0';
    bytes[length++] = '0';
    bytes[length++] = HEX[one >> 4];
    bytes[length++] = HEX[one & 15];
  }

  private void write(byte[] some) {
    ensure(some.length);
    System.arraycopy(some, 0, bytes, length, some.length);
    length += some.length;
  }

  private void writeByte(int one) {
    ensure(1);
    bytes[length++] = (byte) one;
  }

  private void ensure(int more) {
    if (bytes.length - length < more) {
      grow(more);
    }
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, more), 2 * bytes.length));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
