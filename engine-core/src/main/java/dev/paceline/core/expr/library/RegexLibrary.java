package dev.paceline.core.expr.library;

import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS;
import static dev.paceline.core.expr.library.LibraryFunction.Outcome.FAILS_BY_OPTIONS;
import static dev.paceline.core.type.DataType.BOOLEAN;
import static dev.paceline.core.type.DataType.INT64;
import static dev.paceline.core.type.DataType.VARCHAR;

import com.google.re2j.Pattern;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.pattern.RegularExpression;
import dev.paceline.core.expr.vector.RowFunctions;
import dev.paceline.core.expr.vector.TextCache;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.expr.vector.VectorFunction;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

/** Functions of regular expressions. Positions are bytes of UTF-8. */
final class RegexLibrary {
  private static final String FLAGS =
      " Flags are `i` (ignore case), `c` (case-sensitive), `n` or `m` (`.` stops at line ends, `^`"
          + " and `$` match there), `s` (they do not), `l` (the pattern is a string without"
          + " special characters)";

  static final List<LibraryFunction> FUNCTIONS =
      List.of(
          new LibraryFunction(
              "regexp_like",
              List.of(VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Tells whether the pattern matches a part of the string. `x ~ p` is the same, `x ~*"
                  + " p` ignores case, `!~` and `!~*` negate.",
              tests("regexp_like", RegularExpression::isFoundIn)),
          new LibraryFunction(
              "regexp_like",
              List.of(VARCHAR, VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Does the same with flags." + FLAGS + ".",
              tests("regexp_like", RegularExpression::isFoundIn)),
          new LibraryFunction(
              "regexp_matches",
              List.of(VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Is another name of `regexp_like`, as in DuckDB.",
              tests("regexp_matches", RegularExpression::isFoundIn)),
          new LibraryFunction(
              "regexp_matches",
              List.of(VARCHAR, VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Is another name of `regexp_like`, as in DuckDB.",
              tests("regexp_matches", RegularExpression::isFoundIn)),
          new LibraryFunction(
              "regexp_full_match",
              List.of(VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Tells whether the pattern matches the whole string.",
              tests("regexp_full_match", RegularExpression::matchesWhole)),
          new LibraryFunction(
              "regexp_full_match",
              List.of(VARCHAR, VARCHAR, VARCHAR),
              BOOLEAN,
              FAILS_BY_OPTIONS,
              "Does the same with flags.",
              tests("regexp_full_match", RegularExpression::matchesWhole)),
          new LibraryFunction(
              "regexp_count",
              List.of(VARCHAR, VARCHAR),
              INT64,
              FAILS_BY_OPTIONS,
              "Returns the number of matches of the pattern.",
              context -> {
                Patterns patterns = new Patterns("regexp_count");
                return RowFunctions.longs(
                        (a, row) -> count(bytes(a[0], row), patterns.get(a, row).regex()))
                    .newFunction(context);
              }),
          new LibraryFunction(
              "regexp_extract",
              List.of(VARCHAR, VARCHAR),
              VARCHAR,
              FAILS_BY_OPTIONS,
              "Returns the first match of the pattern, or an empty string.",
              texts(
                  "regexp_extract",
                  (compiled, a, row, out) -> extract(bytes(a[0], row), compiled.regex(), 0, out))),
          new LibraryFunction(
              "regexp_extract",
              List.of(VARCHAR, VARCHAR, INT64),
              VARCHAR,
              FAILS_BY_OPTIONS,
              "Returns what a group of the pattern matches first, or an empty string.",
              texts(
                  "regexp_extract",
                  (compiled, a, row, out) ->
                      extract(bytes(a[0], row), compiled.regex(), a[2].getLong(row), out))),
          new LibraryFunction(
              "regexp_extract",
              List.of(VARCHAR, VARCHAR, INT64, VARCHAR),
              VARCHAR,
              FAILS_BY_OPTIONS,
              "Does the same with flags.",
              texts(
                  "regexp_extract",
                  (compiled, a, row, out) ->
                      extract(bytes(a[0], row), compiled.regex(), a[2].getLong(row), out))),
          new LibraryFunction(
              "regexp_replace",
              List.of(VARCHAR, VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Replaces the first match. In the replacement, `\\1` to `\\9` stand for groups, `\\&`"
                  + " for the match.",
              texts("regexp_replace", RegexLibrary::replace)),
          new LibraryFunction(
              "regexp_replace",
              List.of(VARCHAR, VARCHAR, VARCHAR, VARCHAR),
              VARCHAR,
              FAILS,
              "Does the same with flags, where `g` replaces all matches.",
              texts("regexp_replace", RegexLibrary::replace)),
          new LibraryFunction(
              "regexp_escape",
              List.of(VARCHAR),
              VARCHAR,
              FAILS,
              "Returns a pattern that matches the string itself.",
              RowFunctions.text((a, row, out) -> out.append(escaped(Utf8.string(a[0], row))))));

  /** Every ASCII character with a backslash, but letters, digits and underscores. */
  private static final java.util.regex.Pattern SPECIAL =
      java.util.regex.Pattern.compile("[\\p{ASCII}&&[^A-Za-z0-9_]]");

  private RegexLibrary() {}

  private static String escaped(String text) {
    return SPECIAL.matcher(text).replaceAll("\\\\$0");
  }

  /** A pattern with its flags. */
  private record Compiled(RegularExpression regex, boolean global) {}

  /** The flags of a pattern. */
  private record Flags(int bits, boolean global, boolean literal) {
    static final Flags NONE = new Flags(Pattern.DOTALL, false, false);

    static Flags parse(String function, String text) {
      int bits = Pattern.DOTALL;
      boolean global = false;
      boolean literal = false;
      for (int i = 0; i < text.length(); i++) {
        switch (text.charAt(i)) {
          case 'c' -> bits &= ~Pattern.CASE_INSENSITIVE;
          case 'i' -> bits |= Pattern.CASE_INSENSITIVE;
          case 'n', 'm' -> bits = bits & ~Pattern.DOTALL | Pattern.MULTILINE;
          case 's' -> bits = bits & ~Pattern.MULTILINE | Pattern.DOTALL;
          case 'g' -> global = true;
          case 'l' -> literal = true;
          default ->
              throw new PacelineException(
                  ErrorCode.INVALID_ARGUMENT,
                  function
                      + " does not know the flag '"
                      + text.charAt(i)
                      + "'; flags are c, g, i, l, m, n and s");
        }
      }
      if (global && !function.equals("regexp_replace")) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            function + " does not know the flag 'g', which is for regexp_replace");
      }
      return new Flags(bits, global, literal);
    }
  }

  /** The compiled patterns of one worker; the second argument is a pattern, the last one flags. */
  private static final class Patterns {
    private final String function;
    private final TextCache<Flags> flags;
    private Flags current = Flags.NONE;
    private TextCache<RegularExpression> patterns;

    Patterns(String function) {
      this.function = function;
      flags = new TextCache<>(text -> Flags.parse(function, text));
      patterns = new TextCache<>(text -> compile(text, Flags.NONE));
    }

    /** Returns the pattern of a row; the flags are the argument behind the other ones, if any. */
    Compiled get(ColumnVector[] arguments, int row) {
      int last = function.equals("regexp_replace") || function.equals("regexp_extract") ? 3 : 2;
      boolean given = arguments.length > last && arguments[last].type().equals(VARCHAR);
      Flags wanted = given ? flags.get(arguments[last], row) : Flags.NONE;
      if (!wanted.equals(current)) {
        current = wanted;
        patterns = new TextCache<>(text -> compile(text, wanted));
      }
      return new Compiled(patterns.get(arguments[1], row), wanted.global());
    }

    private RegularExpression compile(String text, Flags wanted) {
      try {
        return RegularExpression.compile(
            wanted.literal() ? Pattern.quote(text) : text, wanted.bits());
      } catch (com.google.re2j.PatternSyntaxException e) {
        throw new PacelineException(
            ErrorCode.INVALID_ARGUMENT,
            function
                + " cannot read the pattern '"
                + text
                + "': "
                + e.getDescription()
                + ". Patterns have the syntax of RE2, which has no back references and no"
                + " lookaround");
      }
    }
  }

  /** Writes a string that a match determines. */
  @FunctionalInterface
  private interface MatchText {
    void write(Compiled compiled, ColumnVector[] arguments, int row, TextWriter out);
  }

  /** Tells whether an expression matches a text. */
  @FunctionalInterface
  private interface TextTest {
    boolean matches(RegularExpression regex, MemorySegment heap, long view);
  }

  private static VectorFunction.Factory tests(String name, TextTest test) {
    return context -> {
      Patterns patterns = new Patterns(name);
      return (arguments, rows, nulls, result) -> {
        boolean constant = Arrays.stream(arguments).skip(1).allMatch(ColumnVector::isConstant);
        RegularExpression only = constant ? patterns.get(arguments, 0).regex() : null;
        ColumnVector texts = arguments[0];
        MemorySegment heap = texts.valueHeap();
        RowFunctions.booleans(
            rows,
            nulls,
            row ->
                test.matches(
                    only != null ? only : patterns.get(arguments, row).regex(),
                    heap,
                    texts.getView(row)),
            result);
      };
    };
  }

  private static VectorFunction.Factory texts(String name, MatchText function) {
    return context -> {
      Patterns patterns = new Patterns(name);
      return RowFunctions.text((a, row, out) -> function.write(patterns.get(a, row), a, row, out))
          .newFunction(context);
    };
  }

  private static byte[] bytes(ColumnVector texts, int row) {
    return StringView.bytes(texts.valueHeap(), texts.getView(row));
  }

  private static long count(byte[] text, RegularExpression regex) {
    regex.reset(text);
    long count = 0;
    for (int at = 0; at <= text.length && regex.find(at); at = behind(regex, text)) {
      count++;
    }
    return count;
  }

  /** Returns where the search for the next match begins, which is never inside a character. */
  private static int behind(RegularExpression regex, byte[] text) {
    int at = regex.end(0);
    if (regex.start(0) < at) {
      return at;
    }
    at++;
    while (at < text.length && Utf8.isContinuation(text[at])) {
      at++;
    }
    return at;
  }

  private static void extract(byte[] text, RegularExpression regex, long group, TextWriter out) {
    if (group < 0 || group > regex.groupCount()) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "regexp_extract has no group "
              + group
              + ": the pattern '"
              + regex
              + "' has "
              + regex.groupCount());
    }
    regex.reset(text);
    if (regex.find(0)) {
      appendGroup(regex, (int) group, text, out);
    }
  }

  private static void appendGroup(RegularExpression regex, int group, byte[] text, TextWriter out) {
    int start = regex.start(group);
    if (start >= 0) {
      out.append(text, start, regex.end(group) - start);
    }
  }

  private static void replace(Compiled compiled, ColumnVector[] a, int row, TextWriter out) {
    byte[] text = bytes(a[0], row);
    byte[] replacement = bytes(a[2], row);
    RegularExpression regex = compiled.regex();
    regex.reset(text);
    int copied = 0;
    for (int at = 0; at <= text.length && regex.find(at); at = behind(regex, text)) {
      out.append(text, copied, regex.start(0) - copied);
      appendReplacement(regex, text, replacement, out);
      copied = regex.end(0);
      if (!compiled.global()) {
        break;
      }
    }
    out.append(text, copied, text.length - copied);
  }

  private static void appendReplacement(
      RegularExpression regex, byte[] text, byte[] replacement, TextWriter out) {
    for (int i = 0; i < replacement.length; i++) {
      byte next = i + 1 < replacement.length ? replacement[i + 1] : 0;
      if (replacement[i] != '\\' || next == 0) {
        out.append(replacement[i]);
      } else {
        i++;
        if (next == '&') {
          appendGroup(regex, 0, text, out);
        } else if (next >= '0' && next <= '9') {
          if (next - '0' <= regex.groupCount()) {
            appendGroup(regex, next - '0', text, out);
          }
        } else {
          if (next != '\\') {
            out.append(replacement[i - 1]);
          }
          out.append(next);
        }
      }
    }
  }
}
