package dev.paceline.benchmarks.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.benchmarks.cli.BenchRun;
import dev.paceline.storage.scan.ScanPolicyKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The benchmark measures what it says: scans that get on and end, under every policy. */
class SchedulerBenchmarksTest {
  @ParameterizedTest
  @EnumSource
  void scansGetAllTheirChunks(ScanPolicyKind policy) {
    ScheduledScans scans = new ScheduledScans(policy, 8, 50, 7);
    long before = scans.needed();
    for (int i = 0; i < 20; i++) {
      assertThat(scans.handOut()).isNotNull();
    }
    if (scans.completed() == 0) {
      assertThat(scans.needed()).isEqualTo(before - 20);
    }
    for (int i = 0; i < 5_000; i++) {
      scans.handOut();
    }
    assertThat(scans.completed()).isGreaterThan(100);
    assertThat(scans.choices()).isGreaterThan(5_000);
    assertThat(scans.replaceNext()).isNotNull();
  }

  @Test
  void runsUnderEveryPolicy() throws Exception {
    BenchRun run = BenchRun.of("scheduler", "--smoke");
    assertThat(run.json().path("figures")).hasSize(2 * ScanPolicyKind.values().length);
    assertThat(run.printed()).contains("relevance", "registration");
  }
}
