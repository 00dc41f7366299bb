package dev.paceline.core.plan;

/**
 * The window functions of the engine; planners reduce AVG and the like to these. Those that say
 * "frame" look at the rows of the frame, all others at the partition.
 */
public enum WindowFunction {
  /** INT64, from 1. */
  ROW_NUMBER,
  /** INT64: one more than the rows before the first peer. */
  RANK,
  /** INT64: the number of the group of peers, from 1. */
  DENSE_RANK,
  /** FLOAT64: (rank - 1) / (rows - 1); 0 for a single row. */
  PERCENT_RANK,
  /** FLOAT64: rows up to the last peer / rows. */
  CUME_DIST,
  /** INT64: the number of the bucket, from 1. Argument: the number of buckets. */
  NTILE,
  /** The value of an earlier row. Arguments: the value; the distance in rows, of any sign. */
  LAG,
  /** The value of a later row. Arguments as those of LAG. */
  LEAD,
  /** The value of the first row of the frame. */
  FIRST_VALUE,
  /** The value of the last row of the frame. */
  LAST_VALUE,
  /** The value of the n-th row of the frame. Arguments: the value; n, from 1. */
  NTH_VALUE,
  /** Rows of the frame with a non-NULL argument; without an argument, all rows. INT64. */
  COUNT,
  /** Over the frame; NULL for no values. */
  SUM,
  /** SUM with 0 for no values. */
  SUM0,
  /** Over the frame; NULL for no values. */
  MIN,
  /** Over the frame; NULL for no values. */
  MAX,
  /** Over the frame; NULL for no values. */
  BIT_AND,
  /** Over the frame; NULL for no values. */
  BIT_OR,
  /** Over the frame; NULL for no values. */
  BIT_XOR,
  /** FLOAT64, of a FLOAT64 argument over the frame; NULL for no values. */
  VAR_POP,
  /** The same for a sample; NULL for fewer than two values. */
  VAR_SAMP,
  /** The square root of VAR_POP. */
  STDDEV_POP,
  /** The square root of VAR_SAMP. */
  STDDEV_SAMP,
  /**
   * A function of the registry, of FLOAT64 arguments over the frame: {@link WindowCall#library}
   * says which. FLOAT64. The first argument is NULL if the second is.
   */
  LIBRARY,
  /**
   * The strings of the frame in the order of its rows, without NULLs, with separators between them.
   * Arguments: the string; the separator before it. VARCHAR; NULL for no strings.
   */
  STRING_AGG,
  /**
   * The n-th smallest value of the frame, NULLs left out; NULL if there are fewer. Arguments: the
   * value; n, from 1.
   */
  NTH_SMALLEST,
  /**
   * The value in the row of the frame that has the smallest key; in the first such row if there are
   * several. Rows whose key is NULL are ignored. Arguments: the key; the value.
   */
  ARG_MIN,
  /** Like {@link #ARG_MIN}, but for the largest key. */
  ARG_MAX;

  /** Whether the result depends on the frame, and not only on the partition. */
  public boolean looksAtFrame() {
    return compareTo(LEAD) > 0;
  }
}
