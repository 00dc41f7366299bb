package dev.paceline.storage.load.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.column.Dictionary;
import dev.paceline.core.column.Selection;
import dev.paceline.core.column.StringView;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.scan.ChunkColumn;
import dev.paceline.core.scan.ChunkFilter;
import dev.paceline.core.scan.ChunkFilter.Outcome;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRange;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.BytesTest;
import dev.paceline.core.scan.ColumnPredicate.DoubleRange;
import dev.paceline.core.scan.ColumnPredicate.DoubleRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ColumnPredicate.NullTest;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Columns of files read and filter as a loop over their values does. */
@ExtendWith(LedgerExtension.class)
class LoadedColumnTest {
  private static final int ROWS = 2500;

  private record Case(ColumnPredicate predicate, Predicate<@Nullable Object> expected) {}

  @Test
  void numbersOfAllWidths(MemoryLedger ledger) {
    Random random = new Random(5);
    LongRanges some = new LongRanges(new long[] {3, 90}, new long[] {40, 95}, false);
    LongRanges orNull = new LongRanges(new long[] {7}, new long[] {7}, true);
    List<Case> cases =
        List.of(
            new Case(some, value -> value != null && some.contains(number(value))),
            new Case(orNull, value -> value == null || number(value) == 7),
            new Case(LongRanges.between(1000, 2000), value -> false),
            new Case(LongRanges.between(0, 200), value -> value != null),
            new Case(new NullTest(true), value -> value == null),
            new Case(new NullTest(false), value -> value != null));
    for (int width : new int[] {1, 2, 4, 8, 16}) {
      for (boolean withNulls : new boolean[] {false, true}) {
        try (MemoryScope scope = ledger.openScope("test")) {
          NullRows nulls = nulls(scope, random, withNulls);
          MemorySegment lanes = scope.allocate((long) width * ROWS);
          List<@Nullable Object> values = new ArrayList<>();
          for (int row = 0; row < ROWS; row++) {
            long value = random.nextInt(100);
            switch (width) {
              case 1 -> lanes.set(ValueLayout.JAVA_BYTE, row, (byte) value);
              case 2 -> lanes.set(ValueLayout.JAVA_SHORT, 2L * row, (short) value);
              case 4 -> lanes.set(ValueLayout.JAVA_INT, 4L * row, (int) value);
              default -> lanes.set(ValueLayout.JAVA_LONG, (long) width * row, value);
            }
            if (width == 16) {
              lanes.set(ValueLayout.JAVA_LONG, 16L * row + 8, 0);
            }
            boolean isNull = isNull(nulls, row);
            values.add(isNull ? null : width == 16 ? BigDecimal.valueOf(value) : (Object) value);
          }
          IntegralColumn column =
              width == 16
                  ? IntegralColumn.wide(DataType.decimal(38, 0), nulls, lanes)
                  : IntegralColumn.of(DataType.INT64, nulls, lanes, width, 0, 99);
          check(column, values, cases, scope);
        }
      }
    }
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }

  @Test
  void doublesAndBooleans(MemoryLedger ledger) {
    Random random = new Random(6);
    DoubleRanges range = new DoubleRanges(List.of(new DoubleRange(2.5, true, 7.0, false)), false);
    LongRanges isTrue = LongRanges.between(1, 1);
    for (boolean withNulls : new boolean[] {false, true}) {
      try (MemoryScope scope = ledger.openScope("test")) {
        NullRows nulls = nulls(scope, random, withNulls);
        MemorySegment lanes = scope.allocate(8L * ROWS);
        MemorySegment bits = scope.allocateZeroed(Bitmaps.bytes(ROWS));
        List<@Nullable Object> doubles = new ArrayList<>();
        List<@Nullable Object> booleans = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          double value = random.nextInt(20) / 2.0;
          lanes.set(ValueLayout.JAVA_DOUBLE, 8L * row, value);
          boolean truth = random.nextBoolean();
          if (truth) {
            Bitmaps.set(bits, 0, row);
          }
          boolean isNull = isNull(nulls, row);
          doubles.add(isNull ? null : value);
          booleans.add(isNull ? null : truth);
        }
        List<Case> cases =
            List.of(
                new Case(
                    range,
                    value -> value instanceof Double number && number >= 2.5 && number < 7.0));
        check(DoubleColumn.of(DataType.FLOAT64, nulls, lanes), doubles, cases, scope);
        check(DoubleColumn.of(DataType.FLOAT64, nulls, lanes, 0, 9.5), doubles, cases, scope);
        check(
            new BooleanColumn(nulls, bits),
            booleans,
            List.of(new Case(isTrue, value -> Boolean.TRUE.equals(value))),
            scope);
      }
    }
  }

  @Test
  void stringsAndDictionaries(MemoryLedger ledger) {
    Random random = new Random(7);
    byte[] low = {'d'};
    List<Case> cases =
        List.of(
            new Case(
                new BytesRanges(List.of(new BytesRange(low, true, null, false)), false),
                value -> value instanceof String string && string.compareTo("d") >= 0),
            new Case(
                new BytesTest((heap, view) -> StringView.length(view) == 2, true),
                value -> value == null || ((String) value).length() == 2));
    for (boolean withNulls : new boolean[] {false, true}) {
      try (MemoryScope scope = ledger.openScope("test")) {
        NullRows nulls = nulls(scope, random, withNulls);
        MemorySegment heap = scope.allocate(64);
        for (int i = 0; i < 26; i++) {
          heap.set(ValueLayout.JAVA_BYTE, i, (byte) ('a' + i * 7 % 26));
        }
        MemorySegment entries = scope.allocate(8L * 20);
        for (int i = 0; i < 20; i++) {
          entries.set(ValueLayout.JAVA_LONG, 8L * i, StringView.of(i, i % 4));
        }
        Dictionary dictionary = new Dictionary(20, entries, 0, heap, false);
        MemorySegment many = scope.allocateZeroed(8L * (ROWS + 1));
        MemorySegment.copy(entries, 0, many, 0, 8L * 20);
        MemorySegment views = scope.allocate(8L * ROWS);
        MemorySegment codes = scope.allocate(ROWS);
        List<@Nullable Object> values = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          int code = random.nextInt(20);
          codes.set(ValueLayout.JAVA_BYTE, row, (byte) code);
          views.set(ValueLayout.JAVA_LONG, 8L * row, dictionary.view(code));
          String string =
              new String(StringView.bytes(heap, dictionary.view(code)), StandardCharsets.UTF_8);
          values.add(isNull(nulls, row) ? null : string);
        }
        check(new StringColumn(DataType.VARCHAR, nulls, views, heap), values, cases, scope);
        DictionaryColumn coded =
            new DictionaryColumn(DataType.VARCHAR, nulls, codes, 1, dictionary);
        check(coded, values, cases, scope);
        check(copy(coded, scope), values, cases, scope);
        Dictionary large = new Dictionary(ROWS + 1, many, 0, heap, false);
        for (int bytes : new int[] {2, 4}) {
          DictionaryColumn sparse =
              new DictionaryColumn(
                  DataType.VARCHAR, nulls, widened(codes, bytes, scope), bytes, large);
          check(sparse, values, cases, scope);
          ChunkColumn copied = copy(sparse, scope);
          assertThat(copied).isInstanceOf(StringColumn.class);
          check(copied, values, cases, scope);
        }
      }
    }
  }

  @Test
  void constants(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      LongRanges five = LongRanges.between(5, 5);
      Case isFive = new Case(five, value -> value instanceof Long number && number == 5);
      List<@Nullable Object> fives = new ArrayList<>();
      List<@Nullable Object> nulls = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        fives.add(5L);
        nulls.add(null);
      }
      check(ConstantColumn.ofLong(DataType.INT64, ROWS, 5), fives, List.of(isFive), scope);
      check(ConstantColumn.ofNull(DataType.INT64, ROWS), nulls, List.of(isFive), scope);
    }
  }

  private static NullRows nulls(MemoryScope scope, Random random, boolean some) {
    if (!some) {
      return NullRows.none(ROWS);
    }
    MemorySegment bitmap = scope.allocateZeroed(Bitmaps.bytes(ROWS));
    int count = 0;
    for (int row = 0; row < ROWS; row++) {
      if (random.nextInt(5) == 0) {
        Bitmaps.set(bitmap, 0, row);
        count++;
      }
    }
    return new NullRows(ROWS, count, bitmap);
  }

  private static boolean isNull(NullRows nulls, int row) {
    return nulls.nullCount() > 0 && Bitmaps.get(nulls.bitmap(), 0, row);
  }

  /** Copies a column as caches do. */
  private static ChunkColumn copy(CopyableColumn column, MemoryScope scope) {
    return column.copyTo(scope.allocate(column.copyBytes()));
  }

  private static MemorySegment widened(MemorySegment codes, int bytes, MemoryScope scope) {
    MemorySegment widened = scope.allocateZeroed((long) bytes * ROWS);
    for (int row = 0; row < ROWS; row++) {
      widened.set(ValueLayout.JAVA_BYTE, (long) bytes * row, codes.get(ValueLayout.JAVA_BYTE, row));
    }
    return widened;
  }

  private static void check(
      ChunkColumn column, List<@Nullable Object> values, List<Case> cases, MemoryScope scope) {
    ColumnVector vector = new ColumnVector(column.type(), scope);
    Selection selection = new Selection(scope, 700);
    for (int from : new int[] {0, 64, 100, 1801}) {
      int count = Math.min(700, ROWS - from);
      column.read(from, count, vector);
      for (int row = 0; row < count; row++) {
        assertThat(vector.getObject(row)).isEqualTo(values.get(from + row));
      }
      for (Case one : cases) {
        ChunkFilter filter = column.filter(one.predicate(), vector);
        selection.selectAll(count);
        if (filter.outcome() == Outcome.NONE_MATCH) {
          assertThat(values.stream().noneMatch(one.expected())).isTrue();
          continue;
        }
        if (filter.outcome() == Outcome.ALL_MATCH) {
          assertThat(values.stream().allMatch(one.expected())).isTrue();
        }
        filter.narrow(from, count, selection.bitmap());
        selection.update(count);
        List<@Nullable Object> expected = new ArrayList<>();
        for (int row = 0; row < count; row++) {
          if (one.expected().test(values.get(from + row))) {
            expected.add(values.get(from + row));
          }
        }
        List<@Nullable Object> read = new ArrayList<>();
        if (selection.count() > 0) {
          column.read(from, selection, vector);
          for (int row = 0; row < selection.count(); row++) {
            read.add(vector.getObject(row));
          }
        }
        assertThat(read).as("%s", one.predicate()).isEqualTo(expected);
      }
    }
  }
}
