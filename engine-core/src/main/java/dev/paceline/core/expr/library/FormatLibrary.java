package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.type.DataType;
import java.util.List;
import java.util.function.Function;

/**
 * Functions that write a value into a format. Statements with several values become several calls.
 */
final class FormatLibrary {
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
          function("printf", FLOAT64, SAME, ValueFormat::ofPercent));

  private FormatLibrary() {}

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
