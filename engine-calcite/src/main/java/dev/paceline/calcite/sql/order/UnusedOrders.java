package dev.paceline.calcite.sql.order;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;

/**
 * Removes the ORDER BY of sub-queries that changes nothing: without a limit, and not above the rows
 * that the query returns, to which only projections, filters and limits without an order of their
 * own lead.
 */
public final class UnusedOrders {
  /** Plans that stand in several places stay one object. */
  private final Map<RelNode, RelNode> changed = new IdentityHashMap<>();

  private final RexShuttle conditions =
      new RexShuttle() {
        @Override
        public RexNode visitSubQuery(RexSubQuery query) {
          RexSubQuery inner = (RexSubQuery) super.visitSubQuery(query);
          RelNode rel = removed(inner.rel);
          return rel.equals(inner.rel) ? inner : inner.clone(rel);
        }
      };

  private UnusedOrders() {}

  /** Returns the plan of a statement without such orders. */
  public static RelNode remove(RelNode plan) {
    return new UnusedOrders().ofResult(plan);
  }

  /** Changes what is below the order of the result. */
  private RelNode ofResult(RelNode node) {
    boolean leads =
        node instanceof Project
            || node instanceof Filter
            || node instanceof Sort sort && keeps(sort);
    return !leads
        ? (node instanceof Sort ? withInputs(node) : removed(node))
        : withInputs(node, List.of(ofResult(node.getInput(0))));
  }

  /** Whether a limit takes the rows in the order that they have. */
  private static boolean keeps(Sort sort) {
    return sort.getCollation().getFieldCollations().isEmpty();
  }

  private RelNode removed(RelNode node) {
    RelNode known = changed.get(node);
    if (known == null) {
      known =
          node instanceof Sort sort && sort.fetch == null && sort.offset == null
              ? removed(sort.getInput())
              : node instanceof Sort sort && keeps(sort)
                  ? withInputs(node, List.of(ofResult(sort.getInput())))
                  : withInputs(node);
      changed.put(node, known);
    }
    return known;
  }

  private RelNode withInputs(RelNode node) {
    List<RelNode> inputs = new ArrayList<>();
    for (RelNode input : node.getInputs()) {
      inputs.add(removed(input));
    }
    return withInputs(node, inputs);
  }

  private RelNode withInputs(RelNode node, List<RelNode> inputs) {
    RelNode copy = inputs.equals(node.getInputs()) ? node : node.copy(node.getTraitSet(), inputs);
    return copy.accept(conditions);
  }
}
