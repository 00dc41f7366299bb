package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import java.util.List;

/**
 * Functions that end a statement with an error, for the branches of CASE that must not be taken.
 */
final class ErrorLibrary {
  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          failing("error", ErrorCode.INVALID_ARGUMENT, "Fails with the message."),
          failing(
              "check_violation",
              ErrorCode.CHECK_VIOLATION,
              "Fails with the message, as a row does that makes a `CHECK` false."),
          failing(
              "cardinality_violation",
              ErrorCode.CARDINALITY_VIOLATION,
              "Fails with the message, as a scalar sub-query with several rows does."));

  private ErrorLibrary() {}

  private static LibraryFunction failing(String name, ErrorCode code, String description) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR),
        VARCHAR,
        FAILS,
        description,
        RowFunctions.text(
            (a, row, out) -> {
              throw new PacelineException(code, Utf8.string(a[0], row));
            }));
  }
}
