package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.PolicyState.MIDDLE;
import static dev.paceline.storage.scan.PolicyState.NARROW;
import static dev.paceline.storage.scan.PolicyState.WIDE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanPolicy.Load;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Where the one reader goes next, what it leaves, and what may go. */
class ElevatorPolicyTest {
  private final ElevatorPolicy policy = new ElevatorPolicy();

  @Test
  void goesRoundTheTable() {
    PolicyState state = new PolicyState(6);
    RegisteredScan low = state.scan(NARROW, 0, 1);
    RegisteredScan high = state.scan(NARROW, 3, 5);
    int[] order = {0, 1, 3, 5};
    state.table.position = 0;
    for (int ordinal : order) {
      Load load = policy.chooseLoad(state.scans, 0);
      assertThat(load).isEqualTo(new Load(ordinal < 2 ? low : high, state.chunk(ordinal), NARROW));
      state.chunk(ordinal).loading = NARROW;
      state.table.position = ordinal + 1;
      for (RegisteredScan scan : state.scans) {
        if ((state.chunk(ordinal).interest & scan.bit()) != 0) {
          scan.changed(false, false, state.chunk(ordinal));
        }
      }
      state.settle();
    }
    assertThat(policy.chooseLoad(state.scans, 0)).as("all is on its way").isNull();
  }

  @Test
  void beginsAgainBehindTheLastWantedChunk() {
    PolicyState state = new PolicyState(6);
    RegisteredScan low = state.scan(NARROW, 0, 1);
    RegisteredScan all = state.scan(NARROW, 1, 2, 3, 4);
    state.table.position = 4;
    assertThat(policy.chooseLoad(state.scans, 0)).isEqualTo(new Load(all, state.chunk(4), NARROW));
    state.table.position = 5;
    assertThat(policy.chooseLoad(state.scans, 0)).isEqualTo(new Load(low, state.chunk(0), NARROW));
  }

  @Test
  void readsForAllWhoWantTheChunk() {
    PolicyState state = new PolicyState(2);
    state.resident(0, MIDDLE);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(MIDDLE | WIDE, 0);
    assertThat(policy.chooseLoad(state.scans, 0))
        .isEqualTo(new Load(scan, state.chunk(0), NARROW | WIDE));
  }

  @Test
  void goesToTheTableOfWhoeverWasServedLongestAgo() {
    PolicyState one = new PolicyState("one", 2);
    PolicyState other = new PolicyState("other", 2);
    RegisteredScan served = one.scan(NARROW, 0, 1);
    RegisteredScan waiting = other.scan(NARROW, 1);
    served.ordersWhenServed = 3;
    waiting.ordersWhenServed = 2;
    List<RegisteredScan> scans = List.of(served, waiting);
    assertThat(policy.chooseLoad(scans, 9)).isEqualTo(new Load(waiting, other.chunk(1), NARROW));
    served.ordersWhenServed = 1;
    assertThat(policy.chooseLoad(scans, 9)).isEqualTo(new Load(served, one.chunk(0), NARROW));
  }

  @Test
  void handsOutInTheOrderOfReading() {
    PolicyState state = new PolicyState(3);
    state.resident(0, NARROW).resident(1, NARROW).resident(2, MIDDLE);
    state.chunk(0).loadedAt = 7;
    state.chunk(1).loadedAt = 5;
    state.chunk(2).loadedAt = 1;
    RegisteredScan scan = state.scan(NARROW, 0, 1, 2);
    state.setApart(1);
    assertThat(policy.choose(scan)).isSameAs(state.chunk(1));
    assertThat(policy.choose(state.orderedScan(NARROW, 0, 1))).isSameAs(state.chunk(0));
    assertThat(policy.choose(state.orderedScan(NARROW, 2))).isNull();
  }

  private Eviction victim(PolicyState state, Load load) {
    return policy.victim(List.of(state.table), load);
  }

  @Test
  void evictsTheOldestThatNobodyWantsAndWaitsForTheSlow() {
    PolicyState state = new PolicyState(5);
    state.resident(0, NARROW).resident(1, NARROW).resident(2, NARROW | WIDE);
    Stream.of(0, 1, 2).forEach(i -> state.chunk(i).loadedAt = 1L + i);
    state.scan(NARROW, 0);
    RegisteredScan fast = state.scan(NARROW, 3, 4);
    state.setApart(2);
    state.chunk(2).interest = 0;
    state.settle();
    Load load = new Load(fast, state.chunk(3), NARROW);
    assertThat(victim(state, load)).isEqualTo(new Eviction(state.chunk(1), NARROW));
    state.chunk(1).pins = 1;
    state.settle();
    assertThat(victim(state, load)).isEqualTo(new Eviction(state.chunk(2), NARROW | WIDE));
    state.chunk(2).pins = 1;
    state.settle();
    assertThat(victim(state, load)).as("it waits for the slow scan").isNull();
    assertThat(victim(state, null))
        .as("others need memory")
        .isEqualTo(new Eviction(state.chunk(0), NARROW));
  }

  @Test
  void evictsWhatNobodyWantsBeforeWhatNobodyCanTake() {
    PolicyState state = new PolicyState(4);
    state.resident(0, NARROW).resident(1, NARROW);
    state.chunk(0).loadedAt = 1;
    state.chunk(1).loadedAt = 2;
    RegisteredScan scan = state.scan(NARROW | MIDDLE, 0, 2);
    assertThat(victim(state, new Load(scan, state.chunk(2), NARROW | MIDDLE)))
        .isEqualTo(new Eviction(state.chunk(1), NARROW));
  }

  @Test
  void evictsWhatNobodyWhoWantsItCanTake() {
    PolicyState state = new PolicyState(3);
    state.resident(0, NARROW);
    RegisteredScan scan = state.scan(NARROW | MIDDLE, 0, 1);
    assertThat(victim(state, new Load(scan, state.chunk(1), NARROW | MIDDLE)))
        .isEqualTo(new Eviction(state.chunk(0), NARROW));
    RegisteredScan ordered = state.orderedScan(NARROW, 0, 1);
    assertThat(victim(state, new Load(ordered, state.chunk(1), NARROW)))
        .as("the next of an ordered scan")
        .isNull();
  }
}
