package dev.paceline.storage.load.output;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.library.StepTexts;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.Micros;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/** Dates or timestamps in a format. */
final class FormattedColumnText extends ColumnText {
  private final boolean isDate;
  private final StepTexts texts;

  FormattedColumnText(boolean isDate, StepTexts texts, MemoryScope memory) {
    super(memory, 0);
    this.isDate = isDate;
    this.texts = texts;
  }

  @Override
  long write(ColumnVector vector, @Nullable MemorySegment positions, int count) {
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      int row = row(positions, i);
      if (vector.isNull(row)) {
        set(i, NULL);
        continue;
      }
      long value = vector.getLong(row);
      byte[] text = texts.text(isDate ? Micros.at(value, 0) : value);
      reserve(text.length);
      MemorySegment.copy(text, 0, heap(), ValueLayout.JAVA_BYTE, end(), text.length);
      set(i, StringView.of(end(), text.length));
      setEnd(end() + text.length);
      bytes += text.length;
    }
    return bytes;
  }
}
