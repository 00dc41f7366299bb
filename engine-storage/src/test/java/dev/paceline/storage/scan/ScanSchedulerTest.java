package dev.paceline.storage.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.scan.ScanScheduler.UnitLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Single decisions; whole schedules are in {@link ScanSchedulerPropertyTest}. */
class ScanSchedulerTest {
  private static final long PATIENCE = 50;

  @Test
  void memoryForOthersWaitsForAPromiseButNotForever() {
    ScanScheduler scheduler = new ScanScheduler(new RelevancePolicy(), 100, 1, PATIENCE);
    ScanTable table = new ScanTable("t");
    ScanChunk chunk = new ScanChunk(table, 0, 10, new long[] {40});
    RegisteredScan scan = new RegisteredScan(table, 1, false, List.of(chunk));
    scheduler.register(scan, 0);
    assertThat(scheduler.next(scan, 0)).as("nothing is there yet").isNull();
    assertThat(scheduler.nextLoad(1)).isEqualTo(new UnitLoad(chunk, 0));
    scheduler.loaded(chunk, 0, 2);
    assertThat(scheduler.drainAwakened()).containsExactly(scan);

    assertThat(scheduler.reclaim(1, 2 + PATIENCE - 1)).as("promised").isZero();
    assertThat(scheduler.reclaim(1, 2 + PATIENCE)).as("promised for too long").isEqualTo(40);
    assertThat(scheduler.usedBytes()).isZero();

    assertThat(scheduler.next(scan, 60)).isNull();
    assertThat(scheduler.nextLoad(61)).as("it is read again").isEqualTo(new UnitLoad(chunk, 0));
    scheduler.loaded(chunk, 0, 62);
    assertThat(scheduler.next(scan, 63)).isSameAs(chunk);
    scheduler.release(scan, chunk, 64);
    scheduler.unregister(scan, 65);
  }
}
