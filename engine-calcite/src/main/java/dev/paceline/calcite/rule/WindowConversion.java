package dev.paceline.calcite.rule;

import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.rel.PacelineWindow;
import dev.paceline.core.error.PacelineException;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLocalRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;

/**
 * Makes physical windows of projections with window functions: a projection that computes what the
 * functions read, the functions, and a projection that computes with their results.
 */
final class WindowConversion {
  private final Projections projections;

  /** Makes physical projections. */
  @FunctionalInterface
  interface Projections {
    /**
     * @throws PacelineException NOT_SUPPORTED if the engine cannot compute an expression
     */
    PacelineRel convert(Project project, RelNode input, double rows);
  }

  WindowConversion(Projections projections) {
    this.projections = projections;
  }

  /**
   * @param project that contains window functions
   * @throws PacelineException NOT_SUPPORTED if the engine has no such function
   */
  PacelineRel convert(Project project, RelNode input, double rows) {
    RexBuilder rexBuilder = project.getCluster().getRexBuilder();
    WindowColumns columns = new WindowColumns(rexBuilder);
    WindowGroups groups = new WindowGroups();
    WindowFunctions functions = new WindowFunctions(rexBuilder, columns, groups);
    List<RexNode> computed =
        project.getProjects().stream().map(node -> withoutOver(node, columns, functions)).toList();
    if (columns.expressions().isEmpty()) {
      columns.add(rexBuilder.makeLiteral(true)); // rows need a column, as for COUNT(*) OVER ()
    }
    PacelineRel arguments =
        projections.convert(projectOf(input, columns.expressions()), input, rows);
    int[] results = new int[groups.count()];
    PacelineWindow windows = groups.over(arguments, rows, results);
    List<RexNode> output =
        computed.stream().map(node -> withResults(node, windows, results)).toList();
    LogicalProject top =
        LogicalProject.create(
            windows, List.of(), output, project.getRowType().getFieldNames(), Set.of());
    return projections.convert(top, windows, rows);
  }

  private static LogicalProject projectOf(RelNode input, List<RexNode> expressions) {
    return LogicalProject.create(input, List.of(), expressions, (List<String>) null, Set.of());
  }

  private static RexNode withoutOver(
      RexNode expression, WindowColumns columns, WindowFunctions functions) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            return functions.translate(over);
          }

          @Override
          public RexNode visitInputRef(RexInputRef reference) {
            return columns.reference(reference);
          }
        });
  }

  private static RexNode withResults(RexNode expression, PacelineWindow windows, int[] results) {
    return expression.accept(
        new RexShuttle() {
          @Override
          public RexNode visitLocalRef(RexLocalRef reference) {
            return RexInputRef.of(results[reference.getIndex()], windows.getRowType());
          }
        });
  }
}
