package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.Overflow;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.Int128;
import dev.paceline.core.type.TypeFamily;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Aggregates of the elements of one list that are not NULL; NULL if there is none. */
public final class ListAggregates {
  private ListAggregates() {}

  /** The smallest or the largest element. */
  public static Expression extreme(Expression list, boolean largest) {
    DataType element = list.type().elementType();
    return new NestedCall(
        largest ? "list_max" : "list_min",
        element,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(element);
          return (a, row, out) -> {
            if (seekExtreme(reader.reset(a[0], row), largest)) {
              reader.appendTo(out);
            } else {
              out.appendNull();
            }
          };
        });
  }

  private static boolean seekExtreme(ListReader reader, boolean largest) {
    long best = -1;
    long bestView = 0;
    for (long index = 0; reader.next(); index++) {
      if (!reader.isNull()) {
        int order = best < 0 ? 0 : reader.compareTo(bestView);
        if (best < 0 || (largest ? order > 0 : order < 0)) {
          best = index;
          bestView = reader.view();
        }
      }
    }
    if (best >= 0) {
      reader.seek(best);
    }
    return best >= 0;
  }

  /** The number of elements, INT64. */
  public static Expression count(Expression list) {
    return new NestedCall(
        "list_count",
        DataType.INT64,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(list.type().elementType());
          return (a, row, out) -> {
            reader.reset(a[0], row);
            long count = 0;
            while (reader.next()) {
              count += reader.isNull() ? 0 : 1;
            }
            out.appendLong(count);
          };
        });
  }

  /**
   * The sum of numbers.
   *
   * @param type FLOAT64 or a whole number for elements that are, or a DECIMAL of their scale
   */
  public static Expression sum(Expression list, DataType type) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_sum",
        type,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(element);
          return element.family() == TypeFamily.FLOATING
              ? (a, row, out) -> sumDoubles(reader, a, row, out)
              : (a, row, out) -> sumNumbers(reader, a, row, type, out);
        });
  }

  private static void sumDoubles(
      ListReader reader, ColumnVector[] arguments, int row, ElementVector out) {
    reader.reset(arguments[0], row);
    double sum = 0;
    boolean any = false;
    while (reader.next()) {
      if (!reader.isNull()) {
        sum += reader.getDouble();
        any = true;
      }
    }
    if (any) {
      out.appendDouble(sum);
    } else {
      out.appendNull();
    }
  }

  private static void sumNumbers(
      ListReader reader, ColumnVector[] arguments, int row, DataType type, ElementVector out) {
    BigInteger sum = sum(reader.reset(arguments[0], row));
    if (sum == null) {
      out.appendNull();
      return;
    }
    if (sum.abs().compareTo(type.maxUnscaled()) > 0) {
      throw Overflow.of(sum.toString(), type);
    }
    out.appendInt128(Int128.high(sum), Int128.low(sum));
  }

  /** Adds up the low and the high words, so that long lists make few numbers. */
  private static @org.jspecify.annotations.Nullable BigInteger sum(ListReader reader) {
    BigInteger total = BigInteger.ZERO;
    long sum = 0;
    boolean any = false;
    while (reader.next()) {
      if (reader.isNull()) {
        continue;
      }
      any = true;
      long low = reader.getLong();
      long next = sum + low;
      if (reader.getHigh() != low >> 63) {
        total = total.add(Int128.toBigInteger(reader.getHigh(), low));
      } else if (((sum ^ next) & (low ^ next)) < 0) {
        total = total.add(BigInteger.valueOf(sum)).add(BigInteger.valueOf(low));
        sum = 0;
      } else {
        sum = next;
      }
    }
    return any ? total.add(BigInteger.valueOf(sum)) : null;
  }

  /** The average of numbers, FLOAT64. */
  public static Expression average(Expression list) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_avg",
        DataType.FLOAT64,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(element);
          return (a, row, out) -> average(reader, a, row, element, out);
        });
  }

  private static void average(
      ListReader reader, ColumnVector[] arguments, int row, DataType element, ElementVector out) {
    long count = 0;
    double sum = 0;
    reader.reset(arguments[0], row);
    while (reader.next()) {
      if (!reader.isNull()) {
        count++;
        sum +=
            element.family() == TypeFamily.FLOATING ? reader.getDouble() : number(reader, element);
      }
    }
    if (count == 0) {
      out.appendNull();
    } else {
      out.appendDouble(sum / count);
    }
  }

  private static double number(ListReader reader, DataType element) {
    return element.scale() == 0 && element.fitsLong()
        ? reader.getLong()
        : new BigDecimal(Int128.toBigInteger(reader.getHigh(), reader.getLong()), element.scale())
            .doubleValue();
  }
}
