package dev.paceline.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.kernel.tier.KernelState;
import dev.paceline.core.kernel.tier.KernelTier;
import dev.paceline.core.memory.MemoryLedger;
import dev.paceline.core.memory.MemoryScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The change from scalar to SIMD kernels, in JVMs of their own because it happens once. */
class KernelTierTest {
  private static final String EXPORT = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";
  private static final String TIERED = "-Dpaceline.simd=tiered";

  /** Compares all rows of a family's results, call by call, until SIMD kernels have served. */
  static final class Probe {
    private static final int ROWS = 1000;
    private static final int CALLS_AFTER = 1000;

    private Probe() {}

    public static void main(String[] arguments) throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(arguments[0]));
      CompareKernels scalar = new ScalarCompareKernels();
      int simdCalls = 0;
      try (MemoryLedger ledger = new MemoryLedger(1 << 20);
          MemoryScope scope = ledger.openScope("probe")) {
        MemorySegment lanes = scope.allocate(ROWS * 2L);
        Random random = new Random(5);
        for (int i = 0; i < ROWS; i++) {
          lanes.setAtIndex(ValueLayout.JAVA_SHORT, i, (short) random.nextInt());
        }
        MemorySegment expected = scope.allocate(ROWS);
        MemorySegment actual = scope.allocate(ROWS);
        while (simdCalls < CALLS_AFTER && System.nanoTime() - end < 0) {
          int low = random.nextInt(1 << 16);
          int high = low + random.nextInt((1 << 16) - low);
          expected.fill((byte) -1);
          actual.fill((byte) -1);
          scalar.narrowShorts(lanes, 0, ROWS, low, high, expected);
          CompareKernels kernels = CompareKernels.current();
          kernels.narrowShorts(lanes, 0, ROWS, low, high, actual);
          if (expected.mismatch(actual) >= 0 && expected.mismatch(actual) < ROWS / Byte.SIZE) {
            throw new IllegalStateException("wrong bits from " + kernels.getClass());
          }
          simdCalls += kernels.getClass() == ScalarCompareKernels.class ? 0 : 1;
        }
      }
      for (KernelTier<?> tier : KernelTier.all()) {
        System.out.println(tier.name() + " " + tier.state() + " " + (simdCalls > 0));
      }
    }
  }

  @Test
  void simdKernelsServeWhenTheyAreCompiled() throws Exception {
    assertThat(ChildJvm.output(Probe.class, new String[] {EXPORT, TIERED}, "300"))
        .isEqualTo("compare " + KernelState.SIMD + " true\n");
  }

  @Test
  void scalarKernelsServeForGoodWhereTheJitCompilesNoVectors() throws Exception {
    assertThat(
            ChildJvm.output(
                Probe.class, new String[] {EXPORT, TIERED, "-XX:TieredStopAtLevel=1"}, "1"))
        .startsWith("compare ")
        .doesNotContain(KernelState.SIMD + " ")
        .endsWith(" false\n");
  }

  @Test
  void simdKernelsServeFromTheStartIfTheOptionSaysSo() throws Exception {
    assertThat(ChildJvm.output(Probe.class, new String[] {EXPORT, "-Dpaceline.simd=on"}, "60"))
        .isEqualTo("compare " + KernelState.SIMD + " true\n");
    assertThat(ChildJvm.output(Probe.class, new String[] {EXPORT, "-Dpaceline.simd=off"}, "1"))
        .isEqualTo("compare " + KernelState.SCALAR + " false\n");
  }
}
