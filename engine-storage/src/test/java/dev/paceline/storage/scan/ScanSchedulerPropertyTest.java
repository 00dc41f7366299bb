package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.paceline.core.testing.SoakSize;
import dev.paceline.storage.scan.VirtualEngine.Fault;
import dev.paceline.storage.scan.VirtualEngine.Violation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every policy must keep, on random schedules: each wanted chunk exactly once, the memory
 * limit, no eviction of what is in use, no deadlock, nobody waiting for ever, and books that are
 * right. A failure names its seed; {@code -Dscan.seed=} repeats it. The Maven profile {@code soak}
 * runs a hundred times as many.
 */
final class ScanSchedulerPropertyTest {
  private static final int SCHEDULES = SoakSize.of(10_500, 1_050_000);
  private static final int FAULTY_SCHEDULES = SoakSize.of(300, 3_000);
  private static final long SEED = Long.getLong("scan.seed", -1);

  @ParameterizedTest
  @EnumSource
  void keepsItsPromisesOnRandomSchedules(PolicyKind kind) {
    int schedules = SEED >= 0 ? 1 : SCHEDULES / PolicyKind.values().length;
    for (int i = 0; i < schedules; i++) {
      long seed = SEED >= 0 ? SEED : (long) kind.ordinal() * Integer.MAX_VALUE + i;
      VirtualEngine engine = new VirtualEngine(seed, kind, Fault.NONE);
      try {
        engine.run();
        requireBoundedWait(engine);
      } catch (AssertionError | RuntimeException e) {
        fail(kind + ", -Dscan.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /**
   * Units that are read while a scan waits for one chunk: ageing makes it the first of all after
   * some orders for each chunk of each scan, and every order reads the units of one chunk.
   */
  private static void requireBoundedWait(VirtualEngine engine) {
    if (engine.hasBoundedWait()) {
      assertThat((long) engine.longestWait)
          .as("units read while a scan waits")
          .isLessThan(200 + 4 * engine.waitBound());
    }
  }

  /** The test of the test: an engine that does wrong once is found out every time. */
  @ParameterizedTest
  @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void noticesWhatGoesWrong(Fault fault) {
    int wrong = 0;
    int noticed = 0;
    for (int seed = 0; seed < FAULTY_SCHEDULES; seed++) {
      PolicyKind kind = PolicyKind.values()[seed % PolicyKind.values().length];
      VirtualEngine engine = new VirtualEngine(seed, kind, fault);
      boolean violated = false;
      try {
        engine.run();
      } catch (Violation | RuntimeException e) {
        violated = true;
      }
      wrong += engine.didWrong() ? 1 : 0;
      noticed += engine.didWrong() && violated ? 1 : 0;
      assertThat(violated && !engine.didWrong()).as("seed %d", seed).isFalse();
    }
    assertThat(wrong).isGreaterThan(FAULTY_SCHEDULES / 6);
    assertThat(noticed).isEqualTo(wrong);
  }
}
