package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.function.Function;

/**
 * Functions that write a value into a format, or as a picture. Statements with several values
 * become several calls.
 */
final class FormatLibrary {
  private static final int BAR_WIDTH = 80;
  private static final int MAX_BAR_WIDTH = 1000;
  private static final char FULL_BLOCK = '\u2588';

  /** A blank, and blocks that fill one eighth to seven eighths of a character from the left. */
  private static final String BLOCKS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589";

  private static final String SAME = "Does the same with a number.";

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          function(
              "format",
              VARCHAR,
              "Writes a value in the place of `{}`, or of `{:…}` with a format as in DuckDB, such as"
                  + " `{:>10}` or `{:.2f}`.",
              ValueFormat::ofBraces),
          function("format", INT64, SAME, ValueFormat::ofBraces),
          function("format", FLOAT64, SAME, ValueFormat::ofBraces),
          function(
              "printf",
              VARCHAR,
              "Writes a value in the place of a percent sign with a format as in C, such as `%5d`,"
                  + " `%.2f` or `%s`.",
              ValueFormat::ofPercent),
          function("printf", INT64, SAME, ValueFormat::ofPercent),
          function("printf", FLOAT64, SAME, ValueFormat::ofPercent),
          new LibraryFunction(
              "bar",
              List.of(FLOAT64, FLOAT64, FLOAT64),
              VARCHAR,
              FAILS,
              "Draws a bar of 80 characters for the range from the second to the third number, and"
                  + " fills it up to the first one.",
              RowFunctions.text((a, row, out) -> out.append(bar(a, row, BAR_WIDTH)))),
          new LibraryFunction(
              "bar",
              List.of(FLOAT64, FLOAT64, FLOAT64, FLOAT64),
              VARCHAR,
              FAILS,
              "Does the same with a number of characters from 1 to 1000.",
              RowFunctions.text((a, row, out) -> out.append(bar(a, row, a[3].getDouble(row))))));

  private FormatLibrary() {}

  private static String bar(ColumnVector[] arguments, int row, double length) {
    if (!(length >= 1 && length <= MAX_BAR_WIDTH)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "a bar has from 1 to " + MAX_BAR_WIDTH + " characters, not " + length);
    }
    double value = arguments[0].getDouble(row);
    double low = arguments[1].getDouble(row);
    double high = arguments[2].getDouble(row);
    double filled = 0;
    if (value > low && !Double.isNaN(high)) {
      filled = value >= high ? length : length * (value - low) / (high - low);
    }
    if (!Double.isFinite(filled)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT, "a bar has a range of finite numbers");
    }
    int eighths = (int) (filled * BLOCKS.length());
    StringBuilder bar = new StringBuilder();
    bar.repeat(FULL_BLOCK, eighths / BLOCKS.length());
    if (eighths % BLOCKS.length() > 0) {
      bar.append(BLOCKS.charAt(eighths % BLOCKS.length()));
    }
    return bar.repeat(' ', Math.max(0, (int) length - bar.length())).toString();
  }

  private static LibraryFunction function(
      String name, DataType value, String description, Function<String, ValueFormat> syntax) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR, value),
        VARCHAR,
        FAILS,
        description,
        context -> {
          TextCache<ValueFormat> formats = new TextCache<>(syntax);
          return RowFunctions.text(
                  (a, row, out) -> {
                    ValueFormat format = formats.get(a[0], row);
                    out.append(
                        value.equals(VARCHAR)
                            ? format.write(Utf8.string(a[1], row))
                            : value.equals(INT64)
                                ? format.write(a[1].getLong(row))
                                : format.write(a[1].getDouble(row)));
                  })
              .newFunction(context);
        });
  }
}
