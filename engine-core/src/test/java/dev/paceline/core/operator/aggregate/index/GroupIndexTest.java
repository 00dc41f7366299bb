package dev.paceline.core.operator.aggregate.index;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class GroupIndexTest {
  private static final int ROWS = 300;
  private static final int BATCHES = 40;
  private static final DataType TEXT = DataType.VARCHAR;

  private enum StringForm {
    FLAT,
    DICTIONARY,
    CONSTANT
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldNumberKeysOfManyStringsLikeAMap(long seed, MemoryLedger ledger) {
    Random random = new Random(seed);
    List<DataType> types =
        random.nextBoolean()
            ? List.of(TEXT, DataType.INT32, TEXT, DataType.decimal(38, 2), TEXT)
            : List.of(TEXT, TEXT);
    long hashMask = random.nextInt(3) == 0 ? 0x3_0000_0003L : -1;
    try (MemoryScope scope = ledger.openScope("test")) {
      Vectors vectors = new Vectors(scope);
      GroupIndex index = new GroupIndex(types, scope, ROWS, hashMask);
      Map<List<@Nullable Object>, Integer> expected = new LinkedHashMap<>();
      for (int batch = 0; batch < BATCHES; batch++) {
        ColumnVector[] keys = new ColumnVector[types.size()];
        for (int i = 0; i < keys.length; i++) {
          keys[i] =
              types.get(i).equals(TEXT)
                  ? strings(vectors, random)
                  : numbers(vectors, types.get(i), random);
        }
        MemorySegment ids = scope.allocate(4L * ROWS);
        index.find(keys, ROWS, ids);
        for (int row = 0; row < ROWS; row++) {
          int number = expected.size() + 1;
          Integer before = expected.putIfAbsent(key(keys, row), number);
          assertThat(ids.getAtIndex(JAVA_INT, row))
              .as("row %d of batch %d", row, batch)
              .isEqualTo(before == null ? number : before);
        }
      }
      assertThat(index.size()).isEqualTo(expected.size());
      assertThat(emitted(index, types, scope)).containsExactlyElementsOf(expected.keySet());
    }
  }

  /** Ranges that need nearly or more than 64 bits with NULL, grown from a part or at once. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3, 4, 1L << 61, (1L << 62) - 1, 1L << 62, Long.MAX_VALUE - 5})
  void shouldTellKeysAtTheEndsOfLargeRangesApart(long less, MemoryLedger ledger) {
    List<DataType> types = List.of(DataType.INT64);
    for (long min : new long[] {Long.MIN_VALUE, -less, 0, 1, less}) {
      long max = less > Long.MAX_VALUE / 2 ? min + less : min + Long.MAX_VALUE - less;
      if (max < min) {
        continue;
      }
      List<@Nullable Object> keys = Arrays.asList(min, max, null, min + 1, max - 1, 5L, min, max);
      try (MemoryScope scope = ledger.openScope("test")) {
        Vectors vectors = new Vectors(scope);
        GroupIndex index = new GroupIndex(types, scope, ROWS, -1);
        MemorySegment ids = scope.allocate(4L * ROWS);
        Map<@Nullable Object, Integer> expected = new LinkedHashMap<>();
        for (int batch = 0; batch < 2; batch++) {
          for (List<@Nullable Object> some : List.of(keys.subList(2, 4), keys)) {
            ColumnVector[] columns = {vectors.of(DataType.INT64, some.toArray())};
            index.find(columns, some.size(), ids);
            for (int row = 0; row < some.size(); row++) {
              expected.putIfAbsent(some.get(row), expected.size() + 1);
              assertThat(ids.getAtIndex(JAVA_INT, row))
                  .as("%s of [%d, %d]", some.get(row), min, max)
                  .isEqualTo(expected.get(some.get(row)));
            }
          }
        }
        assertThat(emitted(index, types, scope).stream().map(List::getFirst).toList())
            .isEqualTo(new ArrayList<>(expected.keySet()));
      }
    }
  }

  /** Rows of several strings are numbered in parts if they are long. */
  @Test
  void shouldNumberLongRowsLikeAMap(MemoryLedger ledger) {
    Random random = new Random(1);
    List<DataType> types = List.of(TEXT, TEXT);
    try (MemoryScope scope = ledger.openScope("test")) {
      Vectors vectors = new Vectors(scope);
      GroupIndex index = new GroupIndex(types, scope, ROWS, -1);
      Map<List<@Nullable Object>, Integer> expected = new LinkedHashMap<>();
      for (int batch = 0; batch < 4; batch++) {
        ColumnVector[] keys = {longStrings(vectors, random), longStrings(vectors, random)};
        MemorySegment ids = scope.allocate(4L * ROWS);
        index.find(keys, ROWS, ids);
        for (int row = 0; row < ROWS; row++) {
          expected.putIfAbsent(key(keys, row), expected.size() + 1);
          assertThat(ids.getAtIndex(JAVA_INT, row)).isEqualTo(expected.get(key(keys, row)));
        }
      }
      assertThat(emitted(index, types, scope)).containsExactlyElementsOf(expected.keySet());
    }
  }

  private static ColumnVector longStrings(Vectors vectors, Random random) {
    @Nullable Object[] values = new Object[ROWS];
    Arrays.setAll(
        values,
        row ->
            switch (random.nextInt(20)) {
              case 0 -> null;
              case 1 -> "long".repeat(25_000 + random.nextInt(2));
              default -> "x".repeat(random.nextInt(20) * 100);
            });
    return vectors.of(TEXT, values);
  }

  /** The numbers of strings are those of groups, until a NULL or an unused entry comes. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldNumberOneColumnOfStringsWithoutGaps(long seed, MemoryLedger ledger) {
    Random random = new Random(seed);
    try (MemoryScope scope = ledger.openScope("test")) {
      Vectors vectors = new Vectors(scope);
      GroupIndex index = new GroupIndex(List.of(TEXT), scope, ROWS, -1);
      Map<List<@Nullable Object>, Integer> numbers = new HashMap<>();
      for (int batch = 0; batch < BATCHES; batch++) {
        ColumnVector[] keys = {
          batch < BATCHES / 2 ? knownStrings(vectors, random, batch) : strings(vectors, random)
        };
        MemorySegment ids = scope.allocate(4L * ROWS);
        index.find(keys, ROWS, ids);
        for (int row = 0; row < ROWS; row++) {
          int number = ids.getAtIndex(JAVA_INT, row);
          Integer before = numbers.putIfAbsent(key(keys, row), number);
          assertThat(number)
              .as("row %d of batch %d", row, batch)
              .isEqualTo(before == null ? number : before);
        }
        assertThat(index.size()).isEqualTo(numbers.size());
        assertThat(numbers.values()).doesNotHaveDuplicates().allMatch(n -> n <= numbers.size());
      }
      List<List<@Nullable Object>> emitted = emitted(index, List.of(TEXT), scope);
      numbers.forEach((key, number) -> assertThat(emitted.get(number - 1)).isEqualTo(key));
    }
  }

  /** Strings without NULL: of each third batch, all rows are one that has been there. */
  private static ColumnVector knownStrings(Vectors vectors, Random random, int batch) {
    if (batch % 3 == 2) {
      return vectors.constant(TEXT, "2");
    }
    @Nullable Object[] values = new Object[ROWS];
    Arrays.setAll(values, row -> "xy".repeat(random.nextInt(20)) + (row == 0 ? "2" : ""));
    return vectors.of(TEXT, values);
  }

  @Test
  void shouldTakeMoreNullKeysThanBitsOfAWord(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      List<DataType> types = Collections.nCopies(70, DataType.INT32);
      GroupIndex index = new GroupIndex(types, scope, ROWS, -1);
      Vectors vectors = new Vectors(scope);
      ColumnVector[] keys = new ColumnVector[types.size()];
      Arrays.setAll(keys, i -> vectors.constant(DataType.INT32, null));
      MemorySegment ids = scope.allocate(4L * ROWS);
      index.find(keys, ROWS, ids);
      assertThat(index.size()).isEqualTo(1);
      assertThat(emitted(index, types, scope))
          .containsExactly(new ArrayList<>(Collections.nCopies(70, null)));
    }
  }

  private static ColumnVector strings(Vectors vectors, Random random) {
    @Nullable Object[] values = new Object[ROWS];
    int different = 1 + random.nextInt(40);
    for (int row = 0; row < ROWS; row++) {
      int value = random.nextInt(different);
      // Lengths on both sides of a word, and beyond what is copied by words.
      values[row] = value == 0 ? null : "abc".repeat(value % 5 * value % 7 * 3) + value % 3;
    }
    return switch (StringForm.values()[random.nextInt(3)]) {
      case FLAT -> vectors.of(TEXT, values);
      case DICTIONARY -> vectors.dictionary(TEXT, 1 << random.nextInt(3), false, values);
      case CONSTANT -> vectors.constant(TEXT, values[0]);
    };
  }

  private static ColumnVector numbers(Vectors vectors, DataType type, Random random) {
    @Nullable Object[] values = new Object[ROWS];
    for (int row = 0; row < ROWS; row++) {
      long value = random.nextInt(10) == 0 ? Integer.MAX_VALUE : random.nextInt(3);
      values[row] = random.nextInt(5) == 0 ? null : value;
    }
    if (type.equals(DataType.INT32)) {
      return vectors.of(type, values);
    }
    for (int row = 0; row < ROWS; row++) {
      Object value = values[row];
      values[row] = value == null ? null : BigInteger.valueOf((long) value).pow(3);
    }
    return vectors.int128s(type, values);
  }

  private static List<@Nullable Object> key(ColumnVector[] keys, int row) {
    List<@Nullable Object> key = new ArrayList<>();
    for (ColumnVector column : keys) {
      key.add(column.getObject(row));
    }
    return key;
  }

  private static List<List<@Nullable Object>> emitted(
      GroupIndex index, List<DataType> types, MemoryScope scope) {
    int count = index.size();
    MemorySegment ids = scope.allocate(4L * count);
    for (int i = 0; i < count; i++) {
      ids.setAtIndex(JAVA_INT, i, i + 1);
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      rows.add(new ArrayList<>());
    }
    for (int column = 0; column < types.size(); column++) {
      ColumnVector out = new ColumnVector(types.get(column), scope);
      index.emit(column, ids, count, out);
      List<@Nullable Object> values = Vectors.read(out, count);
      for (int i = 0; i < count; i++) {
        rows.get(i).add(values.get(i));
      }
    }
    return rows;
  }
}
