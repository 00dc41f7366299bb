package dev.paceline.core.expr.function;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Functions that work on all bytes of a batch do not care how its texts lie in the heap. */
@ExtendWith(LedgerExtension.class)
class TextRunTest {
  private static final long SEED = 77;
  private static final DataType TEXT = DataType.VARCHAR;
  private static final String[] WORDS = {"ab", "abc", "x", "Ab", "ä", "€", "0123456789", "bca"};

  @Test
  void shouldAgreeWithJavaWhereverTextsLie(MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 300; trial++) {
      int rows = 1 + random.nextInt(trial % 10 == 0 ? 2048 : 40);
      boolean ascii = random.nextBoolean();
      List<@Nullable String> texts = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        texts.add(random.nextInt(6) == 0 ? null : text(random, ascii));
      }
      String name = "trial " + trial + ", seed " + SEED;
      try (ExpressionFixture fixture = new ExpressionFixture(ledger);
          MemoryScope scope = ledger.openScope("texts")) {
        ColumnVector column = place(texts, random, scope);
        check(fixture, column, texts, name, call(ScalarFunction.UPPER), t -> upper(t));
        check(
            fixture,
            column,
            texts,
            name,
            call(ScalarFunction.LOWER),
            t -> t.toLowerCase(Locale.ROOT));
        check(
            fixture,
            column,
            texts,
            name,
            Expressions.call(
                ScalarFunction.CONCAT,
                TEXT,
                List.of(column(0, TEXT), literal(TEXT, "-/"), column(0, TEXT))),
            t -> t + "-/" + t);
        checkLike(fixture, column, texts, name, "%ab%", t -> t.contains("ab"));
        checkLike(fixture, column, texts, name, "a%bc%", t -> t.matches("(?s)a.*bc.*"));
        checkLike(
            fixture,
            column,
            texts,
            name,
            "%0123456789%ab%",
            t -> t.matches("(?s).*0123456789.*ab.*"));
        checkLike(fixture, column, texts, name, "%b_a%", t -> t.matches("(?s).*b.a.*"));
        checkLike(fixture, column, texts, name, "%_bc%", t -> t.matches("(?s).*.bc.*"));
      }
    }
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  private static Expression call(ScalarFunction function) {
    return Expressions.call(function, TEXT, List.of(column(0, TEXT)));
  }

  private interface Condition {
    boolean test(String text);
  }

  private static void checkLike(
      ExpressionFixture fixture,
      ColumnVector column,
      List<@Nullable String> texts,
      String name,
      String pattern,
      Condition condition) {
    Expression like = Expressions.like(column(0, TEXT), pattern, null);
    List<@Nullable Object> expected = new ArrayList<>();
    List<@Nullable Object> negated = new ArrayList<>();
    for (String text : texts) {
      expected.add(text == null ? null : condition.test(text));
      negated.add(text == null ? null : !condition.test(text));
    }
    assertThat(fixture.evaluate(like, texts.size(), column)).as(name + pattern).isEqualTo(expected);
    assertThat(fixture.evaluate(Expressions.not(like), texts.size(), column))
        .as(name + " NOT " + pattern)
        .isEqualTo(negated);
  }

  private static void check(
      ExpressionFixture fixture,
      ColumnVector column,
      List<@Nullable String> texts,
      String name,
      Expression expression,
      UnaryOperator<String> function) {
    List<@Nullable Object> expected = new ArrayList<>();
    for (String text : texts) {
      expected.add(text == null ? null : function.apply(text));
    }
    assertThat(fixture.evaluate(expression, texts.size(), column)).as(name).isEqualTo(expected);
  }

  private static String text(Random random, boolean ascii) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i > 0; i--) {
      String word = WORDS[random.nextInt(WORDS.length)];
      text.append(ascii && word.charAt(0) > 127 ? "y" : word);
    }
    return text.toString();
  }

  /** Puts texts into a heap in order or not, with gaps or not, and NULLs with any views. */
  private static ColumnVector place(
      List<@Nullable String> texts, Random random, MemoryScope scope) {
    int rows = texts.size();
    List<Integer> order = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      order.add(row);
    }
    if (random.nextInt(3) == 0) {
      Collections.shuffle(order, random);
    }
    int gap = random.nextInt(3) == 0 ? 40 : random.nextBoolean() ? 3 : 1;
    byte[][] bytes = new byte[rows][];
    int size = 100;
    for (int row = 0; row < rows; row++) {
      String text = texts.get(row);
      bytes[row] = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
      size += bytes[row].length + gap;
    }
    MemorySegment heap = scope.allocate(size);
    for (int i = 0; i < size; i++) {
      heap.set(ValueLayout.JAVA_BYTE, i, (byte) (gap == 40 ? random.nextInt() : 'a' + i % 3));
    }
    MemorySegment views = scope.allocate(8L * rows);
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
    long at = random.nextInt(50);
    for (int row : order) {
      long view = StringView.of(at, bytes[row].length);
      if (texts.get(row) == null) {
        Bitmaps.set(nulls, 0, row);
        view = StringView.of(random.nextInt(size - 50), random.nextInt(50));
      } else {
        MemorySegment.copy(bytes[row], 0, heap, ValueLayout.JAVA_BYTE, at, bytes[row].length);
        at += bytes[row].length + random.nextInt(gap);
      }
      views.set(ValueLayout.JAVA_LONG, 8L * row, view);
    }
    ColumnVector column = new ColumnVector(TEXT, scope).setViews(views, 0, heap);
    column.setNulls(nulls, 0);
    return column;
  }
}
