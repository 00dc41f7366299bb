package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongBinaryOperator;

/** Further aggregates of the elements of one list; NULL if there is none that is not NULL. */
public final class ListStatistics {
  static final DataType NUMBERS = DataType.list(DataType.FLOAT64);

  private ListStatistics() {}

  /** Aggregates of numbers as FLOAT64. */
  public enum Statistic {
    PRODUCT,
    MEDIAN,
    MAD,
    SEM,
    SKEWNESS,
    KURTOSIS,
    KURTOSIS_POP,
    VAR_POP,
    VAR_SAMP,
    STDDEV_POP,
    STDDEV_SAMP
  }

  /** The statistic of the elements that are not NULL, FLOAT64. */
  public static Expression of(Statistic statistic, Expression list) {
    return new NestedCall(
        "list_" + statistic.name().toLowerCase(Locale.ROOT),
        DataType.FLOAT64,
        List.of(NestedCast.any(list, NUMBERS)),
        true,
        context -> {
          Numbers numbers = new Numbers(DataType.FLOAT64);
          return (a, row, out) -> {
            numbers.read(a[0], row);
            if (numbers.count < smallestCount(statistic)) {
              out.appendNull();
            } else {
              appendKnown(numbers.value(statistic), out);
            }
          };
        });
  }

  private static void appendKnown(double value, ElementVector out) {
    if (Double.isNaN(value)) {
      out.appendNull();
    } else {
      out.appendDouble(value);
    }
  }

  private static int smallestCount(Statistic statistic) {
    return switch (statistic) {
      case VAR_SAMP, STDDEV_SAMP -> 2;
      case PRODUCT, MEDIAN, MAD, SEM, VAR_POP, STDDEV_POP, KURTOSIS_POP -> 1;
      case SKEWNESS -> 3;
      case KURTOSIS -> 4;
    };
  }

  /**
   * The numbers at some fractions of the sorted ones, interpolated, as a list of FLOAT64; of dates
   * and timestamps a list of TIMESTAMP.
   */
  public static Expression quantiles(Expression list, Expression fractions) {
    boolean moments = isMoment(list.type().elementType());
    DataType type = moments ? DataType.list(DataType.TIMESTAMP) : NUMBERS;
    return new NestedCall(
        "list_quantile_cont",
        type,
        List.of(NestedCast.any(list, type), NestedCast.any(fractions, NUMBERS)),
        true,
        context -> {
          Numbers numbers = new Numbers(type.elementType());
          ListReader fraction = new ListReader(DataType.FLOAT64);
          return (a, row, out) -> {
            numbers.read(a[0], row);
            if (numbers.count == 0) {
              out.appendNull();
              return;
            }
            Arrays.sort(numbers.values, 0, numbers.count);
            fraction.reset(a[1], row);
            while (fraction.next()) {
              double quantile = numbers.quantile(ListRanks.checkedFraction(fraction));
              if (moments) {
                NestedFormat.appendLong(Math.round(quantile), out.text());
              } else {
                NestedFormat.appendDouble(quantile, out.text());
              }
            }
            ListFunctions.end(out);
          };
        });
  }

  private static boolean isMoment(DataType type) {
    return switch (type.kind()) {
      case DATE, TIMESTAMP, TIMESTAMP_LTZ -> true;
      default -> false;
    };
  }

  /** The numbers of one list, or the microseconds of timestamps. One worker uses it. */
  private static final class Numbers {
    private final boolean floating;
    private final ListReader reader;
    private double[] values = new double[16];
    private int count;

    Numbers(DataType type) {
      floating = type.equals(DataType.FLOAT64);
      reader = new ListReader(type);
    }

    void read(ColumnVector lists, int row) {
      reader.reset(lists, row);
      count = 0;
      while (reader.next()) {
        if (!reader.isNull()) {
          if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
          }
          values[count++] = floating ? reader.getDouble() : reader.getLong();
        }
      }
    }

    double value(Statistic statistic) {
      return switch (statistic) {
        case PRODUCT -> product();
        case MEDIAN -> median();
        case MAD -> deviation();
        case SEM -> Math.sqrt(squares() / count / count);
        case SKEWNESS -> skewness(count);
        case KURTOSIS -> kurtosis(count);
        case KURTOSIS_POP -> count * power(4) / (squares() * squares()) - 3;
        case VAR_POP -> squares() / count;
        case VAR_SAMP -> squares() / (count - 1);
        case STDDEV_POP -> Math.sqrt(squares() / count);
        case STDDEV_SAMP -> Math.sqrt(squares() / (count - 1));
      };
    }

    private double product() {
      double product = 1;
      for (int i = 0; i < count; i++) {
        product *= values[i];
      }
      return product;
    }

    private double median() {
      Arrays.sort(values, 0, count);
      return quantile(0.5);
    }

    /** Returns the median of the distances from the median. */
    private double deviation() {
      double median = median();
      for (int i = 0; i < count; i++) {
        values[i] = Math.abs(values[i] - median);
      }
      return median();
    }

    /** Returns the number at a fraction of the sorted ones. */
    double quantile(double fraction) {
      double position = fraction * (count - 1);
      double low = values[(int) Math.floor(position)];
      double high = values[(int) Math.ceil(position)];
      return low == high ? low : low + (high - low) * (position - Math.floor(position));
    }

    private double skewness(double n) {
      return Math.sqrt(n * (n - 1)) / (n - 2) * Math.sqrt(n) * power(3) / Math.pow(squares(), 1.5);
    }

    private double kurtosis(double n) {
      double shape = (n + 1) * n * power(4) / (squares() * squares());
      return (n - 1) / ((n - 2) * (n - 3)) * (shape - 3 * (n - 1));
    }

    /** Returns the sum of a power of the distances from the mean. */
    private double power(int exponent) {
      double mean = 0;
      for (int i = 0; i < count; i++) {
        mean += values[i] / count;
      }
      double sum = 0;
      for (int i = 0; i < count; i++) {
        sum += Math.pow(values[i] - mean, exponent);
      }
      return sum;
    }

    /** Returns the sum of the squared distances from the mean, by Welford's method. */
    private double squares() {
      double mean = 0;
      double squares = 0;
      for (int i = 0; i < count; i++) {
        double distance = values[i] - mean;
        mean += distance / (i + 1);
        squares += distance * (values[i] - mean);
      }
      return squares;
    }
  }

  /** The first element that is not NULL. */
  public static Expression anyValue(Expression list) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_any_value",
        element,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(element);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            while (reader.next()) {
              if (!reader.isNull()) {
                reader.appendTo(out);
                return;
              }
            }
            out.appendNull();
          };
        });
  }

  /** An operation on the bits of the whole numbers that are not NULL, INT64. */
  public static Expression bits(String name, Expression list, LongBinaryOperator operation) {
    DataType numbers = DataType.list(DataType.INT64);
    return new NestedCall(
        "list_" + name.toLowerCase(Locale.ROOT),
        DataType.INT64,
        List.of(NestedCast.any(list, numbers)),
        true,
        context -> {
          ListReader reader = new ListReader(DataType.INT64);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            boolean any = false;
            long value = 0;
            while (reader.next()) {
              if (!reader.isNull()) {
                long number = reader.getLong();
                value = any ? operation.applyAsLong(value, number) : number;
                any = true;
              }
            }
            if (any) {
              out.appendLong(value);
            } else {
              out.appendNull();
            }
          };
        });
  }

  /** Whether all BOOLEANs are true, or whether one is. */
  public static Expression logical(Expression list, boolean all) {
    return new NestedCall(
        all ? "list_bool_and" : "list_bool_or",
        DataType.BOOLEAN,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(DataType.BOOLEAN);
          ColumnVector element = new ColumnVector(DataType.BOOLEAN);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            boolean any = false;
            boolean value = all;
            while (reader.next()) {
              reader.read(element);
              if (!element.isNull(0)) {
                any = true;
                value = all ? value && element.getBoolean(0) : value || element.getBoolean(0);
              }
            }
            if (any) {
              out.appendBoolean(value);
            } else {
              out.appendNull();
            }
          };
        });
  }
}
