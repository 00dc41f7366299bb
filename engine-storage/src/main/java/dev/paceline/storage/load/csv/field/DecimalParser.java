package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.kernel.digit.DigitWords;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.IntegralColumn;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Decimals; digits behind the last one of the type are rounded, half away from zero. */
final class DecimalParser extends FieldParser {
  private static final int MOST_EXPONENT = 1000;

  private final CsvDialect dialect;

  /** The largest scale at which any eight digits fit into 64 bits. */
  private static final int MOST_FEW_SCALE = 10;

  private final byte separator;
  private final long separators;
  private final int scale;
  private final boolean wide;
  private final BigInteger limit;
  private final long longLimit;

  DecimalParser(DataType type, CsvDialect dialect) {
    super(type);
    this.dialect = dialect;
    this.separator = dialect.decimalSeparator();
    this.separators = DigitWords.everywhere(separator);
    this.scale = type.scale();
    this.wide = !type.fitsLong();
    this.limit = BigInteger.TEN.pow(type.precision());
    this.longLimit = wide ? Long.MAX_VALUE : limit.longValue();
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment text = table.text();
    MemorySegment lanes = memory.allocate((wide ? 16L : 8L) * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean hasNullStrings = table.hasNullStrings();
    FieldWords words = new FieldWords();
    BoundsKernels kernels = BoundsKernels.current();
    long[] values = new long[FieldWords.ROOM];
    boolean isFew = !wide && scale <= MOST_FEW_SCALE;
    for (int from = 0, count; from < rows; from += count) {
      count = words.readPointed(table, from, field, separators);
      int missing = scale - words.fractionDigits();
      if (isFew && !hasNullStrings && missing >= 0 && missing <= scale) {
        multiply(words, count, Digits.power(missing), values);
        MemorySegment.copy(values, 0, lanes, JAVA_LONG, (long) from << 3, count);
        long[] bounds = {min, max};
        kernels.includeLongs(lanes, (long) from << 3, count, bounds);
        if (bounds[1] < longLimit) {
          min = bounds[0];
          max = bounds[1];
          continue;
        }
      }
      for (int i = 0; i < count; i++) {
        int row = from + i;
        long magnitude = unscaled(words.number(i));
        long value = (magnitude ^ words.sign(i)) - words.sign(i);
        if ((magnitude < 0 || hasNullStrings) && !table.select(row, field)) {
          nulls.add(row);
          continue;
        }
        if (magnitude < 0) {
          int start = table.start();
          boolean negative = text.get(JAVA_BYTE, start) == '-';
          magnitude = unscaledOfMany(text, negative ? start + 1 : start, table.end());
          value = negative ? -magnitude : magnitude;
        }
        long high = value >> 63;
        if (magnitude < 0 || magnitude >= longLimit) {
          table.select(row, field);
          BigInteger slow = slowly(table.string());
          if (slow == null || slow.abs().compareTo(limit) >= 0) {
            String reason =
                slow == null ? "is not of type " + type() : "is outside the range of " + type();
            if (!failures.failed(row, field, reason)) {
              return null;
            }
            nulls.add(row);
            continue;
          }
          value = slow.longValue();
          high = slow.shiftRight(Long.SIZE).longValue();
        }
        if (wide) {
          lanes.set(JAVA_LONG, (long) row << 4, value);
          lanes.set(JAVA_LONG, ((long) row << 4) + 8, high);
        } else {
          lanes.set(JAVA_LONG, (long) row << 3, value);
          min = Math.min(min, value);
          max = Math.max(max, value);
        }
      }
    }
    if (nulls.isAll()) {
      return ConstantColumn.ofNull(type(), rows);
    }
    return wide
        ? IntegralColumn.wide(type(), nulls.rows(), lanes)
        : IntegralColumn.of(type(), nulls.rows(), lanes, 8, min, max);
  }

  private static void multiply(FieldWords words, int count, long factor, long[] values) {
    long[] numbers = words.numbers();
    for (int i = 0; i < count; i++) {
      values[i] = (numbers[i] >>> DigitWords.FRACTION_BITS) * factor;
    }
  }

  /**
   * Scales a number of few digits.
   *
   * @param few see {@link DigitWords#pointed}
   * @return negative if there is none, or if it has digits behind the last one of the type
   */
  private long unscaled(long few) {
    int missing = scale - (int) (few & (1 << DigitWords.FRACTION_BITS) - 1);
    return few >= 0 && missing >= 0 && scale <= MOST_FEW_SCALE
        ? (few >>> DigitWords.FRACTION_BITS) * Digits.power(missing)
        : Digits.INVALID;
  }

  /** Negative for what is not simply digits, or has too many. */
  private long unscaledOfMany(MemorySegment text, int start, int end) {
    int point = start;
    while (point < end && text.get(JAVA_BYTE, point) != separator) {
      point++;
    }
    int wholeDigits = point - start;
    int fractionDigits = end - point - 1;
    if (wholeDigits + scale > Digits.MOST || wholeDigits == 0 && fractionDigits <= 0) {
      return Digits.INVALID;
    }
    long whole = wholeDigits == 0 ? 0 : Digits.parse(text, start, point);
    if (fractionDigits <= 0) {
      return whole < 0 ? Digits.INVALID : whole * Digits.power(scale);
    }
    long fraction = Digits.parse(text, point + 1, end);
    if ((whole | fraction) < 0) {
      return Digits.INVALID;
    }
    if (fractionDigits <= scale) {
      return whole * Digits.power(scale) + fraction * Digits.power(scale - fractionDigits);
    }
    long divisor = Digits.power(fractionDigits - scale);
    long rounded = fraction / divisor + (fraction % divisor >= divisor >> 1 ? 1 : 0);
    return whole * Digits.power(scale) + rounded;
  }

  private @Nullable BigInteger slowly(String string) {
    String number = NumberText.plain(string, dialect);
    try {
      BigDecimal decimal = new BigDecimal(number);
      return Math.abs((long) decimal.scale()) > MOST_EXPONENT
          ? null
          : decimal.setScale(scale, RoundingMode.HALF_UP).unscaledValue();
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
