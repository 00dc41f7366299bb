package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class CompareKernelsTest {
  private static final long SEED = 4711;
  private static final int[] SIZES = {0, 1, 3, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000, 2048};
  private static final CompareKernels[] TWINS = {
    CompareKernels.fastest(), new ScalarCompareKernels()
  };

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void shouldKeepExactlyTheRowsInRange(int width, MemoryLedger ledger) {
    Random random = new Random(SEED + width);
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int rows : SIZES) {
        for (int round = 0; round < 20; round++) {
          long skip = random.nextInt(70);
          MemorySegment lanes = scope.allocate((rows + skip) * width);
          for (int i = 0; i < rows; i++) {
            put(lanes, width, skip + i, random.nextInt(4) == 0 ? edge(random) : random.nextLong());
          }
          BigInteger[] bounds = {value(random, width), value(random, width)};
          BigInteger low = bounds[0].min(bounds[1]);
          BigInteger high = bounds[0].max(bounds[1]);
          MemorySegment before = randomBitmap(scope, rows, random);
          for (CompareKernels kernels : TWINS) {
            MemorySegment bitmap = scope.allocate(Bitmaps.bytes(rows));
            MemorySegment.copy(before, 0, bitmap, 0, Bitmaps.bytes(rows));
            kernels.narrow(
                lanes, skip * width, width, rows, low.longValue(), high.longValue(), bitmap);
            for (int i = 0; i < rows; i++) {
              BigInteger lane = lane(lanes, width, skip + i);
              boolean in = lane.compareTo(low) >= 0 && lane.compareTo(high) <= 0;
              assertThat(Bitmaps.get(bitmap, 0, i))
                  .as(
                      "%s, row %d of %d, %s in [%s, %s], seed %d",
                      kernels, i, rows, lane, low, high, SEED)
                  .isEqualTo(in && Bitmaps.get(before, 0, i));
            }
          }
        }
      }
    }
  }

  @Test
  void shouldCompareDoublesAsSqlDoes(MemoryLedger ledger) {
    double[] values = {
      Double.NaN,
      Double.NEGATIVE_INFINITY,
      Double.POSITIVE_INFINITY,
      -0.0,
      0.0,
      1,
      -1,
      1.5,
      Double.MIN_VALUE,
      Double.MAX_VALUE,
      -Double.MAX_VALUE
    };
    Random random = new Random(SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int rows : SIZES) {
        MemorySegment lanes = scope.allocate(8L * rows);
        for (int i = 0; i < rows; i++) {
          lanes.setAtIndex(ValueLayout.JAVA_DOUBLE, i, values[random.nextInt(values.length)]);
        }
        for (double low : values) {
          for (double high : values) {
            for (boolean nan : new boolean[] {false, true}) {
              for (CompareKernels kernels : TWINS) {
                MemorySegment bitmap = scope.allocate(Bitmaps.bytes(rows));
                Bitmaps.fill(bitmap, 0, rows);
                kernels.narrowDoubles(lanes, 0, rows, low, high, nan, bitmap);
                for (int i = 0; i < rows; i++) {
                  double lane = lanes.getAtIndex(ValueLayout.JAVA_DOUBLE, i);
                  assertThat(Bitmaps.get(bitmap, 0, i))
                      .as("%s in [%s, %s], NaN %s", lane, low, high, nan)
                      .isEqualTo(lane >= low && lane <= high || nan && Double.isNaN(lane));
                }
              }
            }
          }
        }
        scope.release(lanes);
      }
    }
  }

  private static long edge(Random random) {
    long[] edges = {
      0,
      1,
      127,
      128,
      255,
      32767,
      32768,
      65535,
      Integer.MAX_VALUE,
      1L << 31,
      -1,
      Long.MIN_VALUE,
      Long.MAX_VALUE
    };
    return edges[random.nextInt(edges.length)];
  }

  private static BigInteger value(Random random, int width) {
    long value = random.nextBoolean() ? edge(random) : random.nextLong();
    return width == 8
        ? BigInteger.valueOf(value)
        : BigInteger.valueOf(value & (1L << (8 * width)) - 1);
  }

  private static void put(MemorySegment lanes, int width, long index, long value) {
    switch (width) {
      case 1 -> lanes.set(ValueLayout.JAVA_BYTE, index, (byte) value);
      case 2 -> lanes.set(ValueLayout.JAVA_SHORT, index * 2, (short) value);
      case 4 -> lanes.set(ValueLayout.JAVA_INT, index * 4, (int) value);
      default -> lanes.set(ValueLayout.JAVA_LONG, index * 8, value);
    }
  }

  private static BigInteger lane(MemorySegment lanes, int width, long index) {
    return BigInteger.valueOf(
        switch (width) {
          case 1 -> lanes.get(ValueLayout.JAVA_BYTE, index) & 0xff;
          case 2 -> lanes.get(ValueLayout.JAVA_SHORT, index * 2) & 0xffff;
          case 4 -> lanes.get(ValueLayout.JAVA_INT, index * 4) & 0xffff_ffffL;
          default -> lanes.get(ValueLayout.JAVA_LONG, index * 8);
        });
  }

  static MemorySegment randomBitmap(MemoryScope scope, int rows, Random random) {
    MemorySegment bitmap = scope.allocate(Bitmaps.bytes(rows));
    int kind = random.nextInt(3);
    for (int row = 0; row < rows; row += 64) {
      long word = kind == 0 ? -1 : kind == 1 ? random.nextLong() : 1L << random.nextInt(64);
      bitmap.set(ValueLayout.JAVA_LONG, row >>> 3, random.nextInt(5) == 0 ? 0 : word);
    }
    return bitmap;
  }
}
