package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.kernel.FilterKernels.BitmapSet;
import dev.paceline.core.kernel.FilterKernels.BloomSet;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LedgerExtension.class)
class FilterKernelsTest {
  private static final long SEED = 4711;
  private static final int[] SIZES = {1, 15, 16, 17, 63, 64, 65, 128, 1000, 2048};

  /** Lanes from 0 to {@code lanes}, values from base on; a set of every few values from min on. */
  @ParameterizedTest
  @CsvSource({
    "1, 256, 0, 1, 0, 255",
    "1, 256, -100, 1, -20, 90",
    "2, 65536, 7, 1, 5, 70000",
    "2, 65536, 7, 3, 100, 5000",
    "2, 65536, 7, -3, -100000, 100100",
    "4, 200000, 1, 1, 1, 200000",
    "4, 4294967296, 0, 1, 1000, 4000000",
    "4, 4294967296, -4294967296, 1, -4294960000, 9000",
    "4, 4294967296, 0, 4096, 0, 60000000",
    "4, 1000, 9223372036854774000, 1, 9223372036854774500, 1000",
    "4, 1000, 9223372036854774000, 1, -9223372036854775808, 1000",
    "4, 1000, -9223372036854775808, 1, 0, 1000",
    "4, 1000, 5, 1, 1000000, 10",
    "4, 200000, 1, 1, 1, 100000000",
    "8, 200000, 0, 1, 50, 150000"
  })
  void shouldKeepTheRowsWhoseValuesAreInTheSet(
      int width,
      long lanes,
      long base,
      long multiplier,
      long min,
      long range,
      MemoryLedger ledger) {
    Random random = new Random(SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      Set<Long> values = new HashSet<>();
      BitmapSet set = new BitmapSet(min, range, scope.allocateZeroed((range >>> 6 << 3) + 8));
      for (long value = 0; value <= range; value += 1 + random.nextInt(1 + (int) (range / 500))) {
        values.add(min + value);
      }
      values.add(min + range);
      long[] added = values.stream().mapToLong(Long::longValue).toArray();
      for (int i = 0; i < added.length / 2; i++) {
        set.add(added[i]);
      }
      MemorySegment rest = scope.allocate(8L * added.length);
      for (int i = added.length / 2; i < added.length; i++) {
        rest.setAtIndex(ValueLayout.JAVA_LONG, i - added.length / 2, added[i]);
      }
      set.addAll(rest, added.length - added.length / 2);
      for (int rows : SIZES) {
        for (double share : new double[] {0, 0.02, 0.2, 1}) {
          check(width, lanes, base, multiplier, set.complete(), values, rows, share, scope, random);
        }
      }
    }
  }

  private static void check(
      int width,
      long lanes,
      long base,
      long multiplier,
      BitmapSet set,
      Set<Long> values,
      int rows,
      double share,
      MemoryScope scope,
      Random random) {
    long offset = (long) random.nextInt(70) * width;
    MemorySegment data = scope.allocate(offset + (long) rows * width);
    MemorySegment wanted = scope.allocateZeroed(Bitmaps.bytes(rows));
    long[] lane = new long[rows];
    for (int row = 0; row < rows; row++) {
      lane[row] =
          random.nextBoolean() ? near(set, base, multiplier, lanes, random) : any(lanes, random);
      long at = offset + (long) row * width;
      switch (width) {
        case 1 -> data.set(ValueLayout.JAVA_BYTE, at, (byte) lane[row]);
        case 2 -> data.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) lane[row]);
        case 4 -> data.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) lane[row]);
        default -> data.set(ValueLayout.JAVA_LONG_UNALIGNED, at, lane[row]);
      }
      if (random.nextDouble() < share) {
        Bitmaps.set(wanted, 0, row);
      }
    }
    for (FilterKernels kernels :
        new FilterKernels[] {FilterKernels.fastest(), new ScalarFilterKernels()}) {
      MemorySegment bitmap = scope.allocate(Bitmaps.bytes(rows));
      MemorySegment.copy(wanted, 0, bitmap, 0, Bitmaps.bytes(rows));
      kernels.narrow(data, offset, width, base, multiplier, rows, set, bitmap);
      for (int row = 0; row < rows; row++) {
        BigInteger value =
            BigInteger.valueOf(multiplier)
                .multiply(BigInteger.valueOf(lane[row]))
                .add(BigInteger.valueOf(base));
        boolean contained = value.bitLength() < 64 && values.contains(value.longValue());
        assertThat(Bitmaps.get(bitmap, 0, row))
            .as("%s: row %d of %d, value %s, seed %d", kernels, row, rows, value, SEED)
            .isEqualTo(contained && Bitmaps.get(wanted, 0, row));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 200, 5, 1", "2, 60000, -7, 3", "4, 4000000000, 0, -1", "8, 1000000, 9, 1"})
  void shouldKeepTheRowsWhoseValuesMayBeInTheSet(
      int width, long lanes, long base, long multiplier, MemoryLedger ledger) {
    Random random = new Random(SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      BloomSet set = new BloomSet(scope.allocateZeroed(8 * BloomSet.words(50)), BloomSet.words(50));
      for (int i = 0; i < 50; i++) {
        set.add(base + multiplier * any(lanes, random));
      }
      for (int rows : SIZES) {
        MemorySegment data = scope.allocate((long) rows * width);
        MemorySegment bitmap = scope.allocateZeroed(Bitmaps.bytes(rows));
        boolean[] expected = new boolean[rows];
        for (int row = 0; row < rows; row++) {
          long lane = any(lanes, random);
          for (int i = 0; i < width; i++) {
            data.set(ValueLayout.JAVA_BYTE, (long) row * width + i, (byte) (lane >>> 8 * i));
          }
          if (random.nextBoolean()) {
            Bitmaps.set(bitmap, 0, row);
            expected[row] = set.mayContain(base + multiplier * lane);
          }
        }
        FilterKernels.fastest().narrow(data, 0, width, base, multiplier, rows, set, bitmap);
        for (int row = 0; row < rows; row++) {
          assertThat(Bitmaps.get(bitmap, 0, row))
              .as("row %d of %d", row, rows)
              .isEqualTo(expected[row]);
        }
      }
    }
  }

  private static long any(long lanes, Random random) {
    return Math.floorMod(random.nextLong(), lanes);
  }

  /** A lane whose value is about where the set begins or ends. */
  private static long near(BitmapSet set, long base, long multiplier, long lanes, Random random) {
    long edge = random.nextBoolean() ? set.min() : set.min() + set.range();
    long lane = (edge - base) / multiplier + random.nextInt(7) - 3;
    return Math.min(Math.max(lane, 0), lanes - 1);
  }
}
