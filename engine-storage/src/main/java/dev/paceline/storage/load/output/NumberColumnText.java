package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.digit.DecimalDigits;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Whole numbers and decimals, with all digits behind the point that their type has. */
final class NumberColumnText extends ColumnText {
  private final int scale;

  /**
   * @param scale digits behind the point
   */
  NumberColumnText(int scale, MemoryScope memory) {
    super(memory, DecimalDigits.MOST_BYTES);
    this.scale = scale;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    MemorySegment out = heap();
    boolean wide = vector.width() == 16 || vector.isConstant();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      long slotEnd = (i + 1L) * DecimalDigits.MOST_BYTES;
      long value = vector.getLong(row);
      int length =
          wide && vector.getHigh(row) != value >> 63
              ? DecimalDigits.write(vector.getDecimal(row), out, slotEnd)
              : DecimalDigits.write(value, scale, out, slotEnd);
      set(i, StringView.of(slotEnd - length, length));
      bytes += length;
    }
    return bytes;
  }
}
