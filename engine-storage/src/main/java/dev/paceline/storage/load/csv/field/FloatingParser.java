package dev.paceline.storage.load.csv.field;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import dev.paceline.core.kernel.bounds.BoundsKernels;
import dev.paceline.core.kernel.digit.DigitWords;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.load.column.ConstantColumn;
import dev.paceline.storage.load.column.DoubleColumn;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * DOUBLE and REAL. A number of few digits is the quotient of two numbers that a double holds
 * exactly, which is rounded right (Clinger, "How to Read Floating Point Numbers Accurately", PLDI
 * 1990); the JDK parses the others.
 */
public final class FloatingParser extends FieldParser {
  /** Whole numbers below this, and powers of ten up to the exponent, are exact. */
  private static final long EXACT_DOUBLE = 1L << 53;

  private static final int EXACT_DOUBLE_EXPONENT = 18;
  private static final long EXACT_FLOAT = 1L << 24;
  private static final int EXACT_FLOAT_EXPONENT = 10;

  private final CsvDialect dialect;
  private final byte separator;
  private final long separators;
  private final boolean real;

  public FloatingParser(DataType type, CsvDialect dialect) {
    super(type);
    this.dialect = dialect;
    this.separator = dialect.decimalSeparator();
    this.separators = DigitWords.everywhere(separator);
    this.real = type.kind() == TypeKind.FLOAT32;
  }

  @Override
  public @Nullable ChunkColumn parse(
      RecordTable table, int field, MemoryScope memory, FieldFailures failures) {
    int rows = table.rowCount();
    MemorySegment lanes = memory.allocate(8L * rows);
    NullCollector nulls = new NullCollector(memory, rows);
    boolean hasNan = false;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    boolean hasNumber = false;
    boolean hasNullStrings = table.hasNullStrings();
    FieldWords words = new FieldWords();
    BoundsKernels kernels = BoundsKernels.current();
    long[] bounds = BoundsKernels.none(); // of positive doubles, whose bits have the same order
    double[] values = new double[FieldWords.ROOM];
    for (int from = 0, count; from < rows; from += count) {
      count = words.readPointed(table, from, field, separators);
      if (!real && !hasNullStrings && words.fractionDigits() >= 0) {
        divide(words, count, values);
        MemorySegment.copy(values, 0, lanes, JAVA_DOUBLE, (long) from << 3, count);
        kernels.includeLongs(lanes, (long) from << 3, count, bounds);
        continue;
      }
      for (int i = 0; i < count; i++) {
        int row = from + i;
        long few = words.number(i);
        double value =
            few < 0
                ? Double.NaN
                : value(
                    few >>> DigitWords.FRACTION_BITS,
                    (int) few & (1 << DigitWords.FRACTION_BITS) - 1);
        if (words.sign(i) < 0) {
          value = -value;
        }
        if (Double.isNaN(value) || hasNullStrings) {
          if (!table.select(row, field)) {
            nulls.add(row);
            continue;
          }
          value = Double.isNaN(value) ? quickly(table) : value;
        }
        if (Double.isNaN(value)) {
          String string = table.string();
          value = slowly(string);
          if (Double.isNaN(value) && !string.strip().equalsIgnoreCase("nan")) {
            if (!failures.failed(row, field, "is not of type " + name(type()))) {
              return null;
            }
            nulls.add(row);
            continue;
          }
          hasNan |= Double.isNaN(value);
        }
        lanes.set(JAVA_DOUBLE, (long) row << 3, value);
        hasNumber |= !Double.isNaN(value);
        if (value < min) {
          min = value;
        }
        if (value > max) {
          max = value;
        }
      }
    }
    if (bounds[0] <= bounds[1]) {
      hasNumber = true;
      min = Math.min(min, Double.longBitsToDouble(bounds[0]));
      max = Math.max(max, Double.longBitsToDouble(bounds[1]));
    }
    return nulls.isAll()
        ? ConstantColumn.ofNull(type(), rows)
        : DoubleColumn.of(
            type(), nulls.rows(), lanes, hasNumber ? min : Double.NaN, hasNan ? Double.NaN : max);
  }

  /** Takes numbers of the same form, whose quotients are all exact. */
  private static void divide(FieldWords words, int count, double[] values) {
    long[] numbers = words.numbers();
    double divisor = Digits.power(words.fractionDigits());
    for (int i = 0; i < count; i++) {
      values[i] = (double) (numbers[i] >>> DigitWords.FRACTION_BITS) / divisor;
    }
  }

  /** NaN if the number is not simply digits, or has too many. */
  private double quickly(RecordTable table) {
    MemorySegment text = table.text();
    int end = table.end();
    boolean negative = text.get(JAVA_BYTE, table.start()) == '-';
    int start = negative ? table.start() + 1 : table.start();
    int point = start;
    while (point < end && text.get(JAVA_BYTE, point) != separator) {
      point++;
    }
    int fractionDigits = Math.max(0, end - point - 1);
    if (point - start + fractionDigits > EXACT_DOUBLE_EXPONENT || start == end) {
      return Double.NaN;
    }
    long whole = point == start ? 0 : Digits.parse(text, start, point);
    long fraction = fractionDigits == 0 ? 0 : Digits.parse(text, point + 1, end);
    if ((whole | fraction) < 0 || point == start && fractionDigits == 0) {
      return Double.NaN;
    }
    double number = value(whole * Digits.power(fractionDigits) + fraction, fractionDigits);
    return negative ? -number : number;
  }

  /** Returns the value of digits with a point among them; NaN if their quotient is not exact. */
  private double value(long digits, int fractionDigits) {
    if (real) {
      return digits < EXACT_FLOAT && fractionDigits <= EXACT_FLOAT_EXPONENT
          ? (float) digits / (float) Digits.power(fractionDigits)
          : Double.NaN;
    }
    return digits < EXACT_DOUBLE
        ? (double) digits / (double) Digits.power(fractionDigits)
        : Double.NaN;
  }

  /** NaN if it is no number, or NaN. */
  private double slowly(String string) {
    String number = NumberText.plain(string, dialect);
    if (number.isEmpty()) {
      return switch (string.strip().toLowerCase(Locale.ROOT)) {
        case "inf", "infinity", "+inf", "+infinity" -> Double.POSITIVE_INFINITY;
        case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
        default -> Double.NaN;
      };
    }
    try {
      return real ? Float.parseFloat(number) : Double.parseDouble(number);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
