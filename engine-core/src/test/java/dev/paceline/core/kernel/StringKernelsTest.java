package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import dev.paceline.core.testing.LedgerExtension;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Both families agree with plain loops. */
@ExtendWith(LedgerExtension.class)
class StringKernelsTest {
  @Test
  void marksAreWhereTheBytesAre(MemoryLedger ledger) {
    Random random = new Random(9);
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment heap = scope.allocate(2000);
      for (int length : new int[] {0, 1, 63, 64, 65, 127, 128, 500, 1000}) {
        for (int wantedCount : new int[] {4, 8, 20}) {
          byte[] wanted = new byte[wantedCount];
          for (int i = 0; i < wantedCount; i++) {
            wanted[i] = (byte) random.nextInt(i % 2 == 0 ? 256 : 4);
          }
          int from = random.nextInt(70);
          for (int i = 0; i < 2000; i++) {
            heap.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(random.nextInt(256) + 1));
          }
          int words = (length + 63) / 64;
          long[] expected = new long[words];
          for (int i = 0; i < length; i++) {
            byte value = heap.get(ValueLayout.JAVA_BYTE, from + i);
            for (byte one : wanted) {
              expected[i / 64] |= one == value ? 1L << i : 0;
            }
          }
          for (StringKernels kernels :
              new StringKernels[] {StringKernels.fastest(), new ScalarStringKernels()}) {
            long[] bits = new long[words];
            Arrays.fill(bits, random.nextLong());
            kernels.mark(heap, from, length, wanted, bits);
            assertThat(bits).as("%d bytes, %s", length, kernels).isEqualTo(expected);
          }
        }
      }
    }
  }

  @Test
  void caseChangesInLettersOnly(MemoryLedger ledger) {
    Random random = new Random(10);
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment heap = scope.allocate(2000);
      MemorySegment target = scope.allocate(2000);
      for (int length : new int[] {0, 1, 7, 8, 63, 64, 65, 129, 1000}) {
        for (boolean ascii : new boolean[] {true, false}) {
          int from = random.nextInt(70);
          int to = random.nextInt(70);
          for (int i = 0; i < 2000; i++) {
            heap.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(128));
          }
          if (!ascii && length > 0) {
            int at = from + random.nextInt(length);
            heap.set(ValueLayout.JAVA_BYTE, at, (byte) (128 + random.nextInt(128)));
          }
          for (char first : new char[] {'a', 'A'}) {
            byte[] expected = new byte[length];
            for (int i = 0; i < length; i++) {
              byte value = heap.get(ValueLayout.JAVA_BYTE, from + i);
              boolean letter = value >= first && value < first + 26;
              expected[i] = (byte) (letter ? value ^ 0x20 : value);
            }
            for (StringKernels kernels :
                new StringKernels[] {StringKernels.fastest(), new ScalarStringKernels()}) {
              target.fill((byte) 1);
              boolean done = kernels.changeCase(heap, from, length, (byte) first, target, to);
              assertThat(done).as("%d bytes, %s", length, kernels).isEqualTo(ascii || length == 0);
              if (done) {
                byte[] found = target.asSlice(to, length).toArray(ValueLayout.JAVA_BYTE);
                assertThat(found).as("%d bytes, %s", length, kernels).isEqualTo(expected);
                assertThat(target.get(ValueLayout.JAVA_BYTE, to + length)).isEqualTo((byte) 1);
              }
            }
          }
        }
      }
    }
  }

  @Test
  void asciiIsKnownByEveryByte(MemoryLedger ledger) {
    Random random = new Random(11);
    try (MemoryScope scope = ledger.openScope("test")) {
      MemorySegment heap = scope.allocate(2000);
      heap.fill((byte) -1);
      for (int length : new int[] {0, 1, 7, 8, 9, 63, 64, 65, 129, 1000}) {
        int from = 1 + random.nextInt(70);
        for (int i = 0; i < length; i++) {
          heap.set(ValueLayout.JAVA_BYTE, from + i, (byte) random.nextInt(128));
        }
        for (StringKernels kernels :
            new StringKernels[] {StringKernels.fastest(), new ScalarStringKernels()}) {
          assertThat(kernels.isAscii(heap, from, length)).as("%d, %s", length, kernels).isTrue();
          for (int at = 0; at < length; at++) {
            byte before = heap.get(ValueLayout.JAVA_BYTE, from + at);
            heap.set(ValueLayout.JAVA_BYTE, from + at, (byte) (128 + random.nextInt(128)));
            assertThat(kernels.isAscii(heap, from, length)).as("%d of %d", at, length).isFalse();
            heap.set(ValueLayout.JAVA_BYTE, from + at, before);
          }
        }
        heap.fill((byte) -1);
      }
    }
  }
}
