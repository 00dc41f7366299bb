package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.JoinConditionParts.Key;
import dev.paceline.calcite.rex.PlainCalls;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * A join below an aggregate: one of its inputs is kept, the other one is to be grouped by what the
 * join compares. Expressions are over the columns of kept ++ other, wherever these stand in the
 * join.
 */
final class GroupedJoin {
  private final RelNode kept;
  private final RelNode other;
  private final JoinRelType type;
  private final RexNode condition;
  private final List<RexNode> columns;
  private final List<Key> exactKeys;
  private final List<Integer> keys;
  private final boolean counted;

  /**
   * @param condition over kept ++ other
   * @param columns what is aggregated, over kept ++ other
   * @param exactKeys with the kept input on the left
   * @param counted whether the last column of the kept input tells how many rows each of its rows
   *     stands for
   */
  private GroupedJoin(
      RelNode kept,
      RelNode other,
      JoinRelType type,
      RexNode condition,
      List<RexNode> columns,
      List<Key> exactKeys,
      boolean counted) {
    this.kept = kept;
    this.other = other;
    this.type = type;
    this.condition = condition;
    this.columns = columns;
    this.exactKeys = exactKeys;
    this.counted = counted;
    this.keys = exactKeys.stream().map(Key::right).distinct().toList();
  }

  /** An inner join or a left one. */
  static GroupedJoin keepingLeft(Join join, List<? extends RexNode> columns) {
    return new GroupedJoin(
        join.getLeft(),
        join.getRight(),
        join.getJoinType(),
        join.getCondition(),
        List.copyOf(columns),
        UniqueRows.exactKeys(join),
        false);
  }

  /** An inner join or a right one. */
  static GroupedJoin keepingRight(Join join, List<? extends RexNode> columns) {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    int rightCount = join.getRight().getRowType().getFieldCount();
    List<Integer> places =
        IntStream.range(0, leftCount + rightCount)
            .mapToObj(i -> i < leftCount ? i + rightCount : i - leftCount)
            .toList();
    return new GroupedJoin(
        join.getRight(),
        join.getLeft(),
        join.getJoinType().swap(),
        JoinGraph.renumber(join.getCondition(), places),
        columns.stream().map(column -> JoinGraph.renumber(column, places)).toList(),
        UniqueRows.exactKeys(join).stream()
            .map(key -> new Key(key.right(), key.left(), key.nullsEqual()))
            .toList(),
        false);
  }

  /**
   * The same join with the kept input grouped and its rows counted.
   *
   * @param groups columns of the kept input
   * @return null if more than these columns is used
   */
  @Nullable GroupedJoin counting(ImmutableBitSet groups) {
    ImmutableBitSet others =
        ImmutableBitSet.range(keptCount(), keptCount() + other.getRowType().getFieldCount());
    if (!Stream.concat(columns.stream(), Stream.of(condition))
        .allMatch(expression -> groups.union(others).contains(columnsOf(expression)))) {
      return null;
    }
    RelNode grouped =
        LogicalAggregate.create(
            kept,
            List.of(),
            groups,
            null,
            List.of(PlainCalls.countOfRows(kept.getCluster().getTypeFactory())));
    int added = grouped.getRowType().getFieldCount() - keptCount();
    List<Integer> places =
        IntStream.range(0, others.length())
            .mapToObj(i -> i < keptCount() ? groups.indexOf(i) : i + added)
            .toList();
    return new GroupedJoin(
        grouped,
        other,
        type,
        JoinGraph.renumber(condition, places),
        columns.stream().map(column -> JoinGraph.renumber(column, places)).toList(),
        exactKeys.stream()
            .map(key -> new Key(places.get(key.left()), key.right(), key.nullsEqual()))
            .toList(),
        true);
  }

  /** How many rows a row of the kept input stands for; null if for itself only. */
  @Nullable RexNode count() {
    return counted ? RexInputRef.of(keptCount() - 1, kept.getRowType()) : null;
  }

  RelNode kept() {
    return kept;
  }

  RelNode other() {
    return other;
  }

  /** Returns a column of the aggregated input. */
  RexNode column(int index) {
    return columns.get(index);
  }

  /** Columns of the other input by which it is to be grouped. */
  List<Integer> keys() {
    return keys;
  }

  /** Whether a row of the kept input that meets none is in the result. */
  boolean isOuter() {
    return type == JoinRelType.LEFT;
  }

  /** Whether all rows of the other input that have the same keys meet the same kept rows. */
  boolean comparesOnlyKeys() {
    return !keys.isEmpty()
        && RexUtil.isDeterministic(condition)
        && columnsOf(condition).asList().stream()
            .allMatch(column -> column < keptCount() || keys.contains(column - keptCount()));
  }

  /**
   * An expression as one over the kept input.
   *
   * @return null if it has not the same value in all joined rows of a kept one
   */
  @Nullable RexNode onKept(RexNode expression) {
    if (ImmutableBitSet.range(keptCount()).contains(columnsOf(expression))) {
      return RexUtil.isDeterministic(expression) && !RexOver.containsOver(expression)
          ? expression
          : null;
    }
    return !isOuter() && expression instanceof RexInputRef reference
        ? exactKeys.stream()
            .filter(key -> key.right() == reference.getIndex() - keptCount())
            .map(key -> RexInputRef.of(key.left(), kept.getRowType()))
            .findFirst()
            .orElse(null)
        : null;
  }

  /**
   * An expression as one over the columns of the other input.
   *
   * @return null if it needs the kept input
   */
  @Nullable RexNode onOther(RexNode expression) {
    return columnsOf(expression).intersects(ImmutableBitSet.range(keptCount()))
        ? null
        : expression.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef reference) {
                return RexInputRef.of(reference.getIndex() - keptCount(), other.getRowType());
              }
            });
  }

  /**
   * The kept input joined with the groups of the other one.
   *
   * @param groups their first columns are the keys
   */
  RelNode with(RelNode groups) {
    List<RelDataTypeField> fields = groups.getRowType().getFieldList();
    RexNode compared =
        condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef reference) {
                int key = keys.indexOf(reference.getIndex() - keptCount());
                return key < 0
                    ? reference
                    : new RexInputRef(keptCount() + key, fields.get(key).getType());
              }
            });
    return LogicalJoin.create(kept, groups, List.of(), compared, Set.of(), type);
  }

  int keptCount() {
    return kept.getRowType().getFieldCount();
  }

  private static ImmutableBitSet columnsOf(RexNode expression) {
    return RelOptUtil.InputFinder.bits(expression);
  }
}
