package dev.paceline.calcite.function;

import dev.paceline.core.plan.AggregateFunction;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.util.Optionality;

/**
 * An aggregate function that the engine computes and that SQL does not know under this name: others
 * are expressed by it. The fraction of a quantile is a part of the name, because operators of one
 * name are equal.
 */
public final class EngineAggregateOperator extends SqlAggFunction {
  private final AggregateFunction function;
  private final double fraction;

  /** A function without a fraction. */
  public EngineAggregateOperator(AggregateFunction function) {
    this(function, function.name(), 0);
  }

  /**
   * @param fraction from 0 to 1, of a quantile
   */
  public EngineAggregateOperator(AggregateFunction function, double fraction) {
    this(function, function.name() + "_" + fraction, fraction);
  }

  private EngineAggregateOperator(AggregateFunction function, String name, double fraction) {
    super(
        name,
        null,
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.ARG0.andThen(SqlTypeTransforms.FORCE_NULLABLE),
        null,
        OperandTypes.ONE_OR_MORE,
        SqlFunctionCategory.SYSTEM,
        false,
        false,
        Optionality.FORBIDDEN);
    this.function = function;
    this.fraction = fraction;
  }

  public AggregateFunction function() {
    return function;
  }

  public double fraction() {
    return fraction;
  }
}
