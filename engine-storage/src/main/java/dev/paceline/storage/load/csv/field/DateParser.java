package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Dates: {@code YYYY-MM-DD}, or what a pattern says. */
public final class DateParser extends FieldParser {
  private static final String ISO_EXAMPLE = "2001-02-03";

  private final @Nullable DatePattern pattern;

  private final boolean alsoIso;

  /** Whether dates of ISO 8601 are none of the pattern. */
  private final boolean isIsoAlone;

  public DateParser(@Nullable DatePattern pattern) {
    this(pattern, pattern == null);
  }

  /**
   * @param alsoIso whether what the pattern does not fit may be a date of ISO 8601
   */
  DateParser(@Nullable DatePattern pattern, boolean alsoIso) {
    super(DataType.DATE);
    this.pattern = pattern;
    this.alsoIso = alsoIso;
    this.isIsoAlone = pattern == null || pattern.parse(ISO_EXAMPLE) == DatePattern.INVALID;
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment lanes = memory.allocate(8L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean isUsual = alsoIso && isIsoAlone && !table.hasNullStrings();
    FieldWords words = new FieldWords();
    for (int from = 0, count; from < rows; from += count) {
      count = words.readDates(table, from, field);
      for (int i = 0; i < count; i++) {
        int row = from + i;
        long day =
            isUsual && words.length(i) == IsoDate.LENGTH
                ? IsoDate.day(words.number(i))
                : IsoDate.INVALID;
        if (day == IsoDate.INVALID) {
          if (!table.select(row, field)) {
            nulls.add(row);
            continue;
          }
          day = slowly(table.string());
          if (day == IsoDate.INVALID) {
            if (!failures.failed(row, field, "is not of type DATE")) {
              return null;
            }
            nulls.add(row);
            continue;
          }
        }
        lanes.set(JAVA_LONG, (long) row << 3, day);
        min = Math.min(min, day);
        max = Math.max(max, day);
      }
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : IntegralColumn.of(type(), nulls.rows(), lanes, 8, min, max);
  }

  private long slowly(String string) {
    if (pattern != null) {
      long micros = pattern.parse(string);
      if (micros != DatePattern.INVALID || !alsoIso) {
        return micros == DatePattern.INVALID ? IsoDate.INVALID : Micros.toDay(micros);
      }
    }
    try {
      return DateTimeText.parseDate(string);
    } catch (PacelineException e) {
      return IsoDate.INVALID;
    }
  }
}
