package dev.paceline.benchmarks.simulation.scans;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** VectorWise thesis 2011, table 3.1; its first scan in turn takes 30 s, not the printed 40 s. */
final class TwoScanScheduleTest {
  @ParameterizedTest
  @CsvSource({
    "IN_TURN, 30, 20, 25, 30",
    "FIRST_FIRST, 20, 30, 25, 30",
    "SECOND_FIRST, 25, 5, 15, 25",
    "OUT_OF_ORDER, 20, 5, 12.5, 20"
  })
  void takesTheSecondsOfTheThesis(
      TwoScanSchedule schedule, double first, double second, double average, long loads) {
    TwoScanSchedule.Outcome outcome = schedule.run();

    assertThat(outcome).isEqualTo(new TwoScanSchedule.Outcome(first, second, loads));
    assertThat(outcome.average()).isEqualTo(average);
  }
}
