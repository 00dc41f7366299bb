package dev.paceline.core.sched;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.sched.policy.StridePolicy;
import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What the system itself says of threads that were pinned. */
@EnabledOnOs(OS.LINUX)
class ProcessorAffinityTest {
  @Test
  void aThreadIsPinnedToOneOfItsProcessorsAndBack() throws InterruptedException {
    ProcessorAffinity affinity = ProcessorAffinity.open();
    BitSet all = affinity.read();
    assertThat(all.cardinality()).isBetween(1, Runtime.getRuntime().availableProcessors());
    BitSet[] pinned = new BitSet[all.cardinality() + 1];
    BitSet[] after = new BitSet[1];
    Thread thread =
        new Thread(
            () -> {
              for (int i = 0; i < pinned.length; i++) {
                affinity.pin(i);
                pinned[i] = affinity.read();
              }
              affinity.unpin();
              after[0] = affinity.read();
            });
    thread.start();
    thread.join();
    BitSet union = new BitSet();
    for (BitSet one : pinned) {
      assertThat(one.cardinality()).isOne();
      union.or(one);
    }
    assertThat(union).isEqualTo(all);
    assertThat(pinned[pinned.length - 1]).as("it wraps around").isEqualTo(pinned[0]);
    assertThat(after[0]).isEqualTo(all);
    assertThat(affinity.read()).as("of this thread").isEqualTo(all);
  }

  @Test
  void workersArePinnedWhileTheyShouldBe() {
    try (WorkerPool pool = new WorkerPool(2, new StridePolicy(), () -> {})) {
      assertThat(pool.arePinned()).isFalse();
      pool.setPinned(true);
      assertThat(pool.arePinned()).isTrue();
      pool.setPinned(false);
      assertThat(pool.arePinned()).isFalse();
    }
  }
}
