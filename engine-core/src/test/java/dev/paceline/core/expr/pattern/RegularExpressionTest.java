package dev.paceline.core.expr.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.paceline.core.column.StringView;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Backtracking and automata find what RE2 finds. */
class RegularExpressionTest {
  private static final long SEED = 20;

  private static final String[] ATOMS = {
    "a",
    "b",
    "w",
    "/",
    ".",
    "\\.",
    "[^/]",
    "[ab]",
    "[^a-c]",
    "[a-]",
    "\\d",
    "\\D",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "[\\s\\d]",
    "[&&a]",
    "[[a]",
    "\\b",
    "\\B",
    "^",
    "$",
    "\\/",
    "-",
    "ab",
    "{",
    "}",
    "]",
    "[[:alpha:]]",
    "\\pN",
    "\\x41",
    "(?i)",
    "é",
    "&",
    "~",
    " ",
    "\\t",
    "\\n",
    "(?:)",
    "()",
    "k",
    "[r-t]",
    "[^k]",
    "[é-ü]",
    "[^é]",
    "ü",
    "[\\w-]",
    "[a\\-c]",
    "\\v"
  };

  private static final String[] QUANTIFIERS = {
    "", "", "", "", "*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{1,}", "{0,2}?"
  };

  private static final String[] TEXTS = {
    "a",
    "b",
    "w",
    "/",
    ".",
    "1",
    "-",
    " ",
    "\t",
    "\n",
    "&",
    "[",
    "]",
    "{",
    "é",
    "A",
    "ab",
    "\u000b",
    "k",
    "K",
    "\u212a",
    "s",
    "\u017f",
    "ü",
    "\ud83d\ude00",
    "€"
  };

  private static String pattern(Random random, int depth) {
    StringBuilder pattern = new StringBuilder();
    int parts = 1 + random.nextInt(4);
    for (int i = 0; i < parts; i++) {
      if (depth > 0 && random.nextInt(4) == 0) {
        pattern
            .append(random.nextBoolean() ? "(" : "(?:")
            .append(pattern(random, depth - 1))
            .append(')');
      } else {
        pattern.append(ATOMS[random.nextInt(ATOMS.length)]);
      }
      pattern.append(QUANTIFIERS[random.nextInt(QUANTIFIERS.length)]);
      if (random.nextInt(8) == 0) {
        pattern.append('|');
      }
    }
    return pattern.toString();
  }

  private static byte[] text(Random random) {
    StringBuilder text = new StringBuilder();
    boolean ascii = random.nextInt(4) > 0;
    for (int i = random.nextInt(12); i > 0; i--) {
      String part = TEXTS[random.nextInt(TEXTS.length)];
      text.append(ascii && part.equals("é") ? "b" : part);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void findsTheSameMatchesAsRe2() {
    Random random = new Random(SEED);
    int translated = 0;
    int parsed = 0;
    for (int i = 0; i < 20_000; i++) {
      String expression = pattern(random, 2);
      int flags =
          random.nextInt(4) == 0
              ? random.nextInt(2) * Pattern.MULTILINE | random.nextInt(2) * Pattern.CASE_INSENSITIVE
              : Pattern.DOTALL;
      RegularExpression regex;
      Pattern expected;
      try {
        expected = Pattern.compile(expression, flags);
        regex = RegularExpression.compile(expression, flags);
      } catch (PatternSyntaxException e) {
        continue;
      }
      if (BacktrackingSyntax.translate(expression) != null) {
        translated++;
      }
      if (RegexSyntax.parse(expression, false, true, false).isPresent()) {
        parsed++;
      }
      for (int j = 0; j < 4; j++) {
        check(expression, regex, expected, text(random));
      }
    }
    assertThat(translated).as("translated patterns").isGreaterThan(3_000);
    assertThat(parsed).as("patterns of automata").isGreaterThan(3_000);
  }

  private static void check(
      String expression, RegularExpression regex, Pattern expected, byte[] text) {
    regex.reset(text);
    Matcher matcher = expected.matcher(text);
    for (int from = 0; from <= text.length; from++) {
      if (from < text.length && (text[from] & 0xc0) == 0x80) {
        continue;
      }
      boolean found = matcher.find(from);
      assertThat(regex.find(from))
          .as("%s from %d of %s", expression, from, string(text))
          .isEqualTo(found);
      if (!found) {
        continue;
      }
      int end = matcher.end();
      assertThat(regex.end(0))
          .as("end of %s from %d of '%s'", expression, from, string(text))
          .isEqualTo(end);
      matcher.end(matcher.groupCount()); // the groups are found now
      // Looking for them, RE2 for Java takes the character behind the match for the text's last.
      boolean moved = matcher.end() != end;
      for (int group = 0; !moved && group <= expected.groupCount(); group++) {
        assertThat(regex.start(group) + " to " + regex.end(group))
            .as("group %d of %s from %d of '%s'", group, expression, from, string(text))
            .isEqualTo(matcher.start(group) + " to " + matcher.end(group));
      }
    }
    assertThat(regex.matches())
        .as("%s and '%s'", expression, string(text))
        .isEqualTo(matcher.matches());
    MemorySegment heap = MemorySegment.ofArray(text);
    long view = StringView.of(0, text.length);
    assertThat(regex.isFoundIn(heap, view))
        .as("%s in '%s'", expression, string(text))
        .isEqualTo(matcher.find(0));
    assertThat(regex.matchesWhole(heap, view))
        .as("%s and the whole of '%s'", expression, string(text))
        .isEqualTo(matcher.matches());
  }

  private static String string(byte[] text) {
    return new String(text, StandardCharsets.UTF_8);
  }

  @Test
  void leavesWhatTakesTooManyStepsToRe2() {
    byte[] text = "a".repeat(3_000).getBytes(StandardCharsets.US_ASCII);
    RegularExpression regex = RegularExpression.compile("a*a*a*a*a*a*a*(b|c)", Pattern.DOTALL);
    assertThat(BacktrackingSyntax.translate("a*a*a*a*a*a*a*(b|c)")).isNotNull();
    for (int i = 0; i < 20; i++) {
      regex.reset(text);
      assertThat(regex.find(0)).isFalse();
      assertThat(regex.matches()).isFalse();
    }
    byte[] matching = ("a".repeat(3_000) + "c").getBytes(StandardCharsets.US_ASCII);
    regex.reset(matching);
    assertThat(regex.find(0)).isTrue();
    assertThat(regex.start(1)).isEqualTo(3_000);
  }

  @Test
  void needsNoDeepStack() {
    byte[] text = "ab".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
    for (String expression : new String[] {"(?:ab)*$", "[ab]*$", "(.*)(b)", "(a|b)+$", "(.*?)$"}) {
      RegularExpression regex = RegularExpression.compile(expression, Pattern.DOTALL);
      regex.reset(text);
      assertThat(regex.matches()).as(expression).isTrue();
    }
  }
}
