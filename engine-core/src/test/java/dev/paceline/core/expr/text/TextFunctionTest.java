package dev.paceline.core.expr.text;

import static dev.paceline.core.expr.ExpressionFixture.column;
import static dev.paceline.core.expr.ExpressionFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Form;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.tree.ComparisonOperator;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.ScalarFunction;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class TextFunctionTest {
  private static final long SEED = 1234;
  private static final DataType TEXT = DataType.VARCHAR;

  /** All ASCII characters, and ones behind them, in texts that end anywhere in a word. */
  @Test
  void shouldChangeTheCaseOfEveryCharacter(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      List<Object> values = new ArrayList<>();
      for (int length = 0; length < 20; length++) {
        for (char c = 0; c < 0x100; c++) {
          values.add("z".repeat(length) + c + "[Z{".substring(length % 4));
        }
      }
      ColumnVector texts = fixture.vectors().of(TEXT, values.subList(0, 2048).toArray());
      ColumnVector others = fixture.vectors().of(TEXT, values.subList(3072, 5120).toArray());
      for (ColumnVector vector : List.of(texts, others)) {
        check(fixture, vector, 2048, ScalarFunction.UPPER, TEXT, s -> s.toUpperCase(Locale.ROOT));
        check(fixture, vector, 2048, ScalarFunction.LOWER, TEXT, s -> s.toLowerCase(Locale.ROOT));
      }
    }
  }

  /** Each character of the plane, alone, within a word, and at its end, where a sigma differs. */
  @Test
  void shouldChangeTheCaseOfAllOfUnicode(MemoryLedger ledger) {
    int first = 0x80;
    while (first < Character.MIN_SUPPLEMENTARY_CODE_POINT + 0x2000) {
      List<Object> values = new ArrayList<>();
      for (; values.size() < 2046; first++) {
        if (first < Character.MIN_SURROGATE || first > Character.MAX_SURROGATE) {
          String text = Character.toString(first);
          values.addAll(List.of(text, "aЖ" + text + "é", "Bж\u4e2d" + text));
        }
      }
      try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
        int rows = values.size();
        ColumnVector texts = fixture.vectors().of(TEXT, values.toArray());
        check(fixture, texts, rows, ScalarFunction.UPPER, TEXT, s -> s.toUpperCase(Locale.ROOT));
        check(fixture, texts, rows, ScalarFunction.LOWER, TEXT, s -> s.toLowerCase(Locale.ROOT));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 300})
  void shouldAgreeWithJavaInEveryForm(int rows, MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Random random = new Random(SEED + rows);
      Object[] values = texts(rows, random);
      List<ColumnVector> forms =
          List.of(
              fixture.vectors().of(TEXT, values),
              fixture.vectors().dictionary(TEXT, 2, true, values),
              fixture.vectors().constant(TEXT, values[0]));
      for (ColumnVector form : forms) {
        check(fixture, form, rows, ScalarFunction.UPPER, TEXT, s -> s.toUpperCase(Locale.ROOT));
        check(fixture, form, rows, ScalarFunction.LOWER, TEXT, s -> s.toLowerCase(Locale.ROOT));
        check(fixture, form, rows, ScalarFunction.TRIM, TEXT, s -> strip(s, true, true));
        check(fixture, form, rows, ScalarFunction.LTRIM, TEXT, s -> strip(s, true, false));
        check(fixture, form, rows, ScalarFunction.RTRIM, TEXT, s -> strip(s, false, true));
        check(
            fixture,
            form,
            rows,
            ScalarFunction.CHAR_LENGTH,
            DataType.INT32,
            s -> (long) s.codePointCount(0, s.length()));
        check(
            fixture,
            form,
            rows,
            ScalarFunction.OCTET_LENGTH,
            DataType.INT32,
            s -> (long) s.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        check(
            fixture,
            form,
            rows,
            ScalarFunction.REVERSE,
            TEXT,
            s -> new StringBuilder(s).reverse().toString());
        check(
            fixture,
            form,
            rows,
            ScalarFunction.ASCII,
            DataType.INT32,
            s -> s.isEmpty() ? 0L : (long) s.codePointAt(0));
        for (int from = -2; from < 5; from++) {
          int start = from;
          check(
              fixture,
              form,
              rows,
              ScalarFunction.SUBSTRING,
              TEXT,
              s -> substring(s, start, Integer.MAX_VALUE),
              literal(DataType.INT32, (long) from));
          for (int length = 0; length < 4; length++) {
            int count = length;
            check(
                fixture,
                form,
                rows,
                ScalarFunction.SUBSTRING,
                TEXT,
                s -> substring(s, start, start + count),
                literal(DataType.INT32, (long) from),
                literal(DataType.INT32, (long) length));
          }
        }
        check(
            fixture,
            form,
            rows,
            ScalarFunction.REPLACE,
            TEXT,
            s -> s.replace("a", "--"),
            literal(TEXT, "a"),
            literal(TEXT, "--"));
        check(fixture, form, rows, ScalarFunction.CONCAT, TEXT, s -> s + "é!", literal(TEXT, "é!"));
        check(
            fixture,
            form,
            rows,
            ScalarFunction.STARTS_WITH,
            DataType.BOOLEAN,
            s -> s.startsWith("ab"),
            literal(TEXT, "ab"));
        check(
            fixture,
            form,
            rows,
            ScalarFunction.ENDS_WITH,
            DataType.BOOLEAN,
            s -> s.endsWith("é"),
            literal(TEXT, "é"));
        check(
            fixture,
            form,
            rows,
            ScalarFunction.CONTAINS,
            DataType.BOOLEAN,
            s -> s.contains("ba"),
            literal(TEXT, "ba"));
      }
    }
  }

  private static void check(
      ExpressionFixture fixture,
      ColumnVector vector,
      int rows,
      ScalarFunction function,
      DataType type,
      Function<String, Object> expected,
      Expression... more) {
    List<Expression> arguments = new ArrayList<>();
    arguments.add(column(0, TEXT));
    arguments.addAll(Arrays.asList(more));
    List<@Nullable Object> values = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      Object text = vector.getObject(row);
      values.add(text == null ? null : expected.apply((String) text));
    }
    Expression call = Expressions.call(function, type, arguments);
    assertThat(fixture.evaluate(call, rows, vector))
        .as("%s of %s, %d rows, seed %d", call, vector, rows, SEED + rows)
        .isEqualTo(values);
  }

  private static Object[] texts(int rows, Random random) {
    String[] letters = {"a", "b", "A", "Z", " ", "é", "İ", "ß", "\uD83D\uDE00", "0"};
    Object[] values = new Object[rows];
    for (int i = 0; i < rows; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(random.nextInt(5) == 0 ? 20 : 4); n > 0; n--) {
        text.append(letters[random.nextInt(letters.length)]);
      }
      values[i] = random.nextInt(7) == 0 ? null : text.toString();
    }
    return values;
  }

  private static String strip(String text, boolean leading, boolean trailing) {
    String stripped = leading ? text.replaceFirst("^ +", "") : text;
    return trailing ? stripped.replaceFirst(" +$", "") : stripped;
  }

  /** Code points of positions from ≤ p &lt; to, counted from 1. */
  private static String substring(String text, int from, int to) {
    StringBuilder out = new StringBuilder();
    int[] points = text.codePoints().toArray();
    for (int i = 0; i < points.length; i++) {
      if (i + 1 >= from && i + 1 < to) {
        out.appendCodePoint(points[i]);
      }
    }
    return out.toString();
  }

  @Test
  void shouldComputeTheRareOnes(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      assertThat(text(fixture, ScalarFunction.LPAD, "é", 4L, "xy")).isEqualTo("xyxé");
      assertThat(text(fixture, ScalarFunction.RPAD, "é", 3L)).isEqualTo("é  ");
      assertThat(text(fixture, ScalarFunction.RPAD, "abc", 2L, "x")).isEqualTo("ab");
      assertThat(text(fixture, ScalarFunction.REPEAT, "ab", 3L)).isEqualTo("ababab");
      assertThat(text(fixture, ScalarFunction.REPEAT, "ab", -1L)).isEqualTo("");
      assertThat(text(fixture, ScalarFunction.LEFT, "éab", 2L)).isEqualTo("éa");
      assertThat(text(fixture, ScalarFunction.RIGHT, "éab", 2L)).isEqualTo("ab");
      assertThat(text(fixture, ScalarFunction.RIGHT, "éab", 9L)).isEqualTo("éab");
      assertThat(text(fixture, ScalarFunction.OVERLAY, "Txxxxas", "hom", 2L, 4L))
          .isEqualTo("Thomas");
      assertThat(text(fixture, ScalarFunction.OVERLAY, "abc", "X", 2L)).isEqualTo("aXc");
      assertThat(text(fixture, ScalarFunction.INITCAP, "hELLO wORLD-été"))
          .isEqualTo("Hello World-Été");
      assertThat(text(fixture, ScalarFunction.TRIM, "xéabéx", "éx")).isEqualTo("ab");
      assertThat(
              fixture.value(
                  Expressions.call(
                      ScalarFunction.CHR, TEXT, List.of(literal(DataType.INT32, 0x1F600L)))))
          .isEqualTo("\uD83D\uDE00");
      assertThat(position(fixture, "b", "éabab", 1L)).isEqualTo(3L);
      assertThat(position(fixture, "b", "éabab", 4L)).isEqualTo(5L);
      assertThat(position(fixture, "x", "éabab", 1L)).isEqualTo(0L);
      assertThat(position(fixture, "", "ab", 1L)).isEqualTo(1L);
    }
  }

  private static @Nullable Object position(
      ExpressionFixture fixture, String needle, String text, long from) {
    return fixture.value(
        Expressions.call(
            ScalarFunction.POSITION,
            DataType.INT32,
            List.of(literal(TEXT, needle), literal(TEXT, text), literal(DataType.INT32, from))));
  }

  private static @Nullable Object text(
      ExpressionFixture fixture, ScalarFunction function, Object... arguments) {
    List<Expression> expressions = new ArrayList<>();
    for (Object argument : arguments) {
      expressions.add(
          argument instanceof Long ? literal(DataType.INT32, argument) : literal(TEXT, argument));
    }
    return fixture.value(Expressions.call(function, TEXT, expressions));
  }

  @Test
  void shouldRefuseNegativeLengthsOnRowsThatCount(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Expression call =
          Expressions.call(
              ScalarFunction.SUBSTRING,
              TEXT,
              List.of(column(0, TEXT), literal(DataType.INT32, 1L), column(1, DataType.INT32)));
      ColumnVector lengths = fixture.vectors().of(DataType.INT32, 1L, -1L);
      fixture.assertFails(
          call, ErrorCode.INVALID_ARGUMENT, 2, fixture.vectors().of(TEXT, "ab", "cd"), lengths);
      assertThat(fixture.evaluate(call, 2, fixture.vectors().of(TEXT, "ab", null), lengths))
          .containsExactly("a", null);
    }
  }

  @Test
  void shouldKeepDictionariesAndComputeOncePerEntry(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      ColumnVector codes = fixture.vectors().dictionary(TEXT, 1, true, "ab", "cd", "ab", null);
      Expression call =
          Expressions.call(
              ScalarFunction.SUBSTRING,
              TEXT,
              List.of(column(0, TEXT), literal(DataType.INT32, 1L), literal(DataType.INT32, 1L)));
      assertThat(call.canFail()).isFalse();
      Evaluator evaluator = call.newEvaluator(fixture.worker());
      Batch batch = new Batch(codes).set(4, null);
      ColumnVector first = evaluator.evaluate(batch);
      assertThat(first.form()).isEqualTo(Form.DICTIONARY);
      var dictionary = first.dictionary();
      assertThat(Vectors.read(evaluator.evaluate(batch), 4)).containsExactly("a", "c", "a", null);
      assertThat(evaluator.evaluate(batch).dictionary()).isSameAs(dictionary);
    }
  }

  @Test
  void shouldForgetTheResultsOfAnotherDictionary(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      Evaluator evaluator =
          Expressions.compare(ComparisonOperator.EQUAL, column(0, TEXT), literal(TEXT, "b"))
              .newEvaluator(fixture.worker());
      for (String[] values : List.of(new String[] {"a", "b"}, new String[] {"b", "c"})) {
        ColumnVector codes = fixture.vectors().dictionary(TEXT, 1, true, (Object[]) values);
        assertThat(Vectors.read(evaluator.evaluate(new Batch(codes).set(2, null)), 2))
            .containsExactly(values[0].equals("b"), values[1].equals("b"));
      }
    }
  }
}
