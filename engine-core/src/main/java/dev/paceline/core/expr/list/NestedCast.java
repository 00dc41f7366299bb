package dev.paceline.core.expr.list;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.function.Casts;
import dev.paceline.core.expr.function.SafeCast;
import dev.paceline.core.expr.tree.ColumnReference;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.Relabel;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Casts of nested values: to others of their kind, and to strings. */
public final class NestedCast {
  private NestedCast() {}

  /** A cast of any value, which may be nested. */
  public static Expression any(Expression operand, DataType type) {
    return any(operand, type, false);
  }

  /**
   * A cast of any value, which may be nested.
   *
   * @param safe whether it gives NULL where it fails
   */
  static Expression any(Expression operand, DataType type, boolean safe) {
    try {
      if (operand.type().isNested() || type.isNested()) {
        return of(operand, type, safe);
      }
      return safe ? SafeCast.of(operand, type) : Casts.cast(operand, type);
    } catch (PacelineException e) {
      if (e.code() == ErrorCode.TYPE_MISMATCH && operand.type().equals(DataType.INT32)) {
        return ofNulls(operand, type, safe ? null : e);
      }
      throw e;
    }
  }

  /**
   * A cast of values that are all NULL: lists without elements and NULLs inside of others have the
   * type INT32, and can become any other.
   *
   * @param failure for a value that is not NULL; null if that becomes NULL
   */
  private static Expression ofNulls(
      Expression operand, DataType type, @Nullable PacelineException failure) {
    return new NestedCall(
        "CAST TO " + type,
        type,
        List.of(operand),
        true,
        context ->
            (a, row, out) -> {
              if (failure != null) {
                throw failure;
              }
              out.appendNull();
            });
  }

  /**
   * Returns a cast from a nested value or to one.
   *
   * @param operand a nested value, unless {@code type} is of such
   * @param safe whether values inside become NULL where their cast fails
   * @throws PacelineException TYPE_MISMATCH if there is no such cast
   */
  public static Expression of(Expression operand, DataType type, boolean safe) {
    DataType from = operand.type();
    if (from.equals(type)) {
      return operand;
    }
    if (operand instanceof Literal literal && literal.isNull()) {
      return Literal.of(type, null);
    }
    if (type.isFixedArray()) {
      return toArray(operand, type, safe);
    }
    if (from.kind() == type.kind() && type.isNested()) {
      if (haveSameBytes(from, type)) {
        return new Relabel(operand, type);
      }
      return switch (type.kind()) {
        case STRUCT -> new StructCast(operand, type, safe);
        case MAP -> toMap(operand, type, safe);
        default -> toList(operand, type, safe);
      };
    }
    if (from.isNested() && (type.kind() == TypeKind.VARCHAR || type.kind() == TypeKind.CHAR)) {
      return Casts.cast(toText(operand), type);
    }
    if (from.kind() == TypeKind.VARCHAR || from.kind() == TypeKind.CHAR) {
      return safe
          ? SafeCast.of(operand, ofText(new ColumnReference(0, from), type, true))
          : ofText(operand, type, false);
    }
    throw Casts.undefined(from, type);
  }

  /** A cast to lists of a fixed length. */
  private static Expression toArray(Expression operand, DataType type, boolean safe) {
    DataType from = operand.type();
    if (from.isFixedArray() && from.precision() != type.precision()) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH, "a value of " + from + " has another length than " + type);
    }
    Expression list = of(operand, DataType.list(type.elementType()), safe);
    return from.isFixedArray() ? new Relabel(list, type) : withLength(list, type, safe);
  }

  private static Expression withLength(Expression list, DataType type, boolean safe) {
    return new NestedCall(
        "CAST TO " + type,
        type,
        List.of(list),
        true,
        context -> {
          ListReader reader = new ListReader(type.elementType());
          return (a, row, out) -> {
            long length = reader.reset(a[0], row).count();
            if (length == type.precision()) {
              out.text().append(a[0].valueHeap(), a[0].getView(row));
              out.endText();
            } else if (safe) {
              out.appendNull();
            } else {
              throw new PacelineException(
                  ErrorCode.INVALID_CAST,
                  "a list of " + length + " elements cannot be cast to " + type);
            }
          };
        });
  }

  private static Expression ofText(Expression text, DataType type, boolean safe) {
    Expression split = NestedTextParser.split(text, type);
    return type.kind() == TypeKind.MAP
        ? MapFunctions.fromEntries(type, any(split, DataType.list(type.elementType()), safe))
        : any(split, type, safe);
  }

  private static Expression toText(Expression nested) {
    return new FunctionCall(
        "CAST TO VARCHAR",
        DataType.VARCHAR,
        List.of(nested),
        true,
        context -> {
          NestedText text = new NestedText(nested.type());
          return RowFunctions.text((a, row, out) -> out.append(text.of(a[0], row)))
              .newFunction(context);
        });
  }

  /** A cast of the entries; keys that were different may become equal. */
  private static Expression toMap(Expression map, DataType type, boolean safe) {
    return haveSameBytes(map.type().keyType(), type.keyType())
        ? toList(map, type, safe)
        : MapFunctions.fromEntries(
            type, toList(MapFunctions.entries(map), DataType.list(type.elementType()), safe));
  }

  private static Expression toList(Expression list, DataType type, boolean safe) {
    DataType from = list.type().elementType();
    DataType to = type.elementType();
    Expression cast = any(new ColumnReference(0, from), to, safe);
    return new FunctionCall(
        "CAST TO " + type,
        type,
        List.of(list),
        true,
        context -> {
          ElementCast elements = new ElementCast(from, cast, context);
          return RowFunctions.text(elements::write).newFunction(context);
        });
  }

  /** Whether values of one type are, inside of others, always values of another one. */
  private static boolean haveSameBytes(DataType from, DataType to) {
    if (to.isFixedArray() && from.precision() != to.precision()) {
      return false;
    }
    if (from.kind() == to.kind() && from.element() != null) {
      return haveSameBytes(from.elementType(), to.elementType());
    }
    if (from.kind() == TypeKind.STRUCT && to.kind() == TypeKind.STRUCT) {
      return StructCast.keepsBytes(from, to, NestedCast::haveSameBytes);
    }
    return from.equals(to)
        || from.family() == TypeFamily.INTEGRAL
            && isWhole(from)
            && isWhole(to)
            && from.minLong() >= to.minLong()
            && from.maxLong() <= to.maxLong()
        || from.kind() == TypeKind.FLOAT32 && to.kind() == TypeKind.FLOAT64;
  }

  private static boolean isWhole(DataType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64 -> true;
      default -> false;
    };
  }

  /** Casts the elements of one list after the other, a batch at a time. */
  private static final class ElementCast {
    private final ListReader reader;
    private final ElementVector elements;
    private final Evaluator cast;
    private final int capacity;

    ElementCast(DataType from, Expression cast, WorkerContext context) {
      reader = new ListReader(from);
      elements = new ElementVector(from, context.memory());
      this.cast = cast.newEvaluator(context);
      capacity = context.batchRows();
    }

    void write(ColumnVector[] arguments, int row, TextWriter out) {
      reader.reset(arguments[0], row);
      long left = reader.count();
      while (left > 0) {
        int count = (int) Math.min(left, capacity);
        elements.reset(count);
        for (int i = 0; i < count; i++) {
          reader.next();
          reader.appendTo(elements);
        }
        ColumnVector values = cast.evaluate(new Batch(elements.finish()).set(count, null));
        for (int i = 0; i < count; i++) {
          NestedFormat.append(values, i, out);
        }
        left -= count;
      }
      out.append(NestedFormat.END);
    }
  }
}
