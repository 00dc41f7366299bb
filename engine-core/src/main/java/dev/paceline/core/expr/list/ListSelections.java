package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import java.util.Arrays;
import java.util.List;

/** Functions that choose elements of a list by their positions, which count from 1. */
public final class ListSelections {
  private ListSelections() {}

  /**
   * The first elements of a list, with values behind them if it has fewer.
   *
   * @param length how many elements; NULL is 0
   * @param value the further elements
   */
  public static Expression resize(
      DataType type, Expression list, Expression length, Expression value) {
    return new NestedCall(
        "list_resize",
        type,
        List.of(
            NestedCast.any(list, type),
            Casts.cast(length, DataType.INT64),
            NestedCast.any(value, type.elementType())),
        false,
        context -> {
          ListReader reader = new ListReader(type.elementType());
          return (a, row, out) -> {
            if (a[0].isNull(row)) {
              out.appendNull();
              return;
            }
            long wanted = a[1].isNull(row) ? 0 : a[1].getLong(row);
            if (wanted < 0) {
              throw new PacelineException(
                  ErrorCode.INVALID_ARGUMENT, "a list cannot have " + wanted + " elements");
            }
            reader.reset(a[0], row);
            long done = 0;
            for (; done < wanted && reader.next(); done++) {
              reader.copyTo(out.text());
            }
            for (; done < wanted; done++) {
              NestedFormat.append(a[2], row, out.text());
            }
            ListFunctions.end(out);
          };
        });
  }

  /** Returns a list with all elements repeated a number of times; none for a number below 1. */
  public static Expression repeat(Expression list, Expression times) {
    return new NestedCall(
        "repeat",
        list.type(),
        List.of(list, Casts.cast(times, DataType.INT64)),
        true,
        context ->
            (a, row, out) -> {
              long count = Math.max(0, a[1].getLong(row));
              long bytes = StringView.length(a[0].getView(row)) - 1L;
              if (bytes > 0) {
                TextWriter.checkLength(
                    Math.multiplyHigh(count, bytes) != 0 ? Long.MAX_VALUE : count * bytes);
                for (long i = 0; i < count; i++) {
                  ListFunctions.appendElements(a[0], row, out.text());
                }
              }
              ListFunctions.end(out);
            });
  }

  /**
   * The elements at the positions where a list of BOOLEANs is true, NULL where the list has ended.
   */
  public static Expression where(Expression list, Expression mask) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_where",
        list.type(),
        List.of(list, mask),
        true,
        context -> {
          ListReader reader = new ListReader(element);
          ListReader marks = new ListReader(DataType.BOOLEAN);
          ColumnVector mark = new ColumnVector(DataType.BOOLEAN);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            marks.reset(a[1], row);
            while (marks.next()) {
              checkPresent(marks, "list_where");
              marks.read(mark);
              boolean present = reader.next();
              if (mark.getBoolean(0)) {
                append(reader, present, element, out);
              }
            }
            ListFunctions.end(out);
          };
        });
  }

  private static void checkPresent(ListReader choice, String function) {
    if (choice.isNull()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the second list of " + function + " cannot have NULLs");
    }
  }

  private static void append(
      ListReader reader, boolean present, DataType element, ElementVector out) {
    if (present) {
      reader.copyTo(out.text());
    } else {
      NestedFormat.appendNull(element, out.text());
    }
  }

  /**
   * The structs of the elements at one position of each list, which are NULL where a list has ended
   * or is NULL.
   *
   * @param shortest whether the list ends with the shortest list, and not with the longest one
   */
  public static Expression zip(DataType type, List<Expression> lists, boolean shortest) {
    return new NestedCall(
        "list_zip",
        type,
        lists,
        false,
        context -> {
          ListReader[] readers =
              lists.stream()
                  .map(list -> new ListReader(list.type().elementType()))
                  .toArray(ListReader[]::new);
          return (a, row, out) -> {
            long length = shortest ? Long.MAX_VALUE : 0;
            for (int i = 0; i < a.length; i++) {
              long count = a[i].isNull(row) ? 0 : readers[i].reset(a[i], row).count();
              length = shortest ? Math.min(length, count) : Math.max(length, count);
            }
            for (long position = 0; position < length; position++) {
              out.text().append(NestedFormat.VALUE);
              for (int i = 0; i < a.length; i++) {
                boolean present = !a[i].isNull(row) && readers[i].next();
                append(readers[i], present, readers[i].type(), out);
              }
            }
            ListFunctions.end(out);
          };
        });
  }

  /** The elements at the positions that a list has, NULL where there is none. */
  public static Expression select(Expression list, Expression positions) {
    DataType element = list.type().elementType();
    return new NestedCall(
        "list_select",
        list.type(),
        List.of(list, NestedCast.any(positions, DataType.list(DataType.INT64))),
        true,
        context -> {
          ElementOrder elements = new ElementOrder(new ListReader(element));
          ListReader wanted = new ListReader(DataType.INT64);
          return (a, row, out) -> {
            elements.readAll(a[0], row);
            wanted.reset(a[1], row);
            while (wanted.next()) {
              checkPresent(wanted, "list_select");
              long position = wanted.getLong();
              if (position > 0 && position <= elements.count()) {
                elements.copyTo((int) (position - 1), out.text());
              } else {
                NestedFormat.appendNull(element, out.text());
              }
            }
            ListFunctions.end(out);
          };
        });
  }

  /** The positions of the elements in ascending or descending order, a list of INT64. */
  public static Expression gradeUp(Expression list, boolean descending, boolean nullsFirst) {
    return new NestedCall(
        "list_grade_up",
        DataType.list(DataType.INT64),
        List.of(list),
        true,
        context -> {
          Grades grades = new Grades(list.type().elementType());
          return (a, row, out) -> {
            grades.read(a[0], row);
            if (nullsFirst) {
              grades.appendNulls(out);
            }
            grades.appendSorted(descending, out);
            if (!nullsFirst) {
              grades.appendNulls(out);
            }
            ListFunctions.end(out);
          };
        });
  }

  /** Finds the positions of sorted elements by where their bytes are. One worker uses it. */
  private static final class Grades {
    private final ElementOrder sorted;
    private final ListReader reader;
    private long[] offsets = new long[16];
    private int count;

    Grades(DataType element) {
      sorted = new ElementOrder(new ListReader(element));
      reader = new ListReader(element);
    }

    void read(ColumnVector lists, int row) {
      sorted.read(lists, row).sort();
      reader.reset(lists, row);
      for (count = 0; reader.next(); count++) {
        if (count == offsets.length) {
          offsets = Arrays.copyOf(offsets, 2 * count);
        }
        offsets[count] = StringView.offset(reader.view());
      }
      reader.reset(lists, row);
    }

    void appendNulls(ElementVector out) {
      for (long position = 1; reader.next(); position++) {
        if (reader.isNull()) {
          NestedFormat.appendLong(position, out.text());
        }
      }
    }

    /** Appends the positions of equal elements in ascending order in any case. */
    void appendSorted(boolean descending, ElementVector out) {
      if (!descending) {
        appendRange(0, sorted.count(), out);
        return;
      }
      for (int end = sorted.count(); end > 0; ) {
        int start = end - 1;
        while (sorted.repeats(start)) {
          start--;
        }
        appendRange(start, end, out);
        end = start;
      }
    }

    private void appendRange(int from, int to, ElementVector out) {
      for (int i = from; i < to; i++) {
        int index = Arrays.binarySearch(offsets, 0, count, StringView.offset(sorted.view(i)));
        NestedFormat.appendLong(index + 1L, out.text());
      }
    }
  }
}
