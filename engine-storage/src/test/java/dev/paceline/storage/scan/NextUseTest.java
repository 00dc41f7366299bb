package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.PolicyState.MIDDLE;
import static dev.paceline.storage.scan.PolicyState.NARROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** (Rows before the chunk − rows consumed) ÷ speed, of the scan that comes first. */
class NextUseTest {
  private static final Offset<Double> TINY = Offset.offset(1e-9);

  private final PolicyState state = new PolicyState(10); // of 100 rows

  private static double seconds(ScanChunk chunk, int unit) {
    return NextUse.seconds(new ChunkUnit(chunk, unit));
  }

  /** Takes a scan's first chunk and gives it back after a number of seconds. */
  private void consumeFirst(RegisteredScan scan, double seconds) {
    scan.begins(0);
    ScanChunk first = scan.chunk(scan.start);
    scan.given(first);
    scan.consumed(first, (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
  }

  @Test
  void followsPositionAndSpeed() {
    RegisteredScan scan = state.scan(NARROW, 0, 1, 2, 3, 4);
    consumeFirst(scan, 2); // 50 rows in a second
    assertThat(seconds(state.chunk(1), 0)).isCloseTo(0, TINY);
    assertThat(seconds(state.chunk(4), 0)).isCloseTo(6, TINY);
    assertThat(seconds(state.chunk(0), 0)).as("had it").isInfinite();
    assertThat(seconds(state.chunk(4), 1)).as("another column").isInfinite();
    assertThat(seconds(state.chunk(5), 0)).as("not wanted").isInfinite();
  }

  @Test
  void isThatOfTheFirstOfSeveralScans() {
    RegisteredScan slow = state.scan(NARROW, 2, 3, 4);
    RegisteredScan fast = state.scan(NARROW | MIDDLE, 0, 1, 2, 3, 4);
    consumeFirst(slow, 10); // 10 rows in a second
    consumeFirst(fast, 1);
    assertThat(seconds(state.chunk(3), 0)).as("the slow one is there").isCloseTo(0, TINY);
    assertThat(seconds(state.chunk(4), 0)).as("3 seconds, not 10").isCloseTo(3, TINY);
    assertThat(seconds(state.chunk(3), 1)).isCloseTo(2, TINY);
  }

  @Test
  void countsOnlyWantedRows() {
    RegisteredScan sparse = state.scan(NARROW, 0, 5, 9);
    consumeFirst(sparse, 1);
    assertThat(seconds(state.chunk(9), 0)).isCloseTo(1, TINY);
    state.chunks.set(3, new ScanChunk(state.table, 3, 7, new long[] {10, 20, 40}));
    RegisteredScan uneven = state.scan(MIDDLE, 2, 3, 4, 5);
    consumeFirst(uneven, 1);
    assertThat(seconds(state.chunk(5), 1)).as("107 rows").isCloseTo(1.07, TINY);
  }

  @Test
  void goesRoundFromWhereTheScanBegan() {
    RegisteredScan attached = state.scan(NARROW, 0, 1, 2, 3);
    attached.start = 2;
    consumeFirst(attached, 1);
    assertThat(seconds(state.chunk(3), 0)).isCloseTo(0, TINY);
    assertThat(seconds(state.chunk(1), 0)).as("300 rows on").isCloseTo(2, TINY);
  }

  @Test
  void aNewScanHasASpeedToBeginWith() {
    state.scan(NARROW, 0, 1);
    assertThat(seconds(state.chunk(1), 0)).isPositive().isLessThan(1);
    assertThat(List.of(seconds(state.chunk(0), 0))).containsExactly(0.0);
  }
}
