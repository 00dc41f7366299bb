package dev.paceline.core.expr.pattern;

import org.jspecify.annotations.Nullable;

/**
 * Translates patterns of RE2 into patterns of {@link java.util.regex.Pattern} that match the same
 * parts of ASCII texts, with the same groups. It translates only what both define alike or what can
 * be written otherwise. Groups are never repeated, so that the steps of a search are at most a
 * power of the text's length, and its recursion is no deeper than the pattern.
 */
final class BacktrackingSyntax {
  private static final String WHITE_SPACE = " \\t\\n\\f\\r";

  /** Escapes of letters that mean the same in both syntaxes, in and outside of classes. */
  private static final String SAME_ESCAPES = "dDwWtnrf";

  private final String pattern;
  private final StringBuilder out = new StringBuilder();
  private int at;

  private BacktrackingSyntax(String pattern) {
    this.pattern = pattern;
  }

  /**
   * Translates a pattern that RE2 accepts, for searches in which {@code ^} and {@code $} stand for
   * the ends of the text.
   *
   * @return null if it uses something that is not translated
   */
  static @Nullable String translate(String pattern) {
    BacktrackingSyntax syntax = new BacktrackingSyntax(pattern);
    while (syntax.at < pattern.length()) {
      if (!syntax.next()) {
        return null;
      }
    }
    return syntax.out.toString();
  }

  /** Translates the next part of the pattern, and returns whether that is possible. */
  private boolean next() {
    char c = pattern.charAt(at);
    if (c < ' ' || c > '~') {
      return false;
    }
    at++;
    return switch (c) {
      case '\\' -> escape();
      case '[' -> characterClass();
      case '(' -> group();
      case ')' -> endOfGroup();
      case '{' -> repetition();
      case '$' -> anchor("\\z");
      case '^' -> anchor("^");
      default -> append(Character.toString(c));
    };
  }

  private boolean append(String text) {
    out.append(text);
    return true;
  }

  private boolean escape() {
    char c = pattern.charAt(at++);
    if (c == 's') {
      return append("[" + WHITE_SPACE + "]");
    }
    if (c == 'S') {
      return append("[^" + WHITE_SPACE + "]");
    }
    if (c == 'b' || c == 'B') {
      return anchor("\\" + c);
    }
    return isSameEscape(c) && append("\\" + c);
  }

  /** Translates what matches no character; repetitions of it are simplified in different ways. */
  private boolean anchor(String text) {
    char c = peek();
    return c != '*' && c != '+' && c != '?' && c != '{' && append(text);
  }

  private static boolean isSameEscape(char c) {
    boolean punctuation = c > ' ' && c < 0x7f && !Character.isLetterOrDigit(c);
    return punctuation || SAME_ESCAPES.indexOf(c) >= 0;
  }

  private boolean characterClass() {
    append("[");
    if (peek() == '^') {
      at++;
      append("^");
    }
    if (peek() == ']') {
      return false;
    }
    while (peek() != ']') {
      char c = pattern.charAt(at++);
      if (c < ' ' || c > '~') {
        return false;
      }
      if (c == '\\') {
        char escaped = pattern.charAt(at++);
        if (escaped == 's') {
          append(WHITE_SPACE);
        } else if (isSameEscape(escaped)) {
          append("\\" + escaped);
        } else {
          return false;
        }
      } else if (c == '[' && peek() == ':') {
        return false;
      } else {
        // Brackets and ampersands have a meaning in classes of Java.
        append(c == '[' || c == '&' ? "\\" + c : Character.toString(c));
      }
    }
    at++;
    return append("]");
  }

  private boolean group() {
    if (peek() != '?') {
      return append("(");
    }
    if (!pattern.startsWith("?:", at)) {
      return false;
    }
    at += 2;
    return append("(?:");
  }

  private boolean endOfGroup() {
    char c = peek();
    return c != '*' && c != '+' && c != '{' && append(")");
  }

  /** Translates a number of repetitions; RE2 takes other braces for themselves. */
  private boolean repetition() {
    int end = pattern.indexOf('}', at);
    if (end < 0 || !pattern.substring(at, end).matches("[0-9]+(,[0-9]*)?")) {
      return false;
    }
    append("{" + pattern.substring(at, end + 1));
    at = end + 1;
    return true;
  }

  /** Returns the next character; NUL at the end. */
  private char peek() {
    return at < pattern.length() ? pattern.charAt(at) : 0;
  }
}
