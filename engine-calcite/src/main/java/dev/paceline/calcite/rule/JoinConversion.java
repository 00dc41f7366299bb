package dev.paceline.calcite.rule;

import dev.paceline.calcite.estimate.Estimator;
import dev.paceline.calcite.estimate.RelEstimate;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import dev.paceline.calcite.rel.PacelineHashJoin;
import dev.paceline.calcite.rel.PacelineNestedLoopJoin;
import dev.paceline.calcite.rel.PacelineProject;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/** Makes physical joins: chooses the algorithm, the build side and the runtime filters. */
final class JoinConversion {
  /**
   * A build side with at most this share of the probe rows makes runtime filters that cost next to
   * nothing, even if they turn out to drop no row.
   */
  private static final double MAX_TRIED_BUILD_SHARE = 1 / 16.0;

  private final Estimator estimator;

  JoinConversion(Estimator estimator) {
    this.estimator = estimator;
  }

  /**
   * @return null if the engine cannot run it
   */
  @Nullable PacelineRel convert(Join join, RelNode left, RelNode right) {
    if (!join.getVariablesSet().isEmpty() || isAsOf(join.getJoinType())) {
      return null;
    }
    JoinConditionParts keys = JoinConditionParts.of(join);
    for (RexNode conjunct : keys.residual()) {
      PacelineException unsupported = Lowering.whyNot(join, conjunct);
      if (unsupported != null) {
        throw unsupported;
      }
    }
    RelEstimate leftEstimate = estimator.estimate(join.getLeft());
    RelEstimate rightEstimate = estimator.estimate(join.getRight());
    double rows = estimator.estimate(join).rows();
    JoinRelType type = join.getJoinType();
    if (keys.keys().isEmpty()) {
      return type == JoinRelType.LEFT_MARK
          ? null
          : nestedLoops(join, left, right, leftEstimate, rightEstimate, rows);
    }
    if (type == JoinRelType.LEFT_MARK && !isMarkable(join, keys)) {
      return null;
    }
    boolean buildLeft = type != JoinRelType.LEFT_MARK && leftEstimate.rows() < rightEstimate.rows();
    return new PacelineHashJoin(
        left,
        right,
        join.getCondition(),
        type,
        buildLeft,
        false,
        filteringKeys(join, buildLeft, keys, leftEstimate, rightEstimate),
        rows);
  }

  private static boolean isAsOf(JoinRelType type) {
    return type == JoinRelType.ASOF || type == JoinRelType.LEFT_ASOF;
  }

  /** Inner joins keep the smaller side; its columns may have to be put back in their places. */
  private static PacelineRel nestedLoops(
      Join join,
      RelNode left,
      RelNode right,
      RelEstimate leftEstimate,
      RelEstimate rightEstimate,
      double rows) {
    if (join.getJoinType() != JoinRelType.INNER || leftEstimate.rows() >= rightEstimate.rows()) {
      return new PacelineNestedLoopJoin(left, right, join.getCondition(), join.getJoinType(), rows);
    }
    int leftCount = left.getRowType().getFieldCount();
    int rightCount = right.getRowType().getFieldCount();
    List<Integer> swapped = new ArrayList<>();
    for (int i = 0; i < leftCount + rightCount; i++) {
      swapped.add(i < leftCount ? i + rightCount : i - leftCount);
    }
    RexNode condition =
        join.getCondition()
            .accept(
                new RexShuttle() {
                  @Override
                  public RexNode visitInputRef(RexInputRef reference) {
                    return new RexInputRef(swapped.get(reference.getIndex()), reference.getType());
                  }
                });
    RelNode loops = new PacelineNestedLoopJoin(right, left, condition, JoinRelType.INNER, rows);
    List<RexNode> columns =
        swapped.stream()
            .<RexNode>map(column -> RexInputRef.of(column, loops.getRowType()))
            .toList();
    return new PacelineProject(loops, columns, join.getRowType(), rows);
  }

  /** Whether the engine has an operator for a mark join. */
  static boolean isMarkable(Join join) {
    return isMarkable(join, JoinConditionParts.of(join));
  }

  /**
   * The engine marks by one key; by several, and with further conditions, only if nothing can be
   * NULL, where a mark says no more than a semi join.
   */
  private static boolean isMarkable(Join join, JoinConditionParts keys) {
    return !keys.keys().isEmpty()
        && keys.residual().isEmpty()
        && (keys.keys().size() == 1 || !mayBeNull(join, keys));
  }

  private static boolean mayBeNull(Join join, JoinConditionParts keys) {
    return keys.keys().stream()
        .anyMatch(
            key ->
                isNullable(join.getLeft(), key.left()) || isNullable(join.getRight(), key.right()));
  }

  private static boolean isNullable(RelNode rel, int column) {
    RelDataType type = rel.getRowType().getFieldList().get(column).getType();
    return type.isNullable();
  }

  /**
   * Returns the keys whose values on the build side are so few that a scan below the probe side
   * profits. The values that other joins leave on the build side can only be guessed. A small build
   * side of that kind filters by all keys, because the scan stops testing what drops too little.
   */
  private static Set<Integer> filteringKeys(
      Join join, boolean buildLeft, JoinConditionParts keys, RelEstimate left, RelEstimate right) {
    boolean drops = PacelineHashJoin.dropsProbeRows(join.getJoinType(), buildLeft);
    RelEstimate built = buildLeft ? left : right;
    RelEstimate probed = buildLeft ? right : left;
    boolean worthTrying =
        built.rows() <= MAX_TRIED_BUILD_SHARE * probed.rows()
            && holdsJoin(buildLeft ? join.getLeft() : join.getRight());
    Set<Integer> filtering = new HashSet<>();
    for (int i = 0; drops && i < keys.keys().size(); i++) {
      Key key = keys.keys().get(i);
      double values = built.effectiveDistinct(buildLeft ? key.left() : key.right());
      double all = probed.column(buildLeft ? key.right() : key.left()).distinct();
      if (worthTrying || values / all <= PacelineHashJoin.MAX_FILTER_SHARE) {
        filtering.add(i);
      }
    }
    return filtering;
  }

  /** Returns whether the rows of a plan depend on what a join leaves of them. */
  private static boolean holdsJoin(RelNode rel) {
    return rel instanceof Join || rel.getInputs().stream().anyMatch(JoinConversion::holdsJoin);
  }

  /**
   * {@code NOT mark} over a mark join whose mark may be NULL: NOT IN, as a null-aware anti join.
   *
   * @return null if {@code filter} is something else
   */
  @Nullable PacelineRel notIn(Filter filter, RelNode input, double rows) {
    if (!(input instanceof PacelineHashJoin join)
        || join.getJoinType() != JoinRelType.LEFT_MARK
        || join.keys().keys().size() != 1) {
      return null;
    }
    int mark = join.getLeft().getRowType().getFieldCount();
    List<RexNode> others = new ArrayList<>();
    boolean found = false;
    for (RexNode conjunct : RelOptUtil.conjunctions(filter.getCondition())) {
      boolean isNotMark =
          conjunct.getKind() == SqlKind.NOT
              && ((RexCall) conjunct).getOperands().getFirst() instanceof RexInputRef reference
              && reference.getIndex() == mark;
      if (!isNotMark && RelOptUtil.InputFinder.bits(conjunct).get(mark)) {
        return null;
      }
      found |= isNotMark;
      if (!isNotMark) {
        others.add(conjunct);
      }
    }
    if (!found) {
      return null;
    }
    RexBuilder rexBuilder = filter.getCluster().getRexBuilder();
    PacelineRel rel =
        new PacelineHashJoin(
            join.getLeft(),
            join.getRight(),
            join.getCondition(),
            JoinRelType.ANTI,
            false,
            true,
            Set.of(),
            rows);
    if (!others.isEmpty()) {
      rel =
          new dev.paceline.calcite.rel.PacelineFilter(
              rel, RexUtil.composeConjunction(rexBuilder, others), rows);
    }
    List<RexNode> columns = new ArrayList<>();
    for (int i = 0; i < mark; i++) {
      columns.add(RexInputRef.of(i, rel.getRowType()));
    }
    columns.add(
        rexBuilder.makeAbstractCast(
            filter.getRowType().getFieldList().get(mark).getType(),
            rexBuilder.makeLiteral(false),
            false));
    return new PacelineProject(rel, columns, filter.getRowType(), rows);
  }
}
