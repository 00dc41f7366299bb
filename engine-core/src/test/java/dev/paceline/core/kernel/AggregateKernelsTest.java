package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.paceline.core.column.Bitmaps;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chosen kernels against their scalar twin. */
@ExtendWith(LedgerExtension.class)
class AggregateKernelsTest {
  private static final AggregateKernels CHOSEN = AggregateKernels.fastest();
  private static final AggregateKernels SCALAR = new ScalarAggregateKernels();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void sumsAndExtremesAgree(int width, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int rows : new int[] {0, 1, 7, 8, 9, 63, 64, 65, 127, 1000, 2047, 2048}) {
        for (int groups = 1; groups <= 8; groups++) {
          Random random = new Random(rows * 10L + groups);
          String what = "rows " + rows + " groups " + groups;
          MemorySegment data = scope.allocate((long) width * rows + 5);
          for (long i = 0; i < data.byteSize(); i++) {
            // Bytes of ones are the extremes; the padding holds garbage too.
            data.set(ValueLayout.JAVA_BYTE, i, random.nextBoolean() ? -1 : (byte) random.nextInt());
          }
          long stride = Bitmaps.bytes(2048);
          MemorySegment masks = scope.allocateZeroed(stride * groups);
          for (int g = 0; g < groups; g++) {
            for (int row = 0; row < rows; row++) {
              if (random.nextInt(g + 1) == 0) {
                Bitmaps.set(masks, g * stride, row);
              }
            }
          }
          long[] expected = new long[8];
          long[] actual = new long[8];
          SCALAR.sums(data, 5, width, rows, masks, stride, groups, expected);
          CHOSEN.sums(data, 5, width, rows, masks, stride, groups, actual);
          assertThat(actual).as(what).isEqualTo(expected);
          long[] expectedExtremes = new long[2];
          long[] actualExtremes = new long[2];
          SCALAR.extremes(data, 5, width, rows, null, 0, expectedExtremes);
          CHOSEN.extremes(data, 5, width, rows, null, 0, actualExtremes);
          assertThat(actualExtremes).as(what).isEqualTo(expectedExtremes);
          long last = (groups - 1) * stride;
          SCALAR.extremes(data, 5, width, rows, masks, last, expectedExtremes);
          CHOSEN.extremes(data, 5, width, rows, masks, last, actualExtremes);
          assertThat(actualExtremes).as(what).isEqualTo(expectedExtremes);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 2047, 2048})
  void doublesAndCodesAgree(int rows, MemoryLedger ledger) {
    try (MemoryScope scope = ledger.openScope("test")) {
      Random random = new Random(rows);
      long stride = Bitmaps.bytes(2048);
      MemorySegment masks = scope.allocateZeroed(stride * 3);
      MemorySegment doubles = scope.allocate(8L * rows);
      for (int row = 0; row < rows; row++) {
        Bitmaps.set(masks, random.nextInt(3) * stride, row);
        doubles.set(ValueLayout.JAVA_DOUBLE, 8L * row, random.nextInt(1000) / 4.0);
      }
      double[] expected = new double[3];
      double[] actual = new double[3];
      SCALAR.sumDoubles(doubles, 0, rows, masks, stride, 3, expected);
      CHOSEN.sumDoubles(doubles, 0, rows, masks, stride, 3, actual);
      assertThat(actual).isEqualTo(expected);
      double[] centers = {-3, 0.5, 1e6};
      SCALAR.squaredDistances(doubles, 0, rows, masks, stride, 3, centers, expected);
      CHOSEN.squaredDistances(doubles, 0, rows, masks, stride, 3, centers, actual);
      for (int g = 0; g < 3; g++) {
        assertThat(actual[g]).isCloseTo(expected[g], within(1e-9 * expected[g]));
      }

      MemorySegment lanes = scope.allocate(rows + 3);
      MemorySegment scalarCodes = scope.allocateZeroed(rows);
      MemorySegment chosenCodes = scope.allocateZeroed(rows);
      for (int bits : new int[] {0, 2, 3}) {
        for (int row = 0; row < rows; row++) {
          lanes.set(ValueLayout.JAVA_BYTE, 3L + row, (byte) random.nextInt(1 << bits));
        }
        SCALAR.append(scalarCodes, rows, bits, lanes, 3);
        CHOSEN.append(chosenCodes, rows, bits, lanes, 3);
      }
      MemorySegment expectedMask = scope.allocateZeroed(stride);
      MemorySegment actualMask = scope.allocateZeroed(stride);
      for (int code = 0; code < 32; code++) {
        SCALAR.match(scalarCodes, rows, (byte) code, expectedMask, 0);
        CHOSEN.match(chosenCodes, rows, (byte) code, actualMask, 0);
        assertThat(actualMask.mismatch(expectedMask)).as("code %s", code).isEqualTo(-1);
      }
    }
  }
}
