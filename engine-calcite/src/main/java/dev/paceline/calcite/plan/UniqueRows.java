package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.JoinConditionParts;
import dev.paceline.calcite.rel.JoinConditionParts.Key;
import dev.paceline.calcite.rel.SharedRead;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.UniqueColumn;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;

/**
 * Which columns tell the rows of an expression apart: no two rows have the same values in all of
 * them, with NULL like any value, as in GROUP BY.
 */
final class UniqueRows {
  private final Set<UniqueColumn> used = new LinkedHashSet<>();

  private UniqueRows() {}

  /**
   * Whether columns tell the rows apart; false if there is no telling.
   *
   * @param proofs gets what that rests on
   */
  static boolean tellApart(ImmutableBitSet columns, RelNode rel, Set<UniqueColumn> proofs) {
    UniqueRows rows = new UniqueRows();
    if (!rows.tellApart(columns, rel)) {
      return false;
    }
    proofs.addAll(rows.used);
    return true;
  }

  private boolean tellApart(ImmutableBitSet columns, RelNode rel) {
    return switch (rel) {
      case TableScan scan -> isKey(columns, scan);
      case Filter filter -> tellApart(columns, filter.getInput());
      case Sort sort -> tellApart(columns, sort.getInput());
      case Project project -> tellApart(sources(columns, project), project.getInput());
      case Aggregate aggregate when aggregate.getGroupType() == Aggregate.Group.SIMPLE ->
          columns.contains(ImmutableBitSet.range(aggregate.getGroupCount()));
      case Join join -> tellApart(columns, join);
      case SharedRead read -> tellApart(columns, read.plan().logical());
      default -> false;
    };
  }

  private boolean isKey(ImmutableBitSet columns, TableScan scan) {
    PacelineTable table = scan.getTable().unwrap(PacelineTable.class);
    List<RelDataTypeField> fields = scan.getRowType().getFieldList();
    for (int column : columns) {
      if (table != null
          && !Dependencies.isText(fields.get(column).getType())
          && table.source().isUnique(column)) {
        used.add(new UniqueColumn(table.source(), column));
        return true;
      }
    }
    return false;
  }

  private static ImmutableBitSet sources(ImmutableBitSet columns, Project project) {
    ImmutableBitSet.Builder sources = ImmutableBitSet.builder();
    for (int column : columns) {
      if (project.getProjects().get(column) instanceof RexInputRef reference) {
        sources.set(reference.getIndex());
      }
    }
    return sources.build();
  }

  /** Rows of one side are told apart, and those of the other that each of them meets. */
  private boolean tellApart(ImmutableBitSet columns, Join join) {
    int leftCount = join.getLeft().getRowType().getFieldCount();
    ImmutableBitSet left = columns.intersect(ImmutableBitSet.range(leftCount));
    ImmutableBitSet right = columns.except(left).shift(-leftCount);
    return switch (join.getJoinType()) {
      case SEMI, ANTI, LEFT_MARK -> tellApart(left, join.getLeft());
      case LEFT -> eachOnce(join, left, right);
      case RIGHT -> eachOnceReversed(join, left, right);
      case INNER -> eachOnce(join, left, right) || eachOnceReversed(join, left, right);
      default -> false;
    };
  }

  private boolean eachOnce(Join join, ImmutableBitSet left, ImmutableBitSet right) {
    ImmutableBitSet.Builder met = right.rebuild();
    exactKeys(join).forEach(key -> met.set(key.right()));
    return tellApart(left, join.getLeft()) && tellApart(met.build(), join.getRight());
  }

  private boolean eachOnceReversed(Join join, ImmutableBitSet left, ImmutableBitSet right) {
    ImmutableBitSet.Builder met = left.rebuild();
    exactKeys(join).forEach(key -> met.set(key.left()));
    return tellApart(right, join.getRight()) && tellApart(met.build(), join.getLeft());
  }

  /** The keys of which a value of one side equals no two values of the other. */
  static List<Key> exactKeys(Join join) {
    List<RelDataTypeField> left = join.getLeft().getRowType().getFieldList();
    List<RelDataTypeField> right = join.getRight().getRowType().getFieldList();
    return JoinConditionParts.of(join).keys().stream()
        .filter(
            key ->
                Dependencies.isExact(
                    left.get(key.left()).getType(), right.get(key.right()).getType()))
        .toList();
  }
}
