package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.DateTimeText;
import dev.paceline.core.type.Micros;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import java.lang.foreign.MemorySegment;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Parses TIME, TIMESTAMP, and TIMESTAMP with a zone. A value of TIMESTAMP WITH TIME ZONE that names
 * no zone is taken to be in UTC.
 */
public final class TimeParser extends FieldParser {
  private final @Nullable DatePattern pattern;
  private final boolean alsoIso;

  /**
   * @param pattern null for the standard form
   */
  public TimeParser(DataType type, @Nullable DatePattern pattern) {
    this(type, pattern, pattern == null);
  }

  /**
   * @param alsoIso whether what the pattern does not fit may be in the standard form
   */
  TimeParser(DataType type, @Nullable DatePattern pattern, boolean alsoIso) {
    super(type);
    this.pattern = pattern;
    this.alsoIso = alsoIso;
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment lanes = memory.allocate(8L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    TypeKind kind = type().kind();
    boolean hasUsualForm = pattern == null;
    boolean time = kind == TypeKind.TIME;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (int row = 0; row < rows; row++) {
      if (!table.select(row, field)) {
        nulls.add(row);
        continue;
      }
      long micros =
          !hasUsualForm
              ? IsoDate.INVALID
              : time
                  ? IsoDate.parseTime(table.text(), table.start(), table.end())
                  : timestamp(table.text(), table.start(), table.end());
      if (micros == IsoDate.INVALID) {
        micros = slowly(table.string());
        if (micros == IsoDate.INVALID) {
          if (!failures.failed(row, field, "is not of type " + name(type()))) {
            return null;
          }
          nulls.add(row);
          continue;
        }
      }
      lanes.set(JAVA_LONG, (long) row << 3, micros);
      min = Math.min(min, micros);
      max = Math.max(max, micros);
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : IntegralColumn.of(type(), nulls.rows(), lanes, 8, min, max);
  }

  private static long timestamp(MemorySegment text, int start, int end) {
    if (end - start <= IsoDate.LENGTH) {
      return IsoDate.INVALID;
    }
    long day = IsoDate.parse(text, start);
    byte between = text.get(JAVA_BYTE, start + IsoDate.LENGTH);
    long micros = IsoDate.parseTime(text, start + IsoDate.LENGTH + 1, end);
    return day == IsoDate.INVALID || micros == IsoDate.INVALID || between != ' ' && between != 'T'
        ? IsoDate.INVALID
        : day * Micros.PER_DAY + micros;
  }

  private long slowly(String string) {
    if (pattern != null) {
      long micros = pattern.parse(string);
      if (micros != DatePattern.INVALID || !alsoIso) {
        return micros;
      }
    }
    try {
      return switch (type().kind()) {
        case TIME -> DateTimeText.parseTime(string);
        case TIMESTAMP -> DateTimeText.parseTimestamp(string);
        default -> DateTimeText.parseInstant(string, ZoneOffset.UTC);
      };
    } catch (PacelineException e) {
      return IsoDate.INVALID;
    }
  }
}
