package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.ElementRows;
import dev.paceline.calcite.rel.SharedRead;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Correlate;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rel.logical.LogicalValues;

/**
 * Makes a tree of an expression whose equal parts are one object. Calcite's rule engine shares
 * them, while its {@link org.apache.calcite.sql2rel.TopDownGeneralDecorrelator} keeps what it knows
 * of a part by the identity of its object: two scans of one table at different levels of
 * correlation would get columns of one another.
 */
final class UnsharedLeaves extends RelHomogeneousShuttle {
  private UnsharedLeaves() {}

  /** Returns the expression itself if it has no correlation. */
  static RelNode of(RelNode rel) {
    return hasCorrelation(rel) ? rel.accept(new UnsharedLeaves()) : rel;
  }

  private static boolean hasCorrelation(RelNode rel) {
    return rel instanceof Correlate
        || rel.getInputs().stream().anyMatch(UnsharedLeaves::hasCorrelation);
  }

  @Override
  public RelNode visit(RelNode other) {
    return switch (other) {
      case LogicalTableScan scan ->
          LogicalTableScan.create(scan.getCluster(), scan.getTable(), scan.getHints());
      case LogicalValues values -> values.copy(values.getTraitSet(), values.getInputs());
      case SharedRead read -> read.another();
      case ElementRows rows -> rows.another();
      default -> super.visit(other);
    };
  }
}
