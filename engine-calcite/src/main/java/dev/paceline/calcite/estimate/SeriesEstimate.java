package dev.paceline.calcite.estimate;

import dev.paceline.calcite.function.ListOperator;
import java.math.BigDecimal;
import java.util.List;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.type.SqlTypeUtil;

/** The estimated number of elements of a list: that of a series whose operands are known. */
final class SeriesEstimate {
  /** The number of elements that is assumed for lists without statistics. */
  private static final double UNKNOWN_ELEMENTS = 5;

  private SeriesEstimate() {}

  static double elements(RexNode list) {
    if (!(list instanceof RexCall call)
        || !(call.getOperator() instanceof ListOperator operator)
        || !operator.isSeries()) {
      return UNKNOWN_ELEMENTS;
    }
    List<RexNode> operands = call.getOperands();
    double[] numbers = new double[operands.size()];
    for (int i = 0; i < numbers.length; i++) {
      BigDecimal number =
          operands.get(i) instanceof RexLiteral literal && SqlTypeUtil.isNumeric(literal.getType())
              ? literal.getValueAs(BigDecimal.class)
              : null;
      if (number == null) {
        return UNKNOWN_ELEMENTS;
      }
      numbers[i] = number.doubleValue();
    }
    double start = numbers.length == 1 ? 0 : numbers[0];
    double end = numbers[numbers.length == 1 ? 0 : 1];
    double step = numbers.length == 3 && numbers[2] != 0 ? numbers[2] : 1;
    return Math.max(0, Math.ceil((end - start) / step));
  }
}
