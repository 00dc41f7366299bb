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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class LaneKernelsTest {
  private static final long SEED = 17;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void shouldEncodeQuotients(int width, MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int count : new int[] {0, 1, 255, 256, 257, 2047, 2048, 2049, 5000}) {
      for (long divisor : new long[] {1, 2, 3, 100, 3600_000, 86_400_000L << 4}) {
        try (MemoryScope scope = ledger.openScope("test")) {
          long base = random.nextLong() >> 20;
          long[] codes = new long[count];
          MemorySegment lanes = scope.allocate(8L * count);
          for (int i = 0; i < count; i++) {
            codes[i] = random.nextLong() >>> Long.SIZE - 8 * width;
            lanes.set(ValueLayout.JAVA_LONG, 8L * i, base + divisor * codes[i]);
          }
          int shift = Long.numberOfTrailingZeros(divisor);
          int factor = 1;
          while ((int) (divisor >>> shift) * factor != 1) {
            factor *= 2 - (int) (divisor >>> shift) * factor;
          }
          int offset = 3;
          MemorySegment target = scope.allocateZeroed((long) width * count + offset);
          LaneKernels.encodeQuotients(lanes, count, base, shift, factor, width, target, offset);
          for (int i = 0; i < count; i++) {
            long at = offset + (long) i * width;
            long code =
                switch (width) {
                  case 1 -> target.get(ValueLayout.JAVA_BYTE, at) & 0xffL;
                  case 2 -> target.get(ValueLayout.JAVA_SHORT_UNALIGNED, at) & 0xffffL;
                  default -> target.get(ValueLayout.JAVA_INT_UNALIGNED, at) & 0xffff_ffffL;
                };
            assertThat(code)
                .as("row %d, divisor %d, seed %d", i, divisor, SEED)
                .isEqualTo(codes[i]);
          }
          assertThat(target.get(ValueLayout.JAVA_BYTE, (long) width * count + offset)).isZero();
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "4, 1", "4, 2", "4, 4", "4, 8", "4, 16", "8, 1", "8, 2", "8, 4", "8, 8", "8, 16", "16, 1",
    "16, 2", "16, 4", "16, 8", "16, 16"
  })
  void shouldEncode(int width, int targetWidth, MemoryLedger ledger) {
    Random random = new Random(SEED);
    for (int count : new int[] {0, 1, 255, 256, 257, 2047, 2048, 2049, 5000}) {
      try (MemoryScope scope = ledger.openScope("test")) {
        int bits = 8 * Math.min(8, targetWidth);
        long base = targetWidth == 16 ? 0 : -random.nextInt(1000);
        long[] values = new long[count];
        MemorySegment lanes = scope.allocate((long) width * count);
        for (int i = 0; i < count; i++) {
          long code = random.nextLong() >>> Long.SIZE - bits;
          values[i] = width == 4 ? (int) (base + code) : base + code;
          if (width == 4) {
            lanes.set(ValueLayout.JAVA_INT, 4L * i, (int) values[i]);
          } else {
            lanes.set(ValueLayout.JAVA_LONG, (long) width * i, values[i]);
          }
          if (width == 16) {
            lanes.set(ValueLayout.JAVA_LONG, 16L * i + 8, values[i] >> 63);
          }
        }
        int offset = 16;
        MemorySegment target = scope.allocateZeroed((long) targetWidth * count + offset + 1);
        LaneKernels.encode(lanes, width, count, base, targetWidth, target, offset);
        for (int i = 0; i < count; i++) {
          long at = offset + (long) i * targetWidth;
          long expected = values[i] - base;
          switch (targetWidth) {
            case 1 -> assertThat(target.get(ValueLayout.JAVA_BYTE, at)).isEqualTo((byte) expected);
            case 2 ->
                assertThat(target.get(ValueLayout.JAVA_SHORT, at)).isEqualTo((short) expected);
            case 4 -> assertThat(target.get(ValueLayout.JAVA_INT, at)).isEqualTo((int) expected);
            default -> assertThat(target.get(ValueLayout.JAVA_LONG, at)).isEqualTo(expected);
          }
          if (targetWidth == 16) {
            assertThat(target.get(ValueLayout.JAVA_LONG, at + 8)).isEqualTo(expected >> 63);
          }
        }
        long end = (long) targetWidth * count + offset;
        assertThat(target.get(ValueLayout.JAVA_BYTE, end)).isZero();
      }
    }
  }
}
