package dev.paceline.calcite.rule;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.prepare.RelOptTableImpl;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalTableScan;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.schema.TransientTable;

/**
 * The names of the recursions of one statement. Calcite's planner takes two scans of tables of the
 * same name for one, also if each is the table of a recursion of its own.
 */
public final class RecursionNames {
  private final Set<String> taken = new HashSet<>();

  /** Returns a recursion whose step reads a table whose name no recursion before it has. */
  public RepeatUnion apart(RepeatUnion recursion) {
    RelOptTable table = requireNonNull(recursion.getTransientTable(), "rows of the recursion");
    String name = table.getQualifiedName().getLast();
    if (taken.add(name)) {
      return recursion;
    }
    int number = 2;
    while (!taken.add(name + "$" + number)) {
      number++;
    }
    Renaming renaming = new Renaming(table, name + "$" + number);
    return (RepeatUnion)
        recursion.copy(
            recursion.getTraitSet(),
            List.of(recursion.getSeedRel(), recursion.getIterativeRel().accept(renaming)));
  }

  private static final class Renaming extends RelHomogeneousShuttle {
    private final TransientTable rows;
    private final RelOptTable renamed;
    private final RexShuttle conditions =
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery query) {
            RexSubQuery inner = (RexSubQuery) super.visitSubQuery(query);
            return inner.clone(inner.rel.accept(Renaming.this));
          }
        };

    Renaming(RelOptTable table, String name) {
      this.rows = table.unwrapOrThrow(TransientTable.class);
      this.renamed =
          RelOptTableImpl.create(
              table.getRelOptSchema(), table.getRowType(), rows, ImmutableList.of(name));
    }

    @Override
    public RelNode visit(TableScan scan) {
      return rows.equals(scan.getTable().unwrap(TransientTable.class))
          ? LogicalTableScan.create(scan.getCluster(), renamed, scan.getHints())
          : scan;
    }

    @Override
    public RelNode visit(RelNode other) {
      return super.visit(other).accept(conditions);
    }
  }
}
