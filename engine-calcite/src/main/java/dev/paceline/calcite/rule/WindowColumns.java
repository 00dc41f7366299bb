package dev.paceline.calcite.rule;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;

/** The columns that window functions read, and those that go past them: each expression once. */
final class WindowColumns {
  private final RexBuilder rexBuilder;
  private final List<RexNode> expressions = new ArrayList<>();

  WindowColumns(RexBuilder rexBuilder) {
    this.rexBuilder = rexBuilder;
  }

  /** The number of the column with the value of an expression. */
  int add(RexNode expression) {
    int known = expressions.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    expressions.add(expression);
    return expressions.size() - 1;
  }

  /** The number of the column with the value of an expression as a type. */
  int add(RexNode expression, RelDataType type) {
    return add(rexBuilder.ensureType(type, expression, true));
  }

  RexNode reference(RexNode expression) {
    return new RexInputRef(add(expression), expression.getType());
  }

  List<RexNode> expressions() {
    return expressions;
  }
}
