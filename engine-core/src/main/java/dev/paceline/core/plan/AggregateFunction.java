package dev.paceline.core.plan;

import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;

/**
 * The aggregate functions that the engine computes itself; planners reduce AVG, COVAR_POP and the
 * like to these.
 */
public enum AggregateFunction {
  /** Rows with a non-NULL argument; without an argument, all rows. INT64, never NULL. */
  COUNT,
  /** NULL for no rows. Errors on overflow of the result type. */
  SUM,
  /** SUM with 0 for no rows. */
  SUM0,
  MIN,
  MAX,
  /** The only row's value; an error (CARDINALITY_VIOLATION) if there are more; NULL for no rows. */
  SINGLE_VALUE,
  /** Some row's value. */
  ANY_VALUE,
  /** NULL for no non-NULL rows. */
  BOOL_AND,
  BOOL_OR,
  BIT_AND,
  BIT_OR,
  BIT_XOR,
  /**
   * Variances and standard deviations of numbers, of all values or of a sample: computed in
   * doubles, whatever the type of the result. NULL for no values, and for samples of one.
   */
  VAR_POP,
  VAR_SAMP,
  STDDEV_POP,
  STDDEV_SAMP,
  /**
   * The number at {@link AggregateCall#fraction} × (count - 1) of the sorted FLOAT64 values,
   * interpolated between its two neighbours. NULL for no values.
   */
  QUANTILE_CONT,
  /**
   * The first of the sorted values up to which there are {@link AggregateCall#fraction} × count of
   * them: of whole numbers of at most 64 bits, or of doubles. NULL for no values.
   */
  QUANTILE_DISC,
  /** The most frequent value, of those that quantiles are known of; of several the smallest. */
  MODE,
  /** The bytes of all strings, one behind the other. NULL for none. */
  CONCATENATION,
  /**
   * The argument in a row in which the second one is smallest or largest. Rows in which one of both
   * is NULL do not count; the second one is a string, or of a type that quantiles are known of.
   */
  ARG_MIN,
  ARG_MAX,
  /** The argument of the row that comes first or last, which may be NULL. */
  FIRST,
  LAST,
  /** A function of the registry: {@link AggregateCall#library} says which. FLOAT64. */
  LIBRARY;

  /** Whether values of a type can be kept for quantiles. */
  public static boolean canSelect(DataType type) {
    return type.family() == TypeFamily.FLOATING
        || type.family() == TypeFamily.INTEGRAL && type.fitsLong();
  }
}
