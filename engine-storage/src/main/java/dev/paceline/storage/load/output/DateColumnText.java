package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DateTimeText;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Dates, as {@code 1998-12-01}. */
final class DateColumnText extends ColumnText {
  private final DateTexts dates;

  DateColumnText(DateTexts dates, MemoryScope memory) {
    super(memory, 0);
    this.dates = dates;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    setHeap(dates.heap());
    boolean mayHaveNulls = vector.mayHaveNulls();
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (mayHaveNulls && vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      long day = vector.getLong(row);
      long view = dates.view(day);
      if (view < 0) {
        view = writeFar(day);
      }
      set(i, view);
      bytes += StringView.length(view);
    }
    return bytes;
  }

  private long writeFar(long day) {
    byte[] text = DateTimeText.formatDate(day).getBytes(StandardCharsets.US_ASCII);
    reserve(text.length);
    MemorySegment.copy(text, 0, rewrittenHeap(), ValueLayout.JAVA_BYTE, end(), text.length);
    long view = REWRITTEN | StringView.of(end(), text.length);
    setEnd(end() + text.length);
    return view;
  }
}
