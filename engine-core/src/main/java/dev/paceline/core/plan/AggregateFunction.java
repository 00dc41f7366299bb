package dev.paceline.core.plan;

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
  /** A function of the registry: {@link AggregateCall#library} says which. FLOAT64. */
  LIBRARY
}
