package dev.paceline.core.expr.list;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.condition.Coalesce;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.util.List;

/** Functions that make, read and change lists. Positions count from 1. */
public final class ListFunctions {
  private ListFunctions() {}

  /** The list of some values. */
  public static Expression listOf(DataType type, List<Expression> elements) {
    return new NestedCall(
        "list_value",
        type,
        elements.stream().map(value -> NestedCast.any(value, type.elementType())).toList(),
        false,
        context ->
            (a, row, out) -> {
              for (ColumnVector element : a) {
                NestedFormat.append(element, row, out.text());
              }
              end(out);
            });
  }

  static void end(ElementVector out) {
    out.text().append(NestedFormat.END);
    out.endText();
  }

  /** The number of elements, INT64. */
  public static Expression length(Expression list) {
    return new NestedCall(
        "len",
        DataType.INT64,
        List.of(list),
        true,
        context -> {
          ListReader reader = reader(list);
          return (a, row, out) -> out.appendLong(reader.reset(a[0], row).count());
        });
  }

  private static ListReader reader(Expression list) {
    return new ListReader(list.type().elementType());
  }

  /**
   * An element; NULL if there is none at the position.
   *
   * @param position a whole number, which counts from the end if it is negative
   */
  public static Expression element(Expression list, Expression position) {
    return new NestedCall(
        "list_extract",
        list.type().elementType(),
        List.of(list, whole(position)),
        true,
        context -> {
          ListReader reader = reader(list);
          return (a, row, out) -> {
            long count = reader.reset(a[0], row).count();
            long wanted = a[1].getLong(row);
            long index = wanted < 0 ? count + wanted : wanted - 1;
            if (wanted == 0 || index < 0 || index >= count) {
              out.appendNull();
            } else {
              reader.seek(index);
              reader.appendTo(out);
            }
          };
        });
  }

  /**
   * The elements from one position to another one, which may be negative as in {@link #element};
   * positions outside of the list are moved into it.
   */
  public static Expression slice(Expression list, Expression from, Expression to, Expression step) {
    return new NestedCall(
        "list_slice",
        list.type(),
        List.of(list, whole(from), whole(to), whole(step)),
        true,
        context -> {
          ListReader reader = reader(list);
          return (a, row, out) -> {
            long count = reader.reset(a[0], row).count();
            long distance = Math.clamp(a[3].getLong(row), -count - 1, count + 1);
            if (distance == 0) {
              throw new PacelineException(
                  ErrorCode.INVALID_ARGUMENT, "the step of a slice must not be 0");
            }
            long first = fromStart(a[1].getLong(row), count);
            long last = fromStart(a[2].getLong(row), count);
            long start = distance > 0 ? Math.max(1, first) : Math.min(count, first);
            long end = distance > 0 ? Math.min(count, last) : Math.max(1, last);
            for (long i = start; distance > 0 ? i <= end : i >= end; i += distance) {
              if (i == start || distance != 1) {
                reader.seek(i - 1);
              } else {
                reader.next();
              }
              reader.copyTo(out.text());
            }
            end(out);
          };
        });
  }

  /** The characters of a string from a position up to another one, as those of a list. */
  public static Expression sliceOfText(Expression text, Expression from, Expression to) {
    return new NestedCall(
        "string_slice",
        DataType.VARCHAR,
        List.of(Casts.cast(text, DataType.VARCHAR), whole(from), whole(to)),
        true,
        context ->
            (a, row, out) -> {
              String characters = Utf8.string(a[0], row);
              int count = characters.codePointCount(0, characters.length());
              long first = Math.max(1, fromStart(a[1].getLong(row), count));
              long last = Math.min(count, fromStart(a[2].getLong(row), count));
              if (first <= last) {
                int start = characters.offsetByCodePoints(0, (int) first - 1);
                int end = characters.offsetByCodePoints(start, (int) (last - first + 1));
                out.text().append(characters.substring(start, end));
              }
              out.endText();
            });
  }

  private static Expression whole(Expression number) {
    return Casts.cast(number, DataType.INT64);
  }

  private static long fromStart(long position, long count) {
    return position < 0 ? count + position + 1 : position;
  }

  /** Whether a list has an element, BOOLEAN; NULL for NULL. */
  public static Expression contains(Expression list, Expression value) {
    return new NestedCall(
        "list_contains",
        DataType.BOOLEAN,
        comparable(list, value),
        true,
        context -> {
          ElementSearch search = new ElementSearch(common(list, value), context);
          return (a, row, out) -> out.appendBoolean(search.position(a[0], a[1], row) > 0);
        });
  }

  /** The position of the first element that is equal, INT32; NULL if there is none. */
  public static Expression position(Expression list, Expression value) {
    return new NestedCall(
        "list_position",
        DataType.INT32,
        comparable(list, value),
        false,
        context -> {
          ElementSearch search = new ElementSearch(common(list, value), context);
          return (a, row, out) -> {
            long position = a[0].isNull(row) ? 0 : search.position(a[0], a[1], row);
            if (position == 0) {
              out.appendNull();
            } else {
              out.appendLong(position);
            }
          };
        });
  }

  /** Whether a value equals an element; NULL if it does not and there is a NULL. */
  public static Expression isAny(Expression value, Expression list) {
    return new NestedCall(
        "any",
        DataType.BOOLEAN,
        comparable(list, value),
        true,
        context -> {
          ElementSearch search = new ElementSearch(common(list, value), context);
          return (a, row, out) -> {
            boolean found = search.position(a[0], a[1], row) > 0;
            if (!found && search.sawNull()) {
              out.appendNull();
            } else {
              out.appendBoolean(found);
            }
          };
        });
  }

  private static DataType common(Expression list, Expression value) {
    DataType element = list.type().element() == null ? DataType.INT64 : list.type().elementType();
    return commonType(element, value.type());
  }

  /** A list and a value with the same type of elements. */
  private static List<Expression> comparable(Expression list, Expression value) {
    DataType common = common(list, value);
    return List.of(NestedCast.any(list, DataType.list(common)), NestedCast.any(value, common));
  }

  /** Returns the type of values of two types: that of the first, unless numbers need another. */
  public static DataType commonType(DataType left, DataType right) {
    if (left.isNested() && left.kind() == right.kind()) {
      return switch (left.kind()) {
        case LIST -> DataType.list(commonType(left.elementType(), right.elementType()));
        case MAP ->
            DataType.map(
                commonType(left.keyType(), right.keyType()),
                commonType(left.valueType(), right.valueType()));
        default -> StructFunctions.commonType(left, right);
      };
    }
    if (!isNumber(left) || !isNumber(right) || left.equals(right)) {
      return left;
    }
    if (left.family() == TypeFamily.FLOATING || right.family() == TypeFamily.FLOATING) {
      return DataType.FLOAT64;
    }
    return left.kind() == TypeKind.DECIMAL || right.kind() == TypeKind.DECIMAL
        ? DataType.decimal(DataType.MAX_DECIMAL_PRECISION, Math.max(left.scale(), right.scale()))
        : DataType.INT64;
  }

  static boolean isNumber(DataType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
  }

  /** Looks for elements by their bytes. */
  private static final class ElementSearch {
    private final ListReader reader;
    private final ColumnVector sought;
    private boolean sawNull;

    ElementSearch(DataType element, WorkerContext context) {
      reader = new ListReader(element);
      sought = new ColumnVector(DataType.VARBINARY, context.memory());
    }

    /** Whether a NULL came before the position, or is anywhere in a list without the value. */
    boolean sawNull() {
      return sawNull;
    }

    /** Returns the position of a value in a list, or 0. */
    long position(ColumnVector lists, ColumnVector values, int row) {
      TextWriter writer = new TextWriter(sought);
      NestedFormat.append(values, row, writer);
      long view = writer.finish();
      reader.reset(lists, row);
      sawNull = false;
      for (long position = 1; reader.next(); position++) {
        sawNull |= reader.isNull();
        if (StringView.equal(reader.heap(), reader.view(), writer.heap(), view)) {
          return position;
        }
      }
      return 0;
    }
  }

  /**
   * The elements of lists one behind the other.
   *
   * @param strict whether the value is NULL if one of the lists is; else NULL is an empty list,
   *     unless all lists are the constant NULL
   */
  public static Expression concat(DataType type, List<Expression> lists, boolean strict) {
    boolean known =
        lists.stream().anyMatch(list -> !(list instanceof Literal literal && literal.isNull()));
    return new NestedCall(
        "list_concat",
        type,
        lists.stream().map(list -> NestedCast.any(list, type)).toList(),
        strict,
        context ->
            (a, row, out) -> {
              for (ColumnVector list : a) {
                appendElements(list, row, out.text());
              }
              if (known) {
                end(out);
              } else {
                out.appendNull();
              }
            });
  }

  /** Appends all of a list but its end; nothing for NULL. */
  static void appendElements(ColumnVector lists, int row, TextWriter out) {
    if (!lists.isNull(row)) {
      long view = lists.getView(row);
      out.append(lists.valueHeap(), StringView.offset(view), StringView.length(view) - 1);
    }
  }

  /** A list with a value behind its elements; of that value alone if the list is NULL. */
  public static Expression append(DataType type, Expression list, Expression value) {
    return new NestedCall(
        "list_append",
        type,
        List.of(NestedCast.any(list, type), NestedCast.any(value, type.elementType())),
        false,
        context ->
            (a, row, out) -> {
              appendElements(a[0], row, out.text());
              NestedFormat.append(a[1], row, out.text());
              end(out);
            });
  }

  /** A list with a value before its elements; of that value alone if the list is NULL. */
  public static Expression prepend(DataType type, Expression value, Expression list) {
    return new NestedCall(
        "list_prepend",
        type,
        List.of(NestedCast.any(value, type.elementType()), NestedCast.any(list, type)),
        false,
        context ->
            (a, row, out) -> {
              NestedFormat.append(a[0], row, out.text());
              appendElements(a[1], row, out.text());
              end(out);
            });
  }

  /** The elements in ascending or descending order. */
  public static Expression sort(Expression list, boolean descending, boolean nullsFirst) {
    DataType element = list.type().elementType();
    return new NestedCall(
        descending ? "list_reverse_sort" : "list_sort",
        list.type(),
        List.of(list),
        true,
        context -> {
          ElementOrder order = new ElementOrder(reader(list));
          return (a, row, out) -> {
            order.read(a[0], row).sort();
            if (nullsFirst) {
              appendNulls(order.nulls(), element, out);
            }
            for (int i = 0; i < order.count(); i++) {
              order.copyTo(descending ? order.count() - 1 - i : i, out.text());
            }
            if (!nullsFirst) {
              appendNulls(order.nulls(), element, out);
            }
            end(out);
          };
        });
  }

  private static void appendNulls(int count, DataType element, ElementVector out) {
    for (int i = 0; i < count; i++) {
      NestedFormat.appendNull(element, out.text());
    }
  }

  /** The elements in the opposite order. */
  public static Expression reverse(Expression list) {
    return new NestedCall(
        "list_reverse",
        list.type(),
        List.of(list),
        true,
        context -> {
          ElementOrder order = new ElementOrder(reader(list));
          return (a, row, out) -> {
            order.readAll(a[0], row);
            for (int i = order.count() - 1; i >= 0; i--) {
              order.copyTo(i, out.text());
            }
            end(out);
          };
        });
  }

  /**
   * The different elements that are not NULL, in ascending order.
   *
   * @param withNull whether NULL comes behind them if it is an element
   */
  public static Expression distinct(Expression list, boolean withNull) {
    return new NestedCall(
        "list_distinct",
        list.type(),
        List.of(list),
        true,
        context -> {
          ElementOrder order = new ElementOrder(reader(list));
          return (a, row, out) -> {
            order.read(a[0], row).sort();
            for (int i = 0; i < order.count(); i++) {
              if (!order.repeats(i)) {
                order.copyTo(i, out.text());
              }
            }
            if (withNull && order.nulls() > 0) {
              NestedFormat.appendNull(list.type().elementType(), out.text());
            }
            end(out);
          };
        });
  }

  /** The number of different elements that are not NULL, INT64. */
  public static Expression unique(Expression list) {
    return new NestedCall(
        "list_unique",
        DataType.INT64,
        List.of(list),
        true,
        context -> {
          ElementOrder order = new ElementOrder(reader(list));
          return (a, row, out) -> {
            order.read(a[0], row).sort();
            long different = 0;
            for (int i = 0; i < order.count(); i++) {
              different += order.repeats(i) ? 0 : 1;
            }
            out.appendLong(different);
          };
        });
  }

  /** The elements of lists that are elements. */
  public static Expression flatten(Expression list) {
    DataType inner = list.type().elementType();
    return new NestedCall(
        "flatten",
        inner,
        List.of(list),
        true,
        context -> {
          ListReader reader = reader(list);
          ColumnVector element = new ColumnVector(inner);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            while (reader.next()) {
              reader.read(element);
              appendElements(element, 0, out.text());
            }
            end(out);
          };
        });
  }

  /**
   * The elements that are not NULL as strings, with a separator between them.
   *
   * <p>The value is NULL if all elements are.
   *
   * @param ofNone whether the value of an empty list is the empty string; else NULL
   */
  public static Expression join(Expression list, Expression separator, boolean ofNone) {
    return new NestedCall(
        ofNone ? "array_to_string" : "list_string_agg",
        DataType.VARCHAR,
        List.of(NestedCast.any(list, DataType.list(DataType.VARCHAR)), separator),
        true,
        context -> {
          ListReader reader = new ListReader(DataType.VARCHAR);
          ColumnVector element = new ColumnVector(DataType.VARCHAR);
          return (a, row, out) -> {
            reader.reset(a[0], row);
            boolean first = true;
            boolean empty = true;
            while (reader.next()) {
              empty = false;
              reader.read(element);
              if (!element.isNull(0)) {
                if (!first) {
                  out.text().append(a[1].valueHeap(), a[1].getView(row));
                }
                out.text().append(element.valueHeap(), element.getView(0));
                first = false;
              }
            }
            if (first && !(empty && ofNone)) {
              out.appendNull();
            } else {
              out.endText();
            }
          };
        });
  }

  /** A list, or the empty list for NULL. */
  public static Expression orEmpty(Expression list) {
    return new NestedCall(
        "list_or_empty",
        list.type(),
        List.of(list),
        false,
        context ->
            (a, row, out) -> {
              appendElements(a[0], row, out.text());
              end(out);
            });
  }

  /** A list of one value without its end, of which {@link #ofPieces} makes a list. */
  public static Expression piece(Expression value) {
    DataType type = value.type();
    Expression known =
        new FunctionCall(
            "piece",
            DataType.VARBINARY,
            List.of(value),
            value.canFail(),
            NestedFormat.elements(type));
    return new Coalesce(
        DataType.VARBINARY,
        List.of(known, Literal.of(DataType.VARBINARY, NestedFormat.nullElement(type))));
  }

  /** The list of pieces that are one behind the other. */
  public static Expression ofPieces(DataType type, Expression pieces) {
    return new NestedCall(
        "list",
        type,
        List.of(pieces),
        true,
        context ->
            (a, row, out) -> {
              out.text().append(a[0].valueHeap(), a[0].getView(row));
              end(out);
            });
  }
}
