package dev.paceline.calcite.lower;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import org.jspecify.annotations.Nullable;

/** The values of a statement's dynamic parameters, for one execution. */
@FunctionalInterface
public interface ParameterValues {
  /** The values of a statement without parameters. */
  ParameterValues NONE =
      index -> {
        throw new PacelineException(
            ErrorCode.PARAMETER_COUNT, "parameter " + (index + 1) + " has no value: set it first");
      };

  /**
   * @param index from 0
   * @return null for NULL
   */
  @Nullable Object get(int index);
}
