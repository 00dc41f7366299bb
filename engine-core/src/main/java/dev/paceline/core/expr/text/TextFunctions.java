package dev.paceline.core.expr.text;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.expr.vector.FunctionCall;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import dev.paceline.core.kernel.StringKernels;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The functions on texts. What is a part of its argument is not copied. */
public final class TextFunctions {
  private TextFunctions() {}

  public static Expression call(
      ScalarFunction function, DataType result, List<Expression> arguments) {
    return new FunctionCall(
        function.name(),
        result,
        arguments,
        canFail(function, arguments),
        factory(function, arguments));
  }

  private static boolean canFail(ScalarFunction function, List<Expression> arguments) {
    return switch (function) {
      case SUBSTRING ->
          arguments.size() > 2
              && !(arguments.get(2) instanceof Literal length
                  && (length.isNull() || length.unscaled().signum() >= 0));
      case OVERLAY, REPEAT, LPAD, RPAD, CHR -> true;
      default -> false;
    };
  }

  private static VectorFunction.Factory factory(
      ScalarFunction function, List<Expression> arguments) {
    boolean third = arguments.size() > 2;
    return switch (function) {
      case UPPER -> CaseFunction.factory(true);
      case LOWER -> CaseFunction.factory(false);
      case INITCAP ->
          RowFunctions.text((a, row, out) -> out.append(initCap(Utf8.string(a[0], row))));
      case TRIM -> trim(true, true);
      case LTRIM -> trim(true, false);
      case RTRIM -> trim(false, true);
      case SUBSTRING ->
          isBinary(arguments.getFirst().type())
              ? RowFunctions.views(
                  (heap, view, a, row) ->
                      bytes(
                          view,
                          a[1].getLong(row),
                          third ? a[2].getLong(row) : StringView.MAX_LENGTH))
              : SubstringFunction.factory(SubstringFunction.Kind.STANDARD);
      case LEFT -> SubstringFunction.factory(SubstringFunction.Kind.LEFT);
      case RIGHT -> SubstringFunction.factory(SubstringFunction.Kind.RIGHT);
      case CHAR_LENGTH -> context -> new LengthFunction();
      case OCTET_LENGTH -> RowFunctions.longs((a, row) -> StringView.length(a[0].getView(row)));
      case CONCAT -> context -> new ConcatFunction();
      case POSITION -> PositionFunction.factory(third);
      case REPLACE -> ReplaceFunction.factory();
      case OVERLAY ->
          RowFunctions.text(
              (a, row, out) -> {
                long length =
                    arguments.size() > 3
                        ? a[3].getLong(row)
                        : Utf8.length(a[1].valueHeap(), a[1].getView(row));
                overlay(a, row, out, length);
              });
      case LPAD -> RowFunctions.text((a, row, out) -> pad(a, row, out, true));
      case RPAD -> RowFunctions.text((a, row, out) -> pad(a, row, out, false));
      case REPEAT ->
          RowFunctions.text(
              (a, row, out) -> {
                for (long i = a[1].getLong(row); i > 0; i--) {
                  out.append(a[0].valueHeap(), a[0].getView(row));
                }
              });
      case REVERSE ->
          RowFunctions.text(
              (a, row, out) ->
                  out.append(new StringBuilder(Utf8.string(a[0], row)).reverse().toString()));
      case ASCII ->
          RowFunctions.longs(
              (a, row) -> {
                long first = Utf8.slice(a[0].valueHeap(), a[0].getView(row), 0, 1);
                String text = Utf8.string(a[0].valueHeap(), first);
                return text.isEmpty() ? 0 : text.codePointAt(0);
              });
      case CHR -> RowFunctions.text((a, row, out) -> out.append(chr(a[0].getLong(row))));
      case STARTS_WITH -> RowFunctions.booleans((a, row) -> hasAt(a, row, 0));
      case ENDS_WITH ->
          RowFunctions.booleans(
              (a, row) ->
                  hasAt(
                      a,
                      row,
                      StringView.length(a[0].getView(row)) - StringView.length(a[1].getView(row))));
      case CONTAINS -> RowFunctions.booleans(TextFunctions::contains);
      default -> throw new IllegalArgumentException(function.name());
    };
  }

  private static String initCap(String text) {
    StringBuilder out = new StringBuilder(text.length());
    boolean inside = false;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      out.appendCodePoint(
          !Character.isLetterOrDigit(c)
              ? c
              : inside ? Character.toLowerCase(c) : Character.toTitleCase(c));
      inside = Character.isLetterOrDigit(c);
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private static VectorFunction.Factory trim(boolean leading, boolean trailing) {
    return RowFunctions.views(
        (heap, view, a, row) -> {
          String characters = a.length > 1 ? Utf8.string(a[1], row) : " ";
          long start = StringView.offset(view);
          long end = start + StringView.length(view);
          while (leading && start < end) {
            int length = lead(heap, start, end);
            if (!contains(characters, heap, start, length)) {
              break;
            }
            start += length;
          }
          while (trailing && start < end) {
            long last = end - 1;
            while (last > start && Utf8.isContinuation(heap.get(JAVA_BYTE, last))) {
              last--;
            }
            if (!contains(characters, heap, last, (int) (end - last))) {
              break;
            }
            end = last;
          }
          return StringView.of(start, (int) (end - start));
        });
  }

  private static int lead(MemorySegment heap, long at, long end) {
    int length = 1;
    while (at + length < end && Utf8.isContinuation(heap.get(JAVA_BYTE, at + length))) {
      length++;
    }
    return length;
  }

  private static boolean contains(String characters, MemorySegment heap, long at, int length) {
    if (length == 1) {
      return characters.indexOf(heap.get(JAVA_BYTE, at)) >= 0;
    }
    return characters.contains(Utf8.string(heap, StringView.of(at, length)));
  }

  private static boolean isBinary(DataType type) {
    return type.kind() == TypeKind.VARBINARY || type.kind() == TypeKind.BINARY;
  }

  /** Returns the bytes of a binary string from one on, counted from 1. */
  private static long bytes(long view, long from, long length) {
    int size = StringView.length(view);
    long start = Math.clamp(from - 1, 0, size);
    long end = SubstringFunction.end(from, length);
    return StringView.of(
        StringView.offset(view) + start, (int) Math.max(0, Math.min(end, size) - start));
  }

  private static boolean contains(ColumnVector[] a, int row) {
    long view = a[0].getView(row);
    long start = StringView.offset(view);
    byte[] part = a[1].getBytes(row);
    return part.length == 0
        || StringKernels.current()
                .indexOf(a[0].valueHeap(), start, start + StringView.length(view), part)
            >= 0;
  }

  private static void overlay(ColumnVector[] a, int row, TextWriter out, long length) {
    long from = a[2].getLong(row);
    if (from < 1 || length < 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "OVERLAY needs a start of 1 or more and a length of 0 or more: " + from + ", " + length);
    }
    MemorySegment heap = a[0].valueHeap();
    long view = a[0].getView(row);
    out.append(heap, Utf8.slice(heap, view, 0, from - 1));
    out.append(a[1].valueHeap(), a[1].getView(row));
    out.append(heap, Utf8.slice(heap, view, from - 1 + length, Long.MAX_VALUE));
  }

  private static void pad(ColumnVector[] a, int row, TextWriter out, boolean left) {
    MemorySegment heap = a[0].valueHeap();
    long view = a[0].getView(row);
    long wanted = Math.max(0, a[1].getLong(row));
    boolean blanks = a.length < 3;
    long missing = wanted - Utf8.length(heap, view);
    if (missing <= 0 || !blanks && StringView.length(a[2].getView(row)) == 0) {
      out.append(heap, Utf8.slice(heap, view, 0, wanted));
      return;
    }
    TextWriter.checkLength(wanted);
    if (!left) {
      out.append(heap, view);
    }
    if (blanks) {
      out.append((byte) ' ', (int) missing);
    } else {
      fill(a[2].valueHeap(), a[2].getView(row), missing, out);
    }
    if (left) {
      out.append(heap, view);
    }
  }

  /** Writes a number of characters, which are those of a string over and over. */
  private static void fill(MemorySegment heap, long view, long characters, TextWriter out) {
    if (StringView.length(view) == 1) {
      out.append(heap.get(JAVA_BYTE, StringView.offset(view)), (int) characters);
      return;
    }
    int size = Utf8.length(heap, view);
    long rest = characters;
    for (; rest >= size; rest -= size) {
      out.append(heap, view);
    }
    out.append(heap, Utf8.slice(heap, view, 0, rest));
  }

  private static String chr(long codePoint) {
    if (codePoint < 0
        || codePoint > Character.MAX_CODE_POINT
        || codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, codePoint + " is no code point of Unicode");
    }
    return Character.toString((int) codePoint);
  }

  private static boolean hasAt(ColumnVector[] a, int row, int start) {
    long view = a[0].getView(row);
    long part = a[1].getView(row);
    return start >= 0
        && StringView.length(view) - start >= StringView.length(part)
        && StringView.equal(
            a[0].valueHeap(),
            StringView.of(StringView.offset(view) + start, StringView.length(part)),
            a[1].valueHeap(),
            part);
  }
}
