package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.PolicyState.MIDDLE;
import static dev.paceline.storage.scan.PolicyState.NARROW;
import static dev.paceline.storage.scan.PolicyState.WIDE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.storage.scan.ScanPolicy.Eviction;
import dev.paceline.storage.scan.ScanPolicy.Load;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The four relevance functions on states computed by hand, and their guards. */
class RelevancePolicyTest {
  private final RelevancePolicy policy = new RelevancePolicy();

  // Use relevance: bytes in memory that the scan needs, by scans that want them.

  @Test
  void handsOutFirstWhatFewOthersWant() {
    PolicyState state = new PolicyState(1);
    state.chunks.add(new ScanChunk(state.table, 1, 100, new long[] {15, 1, 1}));
    state.resident(0, NARROW).resident(1, NARROW);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(NARROW, 1);
    assertThat(policy.choose(scan)).as("10 by 1, not 15 by 2").isSameAs(state.chunk(0));
  }

  @Test
  void doesNotCountThoseWhoWantOtherColumns() {
    PolicyState state = new PolicyState(2);
    state.resident(0, NARROW | MIDDLE).resident(1, NARROW);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(MIDDLE, 0);
    state.scan(MIDDLE, 0);
    state.scan(NARROW, 1);
    assertThat(policy.choose(scan)).as("10 by 1, not 10 by 2").isSameAs(state.chunk(0));
  }

  @Test
  void handsOutFirstWhatHoldsMuchMemory() {
    PolicyState state = new PolicyState(1);
    ScanChunk large = new ScanChunk(state.table, 1, 100, new long[] {30, 1, 1});
    state.chunks.add(large);
    state.resident(0, NARROW).resident(1, NARROW);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(NARROW, 1);
    assertThat(policy.choose(scan)).as("30 by 2, not 10 by 1").isSameAs(large);
  }

  @Test
  void handsOutOnlyWhatIsWhole() {
    PolicyState state = new PolicyState(2);
    state.resident(0, NARROW).loading(0, MIDDLE).resident(1, MIDDLE | WIDE);
    assertThat(policy.choose(state.scan(NARROW | MIDDLE, 0, 1))).isNull();
    assertThat(policy.choose(state.scan(MIDDLE, 1))).isSameAs(state.chunk(1));
  }

  @Test
  void handsOutToAnOrderedScanOnlyItsNextChunk() {
    PolicyState state = new PolicyState(2);
    state.resident(1, NARROW);
    RegisteredScan scan = state.orderedScan(NARROW, 0, 1);
    assertThat(policy.choose(scan)).isNull();
    state.chunk(0).resident = NARROW;
    assertThat(policy.choose(scan)).isSameAs(state.chunk(0));
  }

  // Query relevance: the time it has waited less the chunks it needs, if it starves.

  private Load load(PolicyState state, long orders) {
    return policy.chooseLoad(state.scans, orders);
  }

  @Test
  void readsNothingIfNobodyStarves() {
    PolicyState state = new PolicyState(4);
    state.resident(0, NARROW).loading(1, NARROW);
    state.scan(NARROW, 0, 1, 2, 3);
    assertThat(load(state, 100)).as("one chunk there, one on its way").isNull();
  }

  @Test
  void aScanThatHasAllItNeedsDoesNotStarve() {
    PolicyState state = new PolicyState(2);
    state.resident(0, NARROW);
    state.scan(NARROW, 0);
    assertThat(load(state, 100)).as("its last chunk is there").isNull();
    state.scan(NARROW);
    assertThat(load(state, 100)).as("it wants nothing").isNull();
  }

  @Test
  void oneChunkIsNotEnoughForAScanThatNeedsMore() {
    PolicyState state = new PolicyState(2);
    state.resident(0, NARROW);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    assertThat(load(state, 0)).isEqualTo(new Load(scan, state.chunk(1), NARROW));
  }

  /** 3 chunks and orders / (2 per chunk and scan) against 2 chunks. */
  @ParameterizedTest
  @CsvSource({"0, false", "3, false", "5, true"})
  void readsForTheScanThatIsNearlyDoneUnlessAnotherHasWaitedLong(int orders, boolean forLonger) {
    PolicyState state = new PolicyState(5);
    RegisteredScan longer = state.scan(NARROW, 0, 1, 2);
    RegisteredScan shorter = state.scan(MIDDLE, 3, 4);
    shorter.ordersWhenServed = orders;
    assertThat(load(state, orders).scan()).isSameAs(forLonger ? longer : shorter);
  }

  @Test
  void doesNotReadForAScanWithEnoughHoweverLongItHasWaited() {
    PolicyState state = new PolicyState(5);
    state.resident(0, NARROW).resident(1, NARROW);
    state.scan(NARROW, 0, 1, 2);
    RegisteredScan starved = state.scan(NARROW, 2, 3, 4);
    starved.ordersWhenServed = 1_000;
    assertThat(load(state, 1_000).scan()).isSameAs(starved);
  }

  // Load relevance: starving scans that it helps, by bytes to be read.

  @Test
  void readsWhatHelpsMost() {
    PolicyState state = new PolicyState(3);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(NARROW, 1, 2, 0);
    state.scan(NARROW, 1, 2);
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .isEqualTo(new Load(scan, state.chunk(1), NARROW));
  }

  @Test
  void countsBytesOfAllThatItHelps() {
    PolicyState state = new PolicyState(2);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(NARROW | WIDE, 0);
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .as("1 for 10 bytes, not 2 for 50")
        .isEqualTo(new Load(scan, state.chunk(1), NARROW));
  }

  @Test
  void countsOnlyBytesThatAreMissing() {
    PolicyState state = new PolicyState(2);
    state.resident(0, MIDDLE).loading(0, WIDE);
    RegisteredScan scan = state.scan(NARROW | MIDDLE | WIDE, 0, 1);
    state.table.position = 1;
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .as("1 for 10 bytes, not 1 for 70")
        .isEqualTo(new Load(scan, state.chunk(0), NARROW));
  }

  @Test
  void readsAllColumnsOfThoseThatItHelps() {
    PolicyState state = new PolicyState(3);
    state.resident(0, MIDDLE);
    RegisteredScan scan = state.scan(NARROW, 0);
    state.scan(NARROW | MIDDLE | WIDE, 0, 1);
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .isEqualTo(new Load(scan, state.chunk(0), NARROW | WIDE));
  }

  @Test
  void helpsOnlyThoseWhoStarveAndWantCommonColumns() {
    PolicyState state = new PolicyState(5);
    state.resident(3, NARROW | MIDDLE).resident(4, NARROW | MIDDLE);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    state.scan(NARROW | MIDDLE, 0, 3, 4); // has enough
    state.scan(WIDE, 0); // wants other columns
    state.table.position = 1;
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .as("neither is better; the device stands before the second")
        .isEqualTo(new Load(scan, state.chunk(1), NARROW));
    state.table.position = 0;
    assertThat(policy.chooseLoad(List.of(scan), 0))
        .as("nor are their columns read")
        .isEqualTo(new Load(scan, state.chunk(0), NARROW));
  }

  @Test
  void readsOnFromWhereTheDeviceStands() {
    PolicyState state = new PolicyState(4);
    RegisteredScan scan = state.scan(NARROW, 0, 1, 2, 3);
    state.setApart(2);
    state.table.position = 2;
    assertThat(policy.chooseLoad(List.of(scan), 0).chunk()).isSameAs(state.chunk(2));
  }

  @Test
  void doesNotReadWhatIsOnItsWay() {
    PolicyState state = new PolicyState(2);
    state.loading(0, NARROW);
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    assertThat(load(state, 0)).isEqualTo(new Load(scan, state.chunk(1), NARROW));
  }

  // Keep relevance: scans that may starve soon, by bytes that they hold in memory.

  private Eviction victim(PolicyState state, RegisteredScan scan, int chunk) {
    return policy.victim(List.of(state.table), new Load(scan, state.chunk(chunk), scan.units));
  }

  @Test
  void evictsFirstWhatNobodyWantsTheOldestFirst() {
    PolicyState state = new PolicyState(4);
    state.resident(0, NARROW).resident(1, NARROW | MIDDLE).resident(2, WIDE);
    state.chunk(1).lastUsed = 5;
    state.chunk(2).lastUsed = 7;
    RegisteredScan scan = state.scan(NARROW, 0, 1, 3);
    assertThat(victim(state, scan, 3))
        .as("a column that nobody wants goes alone")
        .isEqualTo(new Eviction(state.chunk(1), MIDDLE));
    state.chunk(2).lastUsed = 3;
    assertThat(victim(state, scan, 3)).isEqualTo(new Eviction(state.chunk(2), WIDE));
  }

  @Test
  void evictsWhatHelpsFewestPerByte() {
    PolicyState state = new PolicyState(8);
    for (int i = 0; i < 4; i++) {
      state.resident(i, NARROW);
    }
    state.resident(4, NARROW | MIDDLE).resident(5, NARROW | MIDDLE);
    state.scan(NARROW, 0, 1); // two that have enough: 1/10 each
    state.scan(NARROW, 2, 3);
    state.scan(NARROW | MIDDLE, 4, 5); // 1/30
    RegisteredScan loader = state.scan(WIDE, 6, 7);
    state.setApart(5);
    state.chunk(4).lastUsed = 9;
    state.chunk(5).lastUsed = 8;
    assertThat(victim(state, loader, 6))
        .as("the older of those with 1/30")
        .isEqualTo(new Eviction(state.chunk(5), NARROW | MIDDLE));
  }

  /** A scan with two or three chunks is nearly starved: there is no gap below three. */
  @ParameterizedTest
  @CsvSource({"2, true", "3, true", "4, false"})
  void keepsWhatScansWithUpToThreeChunksNeed(int available, boolean keeps) {
    PolicyState state = new PolicyState(8);
    int[] chunks = new int[available];
    for (int i = 0; i < available; i++) {
      state.resident(i, NARROW);
      state.chunk(i).lastUsed = (long) available - i;
      chunks[i] = i;
    }
    state.resident(5, NARROW);
    state.chunk(5).lastUsed = 100;
    state.scan(NARROW, chunks);
    state.scan(NARROW, 5); // it has all it needs: 1/10
    RegisteredScan other = state.scan(NARROW, 5);
    RegisteredScan loader = state.scan(WIDE, 6, 7);
    Eviction victim = victim(state, loader, 6);
    assertThat(other.needed()).isOne();
    assertThat(victim)
        .as(keeps ? "1/10 against 2/10: the oldest" : "0 against 2/10")
        .isEqualTo(new Eviction(state.chunk(available - 1), NARROW));
    state.leave(other);
    state.chunk(5).lastUsed = 0;
    state.settle();
    assertThat(victim(state, loader, 6).chunk())
        .as(keeps ? "1/10 each: the oldest" : "0 against 1/10")
        .isSameAs(state.chunk(keeps ? 5 : available - 1));
  }

  @Test
  void sparesItsOwnChunksAndThoseOfTheStarvingUntilItWaits() {
    PolicyState state = new PolicyState(5);
    state.resident(0, NARROW).resident(1, NARROW);
    RegisteredScan loader = state.scan(NARROW, 0, 2, 3);
    RegisteredScan starving = state.scan(NARROW, 1, 4);
    assertThat(victim(state, loader, 2)).as("it would rather wait").isNull();
    state.waits(loader);
    assertThat(victim(state, loader, 2))
        .as("what a starving scan could take, before its own")
        .isEqualTo(new Eviction(state.chunk(1), NARROW));
    state.chunk(1).pins = 1;
    state.settle();
    assertThat(victim(state, loader, 2))
        .as("its own, if all else is in use")
        .isEqualTo(new Eviction(state.chunk(0), NARROW));
    state.chunk(0).promises = 1;
    state.settle();
    assertThat(victim(state, loader, 2)).as("nothing that is in use").isNull();
    assertThat(starving.needed()).isEqualTo(2);
  }

  @Test
  void aChunkThatTheStarvingCannotTakeYetIsNotSpared() {
    PolicyState state = new PolicyState(5);
    state.resident(1, NARROW);
    state.scan(NARROW | MIDDLE, 1, 4);
    RegisteredScan loader = state.scan(WIDE, 2, 3);
    assertThat(victim(state, loader, 2)).isEqualTo(new Eviction(state.chunk(1), NARROW));
  }

  @Test
  void givesAnythingIdleForMemoryThatOthersNeed() {
    PolicyState state = new PolicyState(2);
    state.resident(0, NARROW).resident(1, NARROW);
    state.scan(NARROW, 0, 1);
    state.chunk(0).pins = 1;
    state.settle();
    assertThat(policy.victim(List.of(state.table), null))
        .isEqualTo(new Eviction(state.chunk(1), NARROW));
    state.chunk(1).pins = 1;
    state.settle();
    assertThat(policy.victim(List.of(state.table), null)).isNull();
  }
}
