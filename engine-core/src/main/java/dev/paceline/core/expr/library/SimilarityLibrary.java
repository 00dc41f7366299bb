package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.type.DataType.FLOAT64;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.Utf8;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How much two strings differ. */
final class SimilarityLibrary {
  /** Most cells of the tables that distances go through. */
  private static final long MOST_CELLS = 100_000_000;

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          counted(
              "levenshtein",
              "Returns how many characters must be inserted, removed or replaced to make one string"
                  + " the other.",
              SimilarityLibrary::levenshtein),
          counted(
              "damerau_levenshtein",
              "Does the same, and counts the exchange of two neighbours as one change.",
              SimilarityLibrary::damerauLevenshtein),
          counted(
              "hamming",
              "Returns in how many places two strings of the same length differ.",
              SimilarityLibrary::hamming),
          rated(
              "jaccard",
              "Returns the share of the characters of two strings that occur in both.",
              SimilarityLibrary::jaccard),
          rated(
              "jaro_similarity",
              "Returns from 0 to 1 how similar two strings are, by the characters that have a"
                  + " partner nearby.",
              SimilarityLibrary::jaro),
          rated(
              "jaro_winkler_similarity",
              "Does the same, and rates strings higher that begin alike.",
              SimilarityLibrary::jaroWinkler));

  private SimilarityLibrary() {}

  /** A number of two strings of code points. */
  @FunctionalInterface
  private interface Distance {
    int between(int[] left, int[] right);
  }

  /** A share of two strings of code points. */
  @FunctionalInterface
  private interface Rating {
    double of(int[] left, int[] right);
  }

  private static LibraryFunction counted(String name, String description, Distance distance) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR, VARCHAR),
        INT64,
        FAILS,
        description,
        RowFunctions.longs(
            (a, row) -> distance.between(codePoints(a[0], row), codePoints(a[1], row))));
  }

  private static LibraryFunction rated(String name, String description, Rating rating) {
    return new LibraryFunction(
        name,
        List.of(VARCHAR, VARCHAR),
        FLOAT64,
        FAILS,
        description,
        RowFunctions.doubles((a, row) -> rating.of(codePoints(a[0], row), codePoints(a[1], row))));
  }

  private static int[] codePoints(ColumnVector texts, int row) {
    return Utf8.string(texts, row).codePoints().toArray();
  }

  private static int levenshtein(int[] from, int[] to) {
    checkSize("levenshtein", from, to);
    int[] row = new int[to.length + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length; i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length; j++) {
        int replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length];
  }

  /** Source: Lowrance and Wagner, An Extension of the String-to-String Correction Problem, 1975. */
  private static int damerauLevenshtein(int[] from, int[] to) {
    checkSize("damerau_levenshtein", from, to);
    int most = from.length + to.length;
    int[][] cells = new int[from.length + 2][to.length + 2];
    cells[0][0] = most;
    for (int i = 0; i <= from.length; i++) {
      cells[i + 1][0] = most;
      cells[i + 1][1] = i;
    }
    for (int j = 0; j <= to.length; j++) {
      cells[0][j + 1] = most;
      cells[1][j + 1] = j;
    }
    Map<Integer, Integer> lastRow = new HashMap<>();
    for (int i = 1; i <= from.length; i++) {
      int lastMatch = 0;
      for (int j = 1; j <= to.length; j++) {
        int rowBefore = lastRow.getOrDefault(to[j - 1], 0);
        int columnBefore = lastMatch;
        int cost = 1;
        if (from[i - 1] == to[j - 1]) {
          cost = 0;
          lastMatch = j;
        }
        int edited = Math.min(cells[i][j] + cost, Math.min(cells[i + 1][j], cells[i][j + 1]) + 1);
        int exchanged =
            cells[rowBefore][columnBefore] + (i - rowBefore - 1) + 1 + (j - columnBefore - 1);
        cells[i + 1][j + 1] = Math.min(edited, exchanged);
      }
      lastRow.put(from[i - 1], i);
    }
    return cells[from.length + 1][to.length + 1];
  }

  private static void checkSize(String function, int[] from, int[] to) {
    if ((long) from.length * to.length > MOST_CELLS) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "%s takes too long for strings of %d and %d characters"
              .formatted(function, from.length, to.length));
    }
  }

  private static int hamming(int[] left, int[] right) {
    if (left.length != right.length) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "hamming needs strings of the same length, not of %d and %d characters"
              .formatted(left.length, right.length));
    }
    int different = 0;
    for (int i = 0; i < left.length; i++) {
      different += left[i] == right[i] ? 0 : 1;
    }
    return different;
  }

  private static double jaccard(int[] left, int[] right) {
    if (left.length == 0 || right.length == 0) {
      throw new PacelineException(ErrorCode.INVALID_ARGUMENT, "jaccard takes no empty strings");
    }
    Set<Integer> all = Arrays.stream(left).boxed().collect(Collectors.toSet());
    Set<Integer> second = Arrays.stream(right).boxed().collect(Collectors.toSet());
    int common = (int) all.stream().filter(second::contains).count();
    all.addAll(second);
    return (double) common / all.size();
  }

  /** Source: Jaro, Advances in Record-Linkage Methodology, 1989. */
  private static double jaro(int[] left, int[] right) {
    checkSize("jaro_similarity", left, right);
    if (left.length == 0 || right.length == 0) {
      return left.length == right.length ? 1 : 0;
    }
    int reach = Math.max(Math.max(left.length, right.length) / 2 - 1, 0);
    boolean[] leftMatched = new boolean[left.length];
    boolean[] rightMatched = new boolean[right.length];
    int matches = 0;
    for (int i = 0; i < left.length; i++) {
      int end = Math.min(i + reach + 1, right.length);
      for (int j = Math.max(i - reach, 0); j < end && !leftMatched[i]; j++) {
        if (!rightMatched[j] && left[i] == right[j]) {
          leftMatched[i] = true;
          rightMatched[j] = true;
          matches++;
        }
      }
    }
    if (matches == 0) {
      return 0;
    }
    int exchanged = 0;
    int partner = 0;
    for (int i = 0; i < left.length; i++) {
      if (leftMatched[i]) {
        while (!rightMatched[partner]) {
          partner++;
        }
        exchanged += left[i] == right[partner++] ? 0 : 1;
      }
    }
    double shared = matches;
    return (shared / left.length + shared / right.length + (shared - exchanged / 2) / shared) / 3;
  }

  private static double jaroWinkler(int[] left, int[] right) {
    double similarity = jaro(left, right);
    int common = 0;
    while (common < Math.min(4, Math.min(left.length, right.length))
        && left[common] == right[common]) {
      common++;
    }
    return similarity > 0.7 ? similarity + common * 0.1 * (1 - similarity) : similarity;
  }
}
