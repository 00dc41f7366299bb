package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Whole numbers and decimals, with all digits behind the point that their type has. */
final class NumberColumnText extends ColumnText {
  /** A sign, 39 digits, a point and a leading zero. */
  private static final int SLOT_BYTES = 42;

  /** Numbers below this have at most eight digits. */
  private static final long EIGHT_DIGITS = 100_000_000;

  private static final long ZEROS = 0x3030_3030_3030_3030L;
  private static final int[] POWERS = new int[Long.BYTES + 1];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private final int scale;

  /**
   * @param scale digits behind the point
   */
  NumberColumnText(int scale, MemoryScope memory) {
    super(memory, SLOT_BYTES);
    this.scale = scale;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    MemorySegment out = heap();
    boolean wide = vector.width() == 16 || vector.isConstant();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      long slotEnd = (i + 1L) * SLOT_BYTES;
      long value = vector.getLong(row);
      int length =
          wide && vector.getHigh(row) != value >> 63
              ? writeWide(vector.getDecimal(row), out, slotEnd)
              : write(value, out, slotEnd);
      set(i, StringView.of(slotEnd - length, length));
      bytes += length;
    }
    return bytes;
  }

  private static int writeWide(BigDecimal value, MemorySegment out, long end) {
    byte[] text = value.toPlainString().getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(text, 0, out, JAVA_BYTE, end - text.length, text.length);
    return text.length;
  }

  /** Writes a number so that it ends before a position; returns its length. */
  private int write(long value, MemorySegment out, long end) {
    if (value == Long.MIN_VALUE) {
      return writeWide(BigDecimal.valueOf(value, scale), out, end);
    }
    long rest = Math.abs(value);
    if (rest < EIGHT_DIGITS && scale < Long.BYTES) {
      return writeFew(rest, value < 0, out, end);
    }
    long at = end;
    int digits = 0;
    while (rest != 0 || digits <= scale) {
      if (digits == scale && scale > 0) {
        out.set(JAVA_BYTE, --at, (byte) '.');
      }
      long next = rest / 10;
      out.set(JAVA_BYTE, --at, (byte) ('0' + (rest - next * 10)));
      rest = next;
      digits++;
    }
    if (value < 0) {
      out.set(JAVA_BYTE, --at, (byte) '-');
    }
    return (int) (end - at);
  }

  /** Writes a number of at most eight digits, without a loop that ends with its digits. */
  private int writeFew(long value, boolean negative, MemorySegment out, long end) {
    long text = eightDigits(value);
    int length = Math.max(digits(value), scale + 1);
    if (scale == 0) {
      out.set(JAVA_LONG_UNALIGNED, end - Long.BYTES, text);
    } else {
      int whole = Byte.SIZE * (Long.BYTES - scale);
      long before = text & (1L << whole) - 1;
      long behind = text >>> whole << whole << Byte.SIZE;
      long point = (long) '.' << whole;
      out.set(JAVA_LONG_UNALIGNED, end - Long.BYTES - 1, before | point | behind);
      out.set(JAVA_BYTE, end - 1, (byte) (text >>> Long.SIZE - Byte.SIZE));
      length++;
    }
    if (negative) {
      length++;
      out.set(JAVA_BYTE, end - length, (byte) '-');
    }
    return length;
  }

  /** Returns how many digits a number below {@link #EIGHT_DIGITS} has; 1 for 0. */
  private static int digits(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    int most = bits * 1233 >>> 12; // log 2 of 10 is 4096 / 1233
    return most + (value >= POWERS[most] ? 1 : 0) + (value == 0 ? 1 : 0);
  }

  /**
   * Returns eight digits of a number, leading zeros among them, the first one in the lowest byte.
   */
  private static long eightDigits(long value) {
    long high = value / 10_000;
    long halves = high | value - high * 10_000 << 32;
    long hundreds = (halves * 10_486 >>> 20) & 0x0000_007f_0000_007fL;
    long quarters = (halves - 100 * hundreds << 16) + hundreds;
    long tens = (quarters * 103 >>> 10) & 0x000f_000f_000f_000fL;
    return ((quarters - 10 * tens << Byte.SIZE) + tens) + ZEROS;
  }
}
