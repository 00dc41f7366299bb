package dev.paceline.core.expr.text;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.library.FunctionLibrary;
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
        checkParts(fixture, column, texts, name);
        checkSearches(fixture, column, texts, name);
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

  private static void checkParts(
      ExpressionFixture fixture, ColumnVector column, List<@Nullable String> texts, String name) {
    for (int number : new int[] {-3, -1, 0, 1, 2, 5, 100}) {
      check(
          fixture,
          column,
          texts,
          name + " LEFT " + number,
          call(ScalarFunction.LEFT, number(number)),
          t -> part(t, 0, number < 0 ? length(t) + number : number));
      check(
          fixture,
          column,
          texts,
          name + " RIGHT " + number,
          call(ScalarFunction.RIGHT, number(number)),
          t -> part(t, number < 0 ? -number : length(t) - number, length(t)));
      check(
          fixture,
          column,
          texts,
          name + " SUBSTRING " + number,
          call(ScalarFunction.SUBSTRING, number(number), number(3)),
          t -> part(t, number - 1, number + 2));
      check(
          fixture,
          column,
          texts,
          name + " substr " + number,
          library("substr", number(number)),
          t -> part(t, number < 0 ? length(t) + number : number - 1, length(t)));
      for (int count : new int[] {-2, 0, 1, 4}) {
        check(
            fixture,
            column,
            texts,
            name + " substr " + number + ", " + count,
            library("substr", number(number), number(count)),
            t -> {
              int from = number < 0 ? length(t) + number : Math.min(number - 1, length(t));
              return part(t, Math.min(from, from + count), Math.max(from, from + count));
            });
      }
    }
  }

  private static void checkSearches(
      ExpressionFixture fixture, ColumnVector column, List<@Nullable String> texts, String name) {
    for (String needle : List.of("ab", "b", "xx", "", "ä", "0123456789")) {
      List<@Nullable Object> positions = new ArrayList<>();
      for (String text : texts) {
        positions.add(text == null ? null : position(text, needle));
      }
      Expression position =
          Expressions.call(
              ScalarFunction.POSITION,
              DataType.INT32,
              List.of(literal(TEXT, needle), column(0, TEXT)));
      assertThat(fixture.evaluate(position, texts.size(), column))
          .as(name + " POSITION of '" + needle + "'")
          .isEqualTo(positions);
      for (String other : List.of("", "y", "abab")) {
        check(
            fixture,
            column,
            texts,
            name + " REPLACE '" + needle + "' by '" + other + "'",
            call(ScalarFunction.REPLACE, literal(TEXT, needle), literal(TEXT, other)),
            t -> needle.isEmpty() ? t : t.replace(needle, other));
      }
    }
    check(
        fixture,
        column,
        texts,
        name + " translate",
        library("translate", literal(TEXT, "abca"), literal(TEXT, "xb")),
        t -> t.replace("a", "x").replace("c", ""));
    check(
        fixture,
        column,
        texts,
        name + " translate other than ASCII",
        library("translate", literal(TEXT, "aä"), literal(TEXT, "€z")),
        t -> t.replace("a", "€").replace("ä", "z"));
    check(
        fixture,
        column,
        texts,
        name + " LPAD",
        call(ScalarFunction.LPAD, number(9), literal(TEXT, "*")),
        t -> length(t) >= 9 ? part(t, 0, 9) : "*".repeat(9 - length(t)) + t);
    check(
        fixture,
        column,
        texts,
        name + " RPAD",
        call(ScalarFunction.RPAD, number(9), literal(TEXT, "€ä")),
        t -> part(t + "€ä".repeat(9), 0, 9));
  }

  private static Expression number(int number) {
    return literal(DataType.INT64, (long) number);
  }

  private static Expression library(String name, Expression... arguments) {
    List<Expression> all = new ArrayList<>(List.of(column(0, TEXT)));
    all.addAll(List.of(arguments));
    return FunctionLibrary.FUNCTIONS.stream()
        .filter(f -> f.name().equals(name) && f.operands().size() == all.size())
        .findFirst()
        .orElseThrow()
        .call(all);
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }

  private static long position(String text, String needle) {
    int found = text.indexOf(needle);
    return found < 0 ? 0 : text.codePointCount(0, found) + 1;
  }

  /** Returns the characters from one up to another, counted from 0, as far as they exist. */
  private static String part(String text, int from, int to) {
    int start = Math.clamp(from, 0, length(text));
    int end = Math.clamp(to, start, length(text));
    return text.substring(text.offsetByCodePoints(0, start), text.offsetByCodePoints(0, end));
  }

  private static String upper(String text) {
    return text.toUpperCase(Locale.ROOT);
  }

  private static Expression call(ScalarFunction function, Expression... arguments) {
    List<Expression> all = new ArrayList<>(List.of(column(0, TEXT)));
    all.addAll(List.of(arguments));
    return Expressions.call(function, TEXT, all);
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
