package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.error.PacelineException;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.IntervalFields;
import dev.paceline.core.type.IntervalText;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Parses intervals in words. */
final class IntervalParser extends FieldParser {
  IntervalParser() {
    super(DataType.INTERVAL);
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment lanes = memory.allocate(16L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    IntervalFields interval = new IntervalFields();
    for (int row = 0; row < rows; row++) {
      if (!table.select(row, field)) {
        nulls.add(row);
        continue;
      }
      try {
        long length = IntervalText.parse(table.string(), interval).length();
        lanes.set(JAVA_LONG, (long) row << 4, interval.low(length));
        lanes.set(JAVA_LONG, ((long) row << 4) + Long.BYTES, interval.high(length));
      } catch (PacelineException e) {
        if (!failures.failed(row, field, "is not of type " + type())) {
          return null;
        }
        nulls.add(row);
      }
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : IntegralColumn.wide(type(), nulls.rows(), lanes);
  }
}
