package dev.paceline.storage.load.output;

import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/** The texts of all days of two centuries, made once for a file. Immutable. */
final class DateTexts {
  static final int LENGTH = 10;
  private static final int FIRST_DAY = (int) LocalDate.of(1900, 1, 1).toEpochDay();
  private static final int DAYS = (int) LocalDate.of(2100, 1, 1).toEpochDay() - FIRST_DAY;

  private final MemorySegment texts;

  DateTexts(MemoryScope memory) {
    texts = memory.allocate((long) DAYS * LENGTH);
    for (int day = 0; day < DAYS; day++) {
      byte[] text =
          DateTimeText.formatDate(FIRST_DAY + (long) day).getBytes(StandardCharsets.US_ASCII);
      MemorySegment.copy(text, 0, texts, ValueLayout.JAVA_BYTE, (long) day * LENGTH, LENGTH);
    }
  }

  /** Returns whether values of a type have a date in their text. */
  static boolean areFor(DataType type) {
    return type.kind() == TypeKind.DATE
        || type.kind() == TypeKind.TIMESTAMP
        || type.kind() == TypeKind.TIMESTAMP_LTZ;
  }

  MemorySegment heap() {
    return texts;
  }

  /** Returns the text of a day in {@link #heap}; -1 if it is not here. */
  long view(long epochDay) {
    long day = epochDay - FIRST_DAY;
    return day < 0 || day >= DAYS ? -1 : StringView.of(day * LENGTH, LENGTH);
  }
}
