package dev.paceline.core.expr.function;

import dev.paceline.core.expr.tree.ArithmeticOperator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.expr.tree.Literal;
import dev.paceline.core.type.DataType;
import java.math.BigInteger;

/**
 * The range of the unscaled values of an INTEGRAL expression that follows from its types and
 * literals.
 */
record StaticRange(BigInteger low, BigInteger high) {
  static StaticRange of(Expression expression) {
    if (expression instanceof Literal literal && !literal.isNull()) {
      return new StaticRange(literal.unscaled(), literal.unscaled());
    }
    StaticRange declared = of(expression.type());
    if (expression instanceof IntegralOperation operation) {
      StaticRange computed = operation.computedRange();
      return new StaticRange(
          computed.low.max(declared.low).min(declared.high),
          computed.high.min(declared.high).max(declared.low));
    }
    return declared;
  }

  static StaticRange of(DataType type) {
    return new StaticRange(type.minUnscaled(), type.maxUnscaled());
  }

  StaticRange apply(ArithmeticOperator operator, StaticRange right) {
    return switch (operator) {
      case ADD -> new StaticRange(low.add(right.low), high.add(right.high));
      case SUBTRACT -> new StaticRange(low.subtract(right.high), high.subtract(right.low));
      case MULTIPLY -> {
        BigInteger a = low.multiply(right.low);
        BigInteger b = low.multiply(right.high);
        BigInteger c = high.multiply(right.low);
        BigInteger d = high.multiply(right.high);
        yield new StaticRange(a.min(b).min(c.min(d)), a.max(b).max(c.max(d)));
      }
      case DIVIDE, MODULO -> throw new IllegalArgumentException(operator.name());
    };
  }

  boolean within(StaticRange other) {
    return low.compareTo(other.low) >= 0 && high.compareTo(other.high) <= 0;
  }
}
