package dev.paceline.calcite.sql;

import com.google.common.collect.ImmutableList;
import dev.paceline.calcite.unnest.ListJoins;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable.ViewExpander;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.apache.calcite.sql2rel.SqlRexConvertletTable;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Calcite's converter, which puts the query of a common table expression in the place of each of
 * its names, as a view does: a chain of expressions that each name the former twice doubles with
 * every link. It ends at {@link StatementLimits#MAX_SELECTS}. For one statement.
 */
final class PacelineConverter extends SqlToRelConverter {
  private final AtomicInteger selects;
  private final RelBuilder builder;

  /**
   * @param selects counts the SELECTs of the statement
   */
  PacelineConverter(
      ViewExpander views,
      SqlValidator validator,
      CalciteCatalogReader catalog,
      RelOptCluster cluster,
      SqlRexConvertletTable convertlets,
      Config config,
      AtomicInteger selects) {
    super(views, validator, catalog, cluster, convertlets, config);
    this.selects = selects;
    this.builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
  }

  @Override
  protected RelRoot convertQueryRecursive(
      SqlNode query, boolean top, @Nullable RelDataType targetRowType) {
    if (query.getKind() == SqlKind.SELECT || query.getKind() == SqlKind.VALUES) {
      StatementLimits.checkSelects(selects.incrementAndGet());
    }
    return super.convertQueryRecursive(query, top, targetRowType);
  }

  /** Expands the lists of a SELECT list before DISTINCT and ORDER BY see its rows. */
  @Override
  protected Blackboard createBlackboard(
      SqlValidatorScope scope, @Nullable Map<String, RexNode> names, boolean top) {
    return new Blackboard(scope, names, top) {
      @Override
      public void setRoot(RelNode root, boolean leaf) {
        super.setRoot(ListJoins.ofSelectList(root, builder), leaf);
      }
    };
  }

  /**
   * Makes an aggregation. If it only has grouping sets, it counts rows, too, which nobody asks for:
   * Calcite's builder loses sets if nothing is aggregated and the empty set is there twice, as in
   * {@code GROUP BY GROUPING SETS (a, (), ())}.
   */
  @Override
  protected RelNode createAggregate(
      Blackboard board,
      ImmutableBitSet groupSet,
      ImmutableList<ImmutableBitSet> groupSets,
      List<AggregateCall> calls) {
    boolean unaggregated = calls.isEmpty() && groupSets.size() > 1;
    return super.createAggregate(
        board, groupSet, groupSets, unaggregated ? List.of(countOfRows()) : calls);
  }

  private AggregateCall countOfRows() {
    return AggregateCall.create(
        SqlParserPos.ZERO,
        SqlStdOperatorTable.COUNT,
        false,
        false,
        false,
        List.of(),
        List.of(),
        -1,
        null,
        RelCollations.EMPTY,
        typeFactory.createSqlType(SqlTypeName.BIGINT),
        null);
  }
}
