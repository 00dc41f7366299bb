package dev.paceline.calcite.plan;

import dev.paceline.calcite.rel.SharedRead;
import java.util.function.Consumer;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelVisitor;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.jspecify.annotations.Nullable;

/** Finds all expressions that read shared plans, those in sub-queries included. */
final class Readers extends RelVisitor {
  private final Consumer<SharedRead> listener;

  Readers(Consumer<SharedRead> listener) {
    this.listener = listener;
  }

  @Override
  public void visit(RelNode node, int ordinal, @Nullable RelNode parent) {
    if (node instanceof SharedRead read) {
      listener.accept(read);
    }
    node.accept(
        new RexShuttle() {
          @Override
          public RexNode visitSubQuery(RexSubQuery subQuery) {
            go(subQuery.rel);
            return super.visitSubQuery(subQuery);
          }
        });
    super.visit(node, ordinal, parent);
  }
}
