package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.PolicyState.MIDDLE;
import static dev.paceline.storage.scan.PolicyState.NARROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Units of 10 and 20 bytes a chunk, counted by the scans that want them. */
class SharingPotentialTest {
  private static long[] bytes(PolicyState state) {
    SharingPotential potential = SharingPotential.of(List.of(state.table));
    long[] bytes = new long[SharingPotential.MANY];
    for (int scans = 1; scans <= bytes.length; scans++) {
      bytes[scans - 1] = potential.bytes(scans);
    }
    return bytes;
  }

  @Test
  void countsBytesByTheScansThatWantThem() {
    PolicyState state = new PolicyState(4);
    assertThat(bytes(state)).containsExactly(0, 0, 0, 0, 0);
    state.scan(NARROW, 0, 1, 2);
    assertThat(bytes(state)).containsExactly(30, 0, 0, 0, 0);
    RegisteredScan both = state.scan(NARROW | MIDDLE, 1, 2, 3);
    assertThat(bytes(state)).as("0 and 3; 20 bytes of three").containsExactly(80, 20, 0, 0, 0);
    for (int i = 0; i < 5; i++) {
      state.scan(NARROW, 2);
    }
    assertThat(bytes(state)).as("seven count as five").containsExactly(80, 10, 0, 0, 10);
    state.resident(1, NARROW).settle();
    assertThat(bytes(state)).as("in memory or not").containsExactly(80, 10, 0, 0, 10);
    state.leave(both);
    assertThat(bytes(state)).containsExactly(20, 0, 0, 0, 10);
  }

  @Test
  void countsBytesThatTwoScansWantByPairs() {
    PolicyState state = new PolicyState(5);
    RegisteredScan narrow = state.scan(NARROW, 0, 1, 2);
    RegisteredScan both = state.scan(NARROW | MIDDLE, 1, 2, 3);
    RegisteredScan middle = state.scan(MIDDLE, 2, 3, 4);
    state.resident(1, NARROW).settle();
    List<SharingPotential.Pair> pairs = SharingPotential.pairs(List.of(state.table));
    assertThat(pairs)
        .containsExactlyInAnyOrder(
            pair(1, 1, 30), pair(1, 2, 20), pair(2, 2, 90), pair(2, 3, 40), pair(3, 3, 60));
    state.leave(both);
    assertThat(SharingPotential.pairs(List.of(state.table)))
        .containsExactlyInAnyOrder(pair(1, 1, 30), pair(3, 3, 60));
    state.leave(narrow);
    state.leave(middle);
    assertThat(SharingPotential.pairs(List.of(state.table))).isEmpty();
  }

  private static SharingPotential.Pair pair(long first, long second, long bytes) {
    return new SharingPotential.Pair("t", first, second, bytes);
  }
}
