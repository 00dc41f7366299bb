package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Further aggregates of the elements of one list; NULL if there is none that is not NULL. */
public final class ListStatistics {
  private ListStatistics() {}

  /** Aggregates of numbers as FLOAT64. */
  public enum Statistic {
    PRODUCT,
    MEDIAN,
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
        List.of(NestedCast.any(list, DataType.list(DataType.FLOAT64))),
        true,
        context -> {
          Numbers numbers = new Numbers();
          return (a, row, out) -> {
            numbers.read(a[0], row);
            boolean sample = statistic == Statistic.VAR_SAMP || statistic == Statistic.STDDEV_SAMP;
            if (numbers.count < (sample ? 2 : 1)) {
              out.appendNull();
            } else {
              out.appendDouble(numbers.value(statistic));
            }
          };
        });
  }

  /** The numbers of one list. One worker uses it. */
  private static final class Numbers {
    private final ListReader reader = new ListReader(DataType.FLOAT64);
    private double[] values = new double[16];
    private int count;

    void read(ColumnVector lists, int row) {
      reader.reset(lists, row);
      count = 0;
      while (reader.next()) {
        if (!reader.isNull()) {
          if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
          }
          values[count++] = reader.getDouble();
        }
      }
    }

    double value(Statistic statistic) {
      return switch (statistic) {
        case PRODUCT -> product();
        case MEDIAN -> median();
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
      double low = values[(count - 1) / 2];
      double high = values[count / 2];
      return low + (high - low) / 2;
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
