package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LedgerExtension.class)
class UnpackKernelsTest {
  private static final long SEED = 2023;
  private static final int ROW = UnpackKernels.ROW_BYTES;
  private static final int[] ROWS = {1, 2, 7, 31, 63, 64};
  private static final UnpackKernels[] TWINS = {UnpackKernels.fastest(), new ScalarUnpackKernels()};

  /** A lane of any width, by its place in memory. */
  private static BigInteger lane(MemorySegment memory, long offset, int width) {
    byte[] bytes = new byte[width];
    for (int i = 0; i < width; i++) {
      bytes[width - 1 - i] = memory.get(ValueLayout.JAVA_BYTE, offset + i);
    }
    return new BigInteger(1, bytes);
  }

  /** Bits of a column of lanes, as they follow each other in the words below each other. */
  private static void pack(
      MemorySegment memory, long offset, int width, int row, int bits, BigInteger number) {
    for (int bit = 0; bit < bits; bit++) {
      int at = row * bits + bit;
      int inWord = at % (8 * width);
      long place = offset + (long) at / (8 * width) * ROW + inWord / 8;
      if (number.testBit(bit)) {
        byte before = memory.get(ValueLayout.JAVA_BYTE, place);
        memory.set(ValueLayout.JAVA_BYTE, place, (byte) (before | 1 << inWord % 8));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void numbersOfAllBitsComeBack(int width, MemoryLedger ledger) {
    Random random = new Random(SEED + width);
    for (int bits = 0; bits <= 8 * width; bits++) {
      for (int rows : ROWS) {
        check(width, bits, rows, false, random, ledger);
        check(width, Math.max(0, bits - 7), rows, true, random, ledger);
      }
    }
  }

  /** Sums stay below 2 to the power of the lane's bits: at most 64 numbers of 7 bits less. */
  private static void check(
      int width, int bits, int rows, boolean sums, Random random, MemoryLedger ledger) {
    int laneBits = 8 * width;
    BigInteger limit = BigInteger.ONE.shiftLeft(laneBits);
    int packedBytes = UnpackKernels.packedBytes(rows, width, bits);
    assertThat(packedBytes).isEqualTo((rows * bits + laneBits - 1) / laneBits * ROW);
    BigInteger base =
        sums
            ? BigInteger.valueOf(random.nextInt(2))
            : limit.subtract(BigInteger.ONE.shiftLeft(bits)).min(new BigInteger(laneBits, random));
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment source = scope.allocate(packedBytes).fill((byte) 0);
      MemorySegment first = scope.allocate(ROW).fill((byte) random.nextInt(2));
      BigInteger[] expected = new BigInteger[rows * ROW / width];
      for (int i = 0; i < expected.length; i++) {
        int row = i * width / ROW;
        int column = i * width % ROW;
        BigInteger number = new BigInteger(bits, random);
        pack(source, column, width, row, bits, number);
        BigInteger above =
            !sums
                ? BigInteger.ZERO
                : row == 0 ? lane(first, column, width) : expected[i - ROW / width];
        expected[i] = number.add(base).add(above).mod(limit);
      }
      for (UnpackKernels kernels : TWINS) {
        // The source ends a row behind the end of the target, as blocks are read.
        long rest = (long) ROW * (rows + 1) - packedBytes;
        long from = ROW + Math.max(0, rest);
        MemorySegment memory = scope.allocate(from + packedBytes + ROW);
        MemorySegment.copy(first, 0, memory, 0, ROW);
        MemorySegment.copy(source, 0, memory, from, packedBytes);
        kernels.unpack(memory, from, rows, width, bits, base.longValue(), sums, memory, ROW);
        BigInteger[] unpacked = new BigInteger[expected.length];
        for (int i = 0; i < expected.length; i++) {
          unpacked[i] = lane(memory, ROW + (long) i * width, width);
        }
        assertThat(unpacked)
            .as(
                "%s, width %d, bits %d, rows %d, sums %s, seed %d",
                kernels, width, bits, rows, sums, SEED)
            .isEqualTo(expected);
      }
    }
  }
}
