package dev.paceline.core.expr.pattern;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses patterns of RE2 for {@link PositionAutomaton}s, which tell whether a string matches but
 * not where. It parses what most patterns consist of: characters, classes, groups, alternatives and
 * repetitions, with anchors at the ends of whole alternatives.
 */
final class RegexSyntax {
  private static final int[] DIGITS = {'0', '9'};
  private static final int[] LINE_FEED = {'\n', '\n'};
  private static final List<int[]> WORD =
      List.of(new int[] {'a', 'z'}, new int[] {'A', 'Z'}, DIGITS, new int[] {'_', '_'});
  private static final List<int[]> WHITE_SPACE =
      List.of(new int[] {'\t', '\n'}, new int[] {'\f', '\r'}, new int[] {' ', ' '});

  /** The distance of a letter and the same letter in the other case. */
  private static final int CASE = 'a' - 'A';

  /** Letters beyond ASCII that are a small {@code k} or {@code s} when case is ignored. */
  private static final int KELVIN_SIGN = 0x212a;

  private static final int LONG_S = 0x017f;

  private final String pattern;
  private final boolean dotIsAny;
  private final boolean ignoreCase;
  private int at;

  private RegexSyntax(String pattern, boolean dotIsAny, boolean ignoreCase) {
    this.pattern = pattern;
    this.dotIsAny = dotIsAny;
    this.ignoreCase = ignoreCase;
  }

  /**
   * An alternative of a whole pattern.
   *
   * @param atStart whether a match begins where the string begins
   * @param atEnd whether a match ends where the string ends
   */
  private record Alternative(boolean atStart, PatternPart part, boolean atEnd) {
    PatternPart anywhere() {
      List<PatternPart> parts = new ArrayList<>();
      if (!atStart) {
        parts.add(PatternPart.ANYTHING);
      }
      parts.add(part);
      if (!atEnd) {
        parts.add(PatternPart.ANYTHING);
      }
      return new PatternPart.Sequence(parts);
    }
  }

  /**
   * Parses a pattern that RE2 accepts.
   *
   * @param whole whether matches are whole strings; otherwise a part of a string suffices
   * @param dotIsAny whether a dot matches line feeds, too
   * @return a pattern of whole strings; nothing if the pattern has something that is not parsed
   */
  static Optional<PatternPart> parse(
      String pattern, boolean whole, boolean dotIsAny, boolean ignoreCase) {
    RegexSyntax syntax = new RegexSyntax(pattern, dotIsAny, ignoreCase);
    List<PatternPart> alternatives = new ArrayList<>();
    do {
      Alternative alternative = syntax.alternative();
      if (alternative == null) {
        return Optional.empty();
      }
      alternatives.add(whole ? alternative.part : alternative.anywhere());
    } while (syntax.take('|'));
    return syntax.at < pattern.length()
        ? Optional.empty()
        : Optional.of(new PatternPart.Choice(alternatives));
  }

  private @Nullable Alternative alternative() {
    boolean atStart = take('^');
    PatternPart part = sequence();
    boolean atEnd = part != null && take('$');
    return part == null || (atEnd && !isAtEndOfSequence())
        ? null
        : new Alternative(atStart, part, atEnd);
  }

  private boolean take(char wanted) {
    boolean found = peek() == wanted;
    at += found ? 1 : 0;
    return found;
  }

  /** Returns the next character; NUL at the end. */
  private char peek() {
    return at < pattern.length() ? pattern.charAt(at) : 0;
  }

  private boolean isAtEndOfSequence() {
    return at >= pattern.length() || peek() == '|' || peek() == ')';
  }

  private @Nullable PatternPart choice() {
    List<PatternPart> parts = new ArrayList<>();
    do {
      PatternPart part = sequence();
      if (part == null) {
        return null;
      }
      parts.add(part);
    } while (take('|'));
    return new PatternPart.Choice(parts);
  }

  private @Nullable PatternPart sequence() {
    List<PatternPart> parts = new ArrayList<>();
    while (!isAtEndOfSequence() && peek() != '$') {
      PatternPart element = element();
      PatternPart repeated = element == null ? null : repeated(element);
      if (repeated == null) {
        return null;
      }
      parts.add(repeated);
    }
    return new PatternPart.Sequence(parts);
  }

  private @Nullable PatternPart repeated(PatternPart part) {
    if (!isQuantifier()) {
      return part;
    }
    PatternPart repeated =
        switch (pattern.charAt(at++)) {
          case '*' -> new PatternPart.Repeated(part, 0, Integer.MAX_VALUE);
          case '+' -> new PatternPart.Repeated(part, 1, Integer.MAX_VALUE);
          case '?' -> new PatternPart.Repeated(part, 0, 1);
          default -> counted(part);
        };
    take('?'); // which of several matches is preferred makes no difference
    return isQuantifier() ? null : repeated;
  }

  private boolean isQuantifier() {
    return at < pattern.length() && "*+?{".indexOf(peek()) >= 0;
  }

  /** Parses a number of repetitions, whose opening brace has been read. */
  private @Nullable PatternPart counted(PatternPart part) {
    int end = pattern.indexOf('}', at);
    String bounds = end < 0 ? "" : pattern.substring(at, end);
    if (!bounds.matches("[0-9]{1,4}(,[0-9]{0,4})?")) {
      return null;
    }
    at = end + 1;
    int comma = bounds.indexOf(',');
    int least = Integer.parseInt(comma < 0 ? bounds : bounds.substring(0, comma));
    String most = bounds.substring(comma + 1);
    return new PatternPart.Repeated(
        part, least, most.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(most));
  }

  private @Nullable PatternPart element() {
    int codePoint = pattern.codePointAt(at);
    at += Character.charCount(codePoint);
    return switch (codePoint) {
      case '.' ->
          one(dotIsAny ? CodePointSet.ANY : CodePointSet.without(List.<int[]>of(LINE_FEED)));
      case '(' -> group();
      case '[' -> one(characterClass());
      case '\\' -> one(escape());
      case '^', '*', '+', '?', '{' -> null;
      default -> one(characters(codePoint, codePoint));
    };
  }

  private static @Nullable PatternPart one(@Nullable CodePointSet set) {
    return set == null ? null : new PatternPart.One(set);
  }

  private @Nullable PatternPart group() {
    if (take('?') && !take(':')) {
      return null;
    }
    PatternPart part = choice();
    return take(')') ? part : null;
  }

  /** Returns some characters, in both cases if case is ignored; null if it does not know these. */
  private @Nullable CodePointSet characters(int first, int last) {
    List<int[]> ranges = new ArrayList<>();
    return addWithCases(List.<int[]>of(new int[] {first, last}), ranges)
        ? new CodePointSet(ranges, List.of())
        : null;
  }

  private boolean addWithCases(List<int[]> ranges, List<int[]> all) {
    for (int[] range : ranges) {
      all.add(range);
      if (ignoreCase) {
        if (range[1] >= 0x80) {
          return false;
        }
        addCase(range, 'a', 'z', -CASE, all);
        addCase(range, 'A', 'Z', CASE, all);
      }
    }
    return true;
  }

  private static void addCase(int[] range, char first, char last, int shift, List<int[]> all) {
    int from = Math.max(range[0], first);
    int to = Math.min(range[1], last);
    if (from > to) {
      return;
    }
    all.add(new int[] {from + shift, to + shift});
    if (contains(from, to, first + ('k' - 'a'))) {
      all.add(new int[] {KELVIN_SIGN, KELVIN_SIGN});
    }
    if (contains(from, to, first + ('s' - 'a'))) {
      all.add(new int[] {LONG_S, LONG_S});
    }
  }

  private static boolean contains(int from, int to, int codePoint) {
    return from <= codePoint && codePoint <= to;
  }

  private @Nullable CodePointSet escape() {
    char escaped = pattern.charAt(at++);
    List<int[]> named = named(Character.toLowerCase(escaped));
    if (named.isEmpty()) {
      int codePoint = character(escaped);
      return codePoint < 0 ? null : characters(codePoint, codePoint);
    }
    List<int[]> ranges = new ArrayList<>();
    addWithCases(named, ranges);
    return Character.isUpperCase(escaped)
        ? CodePointSet.without(ranges)
        : new CodePointSet(ranges, List.of());
  }

  /** Returns the class that an escaped small letter stands for; an empty one for others. */
  private static List<int[]> named(char letter) {
    return switch (letter) {
      case 'd' -> List.<int[]>of(DIGITS);
      case 'w' -> WORD;
      case 's' -> WHITE_SPACE;
      default -> List.of();
    };
  }

  /** Returns the character that an escaped one stands for; -1 if it does not know. */
  private static int character(char escaped) {
    return switch (escaped) {
      case 't' -> '\t';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 'f' -> '\f';
      case 'v' -> 0x0b;
      case 'a' -> 0x07;
      default -> escaped < 0x80 && !Character.isLetterOrDigit(escaped) ? escaped : -1;
    };
  }

  /** Parses a class, whose opening bracket has been read. */
  private @Nullable CodePointSet characterClass() {
    boolean negated = take('^');
    List<int[]> ranges = new ArrayList<>();
    if (peek() == ']') {
      return null;
    }
    while (!take(']')) {
      if (!addToClass(ranges)) {
        return null;
      }
    }
    return negated ? CodePointSet.without(ranges) : new CodePointSet(ranges, List.of());
  }

  private boolean addToClass(List<int[]> ranges) {
    if (peek() == '\\' && at + 1 < pattern.length()) {
      List<int[]> named = named(pattern.charAt(at + 1));
      if (!named.isEmpty()) {
        at += 2;
        return addWithCases(named, ranges);
      }
    }
    int first = classCharacter();
    int last = first;
    if (peek() == '-' && at + 1 < pattern.length() && pattern.charAt(at + 1) != ']') {
      at++;
      last = classCharacter();
    }
    return first >= 0
        && last >= first
        && addWithCases(List.<int[]>of(new int[] {first, last}), ranges);
  }

  /** Takes a character of a class, and returns it; -1 if it is none or not known. */
  private int classCharacter() {
    if (at >= pattern.length() || pattern.startsWith("[:", at)) {
      return -1;
    }
    int codePoint = pattern.codePointAt(at);
    at += Character.charCount(codePoint);
    if (codePoint != '\\' || at >= pattern.length()) {
      return codePoint;
    }
    return character(pattern.charAt(at++));
  }
}
