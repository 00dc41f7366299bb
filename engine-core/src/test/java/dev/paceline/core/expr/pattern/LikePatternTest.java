package dev.paceline.core.expr.pattern;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.scan.BytesAutomaton;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class LikePatternTest {
  private static final long SEED = 55;

  @Test
  void shouldMatchLikeARegularExpression(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED);
      String[] letters = {"a", "b", "é", "\uD83D\uDE00", "%", "_", "\n"};
      Object[] texts = new Object[500];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = i % 10 == 0 ? null : word(letters, random.nextInt(i % 7 == 0 ? 90 : 8), random);
      }
      ColumnVector flat = fixture.vectors().of(DataType.VARCHAR, texts);
      ColumnVector codes = fixture.vectors().dictionary(DataType.VARCHAR, 2, true, texts);
      String[] parts = {"a", "b", "é", "ab", "%", "%", "_", "\\%", "\\_", "\\\\", "aba"};
      for (int trial = 0; trial < 300; trial++) {
        String pattern = word(parts, random.nextInt(6), random);
        Pattern regex = regex(pattern);
        List<@Nullable Object> expected = new ArrayList<>();
        for (Object text : texts) {
          expected.add(text == null ? null : regex.matcher((String) text).matches());
        }
        Expression like = Expressions.like(column(0, DataType.VARCHAR), pattern, '\\');
        assertThat(fixture.evaluate(like, texts.length, flat))
            .as("pattern %s, seed %d", pattern, SEED)
            .isEqualTo(expected);
        assertThat(fixture.evaluate(like, texts.length, codes))
            .as("pattern %s on codes, seed %d", pattern, SEED)
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void shouldMatchByteByByte() {
    Random random = new Random(SEED);
    String[] letters = {"a", "b", "é", "%", "_"};
    String[] parts = {"a", "b", "é", "ab", "aab", "%", "%", "\\%", "aba"};
    int accepted = 0;
    for (int trial = 0; trial < 2_000; trial++) {
      String pattern = word(parts, random.nextInt(7), random);
      BytesAutomaton automaton = LikePattern.of(pattern, '\\').automaton();
      assertThat(automaton).as(pattern).isNotNull();
      for (int i = 0; i < 30; i++) {
        String text = word(letters, random.nextInt(9), random);
        boolean matches = regex(pattern).matcher(text).matches();
        accepted += matches ? 1 : 0;
        assertThat(accepts(automaton, text)).as("%s LIKE %s", text, pattern).isEqualTo(matches);
        assertThat(accepts(automaton.negated(), text)).as(text).isEqualTo(!matches);
      }
    }
    assertThat(accepted).isGreaterThan(1_000);
    assertThat(LikePattern.of("a_b", null).automaton()).isNull();
    assertThat(LikePattern.of("x".repeat(127), null).automaton()).isNull();
  }

  private static boolean accepts(BytesAutomaton automaton, String text) {
    int state = BytesAutomaton.START;
    for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
      state = automaton.next(state, unit);
    }
    return automaton.accepts(state);
  }

  private static String word(String[] parts, int count, Random random) {
    StringBuilder word = new StringBuilder();
    for (int i = 0; i < count; i++) {
      word.append(parts[random.nextInt(parts.length)]);
    }
    return word.toString();
  }

  private static Pattern regex(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      switch (c) {
        case '\\' -> regex.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
        case '%' -> regex.append(".*");
        case '_' -> regex.append(".");
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  @Test
  void shouldKnowItsShape() {
    assertThat(LikePattern.of("abc", null).isPrefix()).isFalse();
    assertThat(LikePattern.of("abc", null).prefix()).containsExactly('a', 'b', 'c');
    assertThat(LikePattern.of("abc%", null).isPrefix()).isTrue();
    assertThat(LikePattern.of("abc%", null).prefix()).containsExactly('a', 'b', 'c');
    assertThat(LikePattern.of("a_c%", null).isPrefix()).isFalse();
    assertThat(LikePattern.of("a_c%", null).prefix()).containsExactly('a');
    assertThat(LikePattern.of("%abc", null).isPrefix()).isFalse();
    assertThatThrownBy(() -> LikePattern.of("a\\b", '\\')).isInstanceOf(PacelineException.class);
    assertThatThrownBy(() -> LikePattern.of("a\\", '\\')).isInstanceOf(PacelineException.class);
  }
}
