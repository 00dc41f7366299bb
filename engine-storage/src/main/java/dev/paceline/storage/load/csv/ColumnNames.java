package dev.paceline.storage.load.csv;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Set;

/** Names of columns that need no quotes. */
final class ColumnNames {
  /** The words that are no names in SQL. */
  private static final Set<String> WORDS =
      Set.of(
          """
          all analyse analyze and any array as asc asymmetric both case cast check collate
          column constraint create default deferrable desc describe distinct do else end
          except false fetch for foreign from grant group having in initially intersect
          into lambda lateral leading limit not null offset on only or order pivot
          pivot_longer pivot_wider placing primary qualify references returning select
          show some summarize symmetric table then to trailing true union unique unpivot
          using variadic when where window with
          """
              .strip()
              .split("\\s+"));

  private ColumnNames() {}

  /**
   * Returns a name in lower case, of letters and digits of ASCII and underscores: accents and other
   * signs are left out, and white space becomes an underscore. A name that begins with a digit, or
   * is a word of SQL, gets an underscore in front.
   */
  static String normalized(String name) {
    StringBuilder kept = new StringBuilder();
    for (char c : Normalizer.normalize(name, Normalizer.Form.NFKD).toCharArray()) {
      if (c == '_' || Character.isWhitespace(c)) {
        kept.append(c == '_' ? '_' : ' ');
      } else if (c < 128 && Character.isLetterOrDigit(c)) {
        kept.append(c);
      }
    }
    String word = kept.toString().strip().replace(' ', '_').toLowerCase(Locale.ROOT);
    return word.isEmpty() || Character.isDigit(word.charAt(0)) || WORDS.contains(word)
        ? "_" + word
        : word;
  }
}
