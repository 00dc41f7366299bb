package dev.paceline.core.expr.pattern;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import org.jspecify.annotations.Nullable;

/**
 * Searches for a regular expression of RE2's syntax in UTF-8 bytes, in time that is linear in their
 * number. Whether there is a match is told by a {@link LazyAutomaton} for most expressions. Where
 * it is, is found by backtracking for simple expressions, as long as that takes few steps, which is
 * several times faster than following all ways through the expression at once; whatever is not
 * simple, not ASCII or takes more steps is left to RE2. For one thread.
 */
public final class RegularExpression {
  /** The number of searches with too many steps after which only RE2 searches. */
  private static final int MOST_FAILURES = 16;

  /** The most characters of an automaton's pattern after its repetitions have been written out. */
  private static final int MAX_POSITIONS = 500;

  private final Pattern pattern;
  private final Test anywhere = new Test(false);
  private final Test whole = new Test(true);
  private final AsciiText ascii = new AsciiText();
  private final java.util.regex.@Nullable Matcher backtracking;
  private byte[] text = {};
  private boolean readable;
  private @Nullable Matcher following;
  private int failures;

  /** Whether the last match was found by RE2. */
  private boolean byFollowing;

  private RegularExpression(Pattern pattern, java.util.regex.@Nullable Matcher backtracking) {
    this.pattern = pattern;
    this.backtracking = backtracking;
  }

  /** Whether texts match; its automaton is made when it is first asked. */
  private final class Test {
    private final boolean whole;
    private boolean isMade;
    private @Nullable LazyAutomaton automaton;

    Test(boolean whole) {
      this.whole = whole;
    }

    boolean test(MemorySegment heap, long view) {
      if (!isMade) {
        isMade = true;
        automaton = newAutomaton();
      }
      if (automaton != null) {
        return automaton.matches(heap, view);
      }
      reset(StringView.bytes(heap, view));
      return whole ? matches() : find(0);
    }

    private @Nullable LazyAutomaton newAutomaton() {
      int flags = pattern.flags();
      if ((flags & Pattern.MULTILINE) != 0) {
        return null;
      }
      boolean dotIsAny = (flags & Pattern.DOTALL) != 0;
      boolean ignoreCase = (flags & Pattern.CASE_INSENSITIVE) != 0;
      return RegexSyntax.parse(pattern.pattern(), whole, dotIsAny, ignoreCase)
          .map(parsed -> PositionAutomaton.of(parsed, MAX_POSITIONS))
          .map(LazyAutomaton::new)
          .orElse(null);
    }
  }

  /**
   * Compiles an expression.
   *
   * @param flags of {@link Pattern}
   * @throws com.google.re2j.PatternSyntaxException if the expression is wrong
   */
  public static RegularExpression compile(String expression, int flags) {
    Pattern pattern = Pattern.compile(expression, flags);
    boolean lines = (flags & Pattern.MULTILINE) != 0;
    String translated = lines ? null : BacktrackingSyntax.translate(expression);
    if (translated == null) {
      return new RegularExpression(pattern, null);
    }
    int javaFlags = java.util.regex.Pattern.UNIX_LINES;
    if ((flags & Pattern.DOTALL) != 0) {
      javaFlags |= java.util.regex.Pattern.DOTALL;
    }
    if ((flags & Pattern.CASE_INSENSITIVE) != 0) {
      javaFlags |= java.util.regex.Pattern.CASE_INSENSITIVE;
    }
    return new RegularExpression(
        pattern, java.util.regex.Pattern.compile(translated, javaFlags).matcher(""));
  }

  /** Returns the number of groups that can be referred to, without the whole match. */
  public int groupCount() {
    return pattern.groupCount();
  }

  /** Takes another text to search in. */
  public void reset(byte[] utf8) {
    text = utf8;
    following = null;
    java.util.regex.Matcher matcher = backtracking;
    readable = matcher != null && failures < MOST_FAILURES && ascii.reset(utf8);
    if (readable && matcher != null) {
      matcher.reset(ascii);
    }
  }

  /**
   * Searches for the first match that begins at a byte or behind it.
   *
   * @return whether there is one, which the other methods then describe
   */
  public boolean find(int from) {
    return search(matcher -> matcher.find(from), matcher -> matcher.find(from));
  }

  /**
   * Returns whether a part of a text matches. The text of {@link #reset} may be another one after
   * that.
   */
  public boolean isFoundIn(MemorySegment heap, long view) {
    return anywhere.test(heap, view);
  }

  /** Returns whether a whole text matches, like {@link #isFoundIn}. */
  public boolean matchesWhole(MemorySegment heap, long view) {
    return whole.test(heap, view);
  }

  /** Returns whether the whole text matches. */
  public boolean matches() {
    return search(java.util.regex.Matcher::matches, Matcher::matches);
  }

  private boolean search(
      Predicate<java.util.regex.Matcher> backtracks, Predicate<Matcher> follows) {
    java.util.regex.Matcher matcher = backtracking;
    if (readable && matcher != null) {
      ascii.startSearch();
      try {
        byFollowing = false;
        return backtracks.test(matcher);
      } catch (AsciiText.TooManySteps e) {
        readable = false;
        failures++;
      }
    }
    byFollowing = true;
    return follows.test(following());
  }

  private Matcher following() {
    Matcher matcher = following;
    if (matcher == null) {
      matcher = pattern.matcher(text);
      following = matcher;
    }
    return matcher;
  }

  /**
   * Returns the first byte of a group of the last match; -1 if the group has no part in the match.
   *
   * @param group 0 for the whole match
   */
  public int start(int group) {
    return byFollowing ? following().start(group) : result().start(group);
  }

  /** Returns the end of a group of the last match, like {@link #start}. */
  public int end(int group) {
    return byFollowing ? following().end(group) : result().end(group);
  }

  private MatchResult result() {
    java.util.regex.Matcher matcher = backtracking;
    if (matcher == null) {
      throw new IllegalStateException("nothing was searched");
    }
    return matcher;
  }

  /** Returns the expression. */
  @Override
  public String toString() {
    return pattern.toString();
  }
}
