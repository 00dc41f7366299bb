package dev.paceline.storage.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.expr.pattern.LikePattern;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.encoding.profile.ColumnValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compressed text gives back what was compressed, and its filters agree with plain Java. */
@ExtendWith(LedgerExtension.class)
class CompressedTextTest {
  private static final long SEED = 4711;
  private static final String[] WORDS = {
    "quickly",
    "final",
    "deposits",
    "sleep",
    "furiously",
    "special",
    "requests",
    "ä",
    "漢字",
    "𝄞",
    "a"
  };

  @Test
  void shouldGiveBackEveryString(MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<IntFunction<@Nullable String>> shapes =
        List.of(
            row -> sentence(random, 1 + random.nextInt(9)),
            row -> row % 3 == 0 ? null : sentence(random, random.nextInt(5)),
            row -> random.nextInt(50) == 0 ? sentence(random, 4000) : "the same words again",
            row -> "http://example.org/item?id=" + random.nextInt(1 << 30),
            row -> "\uffff\u0000".repeat(20) + (char) random.nextInt(256) + row);
    for (int shape = 0; shape < shapes.size(); shape++) {
      for (int rows : new int[] {3000, 4097}) {
        List<@Nullable String> values = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          values.add(shapes.get(shape).apply(row));
        }
        String name = "shape " + shape + ", " + rows + " rows, seed " + SEED;
        try (MemoryScope scope = ledger.openScope("test")) {
          EncodedColumn column = encode(values, scope);
          assertThat(column.block().encoding()).as(name).isEqualTo((byte) 9);
          check(column, values, random, name, scope);
        }
      }
    }
  }

  @Test
  void shouldLeaveWhatDoesNotShrink(MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<@Nullable String> values = new ArrayList<>();
    for (int row = 0; row < 3000; row++) {
      byte[] bytes = new byte[30];
      random.nextBytes(bytes);
      values.add(new String(bytes, StandardCharsets.ISO_8859_1));
    }
    try (MemoryScope scope = ledger.openScope("test")) {
      assertThat(encode(values, scope).block().encoding()).isNotEqualTo((byte) 9);
    }
  }

  @Test
  void shouldHalveProse(MemoryLedger ledger) {
    Random random = new Random(SEED);
    List<@Nullable String> values = new ArrayList<>();
    long bytes = 0;
    for (int row = 0; row < 20_000; row++) {
      String value = sentence(random, 4 + random.nextInt(4));
      values.add(value);
      bytes += value.getBytes(StandardCharsets.UTF_8).length;
    }
    try (MemoryScope scope = ledger.openScope("test")) {
      assertThat(encode(values, scope).block().heapLength()).isLessThan(bytes / 2);
    }
  }

  private static String sentence(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.append(random.nextInt(100)).toString();
  }

  private static EncodedColumn encode(List<@Nullable String> values, MemoryScope scope) {
    int rows = values.size();
    ColumnVector vector = new Vectors(scope).of(DataType.VARCHAR, values.toArray());
    MemorySegment lanes = scope.allocateZeroed(8L * rows);
    MemorySegment nulls = scope.allocateZeroed(Bitmaps.bytes(rows));
    int nullCount = 0;
    for (int row = 0; row < rows; row++) {
      if (vector.isNull(row)) {
        Bitmaps.set(nulls, 0, row);
        nullCount++;
      } else {
        lanes.set(ValueLayout.JAVA_LONG, 8L * row, vector.getView(row));
      }
    }
    MemorySegment heap = vector.heap();
    EncodingChooser.Choice choice =
        new EncodingChooser(true)
            .choose(
                new ColumnValues(
                    DataType.VARCHAR, rows, nullCount, lanes, null, heap, heap.byteSize(), nulls));
    return EncodedColumn.open(choice.write(scope.allocate(choice.bytes())).segment());
  }

  private static void check(
      EncodedColumn column,
      List<@Nullable String> values,
      Random random,
      String name,
      MemoryScope scope) {
    ColumnVector vector = new ColumnVector(DataType.VARCHAR, scope);
    ColumnVector scratch = new ColumnVector(DataType.VARCHAR, scope);
    Selection selection = new Selection(scope, 2048);
    for (int batch : new int[] {1, 3, 1000, 2048}) {
      for (int from = 0; from < values.size(); from += batch == 1 ? 97 : batch) {
        int count = Math.min(batch, values.size() - from);
        column.read(from, count, vector);
        for (int i = 0; i < count; i++) {
          assertThat(vector.getObject(i)).as(name).isEqualTo(values.get(from + i));
        }
        Condition condition = condition(values, random);
        ChunkFilter filter = column.filter(condition.predicate(), scratch);
        selection.selectAll(count);
        if (filter.outcome() == ChunkFilter.Outcome.SOME_MATCH) {
          filter.narrow(from, count, selection.bitmap());
        } else if (filter.outcome() == ChunkFilter.Outcome.NONE_MATCH) {
          Bitmaps.zero(selection.bitmap(), 0, count);
        }
        selection.update(count);
        column.read(from, selection, vector);
        List<String> expected = new ArrayList<>();
        for (String value : values.subList(from, from + count)) {
          if (value != null && condition.matches().test(value)) {
            expected.add(value);
          }
        }
        List<Object> found = new ArrayList<>();
        for (int i = 0; i < selection.count(); i++) {
          found.add(vector.getObject(i));
        }
        assertThat(found).as(name).isEqualTo(expected);
      }
    }
  }

  private record Condition(ColumnPredicate predicate, Predicate<String> matches) {}

  private static Condition condition(List<@Nullable String> values, Random random) {
    String some = values.get(random.nextInt(values.size()));
    String text = some == null ? "special" : some;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return switch (random.nextInt(6)) {
      case 0 ->
          new Condition(
              new BytesRanges(List.of(new BytesRange(bytes, true, bytes, true)), false),
              text::equals);
      case 1 ->
          new Condition(
              new BytesRanges(List.of(new BytesRange(bytes, false, null, false)), false),
              value -> Arrays.compareUnsigned(value.getBytes(StandardCharsets.UTF_8), bytes) > 0);
      case 2 -> {
        // A bound that ends within a symbol or behind it, and all strings but one.
        byte[] low = part(text, random).getBytes(StandardCharsets.UTF_8);
        byte[] high = Arrays.compareUnsigned(bytes, low) < 0 ? low : bytes;
        boolean outside = random.nextBoolean();
        boolean inclusive = random.nextBoolean();
        List<BytesRange> ranges =
            outside
                ? List.of(
                    new BytesRange(null, false, low, inclusive),
                    new BytesRange(high, true, null, false))
                : List.of(new BytesRange(low, inclusive, high, true));
        yield new Condition(
            new BytesRanges(ranges, false),
            value -> {
              byte[] found = value.getBytes(StandardCharsets.UTF_8);
              int toLow = Arrays.compareUnsigned(found, low);
              int toHigh = Arrays.compareUnsigned(found, high);
              return outside
                  ? toLow < 0 || inclusive && toLow == 0 || toHigh >= 0
                  : (toLow > 0 || inclusive && toLow == 0) && toHigh <= 0;
            });
      }
      case 3 -> {
        String part = part(text, random);
        yield new Condition(
            new BytesTest(like("%" + escaped(part) + "%"), false), value -> value.contains(part));
      }
      case 4 -> {
        String part = part(text, random);
        yield new Condition(
            new BytesTest(like("%" + escaped(part)).negated(), false),
            value -> !value.endsWith(part));
      }
      default ->
          new Condition(
              new BytesTest(
                  (heap, view) ->
                      new String(StringView.bytes(heap, view), StandardCharsets.UTF_8)
                          .contains("special"),
                  false),
              value -> value.contains("special"));
    };
  }

  private static LikePattern like(String pattern) {
    return LikePattern.of(pattern, '\\');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
  }

  /** Some of the characters; short enough for an automaton, mostly. */
  private static String part(String text, Random random) {
    int[] points = text.codePoints().toArray();
    int from = points.length == 0 ? 0 : random.nextInt(points.length);
    int to = Math.min(points.length, from + 1 + random.nextInt(random.nextInt(9) == 0 ? 200 : 9));
    return new String(points, from, to - from);
  }
}
