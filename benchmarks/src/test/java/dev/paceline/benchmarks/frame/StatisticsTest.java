package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void theMedianIsInTheMiddle() {
    assertThat(Statistics.median(DoubleStream.of(3, 1, 2))).isEqualTo(2);
    assertThat(Statistics.median(DoubleStream.of(4, 1, 2, 100))).isEqualTo(3);
    assertThat(Statistics.median(List.of("a", "bbb", "cc"), String::length)).isEqualTo(2);
    assertThat(Statistics.median(DoubleStream.empty())).isNaN();
  }

  @Test
  void aQuantileIsOneOfTheValues() {
    double[] values = {5, 1, 4, 2, 3, 10, 9, 8, 7, 6};
    assertThat(Statistics.quantile(DoubleStream.of(values), 0)).isEqualTo(1);
    assertThat(Statistics.quantile(DoubleStream.of(values), 0.9)).isEqualTo(10);
    assertThat(Statistics.quantile(DoubleStream.of(values), 0.85)).isEqualTo(9);
    assertThat(Statistics.quantile(DoubleStream.of(values), 1)).isEqualTo(10);
    assertThat(Statistics.quantile(DoubleStream.empty(), 0.5)).isNaN();
  }

  @Test
  void ratiosHaveGeometricMeans() {
    assertThat(Statistics.geometricMean(List.of(0.5, 2.0), Double::doubleValue))
        .isCloseTo(1, within(1e-12));
    assertThat(Statistics.geometricMean(DoubleStream.empty())).isNaN();
    assertThat(Statistics.sum(List.of(1, 2, 3), Integer::doubleValue)).isEqualTo(6);
  }

  @Test
  void runsHaveMediansInMilliseconds() {
    Runs runs = new Runs(List.of(new Timing(2_000_000, 10), new Timing(4_000_000, 3_000_000)));
    assertThat(runs.millis()).isEqualTo(3);
    assertThat(runs.cpuMillis()).isCloseTo(1.5, within(1e-4));
    assertThat(Runs.NONE.millis()).isNaN();
  }
}
