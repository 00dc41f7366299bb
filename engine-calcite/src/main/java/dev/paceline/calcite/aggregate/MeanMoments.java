package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.function.AverageOperator;
import dev.paceline.calcite.function.RoundingOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;

/**
 * Expresses AVG of dates and timestamps by the sum of their microseconds and by their number, so
 * that it is exact.
 */
public final class MeanMoments extends RelHomogeneousShuttle {
  private final RelBuilder builder;
  private final ExpressionTerms terms;

  private MeanMoments(RelBuilder builder) {
    this.builder = builder;
    this.terms = new ExpressionTerms(builder.getRexBuilder());
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  public static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new MeanMoments(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Aggregate aggregate
          when aggregate.getAggCallList().stream().anyMatch(call -> isMean(aggregate, call)) ->
          replaced(aggregate);
      case Project project when project.containsOver() -> replaced(project);
      default -> visited;
    };
  }

  private static boolean isMean(Aggregate aggregate, AggregateCall call) {
    return call.getAggregation().getKind() == SqlKind.AVG
        && AverageOperator.isOfMoments(
            SqlKind.AVG,
            aggregate
                .getInput()
                .getRowType()
                .getFieldList()
                .get(call.getArgList().getFirst())
                .getType());
  }

  private RelNode replaced(Aggregate aggregate) {
    builder.push(aggregate.getInput());
    List<RexNode> columns = new ArrayList<>(builder.fields());
    List<AggregateCall> calls = new ArrayList<>();
    List<AggregateCall> counts = new ArrayList<>();
    for (AggregateCall call : aggregate.getAggCallList()) {
      if (!isMean(aggregate, call)) {
        calls.add(call);
        continue;
      }
      int micros = columns.size();
      columns.add(terms.micros(builder.field(call.getArgList().getFirst())));
      calls.add(of(SqlStdOperatorTable.SUM, micros, sumType(), call));
      counts.add(of(SqlStdOperatorTable.COUNT, micros, terms.bigint(), call));
    }
    builder.project(columns);
    int keys = aggregate.getGroupCount();
    List<AggregateCall> all = new ArrayList<>(calls);
    all.addAll(counts);
    builder.push(
        LogicalAggregate.create(
            builder.build(), List.of(), aggregate.getGroupSet(), aggregate.getGroupSets(), all));
    List<RexNode> results = new ArrayList<>(builder.fields().subList(0, keys));
    int count = keys + calls.size();
    for (int i = 0; i < calls.size(); i++) {
      RexNode result = builder.field(keys + i);
      results.add(
          isMean(aggregate, aggregate.getAggCallList().get(i))
              ? mean(result, builder.field(count++))
              : result);
    }
    builder.project(results, aggregate.getRowType().getFieldNames(), true);
    return RelOptUtil.createCastRel(builder.build(), aggregate.getRowType(), true);
  }

  /** A call with the DISTINCT and the FILTER of another one. */
  private static AggregateCall of(
      SqlAggFunction function, int column, RelDataType type, AggregateCall call) {
    return AggregateCall.create(
        function,
        call.isDistinct(),
        false,
        false,
        List.of(),
        List.of(column),
        call.filterArg,
        null,
        RelCollations.EMPTY,
        type,
        null);
  }

  private RelNode replaced(Project project) {
    RexShuttle means =
        new RexShuttle() {
          @Override
          public RexNode visitOver(RexOver over) {
            RexOver visited = (RexOver) super.visitOver(over);
            if (!AverageOperator.isOfMoments(
                visited.getAggOperator().getKind(), firstType(visited))) {
              return visited;
            }
            RexNode micros = terms.micros(visited.getOperands().getFirst());
            return terms
                .rexBuilder()
                .ensureType(
                    visited.getType(),
                    mean(
                        over(visited, SqlStdOperatorTable.SUM, micros, sumType()),
                        over(visited, SqlStdOperatorTable.COUNT, micros, terms.bigint())),
                    false);
          }
        };
    List<RexNode> expressions =
        project.getProjects().stream().map(expression -> expression.accept(means)).toList();
    return expressions.equals(project.getProjects())
        ? project
        : builder
            .push(project.getInput())
            .project(expressions, project.getRowType().getFieldNames(), true)
            .build();
  }

  private RelDataType firstType(RexOver over) {
    return over.getOperands().isEmpty() ? terms.bigint() : over.getOperands().getFirst().getType();
  }

  private RexNode over(RexOver over, SqlAggFunction function, RexNode value, RelDataType type) {
    return terms.over(over.getWindow(), function, type, List.of(value), over.isDistinct());
  }

  private RelDataType sumType() {
    return terms.nullable(
        terms.types().getTypeSystem().deriveSumType(terms.types(), terms.bigint()));
  }

  private RexNode mean(RexNode sum, RexNode count) {
    RexNode quotient = terms.call(SqlStdOperatorTable.DIVIDE, sum, count);
    return terms.moment(terms.call(RoundingOperator.TRUNCATE, quotient));
  }
}
