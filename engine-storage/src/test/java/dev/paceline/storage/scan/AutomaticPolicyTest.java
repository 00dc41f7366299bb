package dev.paceline.storage.scan;

import static dev.paceline.storage.scan.PolicyState.NARROW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of its two policies decides, and what both are told. */
class AutomaticPolicyTest {
  private final RecordingPolicy alone = new RecordingPolicy("alone");
  private final RecordingPolicy together = new RecordingPolicy("together");
  private final AutomaticPolicy policy = new AutomaticPolicy(alone, together);

  /** Decides nothing; notes what it is asked and told. */
  private static final class RecordingPolicy implements ScanPolicy {
    private final String name;
    final List<String> asked = new ArrayList<>();
    final List<String> told = new ArrayList<>();

    RecordingPolicy(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public @Nullable ScanChunk choose(RegisteredScan scan) {
      asked.add("choose");
      return null;
    }

    @Override
    public @Nullable Load chooseLoad(List<RegisteredScan> scans, long orders) {
      asked.add("load");
      return null;
    }

    @Override
    public @Nullable Eviction victim(List<ScanTable> tables, @Nullable Load load) {
      asked.add("victim");
      return null;
    }

    @Override
    public void entered(RegisteredScan scan) {
      told.add("entered");
    }

    @Override
    public void left(RegisteredScan scan) {
      told.add("left");
    }

    @Override
    public void given(RegisteredScan scan, ScanChunk chunk) {
      told.add("given");
    }

    @Override
    public void idle(ScanChunk chunk, boolean used) {
      told.add("idle " + used);
    }

    @Override
    public void busy(ScanChunk chunk) {
      told.add("busy");
    }

    @Override
    public void evicted(ScanChunk chunk, long units) {
      told.add("evicted " + units);
    }
  }

  private RegisteredScan enter(PolicyState state) {
    RegisteredScan scan = state.scan(NARROW, 0, 1);
    policy.entered(scan);
    return scan;
  }

  private void leave(RegisteredScan scan) {
    scan.forget();
    scan.table.forget(scan);
    policy.left(scan);
    scan.takeBack(Integer.MAX_VALUE);
    scan.table.leave(scan);
    scan.freeSlot();
  }

  private void assertDecides(RecordingPolicy deciding, RegisteredScan scan) {
    alone.asked.clear();
    together.asked.clear();
    assertThat(policy.choose(scan)).isNull();
    assertThat(policy.chooseLoad(List.of(scan), 0)).isNull();
    assertThat(policy.victim(List.of(scan.table), null)).isNull();
    assertThat(deciding.asked).containsExactly("choose", "load", "victim");
    assertThat((deciding.equals(alone) ? together : alone).asked).isEmpty();
  }

  @Test
  void cooperatesWhileAnyTableHasSeveralScans() {
    PolicyState one = new PolicyState("one", 2);
    PolicyState other = new PolicyState("other", 2);
    RegisteredScan first = enter(one);
    assertDecides(alone, first);
    RegisteredScan elsewhere = enter(other);
    assertDecides(alone, first);
    RegisteredScan second = enter(one);
    assertDecides(together, first);
    assertDecides(together, elsewhere);
    RegisteredScan third = enter(one);
    leave(first);
    assertDecides(together, second);
    leave(third);
    assertDecides(alone, second);
    RegisteredScan again = enter(other);
    assertDecides(together, second);
    leave(again);
    assertDecides(alone, second);
    assertThat(policy.name()).isEqualTo("auto");
  }

  @Test
  void takesTheScansOfOneQueryForOne() {
    PolicyState state = new PolicyState(2);
    RegisteredScan query = enter(state);
    policy.entered(
        state.enter(
            new RegisteredScan(state.table, NARROW, false, state.chunks) {
              @Override
              boolean isFurtherPart() {
                return true;
              }
            }));
    assertDecides(alone, query);
    enter(state);
    assertDecides(together, query);
  }

  @Test
  void tellsBothEverything() {
    PolicyState state = new PolicyState(2);
    RegisteredScan scan = enter(state);
    policy.given(scan, state.chunk(0));
    policy.idle(state.chunk(0), true);
    policy.idle(state.chunk(1), false);
    policy.busy(state.chunk(0));
    policy.evicted(state.chunk(1), 5);
    leave(scan);
    assertThat(alone.told)
        .containsExactly(
            "entered", "given", "idle true", "idle false", "busy", "evicted 5", "left");
    assertThat(together.told).isEqualTo(alone.told);
  }
}
