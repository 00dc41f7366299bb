package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Whole numbers of up to 64 bits. */
final class IntegerParser extends FieldParser {
  private final CsvDialect dialect;
  private final long least;
  private final long largest;

  IntegerParser(DataType type, CsvDialect dialect) {
    super(type);
    this.dialect = dialect;
    this.least = type.minLong();
    this.largest = type.maxLong();
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment text = table.text();
    MemorySegment lanes = memory.allocate(8L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean hasNullStrings = table.hasNullStrings();
    FieldWords words = new FieldWords();
    BoundsKernels kernels = BoundsKernels.current();
    for (int from = 0, count; from < rows; from += count) {
      count = words.readWhole(table, from, field);
      if (!hasNullStrings && words.areWhole()) {
        MemorySegment.copy(words.numbers(), 0, lanes, JAVA_LONG, (long) from << 3, count);
        long[] bounds = {min, max};
        kernels.includeLongs(lanes, (long) from << 3, count, bounds);
        if (bounds[1] <= largest) {
          min = bounds[0];
          max = bounds[1];
          continue;
        }
      }
      for (int i = 0; i < count; i++) {
        int row = from + i;
        long digits = words.number(i);
        long value = (digits ^ words.sign(i)) - words.sign(i);
        if ((digits < 0 || hasNullStrings) && !table.select(row, field)) {
          nulls.add(row);
          continue;
        }
        if (digits < 0) {
          int start = table.start();
          boolean negative = text.get(JAVA_BYTE, start) == '-';
          digits = Digits.parse(text, negative ? start + 1 : start, table.end());
          value = negative ? -digits : digits;
        }
        if (digits < 0 || value < least || value > largest) {
          table.select(row, field);
          BigInteger slow = slowly(table.string());
          if (slow == null || !fits(slow)) {
            String reason =
                slow == null
                    ? "is not of type " + name(type())
                    : "is outside the range of " + name(type());
            if (!failures.failed(row, field, reason)) {
              return null;
            }
            nulls.add(row);
            continue;
          }
          value = slow.longValue();
        }
        lanes.set(JAVA_LONG, (long) row << 3, value);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : IntegralColumn.of(type(), nulls.rows(), lanes, 8, min, max);
  }

  private boolean fits(BigInteger value) {
    return value.bitLength() < Long.SIZE
        && value.longValue() >= least
        && value.longValue() <= largest;
  }

  /** Blanks around the number, a plus sign, thousands separators, and more than 18 digits. */
  private @Nullable BigInteger slowly(String string) {
    String number = NumberText.plain(string, dialect);
    try {
      return number.isEmpty() ? null : new BigInteger(number);
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
