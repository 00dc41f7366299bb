package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.benchmarks.frame.Turns.Contestant;
import dev.paceline.benchmarks.suite.QuerySuite.Query;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final List<String> log = new ArrayList<>();

  private Contestant contestant(String name) {
    return () -> {
      log.add(name);
      return new Timing(log.size() * 1_000_000L, 0);
    };
  }

  private Turns turns(Repetitions repetitions) {
    return new Turns(repetitions, List.of(contestant("a"), contestant("b"), contestant("c")));
  }

  @Test
  void anotherContestantBeginsEachRound() throws Exception {
    List<Runs> runs = turns(new Repetitions(0, 0, 4)).run();

    assertThat(String.join("", log)).isEqualTo("abcbcacababc");
    assertThat(runs).hasSize(3);
    assertThat(runs.get(0).runs())
        .extracting(Timing::nanos)
        .as("those of a, in the order of the rounds")
        .containsExactly(1_000_000L, 6_000_000L, 8_000_000L, 10_000_000L);
    assertThat(runs.get(0).millis()).isEqualTo(7);
  }

  @Test
  void warmUpLastsForTurnsAndForSeconds() throws Exception {
    turns(new Repetitions(2, 0, 1)).warmUp();
    assertThat(String.join("", log)).isEqualTo("abcabc");

    log.clear();
    long start = System.nanoTime();
    turns(new Repetitions(0, 0.05, 1)).warmUp();
    assertThat(Timing.secondsSince(start)).isGreaterThanOrEqualTo(0.05);
    assertThat(log.size() % 3).isZero();
    assertThat(log).isNotEmpty();
  }

  @Test
  void queriesWithDifferentAnswersAreNotMeasured() throws Exception {
    try (Connections connections = new Connections()) {
      Connection one = connections.open("jdbc:paceline:mem:");
      Connection other = connections.open("jdbc:paceline:mem:");
      SuiteDatabases.execute(one, "create table t as select 1 as a");
      SuiteDatabases.execute(other, "create table t as select 2 as a");
      Query query = new Query("first", "select a from t", true);

      assertThatThrownBy(() -> Turns.ofQuery(query, connections.all(), Repetitions.ONCE))
          .hasMessageContaining("first has another answer: row 1 is [2], not [1]");
      List<Runs> runs = Turns.ofQuery(query, List.of(one, one), Repetitions.ONCE).run();
      assertThat(runs).allSatisfy(run -> assertThat(run.millis()).isPositive());
    }
  }
}
