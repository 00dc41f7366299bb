package dev.paceline.benchmarks.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.suite.QuerySuite.Query;
import dev.paceline.benchmarks.suite.TpchSuite;
import dev.paceline.server.cli.Console;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    TpchSuite suite = new TpchSuite();
    List<Query> sixth = suite.queries(0.01).subList(5, 6);
    WarmUpBenchmark benchmark =
        new WarmUpBenchmark(suite, 0.01, 1, 0.1, new Console(stream, stream));

    List<WarmUpCurve> curves = benchmark.run(sixth, cache);

    assertThat(curves).singleElement().satisfies(curve -> assertThat(curve.nanos()).isNotEmpty());
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("Q6 ");
    assertThat(new String(benchmark.toJson(curves), StandardCharsets.UTF_8)).contains("nanos");
  }
}
