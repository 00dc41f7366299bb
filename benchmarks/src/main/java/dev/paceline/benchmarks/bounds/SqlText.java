package dev.paceline.benchmarks.bounds;

import dev.paceline.core.error.PacelineException;
import dev.paceline.storage.load.TpchQueries;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The text of TPC-H's queries with other parameters. */
final class SqlText {
  private SqlText() {}

  /**
   * A query whose validation parameters are replaced.
   *
   * @param replacements pieces of the text, each of which must occur, and what takes their place
   */
  static String of(int number, Map<String, String> replacements) {
    String text = TpchQueries.sql(number, 1);
    for (String piece : replacements.keySet()) {
      if (!text.contains(piece)) {
        throw PacelineException.internal("TPC-H query " + number + " lacks " + piece, null);
      }
    }
    Pattern pieces =
        Pattern.compile(
            replacements.keySet().stream().map(Pattern::quote).collect(Collectors.joining("|")));
    return pieces.matcher(text).replaceAll(match -> replacements.get(match.group()));
  }
}
