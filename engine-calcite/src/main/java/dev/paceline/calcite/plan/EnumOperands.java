package dev.paceline.calcite.plan;

import dev.paceline.calcite.function.EnumOperator;
import dev.paceline.calcite.function.ListOperator;
import dev.paceline.grammar.definition.EnumRelType;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * Decides which operators take values of an ENUM as they are. All others take the labels, because
 * to Calcite an ENUM is a VARCHAR.
 */
final class EnumOperands {
  private EnumOperands() {}

  /**
   * Returns the operands of a call, with labels in the place of the values of an ENUM where the
   * operator takes strings.
   *
   * @param result the type of the call; null if it is what the operator derives
   */
  static List<RexNode> of(
      RexBuilder builder,
      SqlOperator operator,
      @Nullable RelDataType result,
      List<RexNode> operands) {
    if (operator.getKind() == SqlKind.EQUALS || operator.getKind() == SqlKind.NOT_EQUALS) {
      List<RexNode> compared = comparedWithLabel(builder, operands);
      if (compared != null) {
        return compared;
      }
    }
    if (operands.stream().noneMatch(operand -> operand.getType() instanceof EnumRelType)) {
      return operands;
    }
    RelDataType type = result == null ? builder.deriveReturnType(operator, operands) : result;
    return takesValues(builder.getTypeFactory(), operator, type, operands)
        ? operands
        : labels(builder, operands);
  }

  /** Returns the arguments of a window function in the same way. */
  static List<RexNode> ofFunction(
      RexBuilder builder, SqlAggFunction function, RelDataType result, List<RexNode> arguments) {
    return function.getKind() == SqlKind.COUNT || contains(result)
        ? arguments
        : labels(builder, arguments);
  }

  private static List<RexNode> labels(RexBuilder builder, List<RexNode> values) {
    List<RexNode> labels = new ArrayList<>(values.size());
    for (RexNode value : values) {
      labels.add(
          value.getType() instanceof EnumRelType ? EnumOperator.label(builder, value) : value);
    }
    return labels;
  }

  /**
   * Returns two values if one was compared with the label of the other one, so that scans can
   * compare their places; null for other operands.
   */
  private static @Nullable List<RexNode> comparedWithLabel(
      RexBuilder builder, List<RexNode> operands) {
    for (int i = 0; i < 2; i++) {
      RexNode known = EnumOperator.labelled(operands.get(i));
      if (known.getType() instanceof EnumRelType type
          && operands.get(1 - i) instanceof RexLiteral literal
          && !literal.isNull()
          && SqlTypeUtil.inCharFamily(literal.getType())
          && type.labels().contains(literal.getValueAs(String.class))) {
        RexNode value = EnumOperator.value(builder, type, literal);
        return i == 0 ? List.of(known, value) : List.of(value, known);
      }
    }
    return null;
  }

  private static boolean takesValues(
      RelDataTypeFactory factory,
      SqlOperator operator,
      RelDataType result,
      List<RexNode> operands) {
    return switch (operator.getKind()) {
      case EQUALS,
          NOT_EQUALS,
          LESS_THAN,
          LESS_THAN_OR_EQUAL,
          GREATER_THAN,
          GREATER_THAN_OR_EQUAL,
          IS_DISTINCT_FROM,
          IS_NOT_DISTINCT_FROM,
          BETWEEN,
          NULLIF ->
          operands.stream()
              .allMatch(
                  operand ->
                      SqlTypeUtil.equalSansNullability(
                          factory, operand.getType(), operands.getFirst().getType()));
      case IS_NULL, IS_NOT_NULL, COUNT, ROW -> true;
      default ->
          operator instanceof EnumOperator
              || contains(result) && !EnumOperator.takesLabels(operator)
              || operator instanceof ListOperator ofLists
                  && (ofLists.takesEnums() || haveEnumsInside(operands));
    };
  }

  private static boolean haveEnumsInside(List<RexNode> operands) {
    return operands.stream()
        .map(RexNode::getType)
        .anyMatch(type -> !(type instanceof EnumRelType) && contains(type));
  }

  /** Whether values of a type are, or have inside, those of an ENUM. */
  static boolean contains(RelDataType type) {
    return type instanceof EnumRelType
        || type.getComponentType() != null && contains(type.getComponentType())
        || type.getKeyType() != null
            && (contains(type.getKeyType()) || contains(type.getValueType()))
        || type.isStruct()
            && type.getFieldList().stream()
                .map(RelDataTypeField::getType)
                .anyMatch(EnumOperands::contains);
  }
}
