package dev.paceline.calcite.lower;

import dev.paceline.calcite.rel.PacelineProven;
import dev.paceline.calcite.table.PacelineTable;
import dev.paceline.calcite.table.TableSource;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.jspecify.annotations.Nullable;

/**
 * Finds all tables of a plan: those of sub-queries inside of expressions, and of both plans that
 * are alternatives to each other, included.
 */
public final class ScannedTables extends RelVisitor {
  private final Set<TableSource> found = new LinkedHashSet<>();

  private final RexShuttle subQueries =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
          go(subQuery.rel);
          return super.visitSubQuery(subQuery);
        }
      };

  private ScannedTables() {}

  /** Each once, in the order in which the plan mentions them. */
  public static Set<TableSource> of(RelNode plan) {
    ScannedTables tables = new ScannedTables();
    tables.go(plan);
    return tables.found;
  }

  @Override
  public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
    if (node instanceof TableScan scan) {
      PacelineTable table = scan.getTable().unwrap(PacelineTable.class);
      if (table != null) {
        found.add(table.source());
      }
    }
    if (node instanceof PacelineProven proven) {
      go(proven.otherwise());
    }
    node.accept(subQueries);
    super.visit(node, ordinal, parent);
  }
}
