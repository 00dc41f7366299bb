package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

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
}
