package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.kernel.digit.TimeDigits;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Times and timestamps, as {@code 1998-12-01 12:34:56.789012}, with the digits of the fraction of
 * the second up to the last that is not zero. A moment is written in UTC, with {@code +00} behind
 * it.
 */
final class TimeColumnText extends ColumnText {
  private final boolean hasDate;
  private final boolean hasZone;
  private final @Nullable DateTexts dates;

  TimeColumnText(TypeKind kind, @Nullable DateTexts dates, MemoryScope memory) {
    super(memory, TimeDigits.MOST_BYTES);
    this.hasDate = kind != TypeKind.TIME;
    this.hasZone = kind == TypeKind.TIMESTAMP_LTZ;
    this.dates = dates;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    MemorySegment out = heap();
    boolean mayHaveNulls = vector.mayHaveNulls();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (mayHaveNulls && vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      long start = (long) i * TimeDigits.MOST_BYTES;
      int length = (int) (write(vector.getLong(row), out, start) - start);
      set(i, StringView.of(start, length));
      bytes += length;
    }
    return bytes;
  }

  private long write(long value, MemorySegment out, long start) {
    long at = start;
    long time = value;
    if (hasDate) {
      at = writeDate(Micros.toDay(value), out, at);
      out.set(JAVA_BYTE, at++, (byte) ' ');
      time = Micros.toTimeOfDay(value);
    }
    at = TimeDigits.writeTime(time, out, at);
    if (hasZone) {
      out.set(JAVA_BYTE, at++, (byte) '+');
      out.set(JAVA_BYTE, at++, (byte) '0');
      out.set(JAVA_BYTE, at++, (byte) '0');
    }
    return at;
  }

  private long writeDate(long day, MemorySegment out, long at) {
    DateTexts texts = requireNonNull(dates);
    long view = texts.view(day);
    if (view >= 0) {
      StringView.copy(texts.heap(), view, out, at);
      return at + DateTexts.LENGTH;
    }
    return TimeDigits.writeDate(day, out, at);
  }
}
