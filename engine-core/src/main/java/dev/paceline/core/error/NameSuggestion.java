package dev.paceline.core.error;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant. */
public final class NameSuggestion {
  private NameSuggestion() {}

  /** "; did you mean x?" or nothing. */
  public static String of(String wrong, Collection<String> candidates) {
    String nearest = nearest(wrong, candidates);
    return nearest == null ? "" : "; did you mean " + nearest + "?";
  }

  /** The candidate that differs least, if it differs by few letters; null otherwise. */
  public static @Nullable String nearest(String wrong, Collection<String> candidates) {
    String word = wrong.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, word.length() / 3);
    String nearest = null;
    int least = limit + 1;
    for (String candidate : candidates) {
      String other = candidate.toLowerCase(Locale.ROOT);
      int distance = other.endsWith("_" + word) ? 1 : distance(word, other);
      if (distance < least) {
        least = distance;
        nearest = candidate;
      }
    }
    return nearest;
  }

  /** Letters to insert, delete, replace or swap with their neighbour. */
  static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] current = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        boolean same = a.charAt(i - 1) == b.charAt(j - 1);
        current[j] = Math.min(last[j - 1] + (same ? 0 : 1), 1 + Math.min(last[j], current[j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          current[j] = Math.min(current[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = current;
      current = spare;
    }
    return last[b.length()];
  }
}
