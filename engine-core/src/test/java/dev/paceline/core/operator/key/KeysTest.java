package dev.paceline.core.operator.key;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.kernel.KeyKernels.Digit;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import dev.paceline.core.testing.Vectors;
import dev.paceline.core.type.DataType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(LedgerExtension.class)
class KeysTest {
  private static final int ROWS = 500;

  @Test
  void packsAndUnpacksWhatLiesInTheLayout(MemoryLedger ledger) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      try (MemoryScope scope = ledger.openScope("keys")) {
        packAndUnpack(random, seed, scope);
      }
    }
  }

  private static void packAndUnpack(Random random, int seed, MemoryScope scope) {
    Vectors vectors = new Vectors(scope);
    int count = 1 + random.nextInt(3);
    long[] mins = new long[count];
    long[] maxes = new long[count];
    boolean[] nullable = new boolean[count];
    for (int key = 0; key < count; key++) {
      mins[key] = random.nextInt(1000) - 500L;
      maxes[key] = mins[key] + random.nextInt(100_000);
      nullable[key] = random.nextBoolean();
    }
    KeyLayout layout = requireNonNull(KeyLayout.of(mins, maxes, nullable));
    @Nullable Long[][] values = new Long[count][ROWS];
    ColumnVector[] keys = new ColumnVector[count];
    for (int key = 0; key < count; key++) {
      boolean strangers = random.nextInt(3) == 0;
      boolean nulls = random.nextInt(3) == 0;
      for (int i = 0; i < ROWS; i++) {
        long span = maxes[key] - mins[key] + 1;
        long value = mins[key] + (long) (random.nextDouble() * span);
        values[key][i] = value;
        if (strangers && random.nextInt(50) == 0) {
          values[key][i] = random.nextBoolean() ? mins[key] - 1 : maxes[key] + 1;
        } else if (nulls && random.nextInt(10) == 0) {
          values[key][i] = null;
        }
      }
      keys[key] =
          switch (random.nextInt(3)) {
            case 0 -> vectors.of(DataType.INT32, (Object[]) values[key]);
            case 1 -> vectors.affine(DataType.INT32, 4, mins[key] - 1, 1, (Object[]) values[key]);
            default -> vectors.int128s(DataType.INT32, (Object[]) values[key]);
          };
    }
    MemorySegment packed = scope.allocate(8L * ROWS);
    KeyPacker packer = new KeyPacker(layout, scope, ROWS);
    boolean allInside = packer.pack(keys, ROWS, packed);
    boolean expectedInside = true;
    for (int i = 0; i < ROWS; i++) {
      long row = packed.get(ValueLayout.JAVA_LONG, 8L * i);
      boolean inside = true;
      for (int key = 0; key < count; key++) {
        Long value = values[key][i];
        inside &= value == null ? nullable[key] : value >= mins[key] && value <= maxes[key];
      }
      expectedInside &= inside;
      assertThat(row >= 0).as("row %d, seed %d", i, seed).isEqualTo(inside);
      if (inside) {
        assertThat(row).as("row %d, seed %d", i, seed).isLessThan(layout.size());
        for (int key = 0; key < count; key++) {
          assertThat(value(layout, row, key))
              .as("key %d of row %d, seed %d", key, i, seed)
              .isEqualTo(values[key][i]);
        }
      }
    }
    assertThat(allInside).as("seed %d", seed).isEqualTo(expectedInside);
  }

  /** Returns the value of one key in a packed key. */
  private static @Nullable Long value(KeyLayout layout, long packed, int key) {
    Digit digit = layout.digit(key);
    long number = packed / digit.stride() % (digit.range() + 1 + digit.shift());
    return digit.shift() == 1 && number == 0 ? null : (Long) (number - digit.shift() + digit.min());
  }

  @Test
  void refusesWhatDoesNotFit() {
    assertThat(layout(Long.MIN_VALUE, Long.MAX_VALUE)).isNull();
    assertThat(layout(0, Long.MAX_VALUE)).isNull();
    assertThat(layout(Long.MIN_VALUE, Long.MIN_VALUE + 5)).isNotNull();
    assertThat(
            KeyLayout.of(
                new long[] {0, 0}, new long[] {1L << 31, 1L << 31}, new boolean[] {false, false}))
        .isNull();
    KeyLayout empty = requireNonNull(layout(1, 0));
    assertThat(empty.size()).isEqualTo(1);
  }

  private static @Nullable KeyLayout layout(long min, long max) {
    return KeyLayout.of(new long[] {min}, new long[] {max}, new boolean[] {false});
  }

  @Test
  void packsFlags(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("keys")) {
      KeyLayout layout =
          requireNonNull(KeyLayout.of(new long[] {0}, new long[] {1}, new boolean[] {true}));
      KeyPacker packer = new KeyPacker(layout, scope, 4);
      MemorySegment packed = scope.allocate(32);
      ColumnVector vector = new Vectors(scope).of(DataType.BOOLEAN, true, null, false, true);
      assertThat(packer.pack(new ColumnVector[] {vector}, 4, packed)).isTrue();
      assertThat(LongStream.of(packed.asSlice(0, 32).toArray(ValueLayout.JAVA_LONG)).boxed())
          .extracting(row -> value(layout, row, 0))
          .containsExactly(1L, null, 0L, 1L);
    }
  }

  @Test
  void equalKeysHashAlikeInEveryForm(MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("keys")) {
      Vectors vectors = new Vectors(scope);
      Object[] numbers = {5L, 7L, null, 5L, 260L};
      assertSame(
          scope,
          List.of(
              vectors.of(DataType.INT32, numbers),
              vectors.affine(DataType.INT32, 1, 5, 1, 5L, 7L, null, 5L, 260L),
              vectors.affine(DataType.INT32, 2, 0, 1, numbers),
              vectors.affine(DataType.INT32, 4, -9, 1, numbers),
              vectors.int128s(DataType.INT32, numbers)),
          numbers.length);
      Object[] texts = {"", "a", null, "abcdefgh", "abcdefghi", "ü", "abcd"};
      assertSame(
          scope,
          List.of(
              vectors.of(DataType.VARCHAR, texts),
              vectors.dictionary(DataType.VARCHAR, 1, true, texts),
              vectors.dictionary(DataType.VARCHAR, 4, false, texts)),
          texts.length);
      assertSame(
          scope,
          List.of(
              vectors.of(DataType.FLOAT64, 0.0, Double.NaN),
              vectors.of(DataType.FLOAT64, -0.0, Double.longBitsToDouble(0x7ff8_0000_0000_0001L))),
          2);
      DataType wide = DataType.decimal(38, 0);
      BigDecimal great = new BigDecimal("12345678901234567890123");
      assertSame(
          scope, List.of(vectors.int128s(wide, great, great), vectors.constant(wide, great)), 2);
    }
  }

  private static void assertSame(MemoryScope scope, List<ColumnVector> forms, int rows) {
    KeyHasher hasher = new KeyHasher(1, scope, 16);
    MemorySegment expected = scope.allocate(64);
    MemorySegment actual = scope.allocate(64);
    hasher.hash(new ColumnVector[] {forms.getFirst()}, rows, expected);
    for (ColumnVector form : forms) {
      hasher.hash(new ColumnVector[] {form}, rows, actual);
      assertThat(actual.asSlice(0, 8L * rows).mismatch(expected.asSlice(0, 8L * rows)))
          .as("%s", form)
          .isEqualTo(-1);
    }
    assertThat(expected.get(ValueLayout.JAVA_LONG, 0) == expected.get(ValueLayout.JAVA_LONG, 8))
        .as("the first two differ unless they are equal")
        .isEqualTo(forms.getFirst().getObject(0).equals(forms.getFirst().getObject(1)));
  }
}
