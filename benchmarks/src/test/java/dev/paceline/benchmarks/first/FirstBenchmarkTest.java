package dev.paceline.benchmarks.first;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FirstBenchmarkTest {
  @Test
  void measuresFreshProcesses(@TempDir Path cache) throws Exception {
    BenchRun run = BenchRun.of("first", "--smoke", "--queries", "6", "--cache", cache.toString());

    assertThat(run.printed()).contains("select 1", "Q6 ", "all 1");
    assertThat(run.json().path("cases")).hasSize(3);
    for (var figures : run.json().path("cases")) {
      assertThat(figures.path("paceline").path("nanos").asLong()).isPositive();
      assertThat(figures.path("duckDb").path("cpuNanos").asLong()).isPositive();
      assertThat(figures.path("compiled").path("methods").asLong()).isPositive();
      assertThat(figures.path("compiled").path("bytes").asLong()).isPositive();
    }
  }

  @Test
  void findsTheNumbersOfTheJit() {
    assertThat(
            CompiledCode.of(
                List.of(
                    "12345",
                    "  Total compiled methods    :     3036 methods",
                    "  nmethod code size         :  6813168 bytes",
                    "  nmethod total size        :  9246992 bytes")))
        .isEqualTo(new CompiledCode(3036, 6_813_168));
    assertThat(CompiledCode.of(List.of("nothing"))).isEqualTo(new CompiledCode(0, 0));
  }
}
