package dev.paceline.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FigureTableTest {
  @Test
  void columnsAreAligned() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    FigureTable table =
        new FigureTable(new PrintStream(bytes, true, StandardCharsets.UTF_8))
            .column("query", "%-8s")
            .column("ms", "%8.1f")
            .column("rows", "%6d")
            .column("ratio", "%7.2f")
            .header();
    table.row("Q1", 12.34, 100, 0.5);
    table.row("Q20", 1234.0, null, Double.NaN, "(failed)");
    table.row("total", 1246.34);

    assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "query          ms   rows   ratio",
            "Q1           12.3    100    0.50",
            "Q20        1234.0                (failed)",
            "total      1246.3");
  }
}
