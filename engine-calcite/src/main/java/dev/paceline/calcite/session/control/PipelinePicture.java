package dev.paceline.calcite.session.control;

import dev.paceline.calcite.explain.PlanText;
import dev.paceline.core.engine.Engine;
import dev.paceline.core.engine.QueryReport;
import dev.paceline.core.error.Choice;
import dev.paceline.core.sched.PipelineReport;
import java.util.ArrayList;
import java.util.List;

/**
 * The pipelines of a query in the language of Graphviz: a box each, green when it is done, yellow
 * while it runs, blue while it waits (Deshmukh, Efficient Query Scheduling, figure 2.11). A solid
 * arrow leads to a pipeline that waits for another, a dashed one to a pipeline that takes the
 * other's rows while it runs.
 */
public final class PipelinePicture {
  private PipelinePicture() {}

  /**
   * The lines of the picture.
   *
   * @param number of a query that runs, or has ended and is not closed
   * @throws dev.paceline.core.error.PacelineException INVALID_ARGUMENT if there is none
   */
  public static List<String> of(Engine engine, long number) {
    QueryReport query =
        engine.queries().stream()
            .filter(report -> report.number() == number)
            .findAny()
            .orElseThrow(() -> QueryCommand.unknown(number, "show"));
    List<PipelineReport> pipelines =
        engine.pipelines().stream().filter(pipeline -> pipeline.query() == number).toList();
    List<String> lines = new ArrayList<>();
    lines.add("digraph pipelines {");
    lines.add("  rankdir=BT;");
    lines.add("  label=" + quoted("query " + number + ": " + query.name()) + ";");
    lines.add("  node [shape=box, style=filled];");
    for (PipelineReport pipeline : pipelines) {
      lines.add(box(pipeline));
    }
    for (PipelineReport pipeline : pipelines) {
      for (int before : pipeline.waitsFor()) {
        lines.add("  " + before + " -> " + pipeline.number() + ";");
      }
      for (int producer : pipeline.takesFrom()) {
        lines.add("  " + producer + " -> " + pipeline.number() + " [style=dashed];");
      }
    }
    lines.add("}");
    return lines;
  }

  private static String box(PipelineReport pipeline) {
    String text =
        pipeline.number()
            + " "
            + Choice.nameOf(pipeline.state())
            + "\n"
            + pipeline.steps().replace(" → ", "\n→ ")
            + "\n"
            + PlanText.orders(pipeline.orders(), pipeline.busyNanos());
    String colour =
        switch (pipeline.state()) {
          case DONE -> "palegreen";
          case RUNNING, FINISHING -> "yellow";
          case WAITING -> "lightblue";
        };
    return "  " + pipeline.number() + " [label=" + quoted(text) + ", fillcolor=" + colour + "];";
  }

  /** Names of tables may have any character. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
