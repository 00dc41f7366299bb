package dev.paceline.benchmarks.knobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.experiment.EngineKnobs;
import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.exec.Technique;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class KnobUrlTest {
  @Test
  void separatesKnobsFromSettings() {
    assertThat(
            KnobUrl.parse(
                "jdbc:paceline:mem:x;workers=2;BATCHROWS=7; hashBits = 3;rowGroupRows=100;"
                    + "readLatency=20;memory=1g"))
        .isEqualTo(
            new KnobUrl(
                "jdbc:paceline:mem:x;workers=2;memory=1g",
                new EngineKnobs(7, 3, 100, Duration.ofMillis(20), Experiment.NONE)));
  }

  @Test
  void readsExperiments() {
    assertThat(
            KnobUrl.parse("jdbc:paceline:mem:;without=LATETEXT, direct;joinOrder=random:-7")
                .knobs()
                .experiment())
        .isEqualTo(new Experiment(Set.of(Technique.LATE_TEXT, Technique.DIRECT), -7L));
    assertThat(KnobUrl.parse("jdbc:paceline:mem:;joinOrder=cost;without="))
        .isEqualTo(new KnobUrl("jdbc:paceline:mem:", EngineKnobs.DEFAULT));
  }

  @Test
  void opensAnEngineWithTheKnobs() throws SQLException {
    try (Connection connection =
        KnobUrl.connect("jdbc:paceline:mem:;batchRows=5;without=stream;workers=1")) {
      Session session = connection.unwrap(Session.class);
      assertThat(session.instance().engine().options().batchRows()).isEqualTo(5);
      assertThat(session.settings().experiment().uses(Technique.STREAM)).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          batchRows=4096   | batchRows is a number from 1 to 2048
          batchRows=many   | batchRows is a number, not 'many'
          hashBits=65      | hashBits is a number from 0 to 64
          rowGroupRows=0   | rowGroupRows is a number from 1 to 131072
          without=luck     | no technique 'luck'; there are lookahead, exact, encoded, direct, groupKeys, stream, lateText, eagerAggregation
          without=exact,   | no technique ''
          joinOrder=random | joinOrder is cost, or random: and a number, not 'random'
          joinOrder=random:x | joinOrder is cost, or random: and a number
          """)
  void refusesWithAReason(String knob, String reason) {
    assertThatThrownBy(() -> KnobUrl.parse("jdbc:paceline:mem:;" + knob))
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "batchRows=7",
        "hashBits=3",
        "rowGroupRows=100",
        "readLatency=20",
        "without=stream",
        "joinOrder=cost"
      })
  void theDriverItselfKnowsNoKnob(String knob) {
    assertThatThrownBy(() -> DriverManager.getConnection("jdbc:paceline:mem:;" + knob))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("there is no setting " + knob.substring(0, knob.indexOf('=')));
  }
}
