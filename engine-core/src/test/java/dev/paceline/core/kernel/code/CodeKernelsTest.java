package dev.paceline.core.kernel.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.simd.SimdCodeKernels;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Codes are the digits of one large number. */
class CodeKernelsTest {
  private static final List<CodeKernels> KERNELS =
      List.of(new ScalarCodeKernels(), new SimdCodeKernels());

  @Test
  void unpacksAllNumbersOfBits() {
    Random random = new Random(9);
    for (int bits = 0; bits <= CodeKernels.MOST_BITS; bits++) {
      for (int round = 0; round < 40; round++) {
        int count = random.nextInt(90);
        int firstBit = random.nextInt(3) == 0 ? 0 : random.nextInt(70);
        int offset = random.nextInt(3);
        int[] codes = new int[offset + count + 1];
        BigInteger number = BigInteger.ZERO;
        for (int i = count - 1; i >= 0; i--) {
          long code = random.nextLong() & (1L << bits) - 1;
          codes[offset + i] = (int) code;
          number = number.shiftLeft(bits).or(BigInteger.valueOf(code));
        }
        byte[] packed = bytes(number.shiftLeft(firstBit), firstBit + count * bits);
        for (CodeKernels kernels : KERNELS) {
          int[] target = new int[codes.length];
          kernels.unpack(packed, firstBit, bits, target, offset, count);
          assertThat(target).as("%d bits", bits).isEqualTo(codes);
        }
      }
    }
  }

  /** The lowest byte first; other bits and the spare bytes are random. */
  private static byte[] bytes(BigInteger number, int bits) {
    int length = (bits + 7) / Byte.SIZE;
    byte[] packed = new byte[length + CodeKernels.SPARE_BYTES];
    Arrays.fill(packed, (byte) -1);
    byte[] digits = number.toByteArray();
    for (int i = 0; i < length; i++) {
      int at = digits.length - 1 - i;
      packed[i] = at >= 0 ? digits[at] : 0;
    }
    return packed;
  }
}
