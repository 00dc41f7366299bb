package dev.paceline.calcite.aggregate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.tools.RelBuilder;

/** Window functions of the results of other window functions: each level is a projection. */
final class NestedWindows {
  private NestedWindows() {}

  /** Projects the rows on the stack of a builder to expressions with nested window functions. */
  static void project(RelBuilder builder, List<RexNode> expressions, List<String> names) {
    List<RexNode> remaining = expressions;
    while (true) {
      Set<RexOver> inner = inner(remaining);
      if (inner.isEmpty()) {
        builder.project(remaining, names, true);
        return;
      }
      List<RexNode> columns = new ArrayList<>(builder.fields());
      int first = columns.size();
      List<RexOver> computed = List.copyOf(inner);
      columns.addAll(computed);
      builder.project(columns);
      RexShuttle results =
          new RexShuttle() {
            @Override
            public RexNode visitOver(RexOver over) {
              int number = computed.indexOf(over);
              return number < 0 ? super.visitOver(over) : builder.field(first + number);
            }
          };
      remaining = remaining.stream().map(expression -> expression.accept(results)).toList();
    }
  }

  /** The window functions that others read, and that read none. */
  private static Set<RexOver> inner(List<RexNode> expressions) {
    Set<RexOver> inner = new LinkedHashSet<>();
    RexVisitorImpl<Void> visitor =
        new RexVisitorImpl<>(true) {
          private int depth;

          @Override
          public Void visitOver(RexOver over) {
            if (depth > 0 && !readsWindows(over)) {
              inner.add(over);
            }
            depth++;
            super.visitOver(over);
            depth--;
            return null;
          }
        };
    expressions.forEach(expression -> expression.accept(visitor));
    return inner;
  }

  private static boolean readsWindows(RexOver over) {
    List<RexNode> read = new ArrayList<>(over.getOperands());
    read.addAll(over.getWindow().partitionKeys);
    for (RexFieldCollation key : over.getWindow().orderKeys) {
      read.add(key.left);
    }
    return RexOver.containsOver(read, null);
  }
}
