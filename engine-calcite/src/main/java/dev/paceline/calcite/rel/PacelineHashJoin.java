package dev.paceline.calcite.rel;

import com.google.common.collect.ImmutableSortedSet;
import dev.paceline.core.plan.JoinType;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;

/** Equi-join by a hash table of one of its inputs, possibly with a further condition. */
public final class PacelineHashJoin extends Join implements PacelineRel {
  /** A runtime filter must be expected to drop at least a tenth of the probe rows. */
  public static final double MAX_FILTER_SHARE = 0.9;

  private final boolean buildLeft;
  private final boolean nullAware;
  private final Set<Integer> filteringKeys;
  private final double rows;

  /**
   * @param buildLeft whether the hash table is made of the left input, instead of the right one
   * @param nullAware whether an ANTI join is NOT IN: NULL keys make the answer unknown
   * @param filteringKeys which of the {@linkplain JoinConditionParts keys} are worth a runtime
   *     filter on the scans that feed the probe side
   */
  public PacelineHashJoin(
      RelNode left,
      RelNode right,
      RexNode condition,
      JoinRelType type,
      boolean buildLeft,
      boolean nullAware,
      Set<Integer> filteringKeys,
      double rows) {
    super(
        left.getCluster(),
        left.getCluster().traitSetOf(CONVENTION),
        List.of(),
        left,
        right,
        condition,
        Set.<CorrelationId>of(),
        type);
    this.buildLeft = buildLeft;
    this.nullAware = nullAware;
    this.filteringKeys = ImmutableSortedSet.copyOf(filteringKeys);
    this.rows = rows;
  }

  public boolean buildLeft() {
    return buildLeft;
  }

  public Set<Integer> filteringKeys() {
    return filteringKeys;
  }

  public JoinConditionParts keys() {
    return JoinConditionParts.of(this);
  }

  /** The engine's join type, whose right input is the build side. */
  public JoinType physicalType() {
    return switch (getJoinType()) {
      case INNER -> JoinType.INNER;
      case LEFT -> buildLeft ? JoinType.RIGHT : JoinType.LEFT;
      case RIGHT -> buildLeft ? JoinType.LEFT : JoinType.RIGHT;
      case FULL -> JoinType.FULL;
      case SEMI -> buildLeft ? JoinType.RIGHT_SEMI : JoinType.SEMI;
      case ANTI ->
          nullAware ? JoinType.NULL_AWARE_ANTI : buildLeft ? JoinType.RIGHT_ANTI : JoinType.ANTI;
      case LEFT_MARK -> JoinType.LEFT_MARK;
      case ASOF, LEFT_ASOF -> throw new IllegalStateException("join type " + getJoinType());
    };
  }

  /** Whether nobody misses a row of the probe side that has no partner. */
  public boolean dropsProbeRows() {
    return dropsProbeRows(getJoinType(), buildLeft);
  }

  /** {@link #dropsProbeRows()} of a join that is still to be made. */
  public static boolean dropsProbeRows(JoinRelType type, boolean buildLeft) {
    return switch (type) {
      case INNER, SEMI -> true;
      case LEFT, ANTI -> buildLeft;
      case RIGHT -> !buildLeft;
      default -> false;
    };
  }

  @Override
  public double rows() {
    return rows;
  }

  @Override
  public PacelineHashJoin copy(
      RelTraitSet traitSet,
      RexNode condition,
      RelNode left,
      RelNode right,
      JoinRelType type,
      boolean semiJoinDone) {
    return new PacelineHashJoin(
        left, right, condition, type, buildLeft, nullAware, filteringKeys, rows);
  }

  @Override
  public double estimateRowCount(RelMetadataQuery mq) {
    return rows;
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer)
        .itemIf("nullAware", true, nullAware)
        .item("build", buildLeft ? "left" : "right")
        .itemIf("runtimeFilterKeys", filteringKeys, !filteringKeys.isEmpty())
        .item("rows", Math.round(rows));
  }
}
