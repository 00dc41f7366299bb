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

@ExtendWith(LedgerExtension.class)
class DecodeKernelsTest {
  private static final long SEED = 91;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void shouldWidenLikeTheScalarTwin(int width, MemoryLedger ledger) {
    Random random = new Random(SEED);
    try (MemoryScope scope = ledger.openScope("test")) {
      for (int count : new int[] {0, 1, 3, 7, 8, 9, 63, 64, 65, 2048}) {
        MemorySegment source = scope.allocate(8L * count + 8);
        for (long i = 0; i < source.byteSize(); i++) {
          source.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        long base = random.nextLong();
        long multiplier = random.nextInt(3) - 1L;
        multiplier = multiplier == 0 ? random.nextLong() : multiplier;
        MemorySegment expected = scope.allocateZeroed(8L * count);
        MemorySegment actual = scope.allocateZeroed(8L * count);
        for (long offset : new long[] {0, width, 3L * width}) {
          new ScalarDecodeKernels()
              .widen(source, offset, width, base, multiplier, count, expected, 0);
          DecodeKernels.fastest().widen(source, offset, width, base, multiplier, count, actual, 0);
          assertThat(actual.mismatch(expected)).as("count %d, seed %d", count, SEED).isEqualTo(-1);
        }
      }
    }
  }
}
