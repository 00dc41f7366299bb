package dev.paceline.core.operator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ScanStepTest {
  private final ScanStep step = new ScanStep(2048);

  @Test
  void growsWhileFewRowsAreLeft() {
    assertThat(step.rows()).isEqualTo(2048);
    for (int rows : new int[] {4096, 8192, 16_384, 16_384}) {
      step.observe(512);
      assertThat(step.rows()).isEqualTo(rows);
    }
    assertThat(ScanStep.maxRows(2048)).isEqualTo(16_384);
  }

  @Test
  void staysWhereABatchIsFullEnough() {
    step.observe(10);
    step.observe(513);
    step.observe(1024);

    assertThat(step.rows()).isEqualTo(4096);
  }

  @Test
  void shrinksBeforeABatchIsTooFull() {
    step.observe(0);
    step.observe(0);

    step.observe(1025);
    assertThat(step.rows()).isEqualTo(4096);

    step.observe(2048);
    step.observe(2048);
    assertThat(step.rows()).isEqualTo(2048);
  }

  @Test
  void beginsAnewWhenRowsDoNotFit() {
    step.observe(0);
    step.observe(0);

    step.shorten();

    assertThat(step.rows()).isEqualTo(2048);
  }

  @Test
  void batchesOfOneRowGrowOnlyWhereNoneIsLeft() {
    ScanStep single = new ScanStep(1);
    single.observe(0);
    assertThat(single.rows()).isEqualTo(2);

    single.observe(1);
    assertThat(single.rows()).isEqualTo(1);
  }
}
