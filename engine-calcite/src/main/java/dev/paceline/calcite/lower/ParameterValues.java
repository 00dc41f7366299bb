package dev.paceline.calcite.lower;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.apache.calcite.rex.RexDynamicParam;
import org.jspecify.annotations.Nullable;

/** The values of a statement's dynamic parameters, for one execution. */
@FunctionalInterface
public interface ParameterValues {
  /** The values of a statement without parameters. */
  ParameterValues NONE =
      parameter -> {
        throw new PacelineException(
            ErrorCode.PARAMETER_COUNT,
            "parameter " + (parameter.getIndex() + 1) + " has no value: set it first");
      };

  /** Returns a value in the unit of its type; null for NULL. */
  @Nullable Object get(RexDynamicParam parameter);
}
