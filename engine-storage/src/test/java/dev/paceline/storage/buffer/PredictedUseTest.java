package dev.paceline.storage.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** In which order blocks go, with predictions that a test sets; steps of a second. */
class PredictedUseTest {
  private static final long SECOND = 1_000_000_000;

  private final Map<String, Double> dueSeconds = new HashMap<>();
  private long now;
  private int predictions;
  private final PredictedUse<String> policy =
      new PredictedUse<>(this::secondsUntilUse, () -> now, SECOND);

  private double secondsUntilUse(String block) {
    predictions++;
    Double due = dueSeconds.get(block);
    return due == null ? Double.POSITIVE_INFINITY : Math.max(0, due - (double) now / SECOND);
  }

  /** It becomes idle, and is due then. */
  private void idle(String block, double due) {
    dueSeconds.put(block, due);
    policy.idle(block);
  }

  private void idleNotNeeded(String block) {
    dueSeconds.remove(block);
    policy.idle(block);
  }

  private List<String> evictAll() {
    List<String> order = new ArrayList<>();
    for (String victim; (victim = policy.victim()) != null; ) {
      policy.busy(victim);
      order.add(victim);
    }
    return order;
  }

  @Test
  void evictsWhatNobodyNeedsThenWhatIsNeededLast() {
    idle("soon", 2.5);
    idleNotNeeded("useless, older");
    idle("late", 90);
    idleNotNeeded("useless, newer");
    idle("later", 1e12);
    idle("equally soon", 2.9);
    assertThat(evictAll())
        .containsExactly(
            "useless, older", "useless, newer", "later", "late", "soon", "equally soon");
  }

  @Test
  void hasNoVictimIfNothingIsIdle() {
    assertThat(policy.victim()).isNull();
    idle("one", 5);
    policy.busy("one");
    idleNotNeeded("other");
    policy.busy("other");
    policy.busy("unknown");
    assertThat(policy.victim()).isNull();
  }

  @Test
  void keepsWhatANewScanNeeds() {
    idleNotNeeded("a");
    idleNotNeeded("b");
    idle("c", 50);
    idle("d", 40);
    dueSeconds.put("a", 10.0);
    dueSeconds.put("c", 3.0);
    assertThat(evictAll()).containsExactly("b", "d", "a", "c");
  }

  @Test
  void evictsWhatAScanThatLeftNeededOnceItsTimeHasPassed() {
    idle("left", 5);
    idle("needed", 8);
    dueSeconds.remove("left");
    assertThat(policy.victim()).as("nobody knows yet").isEqualTo("needed");
    now = 7 * SECOND;
    assertThat(evictAll()).containsExactly("left", "needed");
  }

  @Test
  void ratesAScanThatHasBecomeSlowerWhenItsTimeHasPassed() {
    idle("slow", 5);
    idle("fast", 20);
    dueSeconds.put("slow", 30.0);
    now = 10 * SECOND;
    assertThat(evictAll()).containsExactly("slow", "fast");
  }

  @Test
  void predictsOnlyForThoseThatMayGo() {
    for (int i = 0; i < 1_000; i++) {
      idle("block " + i, 10 + i);
    }
    assertThat(predictions).isEqualTo(1_000);
    for (int i = 999; i >= 900; i--) {
      assertThat(policy.victim()).isEqualTo("block " + i);
      policy.busy("block " + i);
    }
    assertThat(predictions).isEqualTo(1_100);
  }

  @Test
  void endsAlthoughAllHaveBecomeSooner() {
    for (int i = 0; i < 1_000; i++) {
      idle("block " + i, 1_000 + i);
    }
    for (int i = 0; i < 1_000; i++) {
      dueSeconds.put("block " + i, 1.0 + i);
    }
    assertThat(policy.victim()).isNotNull();
    assertThat(predictions).isLessThan(1_100);
    assertThat(evictAll()).doesNotHaveDuplicates().hasSize(1_000);
  }
}
