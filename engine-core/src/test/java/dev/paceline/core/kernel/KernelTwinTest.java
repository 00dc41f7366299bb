package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kernels that serve here against the plain loops. */
@ExtendWith(LedgerExtension.class)
class KernelTwinTest {
  private static final long SEED = 77;

  /** One kernel, writing to a target; gives what it tells besides. */
  private interface Kernel<T> {
    boolean run(
        T kernels, MemorySegment a, long aOffset, MemorySegment b, int count, MemorySegment target);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 8, 9, 63, 64, 65, 128, 2048})
  void shouldComputeTheSame(int count, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      Random random = new Random(SEED + count);
      for (int bits : new int[] {31, 64}) {
        MemorySegment a = numbers(scope, count + 1, bits, random);
        MemorySegment b = numbers(scope, count + 1, bits, random);
        MemorySegment mask = numbers(scope, count / 64 + 1, 64, random);
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.addLongs(x, o, y, 0, n, t)));
        arithmetic(
            scope,
            a,
            b,
            count,
            (k, x, o, y, n, t) -> done(() -> k.subtractLongs(x, o, y, 0, n, t)));
        arithmetic(
            scope,
            a,
            b,
            count,
            (k, x, o, y, n, t) -> done(() -> k.multiplyLongs(x, o, y, 0, n, t)));
        arithmetic(scope, a, b, count, (k, x, o, y, n, t) -> k.addLongsChecked(x, o, y, 0, n, t));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> k.subtractLongsChecked(x, o, y, 0, n, t));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> k.multiplyLongsChecked(x, o, y, 0, n, t));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> k.anyOutside(x, o, n, -(1L << 32), 1L << 32));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.addDoubles(x, o, y, 0, n, t)));
        arithmetic(
            scope,
            a,
            b,
            count,
            (k, x, o, y, n, t) -> done(() -> k.subtractDoubles(x, o, y, 0, n, t)));
        arithmetic(
            scope,
            a,
            b,
            count,
            (k, x, o, y, n, t) -> done(() -> k.multiplyDoubles(x, o, y, 0, n, t)));
        arithmetic(scope, a, b, count, (k, x, o, y, n, t) -> k.divideDoubles(x, o, y, 0, n, t));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.blendLongs(mask, x, o, n, t)));
        arithmetic(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.blendLong(mask, 42, n, t)));
        arithmetic(
            scope,
            a,
            b,
            count,
            (k, x, o, y, n, t) -> done(() -> k.blendByte(mask, (byte) 42, n, t)));
        for (int width : new int[] {1, 2, 4, 8}) {
          for (int other : new int[] {1, 2, 4, 8}) {
            arithmetic(
                scope,
                a,
                b,
                count,
                (k, x, o, y, n, t) ->
                    done(
                        () ->
                            k.multiplyCodes(
                                x, o, width, 5, -3, y, 1, other, 100, -1, false, n, t)));
            arithmetic(
                scope,
                a,
                b,
                count,
                (k, x, o, y, n, t) ->
                    done(
                        () ->
                            k.multiplyCodes(x, o, width, 5, 1, y, 1, other, 100, -1, false, n, t)));
            boolean small = width < 8 && other < 8;
            arithmetic(
                scope,
                a,
                b,
                count,
                (k, x, o, y, n, t) ->
                    done(() -> k.multiplyCodes(x, o, width, 0, 1, y, 1, other, 0, 1, small, n, t)));
          }
        }
        relation(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.equalLongs(x, o, y, 0, n, t)));
        relation(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.lessLongs(x, o, y, 0, n, t)));
        relation(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.equalDoubles(x, o, y, 0, n, t)));
        relation(
            scope, a, b, count, (k, x, o, y, n, t) -> done(() -> k.lessDoubles(x, o, y, 0, n, t)));
        for (int width : new int[] {1, 2, 4, 8}) {
          long high = width == 8 ? Long.MAX_VALUE : (1L << 8 * width) - 1;
          relation(
              scope,
              a,
              b,
              count,
              (k, x, o, y, n, t) -> done(() -> k.inRange(x, o, width, high / 3, high, n, t)));
          relation(
              scope,
              a,
              b,
              count,
              (k, x, o, y, n, t) -> done(() -> k.inRange(x, o, width, 0, high / 2, n, t)));
        }
      }
    }
  }

  private static boolean done(Runnable kernel) {
    kernel.run();
    return false;
  }

  private static MemorySegment numbers(MemoryScope scope, int count, int bits, Random random) {
    MemorySegment segment = scope.allocateZeroed(8L * count + 8);
    for (int i = 0; i < count; i++) {
      long value = random.nextLong() >> (64 - bits);
      long chosen =
          switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1 -> bits == 64 ? Long.MIN_VALUE : value;
            case 2 -> Double.doubleToRawLongBits(Double.NaN) >> (64 - bits);
            default -> value;
          };
      segment.set(ValueLayout.JAVA_LONG, 8L * i, chosen);
    }
    return segment;
  }

  private static void arithmetic(
      MemoryScope scope,
      MemorySegment a,
      MemorySegment b,
      int count,
      Kernel<ArithmeticKernels> kernel) {
    for (long offset : new long[] {0, 1}) {
      MemorySegment expected = scope.allocateZeroed(8L * count);
      MemorySegment actual = scope.allocateZeroed(8L * count);
      boolean told = kernel.run(new ScalarArithmeticKernels(), a, offset, b, count, expected);
      assertThat(kernel.run(ArithmeticKernels.fastest(), a, offset, b, count, actual))
          .as("%d rows, seed %d", count, SEED + count)
          .isEqualTo(told);
      // Products and sums of NaNs may differ in sign and payload: compare what is a number.
      for (int i = 0; i < expected.byteSize() / 8; i++) {
        long x = expected.get(ValueLayout.JAVA_LONG, 8L * i);
        long y = actual.get(ValueLayout.JAVA_LONG, 8L * i);
        boolean nans =
            Double.isNaN(Double.longBitsToDouble(x)) && Double.isNaN(Double.longBitsToDouble(y));
        if (x != y && !nans) {
          assertThat(y).as("row %d of %d, seed %d", i, count, SEED + count).isEqualTo(x);
        }
      }
    }
  }

  private static void relation(
      MemoryScope scope,
      MemorySegment a,
      MemorySegment b,
      int count,
      Kernel<RelationKernels> kernel) {
    for (long offset : new long[] {0, 1}) {
      MemorySegment expected = scope.allocateZeroed(count / 8 + 8);
      MemorySegment actual = scope.allocateZeroed(count / 8 + 8);
      kernel.run(new ScalarRelationKernels(), a, offset, b, count, expected);
      kernel.run(RelationKernels.fastest(), a, offset, b, count, actual);
      for (int word = 0; word << 6 < count; word++) {
        int rest = count - (word << 6);
        long valid = rest >= 64 ? -1L : (1L << rest) - 1;
        assertThat(actual.get(ValueLayout.JAVA_LONG, 8L * word) & valid)
            .as("word %d of %d rows, seed %d", word, count, SEED + count)
            .isEqualTo(expected.get(ValueLayout.JAVA_LONG, 8L * word) & valid);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 40})
  void shouldFindTheSamePlaces(int length, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      Random random = new Random(SEED + length);
      MemorySegment heap = scope.allocateZeroed(500);
      for (int i = 0; i < 500; i++) {
        heap.set(ValueLayout.JAVA_BYTE, i, (byte) (random.nextInt(20) == 0 ? 'b' : 'a'));
      }
      MemorySegment tight = heap.asSlice(0, 500);
      for (int trial = 0; trial < 500; trial++) {
        byte[] needle = new byte[length];
        int place = random.nextInt(500 - length);
        for (int i = 0; i < length; i++) {
          needle[i] =
              trial % 2 == 0
                  ? heap.get(ValueLayout.JAVA_BYTE, place + i)
                  : (byte) (random.nextInt(9) == 0 ? 'b' : 'a');
        }
        long from = random.nextInt(400);
        long to = from + random.nextInt((int) (501 - from));
        long expected = new ScalarStringKernels().indexOf(heap, from, to, needle);
        assertThat(StringKernels.fastest().indexOf(heap, from, to, needle))
            .as("from %d to %d, seed %d", from, to, SEED + length)
            .isEqualTo(expected);
        assertThat(StringKernels.fastest().indexOf(tight, from, to, needle)).isEqualTo(expected);
      }
    }
  }
}
