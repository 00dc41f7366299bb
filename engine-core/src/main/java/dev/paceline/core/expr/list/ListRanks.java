package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import java.util.List;

/** Functions of the elements of a list by their ranks; NULLs have none. */
public final class ListRanks {
  private static final long MAX_COUNT = 1_000_000;

  private ListRanks() {}

  static long checkedCount(long count) {
    if (count < 1 || count >= MAX_COUNT) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the number of values must be from 1 to " + (MAX_COUNT - 1) + ", not " + count);
    }
    return count;
  }

  /** The smallest elements ascending, or the largest ones descending; NULL if there is none. */
  public static Expression extremes(Expression list, Expression count, boolean largest) {
    return new NestedCall(
        largest ? "list_max" : "list_min",
        list.type(),
        List.of(list, Casts.cast(count, DataType.INT64)),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(list.type().elementType()));
          return (a, row, out) -> {
            long wanted = Math.min(checkedCount(a[1].getLong(row)), read(sorted, a[0], row));
            for (int i = 0; i < wanted; i++) {
              sorted.copyTo(largest ? sorted.count() - 1 - i : i, out.text());
            }
            end(wanted > 0, out);
          };
        });
  }

  /**
   * Returns a list of the second fields of the structs with the smallest or largest first fields,
   * in the order of the first fields. Structs with a field that is NULL are ignored; the list is
   * NULL if no struct is left.
   */
  public static Expression valuesAtExtremes(Expression list, Expression count, boolean largest) {
    DataType struct = list.type().elementType();
    DataType value = struct.fields().get(1).type();
    return new NestedCall(
        largest ? "list_arg_max" : "list_arg_min",
        DataType.list(value),
        List.of(list, Casts.cast(count, DataType.INT64)),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(struct));
          FieldReader key = new FieldReader(struct, 0);
          FieldReader field = new FieldReader(struct, 1);
          return (a, row, out) -> {
            long wanted = checkedCount(a[1].getLong(row));
            int elements = read(sorted, a[0], row);
            long taken = 0;
            for (int i = 0; i < elements && taken < wanted; i++) {
              long view = NestedFormat.payload(sorted.view(largest ? elements - 1 - i : i));
              if (!key.reset(sorted.heap(), view).isNull()
                  && !field.reset(sorted.heap(), view).isNull()) {
                field.copyTo(out.text());
                taken++;
              }
            }
            end(taken > 0, out);
          };
        });
  }

  /**
   * The last fields of structs, sorted by the fields before; NULL if there is no struct.
   *
   * @param directions two letters for each of these fields: {@code a} for ascending or {@code d}
   *     for descending, then {@code f} if NULL comes first or {@code l} if it comes last
   */
  public static Expression inOrder(Expression list, String directions) {
    DataType struct = list.type().elementType();
    int keys = struct.fields().size() - 1;
    return new NestedCall(
        "list_in_order",
        DataType.list(struct.fields().get(keys).type()),
        List.of(list),
        true,
        context -> {
          ElementOrder sorted = new StructOrder(struct, directions);
          FieldReader value = new FieldReader(struct, keys);
          return (a, row, out) -> {
            sorted.read(a[0], row).sort();
            for (int i = 0; i < sorted.count(); i++) {
              value.reset(sorted.heap(), NestedFormat.payload(sorted.view(i))).copyTo(out.text());
            }
            end(sorted.count() > 0, out);
          };
        });
  }

  /** Structs in the order of all fields but the last one. */
  private static final class StructOrder extends ElementOrder {
    private final String directions;
    private final FieldReader[] lefts;
    private final FieldReader[] rights;

    StructOrder(DataType struct, String directions) {
      super(new ListReader(struct));
      this.directions = directions;
      lefts = FieldReader.ofAll(struct);
      rights = FieldReader.ofAll(struct);
    }

    @Override
    int compare(long left, long right) {
      long leftFields = NestedFormat.payload(left);
      long rightFields = NestedFormat.payload(right);
      for (int key = 0; key < lefts.length - 1; key++) {
        FieldReader one = lefts[key].reset(heap(), leftFields);
        FieldReader other = rights[key].reset(heap(), rightFields);
        int order;
        if (one.isNull() || other.isNull()) {
          boolean nullsFirst = directions.charAt(2 * key + 1) == 'f';
          order = Boolean.compare(one.isNull(), other.isNull()) * (nullsFirst ? -1 : 1);
        } else {
          int ascending = StringView.compare(heap(), one.view(), heap(), other.view());
          order = directions.charAt(2 * key) == 'd' ? -ascending : ascending;
        }
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }
  }

  /** The first elements up to which there are some fractions of all, as a list. */
  public static Expression quantiles(Expression list, Expression fractions) {
    return new NestedCall(
        "list_quantile_disc",
        list.type(),
        List.of(list, NestedCast.any(fractions, ListStatistics.NUMBERS)),
        true,
        context -> {
          ElementOrder sorted = new ElementOrder(new ListReader(list.type().elementType()));
          ListReader fraction = new ListReader(DataType.FLOAT64);
          return (a, row, out) -> {
            int count = read(sorted, a[0], row);
            fraction.reset(a[1], row);
            while (count > 0 && fraction.next()) {
              double share = checkedFraction(fraction);
              long index = count - (long) Math.floor(count - share * count) - 1;
              sorted.copyTo((int) Math.max(0, index), out.text());
            }
            end(count > 0, out);
          };
        });
  }

  /** Returns the fraction of a quantile that a reader is at. */
  static double checkedFraction(ListReader fraction) {
    double share = fraction.isNull() ? Double.NaN : fraction.getDouble();
    if (!(share >= 0 && share <= 1)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "a quantile is at a fraction from 0 to 1, not at "
              + (fraction.isNull() ? "NULL" : Double.toString(share)));
    }
    return share;
  }

  private static int read(ElementOrder sorted, ColumnVector lists, int row) {
    return sorted.read(lists, row).sort().count();
  }

  private static void end(boolean any, ElementVector out) {
    if (any) {
      ListFunctions.end(out);
    } else {
      out.appendNull();
    }
  }
}
