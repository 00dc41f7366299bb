package dev.paceline.storage.load.output;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Times and timestamps, as {@code 1998-12-01 12:34:56.789012}, with the digits of the fraction of
 * the second up to the last that is not zero. A moment is written in UTC, with {@code +00} behind
 * it.
 */
final class TimeColumnText extends ColumnText {
  private static final int SLOT_BYTES = 40;

  private final boolean hasDate;
  private final boolean hasZone;
  private final @Nullable DateTexts dates;

  TimeColumnText(TypeKind kind, @Nullable DateTexts dates, MemoryScope memory) {
    super(memory, SLOT_BYTES);
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
      long start = (long) i * SLOT_BYTES;
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
    int seconds = (int) (time / Micros.PER_SECOND);
    at = writeTwo(seconds / 3600, out, at);
    out.set(JAVA_BYTE, at++, (byte) ':');
    at = writeTwo(seconds / 60 % 60, out, at);
    out.set(JAVA_BYTE, at++, (byte) ':');
    at = writeTwo(seconds % 60, out, at);
    int fraction = (int) (time % Micros.PER_SECOND);
    if (fraction != 0) {
      out.set(JAVA_BYTE, at++, (byte) '.');
      at = writeTwo(fraction / 10_000, out, at);
      at = writeTwo(fraction / 100 % 100, out, at);
      at = writeTwo(fraction % 100, out, at);
      while (out.get(JAVA_BYTE, at - 1) == '0') {
        at--;
      }
    }
    if (hasZone) {
      out.set(JAVA_BYTE, at++, (byte) '+');
      at = writeTwo(0, out, at);
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
    byte[] text = DateTimeText.formatDate(day).getBytes(StandardCharsets.US_ASCII);
    MemorySegment.copy(text, 0, out, JAVA_BYTE, at, text.length);
    return at + text.length;
  }

  private static long writeTwo(int number, MemorySegment out, long at) {
    out.set(JAVA_BYTE, at, (byte) ('0' + number / 10));
    out.set(JAVA_BYTE, at + 1, (byte) ('0' + number % 10));
    return at + 2;
  }
}
