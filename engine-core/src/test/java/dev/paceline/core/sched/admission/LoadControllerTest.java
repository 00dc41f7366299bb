package dev.paceline.core.sched.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.core.sched.admission.LoadController.State;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every branch of the rule of admission, in megabytes and virtual seconds. */
class LoadControllerTest {
  private static final long THRESHOLD = 100;
  private static final long CAPACITY = 120;

  private final LoadController<FakeQuery> controller = new LoadController<>(1);
  private long now;

  /** A query with everything that the controller asks for. */
  private static final class FakeQuery implements LoadedQuery {
    final String name;
    final int priority;
    final ResourceMap resources;
    long used;
    long evictable;
    boolean stalled;

    FakeQuery(String name, int priority, long min, long max) {
      this.name = name;
      this.priority = priority;
      this.resources = new ResourceMap(8, min, max);
    }

    FakeQuery using(long bytes, long evicted) {
      used = bytes;
      evictable = evicted;
      return this;
    }

    @Override
    public int priority() {
      return priority;
    }

    @Override
    public ResourceMap resources() {
      return resources;
    }

    @Override
    public long usedBytes() {
      return used;
    }

    @Override
    public long evictableBytes() {
      return evictable;
    }

    @Override
    public boolean isStalled() {
      return stalled;
    }
  }

  private LoadConditions conditions(boolean priorities) {
    return new LoadConditions(now, THRESHOLD, CAPACITY, priorities);
  }

  private String did(List<LoadChange<FakeQuery>> changes) {
    StringBuilder text = new StringBuilder();
    for (LoadChange<FakeQuery> change : changes) {
      text.append(text.isEmpty() ? "" : " ");
      text.append(change.action().name().toLowerCase(java.util.Locale.ROOT));
      text.append(' ').append(change.query().name);
    }
    return text.toString();
  }

  private String arrive(FakeQuery query) {
    return did(controller.arrive(query, conditions(true)));
  }

  private String retry() {
    return did(controller.retry(conditions(true)));
  }

  private String end(FakeQuery query) {
    controller.leave(query);
    return retry();
  }

  /**
   * One query runs, one comes.
   *
   * @param running its priority, what it needs at least and what it uses
   * @param coming its priority, what it needs at least and what it could use
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "all fits,                           1, 10, 20, 1, 30,  79, start q",
    "between: only the least fits,       1, 10, 20, 1, 30, 500, start q",
    "to the last byte,                   1, 10, 20, 1, 80, 500, start q",
    "a byte too much and equal,          1, 10, 20, 1, 81, 500, ''",
    "the running one counts its least,   1, 60, 20, 1, 41,  41, ''",
    "scarce and less important,          5, 10, 60, 1, 50,  50, ''",
    "scarce and more important,          1, 10, 60, 2, 50,  50, suspend r start q",
    "small ones always,                  1, 10, 99, 1,  1,   1, start q",
    "hardly small,                       1, 10, 99, 1,  2,   2, ''",
    "too large but more important,       1, 10, 60, 2, 101, 101, ''",
  })
  void beside(
      String branch,
      int priority,
      long min,
      long used,
      int comingPriority,
      long comingMin,
      long comingMax,
      String expected) {
    FakeQuery running = new FakeQuery("r", priority, min, 500).using(used, used);
    assertThat(arrive(running)).isEqualTo("start r");
    FakeQuery coming = new FakeQuery("q", comingPriority, comingMin, comingMax);
    assertThat(arrive(coming)).as(branch).isEqualTo(expected);
    assertThat(controller.hasLine()).isEqualTo(!expected.equals("start q"));
    assertThat(controller.state(coming))
        .isEqualTo(expected.isEmpty() ? State.WAITING : State.RUNNING);
  }

  @Test
  void anEmptySystemAdmitsWhateverComes() {
    assertThat(arrive(new FakeQuery("q", 1, 1000, 5000))).isEqualTo("start q");
  }

  @Test
  void policiesWithoutPrioritiesSuspendNobody() {
    arrive(new FakeQuery("r", 1, 10, 500).using(60, 60));
    FakeQuery urgent = new FakeQuery("q", 9, 50, 50);
    assertThat(controller.arrive(urgent, conditions(false))).isEmpty();
    assertThat(controller.state(urgent)).isEqualTo(State.WAITING);
  }

  @Test
  void theLargestOfTheLessImportantGoFirstUntilItFits() {
    arrive(new FakeQuery("small", 1, 5, 500).using(10, 10));
    arrive(new FakeQuery("large", 2, 5, 500).using(40, 40));
    arrive(new FakeQuery("equal", 3, 5, 500).using(45, 45));
    FakeQuery urgent = new FakeQuery("q", 3, 40, 40);
    assertThat(arrive(urgent)).isEqualTo("suspend large start q");
    assertThat(arrive(new FakeQuery("more", 3, 15, 15))).isEqualTo("suspend small start more");
    assertThat(arrive(new FakeQuery("most", 3, 15, 15))).isEmpty();
  }

  @Test
  void aVictimDoesNotPassItsLotOn() {
    arrive(new FakeQuery("low", 1, 30, 30));
    arrive(new FakeQuery("large", 2, 50, 50));
    assertThat(arrive(new FakeQuery("urgent", 3, 60, 60))).isEqualTo("suspend large start urgent");
    assertThat(retry()).isEmpty();
  }

  @Test
  void nobodyIsSuspendedInVain() {
    arrive(new FakeQuery("low", 1, 5, 500).using(10, 10));
    arrive(new FakeQuery("high", 9, 5, 500).using(80, 80));
    assertThat(arrive(new FakeQuery("q", 5, 50, 50))).isEmpty();
    assertThat(controller.hasLine()).isTrue();
  }

  /** What cannot be evicted counts against the capacity, not against the threshold. */
  @ParameterizedTest
  @CsvSource({"60, 0, 60, suspend r start q", "60, 0, 61, ''", "60, 20, 80, suspend r start q"})
  void whatStaysInMemoryOfASuspendedQueryCounts(
      long used, long evictable, long wanted, String expected) {
    arrive(new FakeQuery("r", 1, 5, 500).using(used, evictable));
    assertThat(arrive(new FakeQuery("q", 2, wanted, wanted))).isEqualTo(expected);
  }

  @Test
  void whoCouldOnlyWaitForReadersIsAdmitted() {
    FakeQuery held = new FakeQuery("held", 1, 5, 500).using(99, 0);
    arrive(held);
    FakeQuery next = new FakeQuery("next", 1, 50, 50);
    assertThat(arrive(next)).isEmpty();
    FakeQuery after = new FakeQuery("after", 1, 50, 50);
    assertThat(arrive(after)).isEmpty();
    held.stalled = true;
    assertThat(retry()).isEqualTo("start next");
    next.stalled = true;
    assertThat(retry()).isEqualTo("start after");
  }

  @Test
  void suspendedQueriesGoOnWhenThereIsRoomAgain() {
    FakeQuery low = new FakeQuery("low", 1, 5, 500).using(60, 60);
    arrive(low);
    FakeQuery high = new FakeQuery("high", 2, 90, 90);
    assertThat(arrive(high)).isEqualTo("suspend low start high");
    assertThat(retry()).isEmpty();
    low.used = 0; // evicted: it needs little to go on
    assertThat(retry()).isEqualTo("resume low");
    low.used = 60;
    assertThat(arrive(new FakeQuery("urgent", 3, 90, 90)))
        .isEqualTo("suspend high suspend low start urgent");
  }

  @Test
  void theEndOfTheOnlyOneThatRunsLetsSuspendedOnesGoOn() {
    arrive(new FakeQuery("low", 1, 5, 500).using(60, 60));
    FakeQuery high = new FakeQuery("high", 2, 90, 90);
    arrive(high);
    FakeQuery equal = new FakeQuery("equal", 1, 90, 90);
    assertThat(arrive(equal)).isEmpty();
    assertThat(end(high)).isEqualTo("resume low");
    assertThat(controller.state(equal)).isEqualTo(State.WAITING);
  }

  @Test
  void theLineIsInTheOrderOfPrioritiesThenOfArrival() {
    FakeQuery running = new FakeQuery("running", 9, 5, 500).using(100, 0);
    arrive(running);
    arrive(new FakeQuery("first", 1, 40, 40));
    arrive(new FakeQuery("second", 1, 40, 40));
    arrive(new FakeQuery("important", 2, 40, 40));
    assertThat(end(running)).isEqualTo("start important start first");
  }

  /** A small hole in memory is not given to whoever comes later. */
  @Test
  void nobodyOvertakesTheHeadOfTheLine() {
    FakeQuery running = new FakeQuery("running", 1, 5, 500).using(50, 0);
    arrive(running);
    assertThat(arrive(new FakeQuery("large", 1, 60, 60))).isEmpty();
    assertThat(arrive(new FakeQuery("little", 1, 10, 10))).isEmpty();
    assertThat(end(running)).isEqualTo("start large start little");
  }

  /** More important queries come for ever, each as soon as one has ended. */
  @Test
  void nobodyStarves() {
    FakeQuery patient = new FakeQuery("patient", 1, 60, 60);
    FakeQuery running = new FakeQuery("0", 5, 60, 60);
    arrive(running);
    arrive(patient);
    int others = 0;
    while (controller.state(patient) == State.WAITING && others < 100) {
      now++;
      others++;
      FakeQuery next = new FakeQuery(String.valueOf(others), 5, 60, 60);
      arrive(next);
      end(running);
      running = next;
    }
    assertThat(controller.state(patient)).isEqualTo(State.RUNNING);
    assertThat(others).isEqualTo(4); // steps of priority between them, one a second
  }

  /** Who has been suspended for long is no victim any more, but makes none either. */
  @Test
  void timeInLineProtectsAndDoesNotAttack() {
    FakeQuery old = new FakeQuery("old", 1, 60, 60);
    FakeQuery urgent = new FakeQuery("urgent", 3, 60, 60);
    arrive(old);
    assertThat(arrive(urgent)).isEqualTo("suspend old start urgent");
    now += 50;
    assertThat(retry()).isEmpty();
    assertThat(end(urgent)).isEqualTo("resume old");
    assertThat(arrive(new FakeQuery("urgent again", 3, 60, 60))).isEmpty();
  }

  @Test
  void equalsDoNotTakeTurns() {
    FakeQuery one = new FakeQuery("one", 1, 60, 60);
    arrive(one);
    arrive(new FakeQuery("other", 1, 60, 60));
    for (int i = 0; i < 100; i++) {
      now++;
      assertThat(retry()).isEmpty();
    }
    assertThat(end(one)).isEqualTo("start other");
  }

  @Test
  void whoIsHeldByHandWaitsForThatHand() {
    FakeQuery held = new FakeQuery("held", 1, 5, 5).using(5, 0);
    arrive(held);
    assertThat(did(controller.hold(held, conditions(true)))).isEqualTo("suspend held");
    assertThat(did(controller.hold(held, conditions(true)))).isEmpty();
    assertThat(retry()).isEmpty();
    assertThat(controller.hasLine()).isFalse();
    assertThat(did(controller.resume(held, conditions(true)))).isEqualTo("resume held");
    assertThat(did(controller.resume(held, conditions(true)))).isEmpty();
  }

  @Test
  void shortMemoryTakesTheLargestOfTheLessImportant() {
    FakeQuery low = new FakeQuery("low", 1, 5, 500);
    FakeQuery larger = new FakeQuery("larger", 2, 5, 500);
    FakeQuery high = new FakeQuery("high", 3, 5, 500);
    arrive(low);
    arrive(larger);
    arrive(high);
    assertThat(did(controller.relieve(conditions(true)))).isEmpty();
    low.used = 20;
    larger.used = 30;
    high.used = 60;
    assertThat(did(controller.relieve(conditions(false)))).isEmpty();
    assertThat(did(controller.relieve(conditions(true)))).isEqualTo("suspend larger");
    assertThat(did(controller.relieve(conditions(true)))).isEmpty();
    high.used = 90;
    assertThat(did(controller.relieve(conditions(true)))).isEqualTo("suspend low");
    high.used = 200;
    assertThat(did(controller.relieve(conditions(true)))).isEmpty();
  }

  @Test
  void forgetsWhoHasLeft() {
    FakeQuery query = new FakeQuery("q", 1, 5, 500);
    arrive(query);
    controller.leave(query);
    assertThat(controller.state(query)).isNull();
    assertThat(did(controller.hold(query, conditions(true)))).isEmpty();
    assertThat(did(controller.resume(query, conditions(true)))).isEmpty();
  }
}
