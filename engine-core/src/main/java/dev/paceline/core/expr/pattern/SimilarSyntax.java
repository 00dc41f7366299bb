package dev.paceline.core.expr.pattern;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses the pattern of a SIMILAR TO. */
final class SimilarSyntax {
  /** Groups in groups; each takes some stack. */
  private static final int MAX_DEPTH = 200;

  /** The characters that can be escaped, besides the escape character itself. */
  private static final String SPECIAL = "%_|*+?{}()[]^-";

  private final String pattern;
  private final @Nullable Character escape;
  private int at;
  private int depth;

  private SimilarSyntax(String pattern, @Nullable Character escape) {
    this.pattern = pattern;
    this.escape = escape;
  }

  /**
   * @param escape the character that makes the next one a plain one; null: none does
   * @throws PacelineException INVALID_ARGUMENT
   */
  static PatternPart parse(String pattern, @Nullable Character escape) {
    SimilarSyntax syntax = new SimilarSyntax(pattern, escape);
    PatternPart part = syntax.choice();
    if (syntax.at < pattern.length()) {
      throw syntax.error("a parenthesis is closed that was not opened");
    }
    return part;
  }

  private PacelineException error(String problem) {
    return error(pattern, problem + " (position " + (at + 1) + ")");
  }

  static PacelineException error(String pattern, String problem) {
    String shown = pattern.length() > 100 ? pattern.substring(0, 100) + "…" : pattern;
    return new PacelineException(
        ErrorCode.INVALID_ARGUMENT, "in the pattern '" + shown + "' of SIMILAR TO " + problem);
  }

  private boolean isNext(char wanted) {
    return at < pattern.length()
        && pattern.charAt(at) == wanted
        && (escape == null || escape != wanted);
  }

  private boolean take(char wanted) {
    boolean found = isNext(wanted);
    at += found ? 1 : 0;
    return found;
  }

  private PatternPart choice() {
    List<PatternPart> parts = new ArrayList<>();
    do {
      parts.add(sequence());
    } while (take('|'));
    return parts.size() == 1 ? parts.getFirst() : new PatternPart.Choice(parts);
  }

  private PatternPart sequence() {
    List<PatternPart> parts = new ArrayList<>();
    while (at < pattern.length() && !isNext('|') && !isNext(')')) {
      parts.add(repeated(element()));
    }
    return new PatternPart.Sequence(parts);
  }

  private PatternPart repeated(PatternPart part) {
    if (take('*')) {
      return new PatternPart.Repeated(part, 0, Integer.MAX_VALUE);
    }
    if (take('+')) {
      return new PatternPart.Repeated(part, 1, Integer.MAX_VALUE);
    }
    if (take('?')) {
      return new PatternPart.Repeated(part, 0, 1);
    }
    if (!take('{')) {
      return part;
    }
    int least = number();
    int most = least;
    if (take(',')) {
      most = isNext('}') ? Integer.MAX_VALUE : number();
    }
    if (!take('}') || most < least) {
      throw error("{ is not followed by a number, or by two in ascending order, and }");
    }
    return new PatternPart.Repeated(part, least, most);
  }

  private int number() {
    int from = at;
    while (at < pattern.length() && pattern.charAt(at) >= '0' && pattern.charAt(at) <= '9') {
      at++;
    }
    try {
      return Integer.parseInt(pattern.substring(from, at));
    } catch (NumberFormatException e) {
      throw error("{ is not followed by a number of at most 2147483647");
    }
  }

  private PatternPart element() {
    if (take('%')) {
      return PatternPart.ANYTHING;
    }
    if (take('_')) {
      return new PatternPart.One(CodePointSet.ANY);
    }
    if (take('(')) {
      if (++depth > MAX_DEPTH) {
        throw error("more than " + MAX_DEPTH + " parentheses are open");
      }
      PatternPart part = choice();
      if (!take(')')) {
        throw error("a parenthesis is not closed");
      }
      depth--;
      return part;
    }
    if (take('[')) {
      return new PatternPart.One(enumeration());
    }
    return new PatternPart.One(CodePointSet.of(character("*+?{}]")));
  }

  /** A plain character. */
  private int character(String forbidden) {
    if (at >= pattern.length()) {
      throw error("something is missing at the end");
    }
    int codePoint = pattern.codePointAt(at);
    if (escape != null && codePoint == escape) {
      at++;
      int escaped = at < pattern.length() ? pattern.codePointAt(at) : -1;
      if (escaped < 0 || escaped != escape && SPECIAL.indexOf(escaped) < 0) {
        throw error("the escape character " + escape + " is not followed by a special character");
      }
      codePoint = escaped;
    } else if (forbidden.indexOf(codePoint) >= 0) {
      throw error(Character.toString(codePoint) + " has no meaning here; use ESCAPE");
    }
    at += Character.charCount(codePoint);
    return codePoint;
  }

  /** Parses a set of characters, whose opening bracket has been read. */
  private CodePointSet enumeration() {
    List<int[]> included = new ArrayList<>();
    List<int[]> excluded = new ArrayList<>();
    boolean exclude = false;
    while (!take(']')) {
      List<int[]> ranges = exclude ? excluded : included;
      if (take('^')) {
        if (exclude) {
          throw error("a list of characters has ^ twice");
        }
        exclude = true;
      } else if (pattern.startsWith("[:", at)) {
        ranges.addAll(named());
      } else {
        int first = character("[");
        int last = take('-') ? character("[") : first;
        if (last < first) {
          throw error("a range of characters ends before it begins");
        }
        ranges.add(new int[] {first, last});
      }
    }
    if (included.isEmpty() && excluded.isEmpty()) {
      throw error("a list of characters is empty");
    }
    return included.isEmpty()
        ? CodePointSet.without(excluded)
        : new CodePointSet(included, excluded);
  }

  private List<int[]> named() {
    int end = pattern.indexOf(":]", at);
    String name = end < 0 ? "" : pattern.substring(at + 2, end).toUpperCase(Locale.ROOT);
    int[] upper = {'A', 'Z'};
    int[] lower = {'a', 'z'};
    int[] digit = {'0', '9'};
    List<int[]> ranges =
        switch (name) {
          case "ALPHA" -> List.of(upper, lower);
          case "UPPER" -> List.<int[]>of(upper);
          case "LOWER" -> List.<int[]>of(lower);
          case "DIGIT" -> List.<int[]>of(digit);
          case "ALNUM" -> List.of(upper, lower, digit);
          case "SPACE" -> List.<int[]>of(new int[] {' ', ' '});
          case "WHITESPACE" -> List.of(new int[] {' ', ' '}, new int[] {'\t', '\r'});
          default -> throw error("there is no class of characters of this name");
        };
    at = end + 2;
    return ranges;
  }
}
