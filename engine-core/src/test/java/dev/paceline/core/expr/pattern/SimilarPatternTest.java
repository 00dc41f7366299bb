package dev.paceline.core.expr.pattern;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
@Timeout(60)
class SimilarPatternTest {
  private static final long SEED = 56;

  /** A pattern, and the regular expression that means the same. */
  private record Twin(String similar, String regex) {
    static final Twin[] CHARACTERS = {
      new Twin("a", "a"),
      new Twin("b", "b"),
      new Twin("é", "é"),
      new Twin("😀", "😀"),
      new Twin(".", "\\."),
      new Twin("_", "."),
      new Twin("%", ".*"),
      new Twin("!%", "%"),
      new Twin("!!", "!"),
      new Twin("[a-cé]", "[a-cé]"),
      new Twin("[^a]", "[^a]"),
      new Twin("[a-z^b]", "[a-z&&[^b]]"),
      new Twin("[[:ALPHA:]%]", "[\\p{Alpha}%]")
    };

    static Twin random(Random random, int depth) {
      if (depth == 0 || random.nextInt(3) == 0) {
        return CHARACTERS[random.nextInt(CHARACTERS.length)];
      }
      Twin left = random(random, depth - 1);
      Twin right = random(random, depth - 1);
      String suffix = List.of("*", "+", "?", "{2}", "{0,2}", "{1,}").get(random.nextInt(6));
      return switch (random.nextInt(4)) {
        case 0 ->
            new Twin(
                "(" + left.similar + "|" + right.similar + ")",
                "(?:" + left.regex + "|" + right.regex + ")");
        case 1 -> new Twin("(" + left.similar + ")" + suffix, "(?:" + left.regex + ")" + suffix);
        default -> new Twin(left.similar + right.similar, left.regex + right.regex);
      };
    }
  }

  private static String word(Random random, int length) {
    String[] letters = {"a", "b", "c", "é", "😀", "%", ".", "!", "\n"};
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < length; i++) {
      word.append(letters[random.nextInt(letters.length)]);
    }
    return word.toString();
  }

  @Test
  void matchesLikeARegularExpression(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      Object[] texts = new Object[300];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = i % 10 == 0 ? null : word(random, random.nextInt(6));
      }
      ColumnVector vector = fixture.vectors().of(DataType.VARCHAR, texts);
      for (int trial = 0; trial < 500; trial++) {
        Twin twin = Twin.random(random, 4);
        Twin used =
            trial % 5 == 0 // more states than a word has bits
                ? new Twin("(" + twin.similar + "|c{70})", "(?:" + twin.regex + "|c{70})")
                : twin;
        Pattern regex = Pattern.compile(used.regex, Pattern.DOTALL);
        List<@Nullable Object> expected = new ArrayList<>();
        for (Object text : texts) {
          expected.add(text == null ? null : regex.matcher((String) text).matches());
        }
        Expression similar = Expressions.similar(column(0, DataType.VARCHAR), used.similar, '!');
        assertThat(fixture.evaluate(similar, texts.length, vector))
            .as("pattern %s, seed %d", used.similar, SEED)
            .isEqualTo(expected);
      }
    }
  }

  /** A regular expression of Java goes back so often for these that it does not come to an end. */
  @Test
  void takesTimeInProportionToTheString(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Object[] texts = {"a".repeat(20_000) + "b", "a".repeat(30)};
      ColumnVector vector = fixture.vectors().of(DataType.VARCHAR, texts);
      for (String pattern :
          List.of(
              "%a%a%a%a%a%a%c",
              "(%a){12}c",
              "(a{0,2}){30}c",
              "((a{1,10}){1,10}){1,9}c",
              "(aa|a|aaa){1,40}c",
              "((a*)*)*c")) {
        Expression similar = Expressions.similar(column(0, DataType.VARCHAR), pattern, null);
        assertThat(fixture.evaluate(similar, texts.length, vector))
            .as(pattern)
            .containsExactly(false, false);
      }
      Expression similar = Expressions.similar(column(0, DataType.VARCHAR), "(%a){12}_?", null);
      assertThat(fixture.evaluate(similar, texts.length, vector)).containsExactly(true, true);
    }
  }

  @Test
  void refusesWhatIsNoPattern() {
    for (String pattern :
        List.of(
            "[",
            "[]",
            "[b-a]",
            "[a",
            "[[:NONE:]]",
            "[^^a]",
            "(",
            "(a",
            "a)",
            "*",
            "a**",
            "a{",
            "a{x}",
            "a{2,1}",
            "a{3000000000}",
            "]",
            "}",
            "!",
            "!a",
            "a{1001}",
            "((a{100}){100}){100}",
            "(".repeat(100_000))) {
      assertThatThrownBy(() -> Expressions.similar(column(0, DataType.VARCHAR), pattern, '!'))
          .as(pattern.length() > 50 ? pattern.substring(0, 50) : pattern)
          .hasMessageContaining("in the pattern '")
          .extracting("code")
          .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
  }
}
