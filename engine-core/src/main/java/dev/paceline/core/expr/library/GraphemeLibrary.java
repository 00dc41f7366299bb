package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.TOTAL;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;

/** Functions that count what readers see as one character, which may be several code points. */
final class GraphemeLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "length_grapheme",
              List.of(VARCHAR),
              INT64,
              TOTAL,
              "Returns the number of characters as readers see them.",
              RowFunctions.longs((a, row) -> ends(Utf8.string(a[0], row)).length)),
          new LibraryFunction(
              "left_grapheme",
              List.of(VARCHAR, INT64),
              VARCHAR,
              FAILS,
              "Returns the first such characters; without the last ones if the number is negative.",
              RowFunctions.text(
                  (a, row, out) -> out.append(left(Utf8.string(a[0], row), a[1].getLong(row))))),
          new LibraryFunction(
              "right_grapheme",
              List.of(VARCHAR, INT64),
              VARCHAR,
              FAILS,
              "Returns the last such characters; without the first ones if the number is negative.",
              RowFunctions.text(
                  (a, row, out) -> out.append(right(Utf8.string(a[0], row), a[1].getLong(row))))),
          new LibraryFunction(
              "substring_grapheme",
              List.of(VARCHAR, INT64, INT64),
              VARCHAR,
              FAILS,
              "Returns so many such characters from a position on.",
              RowFunctions.text(
                  (a, row, out) ->
                      out.append(
                          substring(
                              Utf8.string(a[0], row), a[1].getLong(row), a[2].getLong(row))))));

  private GraphemeLibrary() {}

  /** Returns the position behind each character. */
  private static int[] ends(String text) {
    BreakIterator breaks = BreakIterator.getCharacterInstance(Locale.ROOT);
    breaks.setText(text);
    int[] ends = new int[text.length()];
    int count = 0;
    for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
      ends[count++] = end;
    }
    return java.util.Arrays.copyOf(ends, count);
  }

  private static String left(String text, long length) {
    int[] ends = ends(text);
    return slice(text, ends, 0, length < 0 ? Math.max(0, length + ends.length) : length);
  }

  private static String right(String text, long length) {
    int[] ends = ends(text);
    return slice(
        text,
        ends,
        length < 0 ? -Math.max(length, -ends.length) : ends.length - length,
        ends.length);
  }

  private static String substring(String text, long position, long length) {
    int[] ends = ends(text);
    long from = position < 0 ? position + ends.length : position - 1;
    return slice(text, ends, from, length > ends.length ? ends.length : from + Math.max(0, length));
  }

  private static String slice(String text, int[] ends, long from, long to) {
    int first = Math.clamp(from, 0, ends.length);
    int last = Math.clamp(to, first, ends.length);
    return text.substring(first == 0 ? 0 : ends[first - 1], last == 0 ? 0 : ends[last - 1]);
  }
}
