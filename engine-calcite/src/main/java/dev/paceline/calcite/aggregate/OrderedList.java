package dev.paceline.calcite.aggregate;

import dev.paceline.calcite.function.CollectingOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.calcite.function.OrderedValueOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Expresses aggregates with an order of their own, or of different values, by functions of a list:
 * its elements are structs of the keys and of the value, which a function of the engine sorts.
 *
 * @param order the keys; may be empty
 */
record OrderedList(ExpressionTerms terms, List<RexFieldCollation> order) {
  /**
   * Whether the list can be made. Structs that differ may have the same value, unless the value is
   * the only key.
   */
  boolean canList(RexNode value, boolean distinct) {
    return !distinct || order.isEmpty() || order.size() == 1 && order.getFirst().left.equals(value);
  }

  /** Returns what the list is collected of. */
  RexNode element(RexNode value) {
    if (order.isEmpty()) {
      return value;
    }
    List<RexNode> fields = new ArrayList<>();
    order.forEach(key -> fields.add(key.left));
    fields.add(value);
    return terms.rexBuilder().makeCall(ListOperator.ROW, fields);
  }

  /** Returns the type of a list of values. */
  RelDataType listOf(RexNode value) {
    return terms.nullable(terms.types().createArrayType(terms.nullable(value.getType()), -1));
  }

  /** Returns the list of the values in their order. */
  RexNode values(RexNode elements, boolean distinct) {
    RexNode different = distinct ? terms.call(ListOperator.DIFFERENT, elements) : elements;
    return order.isEmpty()
        ? different
        : terms.call(
            ListOperator.ORDERED,
            different,
            OrderedValueOperator.directions(terms.rexBuilder(), order));
  }

  /**
   * Returns an aggregate of the values; null if it is not a function of their list.
   *
   * @param asList gives the list of the values of an expression
   * @param arguments of the function
   */
  @Nullable RexNode aggregate(
      CollectingOperator function,
      RelDataType type,
      UnaryOperator<RexNode> asList,
      List<RexNode> arguments) {
    RexNode value = arguments.getFirst();
    if (function.equals(CollectingOperator.ARRAY_AGG)) {
      return asList.apply(value);
    }
    if (function.listFunction() != null) {
      List<RexNode> operands = new ArrayList<>(arguments);
      operands.set(0, asList.apply(value));
      return terms.rexBuilder().makeCall(type, function.listFunction(), operands);
    }
    if (function.equals(CollectingOperator.STRING_AGG)) {
      return terms.call(
          ListOperator.named("LIST_STRING_AGG"),
          asList.apply(terms.asText(value)),
          terms.asText(arguments.get(1)));
    }
    if (function.equals(CollectingOperator.FIRST)) {
      return terms.call(ListOperator.named("LIST_FIRST"), asList.apply(value));
    }
    if (function.equals(CollectingOperator.LAST)) {
      return terms.call(ListOperator.named("LIST_LAST"), asList.apply(value));
    }
    return null;
  }
}
