package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(LedgerExtension.class)
class RunKernelsTest {
  private static final long SEED = 4711;
  private static final int[] SIZES = {1, 2, 3, 15, 16, 17, 63, 64, 65, 66, 127, 128, 129, 2048};

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "4,1", "8,1", "1,4", "2,4", "4,4", "8,4", "1,900", "4,900"})
  void shouldFindRunsAndAddThemUp(int width, int meanLength, MemoryLedger ledger) {
    Random random = new Random(SEED + width * 1000L + meanLength);
    for (int rows : SIZES) {
      for (int round = 0; round < 10; round++) {
        try (MemoryScope scope = ledger.openScope("test")) {
          check(random, rows, width, meanLength, scope);
        }
      }
    }
  }

  private static void check(Random random, int rows, int width, int meanLength, MemoryScope scope) {
    long offset = (long) random.nextInt(70) * width;
    MemorySegment keys = scope.allocate(offset + (long) rows * width);
    MemorySegment codes = scope.allocate(offset + (long) rows * width);
    long[] values = new long[rows];
    List<Integer> lastRows = new ArrayList<>(List.of(-1));
    long key = random.nextLong();
    for (int row = 0; row < rows; row++) {
      if (row > 0 && random.nextInt(meanLength) == 0) {
        lastRows.add(row - 1);
        key += 1 + random.nextInt(3);
      }
      put(keys, offset, width, row, key);
      values[row] = put(codes, offset, width, row, random.nextLong());
    }
    lastRows.add(rows - 1);
    int runs = lastRows.size() - 1;
    long base = random.nextLong();
    long multiplier = random.nextLong();
    for (RunKernels kernels : new RunKernels[] {RunKernels.fastest(), new ScalarRunKernels()}) {
      MemorySegment found = scope.allocate(4L * (rows + 1));
      assertThat(kernels.find(keys, offset, width, rows, found))
          .as("runs of %d rows, seed %d", rows, SEED)
          .isEqualTo(runs);
      MemorySegment ids = scope.allocate(4L * rows);
      MemorySegment counts = scope.allocateZeroed(4L * (runs + 2));
      MemorySegment sums = scope.allocateZeroed(8L * (runs + 2));
      sums.set(ValueLayout.JAVA_LONG, 8, 77);
      MemorySegment scratch = scope.allocate(8L * rows);
      kernels.number(found, runs, ids);
      kernels.count(found, runs, counts);
      kernels.add(codes, offset, width, base, multiplier, rows, found, runs, scratch, sums);
      for (int run = 1; run <= runs; run++) {
        assertThat(found.get(ValueLayout.JAVA_INT, 4L * run)).isEqualTo(lastRows.get(run));
        long sum = run == 1 ? 77 : 0;
        for (int row = lastRows.get(run - 1) + 1; row <= lastRows.get(run); row++) {
          sum += base + multiplier * values[row];
          assertThat(ids.get(ValueLayout.JAVA_INT, 4L * row)).isEqualTo(run);
        }
        assertThat(sums.get(ValueLayout.JAVA_LONG, 8L * run))
            .as("run %d of %d, %d rows, seed %d", run, runs, rows, SEED)
            .isEqualTo(sum);
        assertThat(counts.get(ValueLayout.JAVA_INT, 4L * run))
            .isEqualTo(lastRows.get(run) - lastRows.get(run - 1));
      }
      assertThat(found.get(ValueLayout.JAVA_INT, 0)).isEqualTo(-1);
      assertThat(sums.get(ValueLayout.JAVA_LONG, 8L * (runs + 1))).isZero();
    }
  }

  /** Writes a code; returns what it stands for. */
  private static long put(MemorySegment codes, long offset, int width, int row, long value) {
    long at = offset + (long) row * width;
    return switch (width) {
      case 1 -> {
        codes.set(ValueLayout.JAVA_BYTE, at, (byte) value);
        yield value & 0xff;
      }
      case 2 -> {
        codes.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
        yield value & 0xffff;
      }
      case 4 -> {
        codes.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
        yield value & 0xffff_ffffL;
      }
      default -> {
        codes.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        yield value;
      }
    };
  }
}
