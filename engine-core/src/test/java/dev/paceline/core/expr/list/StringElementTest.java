package dev.paceline.core.expr.list;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.ExpressionFixture;
import dev.paceline.core.expr.vector.TextWriter;
import dev.paceline.core.expr.vector.Utf8;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings as elements of lists: bytes 0 anywhere, and lists that are parts of strings. */
@ExtendWith(LedgerExtension.class)
class StringElementTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldWriteAndFindStringsWithZeros(long seed, MemoryLedger ledger) {
    Random random = new Random(seed);
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      for (int round = 0; round < 300; round++) {
        List<String> strings = new ArrayList<>();
        TextWriter out =
            new TextWriter(new ColumnVector(DataType.VARCHAR, fixture.worker().memory()));
        for (int i = 0; i < 8; i++) {
          strings.add(string(random));
          NestedFormat.appendString(strings.getLast(), out);
        }
        out.append(NestedFormat.END);
        MemorySegment heap = out.heap();
        long at = StringView.offset(out.finish());
        for (String string : strings) {
          long payload = at + 1;
          long end = NestedFormat.endOfString(heap, payload);
          assertThat(new String(NestedFormat.decodeString(heap, payload, end), ISO_8859_1))
              .isEqualTo(string);
          assertThat(NestedFormat.isEscaped(heap, payload, end)).isEqualTo(string.contains("\0"));
          TextWriter copy =
              new TextWriter(new ColumnVector(DataType.VARCHAR, fixture.worker().memory()));
          NestedFormat.decodeString(heap, payload, end, copy);
          assertThat(Utf8.string(copy.heap(), copy.finish())).isEqualTo(string);
          at = end;
        }
      }
    }
  }

  /** Up to forty ASCII characters, some of them 0 or 1, which differ in their lowest bit. */
  private static String string(Random random) {
    StringBuilder string = new StringBuilder();
    int length = random.nextInt(41);
    for (int i = 0; i < length; i++) {
      string.append((char) (random.nextInt(6) == 0 ? random.nextInt(2) : random.nextInt(128)));
    }
    return string.toString();
  }

  @Test
  void shouldSplitAtBytesOfTheSeparator(MemoryLedger ledger) {
    try (ExpressionFixture fixture = new ExpressionFixture(ledger)) {
      check(fixture, "a/b//c/", "/", "[a, b, , c, ]");
      check(fixture, "", "/", "[]");
      check(fixture, "äöä", "ä", "[, ö, ]");
      check(fixture, "öä", "\u00a4", "[öä]"); // the last byte of ä is that of ¤, too
      check(fixture, "aXYaXbXYX", "XY", "[a, aXb, X]");
      check(fixture, "x\u00e9", "", "[x, \u00e9]");
      check(fixture, "a/b", null, "[a/b]");
      check(fixture, "a\0b/c\0", "/", "[a\0b, c\0]");
    }
  }

  private static void check(
      ExpressionFixture fixture, String text, @Nullable String separator, String expected) {
    ColumnVector texts = fixture.vectors().of(DataType.VARCHAR, text);
    ColumnVector separators = fixture.vectors().of(DataType.VARCHAR, separator);
    Batch row = new Batch(texts, separators).set(1, null);
    ColumnVector lists =
        StringSplits.split(
                ExpressionFixture.column(0, DataType.VARCHAR),
                ExpressionFixture.column(1, DataType.VARCHAR))
            .newEvaluator(fixture.worker())
            .evaluate(row);
    MemorySegment heap = lists.valueHeap();
    List<String> elements = new ArrayList<>();
    long at = StringView.offset(lists.getView(0));
    while (heap.get(ValueLayout.JAVA_BYTE, at) != NestedFormat.END) {
      long end = NestedFormat.endOfString(heap, at + 1);
      elements.add(new String(NestedFormat.decodeString(heap, at + 1, end), UTF_8));
      at = end;
    }
    assertThat(elements).hasToString(expected);
  }
}
