package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.SharedRead;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Replaces aggregates over whole partitions, such as {@code SUM(x) OVER (PARTITION BY k)}, by a
 * join of the rows with the aggregates of each partition. Rows then need not be collected and
 * sorted. It reads the rows twice, and is done where they come from one table or from a part of the
 * query that is computed once anyway, if no other window function needs them sorted.
 */
final class PartitionTotals extends RelHomogeneousShuttle {
  private final RelBuilder builder;

  private PartitionTotals(RelBuilder builder) {
    this.builder = builder;
  }

  /** Returns an expression with the same rows; the expression itself if nothing is replaced. */
  static RelNode in(RelNode rel, RelBuilder builder) {
    return rel.accept(new PartitionTotals(builder));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Project project)
        || !project.containsOver()
        || !isCheap(project.getInput())) {
      return visited;
    }
    Set<RexOver> functions = functions(project);
    return functions.stream().allMatch(PartitionTotals::isTotal)
        ? new Rewriting(project, functions).result()
        : visited;
  }

  /** Whether the rows are those of a table or of a shared plan, filtered and projected. */
  private static boolean isCheap(RelNode rel) {
    return switch (rel) {
      case TableScan scan -> true;
      case SharedRead read -> true;
      case Filter filter ->
          RexUtil.isDeterministic(filter.getCondition()) && isCheap(filter.getInput());
      case Project project ->
          !project.containsOver()
              && project.getProjects().stream().allMatch(RexUtil::isDeterministic)
              && isCheap(project.getInput());
      default -> false;
    };
  }

  private static Set<RexOver> functions(Project project) {
    Set<RexOver> functions = new LinkedHashSet<>();
    RexVisitorImpl<Void> visitor =
        new RexVisitorImpl<>(true) {
          @Override
          public Void visitOver(RexOver over) {
            functions.add(over);
            return null;
          }
        };
    project.getProjects().forEach(expression -> expression.accept(visitor));
    return functions;
  }

  private static boolean isTotal(RexOver over) {
    RexWindow window = over.getWindow();
    boolean whole =
        window.getLowerBound().isUnboundedPreceding()
            && window.getExclude() == RexWindowExclusion.EXCLUDE_NO_OTHER
            && (window.getUpperBound().isUnboundedFollowing()
                || window.orderKeys.isEmpty()
                    && !window.isRows()
                    && window.getUpperBound().isCurrentRow());
    return whole
        && RexUtil.isDeterministic(over)
        && over.getOperands().size() <= 1
        && switch (over.getAggOperator().getKind()) {
          case COUNT, SUM, SUM0, MIN, MAX, AVG -> true;
          default -> false;
        };
  }

  /** An aggregate of a partition. */
  private record Total(Set<RexNode> keys, SqlAggFunction function, RexOver over) {}

  /** The replacement of one projection. */
  private final class Rewriting {
    private final Project project;
    private final Set<RexOver> functions;
    private final RexBuilder rexBuilder;
    private final List<RexNode> columns = new ArrayList<>();

    /** The functions of each set of partition keys. */
    private final Map<Set<RexNode>, List<RexOver>> partitions = new LinkedHashMap<>();

    /** The column of the join with each total. */
    private final Map<Total, RexNode> totals = new LinkedHashMap<>();

    Rewriting(Project project, Set<RexOver> functions) {
      this.project = project;
      this.functions = functions;
      this.rexBuilder = project.getCluster().getRexBuilder();
    }

    RelNode result() {
      builder.push(project.getInput());
      columns.addAll(builder.fields());
      for (RexOver over : functions) {
        partitions.computeIfAbsent(keys(over), unused -> new ArrayList<>()).add(over);
        over.getWindow().partitionKeys.forEach(this::column);
        over.getOperands().forEach(this::column);
      }
      RelNode rows = builder.project(columns).build();
      RelNode joined = rows;
      for (Map.Entry<Set<RexNode>, List<RexOver>> partition : partitions.entrySet()) {
        joined = join(joined, rows, partition.getKey(), partition.getValue());
      }
      List<RexNode> output =
          project.getProjects().stream().map(expression -> expression.accept(results())).toList();
      return builder
          .push(joined)
          .project(output, project.getRowType().getFieldNames(), true)
          .build();
    }

    private static Set<RexNode> keys(RexOver over) {
      return new LinkedHashSet<>(over.getWindow().partitionKeys);
    }

    private int column(RexNode expression) {
      if (!columns.contains(expression)) {
        columns.add(expression);
      }
      return columns.indexOf(expression);
    }

    private RelNode join(RelNode left, RelNode rows, Set<RexNode> keys, List<RexOver> overs) {
      ImmutableBitSet keyColumns = ImmutableBitSet.of(keys.stream().map(this::column).toList());
      builder.push(rows);
      List<RelBuilder.AggCall> calls = new ArrayList<>();
      List<Total> called = new ArrayList<>();
      for (RexOver over : overs) {
        for (SqlAggFunction function : functionsOf(over)) {
          called.add(new Total(keys, function, over));
          calls.add(
              builder
                  .aggregateCall(
                      function,
                      over.getOperands().stream()
                          .<RexNode>map(operand -> builder.field(column(operand)))
                          .toList())
                  .distinct(over.isDistinct()));
        }
      }
      builder.aggregate(builder.groupKey(keyColumns), calls);
      RelNode aggregate = builder.build();
      int width = left.getRowType().getFieldCount();
      List<RexNode> conditions = new ArrayList<>();
      int position = width;
      for (int key : keyColumns) {
        RexNode ofRow = RexInputRef.of(key, left.getRowType());
        conditions.add(
            rexBuilder.makeCall(
                ofRow.getType().isNullable()
                    ? SqlStdOperatorTable.IS_NOT_DISTINCT_FROM
                    : SqlStdOperatorTable.EQUALS,
                ofRow,
                new RexInputRef(position++, ofRow.getType())));
      }
      RelNode joined =
          builder.push(left).push(aggregate).join(JoinRelType.INNER, conditions).build();
      for (Total total : called) {
        totals.put(total, RexInputRef.of(position++, joined.getRowType()));
      }
      return joined;
    }

    private static List<SqlAggFunction> functionsOf(RexOver over) {
      return switch (over.getAggOperator().getKind()) {
        case AVG -> List.of(SqlStdOperatorTable.SUM, SqlStdOperatorTable.COUNT);
        default -> List.of(over.getAggOperator());
      };
    }

    private RexShuttle results() {
      return new RexShuttle() {
        @Override
        public RexNode visitOver(RexOver over) {
          List<RexNode> parts =
              functionsOf(over).stream()
                  .map(function -> totals.get(new Total(keys(over), function, over)))
                  .toList();
          RexNode result =
              parts.size() == 1
                  ? parts.getFirst()
                  : rexBuilder.makeCall(
                      SqlStdOperatorTable.DIVIDE,
                      rexBuilder.ensureType(over.getType(), parts.get(0), true),
                      parts.get(1));
          return rexBuilder.ensureType(over.getType(), result, false);
        }
      };
    }
  }
}
