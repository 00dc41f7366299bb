package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class CompressKernelsTest {
  private static final long SEED = 815;
  private static final int[] SIZES = {0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 129, 1000, 2048};

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 16})
  void shouldCopySelectedLanesInOrder(int width, MemoryLedger ledger) {
    Random random = new Random(SEED + width);
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int rows : SIZES) {
        for (int round = 0; round < 10; round++) {
          long offset = (long) random.nextInt(70) * width;
          MemorySegment source = scope.allocate(offset + (long) rows * width);
          for (long i = 0; i < source.byteSize(); i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
          }
          MemorySegment selection = CompareKernelsTest.randomBitmap(scope, rows, random);
          for (CompressKernels kernels :
              new CompressKernels[] {CompressKernels.fastest(), new ScalarCompressKernels()}) {
            MemorySegment target = scope.allocate((long) rows * width);
            int count = kernels.compress(source, offset, width, selection, rows, target);
            int expected = 0;
            for (int row = 0; row < rows; row++) {
              if (Bitmaps.get(selection, 0, row)) {
                long from = offset + (long) row * width;
                long to = (long) expected * width;
                assertThat(
                        MemorySegment.mismatch(source, from, from + width, target, to, to + width))
                    .as("row %d of %d, seed %d", row, rows, SEED)
                    .isEqualTo(-1);
                expected++;
              }
            }
            assertThat(count).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void shouldCopyClearAndCountBitsFromAnyBit(MemoryLedger ledger) {
    Random random = new Random(SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int rows : SIZES) {
        for (int round = 0; round < 20; round++) {
          int fromBit = random.nextInt(130);
          MemorySegment source = CompareKernelsTest.randomBitmap(scope, rows + fromBit, random);
          MemorySegment selection = CompareKernelsTest.randomBitmap(scope, rows, random);
          MemorySegment target = scope.allocate(Bitmaps.bytes(rows));
          int count = Bitmaps.compress(source, fromBit, selection, rows, target);
          MemorySegment withoutSet = scope.allocate(Bitmaps.bytes(rows));
          MemorySegment withoutClear = scope.allocate(Bitmaps.bytes(rows));
          MemorySegment.copy(selection, 0, withoutSet, 0, Bitmaps.bytes(rows));
          MemorySegment.copy(selection, 0, withoutClear, 0, Bitmaps.bytes(rows));
          Bitmaps.clearWhereSet(source, fromBit, rows, withoutSet);
          Bitmaps.clearWhereClear(source, fromBit, rows, withoutClear);
          int expected = 0;
          for (int row = 0; row < rows; row++) {
            boolean bit = Bitmaps.get(source, 0, fromBit + row);
            boolean selected = Bitmaps.get(selection, 0, row);
            assertThat(Bitmaps.get(withoutSet, 0, row)).isEqualTo(selected && !bit);
            assertThat(Bitmaps.get(withoutClear, 0, row)).isEqualTo(selected && bit);
            if (selected) {
              assertThat(Bitmaps.get(target, 0, expected++))
                  .as("row %d of %d from bit %d, seed %d", row, rows, fromBit, SEED)
                  .isEqualTo(bit);
            }
          }
          assertThat(count).isEqualTo(expected);
        }
      }
    }
  }
}
