package dev.paceline.core.expr.library;

import java.util.List;
import java.util.stream.Stream;

/** All functions of the registry. A new group of functions is added here. */
public final class FunctionLibrary {
  public static final List<LibraryFunction> FUNCTIONS =
      Stream.of(
              NumberLibrary.FUNCTIONS,
              MathLibrary.FUNCTIONS,
              DateLibrary.FUNCTIONS,
              ErrorLibrary.FUNCTIONS,
              TimeLibrary.FUNCTIONS,
              TimeSpanLibrary.FUNCTIONS,
              IntervalLibrary.FUNCTIONS,
              TimeBucketLibrary.FUNCTIONS,
              RegexLibrary.FUNCTIONS,
              TextLibrary.FUNCTIONS,
              SimilarityLibrary.FUNCTIONS,
              GraphemeLibrary.FUNCTIONS,
              EncodingLibrary.FUNCTIONS,
              FormatLibrary.FUNCTIONS,
              PathLibrary.FUNCTIONS,
              JsonLibrary.FUNCTIONS,
              JsonTables.FUNCTIONS)
          .flatMap(List::stream)
          .toList();

  private FunctionLibrary() {}
}
