package dev.paceline.core.expr.function;

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
          RowFunctions.views(
              (heap, view, a, row) ->
                  substring(
                      heap,
                      view,
                      a[1].getLong(row),
                      third ? a[2].getLong(row) : StringView.MAX_LENGTH,
                      arguments.getFirst().type()));
      case LEFT ->
          RowFunctions.views(
              (heap, view, a, row) -> {
                long count = a[1].getLong(row);
                long end = count < 0 ? Utf8.length(heap, view) + count : count;
                return Utf8.slice(heap, view, 0, end);
              });
      case RIGHT ->
          RowFunctions.views(
              (heap, view, a, row) -> {
                int length = Utf8.length(heap, view);
                long count = a[1].getLong(row);
                long start = count < 0 ? -count : length - count;
                return Utf8.slice(heap, view, start, length);
              });
      case CHAR_LENGTH -> context -> new LengthFunction();
      case OCTET_LENGTH -> RowFunctions.longs((a, row) -> StringView.length(a[0].getView(row)));
      case CONCAT -> context -> new ConcatFunction();
      case POSITION ->
          RowFunctions.longs((a, row) -> position(a, row, third ? a[2].getLong(row) : 1));
      case REPLACE -> RowFunctions.text(TextFunctions::replace);
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
      case CONTAINS -> RowFunctions.booleans((a, row) -> find(a[0], a[1], row, 0) >= 0);
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

  private static long substring(
      MemorySegment heap, long view, long from, long length, DataType type) {
    if (length < 0) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "the length of a SUBSTRING must not be negative: " + length);
    }
    long to = from - 1 > Long.MAX_VALUE - length ? Long.MAX_VALUE : from - 1 + length;
    if (type.kind() == TypeKind.VARBINARY || type.kind() == TypeKind.BINARY) {
      int size = StringView.length(view);
      long start = Math.clamp(from - 1, 0, size);
      return StringView.of(
          StringView.offset(view) + start, (int) Math.max(0, Math.min(to, size) - start));
    }
    return Utf8.slice(heap, view, from - 1, Math.max(to, 0));
  }

  /** The byte, counted from the text's start, where a needle first stands; -1 if nowhere. */
  private static long find(ColumnVector text, ColumnVector needle, int row, int fromByte) {
    byte[] bytes = needle.getBytes(row);
    long view = text.getView(row);
    long offset = StringView.offset(view);
    if (bytes.length == 0) {
      return fromByte;
    }
    long found =
        StringKernels.current()
            .indexOf(text.valueHeap(), offset + fromByte, offset + StringView.length(view), bytes);
    return found < 0 ? -1 : found - offset;
  }

  private static long position(ColumnVector[] a, int row, long from) {
    MemorySegment heap = a[1].valueHeap();
    long view = a[1].getView(row);
    if (from < 1 || from > Utf8.length(heap, view) + 1L) {
      return 0;
    }
    long found = find(a[1], a[0], row, Utf8.byteIndex(heap, view, from - 1));
    return found < 0
        ? 0
        : Utf8.length(heap, StringView.of(StringView.offset(view), (int) found)) + 1L;
  }

  private static void replace(ColumnVector[] a, int row, TextWriter out) {
    MemorySegment heap = a[0].valueHeap();
    long view = a[0].getView(row);
    int searched = StringView.length(a[1].getView(row));
    int at = 0;
    while (searched > 0) {
      long found = find(a[0], a[1], row, at);
      if (found < 0) {
        break;
      }
      out.append(heap, StringView.offset(view) + at, (int) found - at);
      out.append(a[2].valueHeap(), a[2].getView(row));
      at = (int) found + searched;
    }
    out.append(heap, StringView.offset(view) + at, StringView.length(view) - at);
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
    String filling = a.length > 2 ? Utf8.string(a[2], row) : " ";
    long missing = wanted - Utf8.length(heap, view);
    if (missing <= 0 || filling.isEmpty()) {
      out.append(heap, Utf8.slice(heap, view, 0, wanted));
      return;
    }
    if (wanted > StringView.MAX_LENGTH) {
      throw new PacelineException(
          ErrorCode.STRING_TOO_LONG,
          "a text of " + wanted + " characters; the most is " + StringView.MAX_LENGTH);
    }
    int[] codePoints = filling.codePoints().toArray();
    StringBuilder fill = new StringBuilder();
    for (int i = 0; i < missing; i++) {
      fill.appendCodePoint(codePoints[i % codePoints.length]);
    }
    if (left) {
      out.append(fill.toString());
    }
    out.append(heap, view);
    if (!left) {
      out.append(fill.toString());
    }
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
