package dev.paceline.core.operator.join;

import dev.paceline.core.expr.Expressions;
import dev.paceline.core.expr.condition.Logical;
import dev.paceline.core.expr.tree.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The conjuncts of a condition: it is true if all of them are. */
public final class Conjuncts {
  private Conjuncts() {}

  public static List<Expression> of(@Nullable Expression condition) {
    List<Expression> all = new ArrayList<>();
    if (condition instanceof Logical logical && logical.isConjunction()) {
      logical.operands().forEach(operand -> all.addAll(of(operand)));
    } else if (condition != null) {
      all.add(condition);
    }
    return all;
  }

  /** One condition of several; null for none. */
  public static @Nullable Expression and(List<Expression> conjuncts) {
    return switch (conjuncts.size()) {
      case 0 -> null;
      case 1 -> conjuncts.getFirst();
      default -> Expressions.and(conjuncts);
    };
  }
}
