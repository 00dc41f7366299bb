package dev.paceline.benchmarks.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpCurveTest {
  private static WarmUpCurve curve(Long... nanos) {
    return new WarmUpCurve("1", List.of(nanos));
  }

  @Test
  void isAtThePeakWhenTheMiddleOfFiveRunsIs() {
    List<Long> nanos = new ArrayList<>(List.of(900L, 500L, 100L, 300L, 200L, 200L));
    nanos.addAll(Collections.nCopies(30, 110L));
    nanos.addAll(List.of(100L, 100L, 10L));
    WarmUpCurve curve = new WarmUpCurve("1", nanos);

    assertThat(curve.peakNanos()).isEqualTo(100);
    assertThat(curve.runsBeforePeak()).isEqualTo(4);
    assertThat(curve.nanosBeforePeak()).isEqualTo(1800);
  }

  @Test
  void copesWithFewRuns() {
    assertThat(curve(7L).runsBeforePeak()).isZero();
    assertThat(curve(7L).peakNanos()).isEqualTo(7);
    assertThat(curve(9L, 8L, 7L).nanosBeforePeak()).isZero();
  }

  @Test
  void isMeasuredInJvmsOfTheirOwn(@TempDir Path cache) throws Exception {
    BenchRun run = BenchRun.of("warmup", "--smoke", "--queries", "6", "--cache", cache.toString());

    assertThat(run.printed()).contains("Q6 ");
    assertThat(run.json().path("queries")).hasSize(1);
    assertThat(run.json().path("queries").get(0).path("nanos")).isNotEmpty();
  }
}
