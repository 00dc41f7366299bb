package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FigureTableTest {
  @Test
  void columnsAreAligned() {
    FigureTable table = new FigureTable("query %-8s; ms %8.1f; rows %6d; 90 % at %7.2f");

    assertThat(table.titles()).isEqualTo("query          ms   rows 90 % at");
    assertThat(table.row("Q1", 12.34, 100, 0.5)).isEqualTo("Q1           12.3    100    0.50");
    assertThat(table.row("total", 1246.34)).isEqualTo("total      1246.3");
  }

  @Test
  void missingFiguresAreBlankAndRemarksFollow() {
    FigureTable table = new FigureTable("query %-8s; ms %8.1f; rows %6d; ratio %7.2f");

    assertThat(table.row("Q20", 1234.0, null, Double.NaN, "(failed)"))
        .isEqualTo("Q20        1234.0                (failed)");
    assertThat(table.row("Q20", 1234.0, null, Double.NaN)).isEqualTo("Q20        1234.0");
  }

  @Test
  void aColumnWithoutAFormatIsAnError() {
    assertThatThrownBy(() -> new FigureTable("query %-8s; ms"))
        .hasMessageContaining("no title and format with a width: ms");
  }
}
