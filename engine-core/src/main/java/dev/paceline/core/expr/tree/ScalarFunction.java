package dev.paceline.core.expr.tree;

import dev.paceline.core.expr.Expressions;

/**
 * The functions that {@link Expressions#call} knows. All give NULL for a NULL argument unless they
 * say otherwise. Positions and lengths of text count code points, from 1.
 */
public enum ScalarFunction {
  // Text.
  UPPER,
  LOWER,
  /** First letter of each word in upper case, the others in lower case. */
  INITCAP,
  /** (text [, characters]); blanks if there is no second argument. */
  TRIM,
  LTRIM,
  RTRIM,
  /** (text, from [, length]). A negative length is an error. */
  SUBSTRING,
  CHAR_LENGTH,
  /** Bytes. */
  OCTET_LENGTH,
  /** Two or more texts. */
  CONCAT,
  /** (needle, text [, from]); 0 if there is none. */
  POSITION,
  /** (text, search, replacement). */
  REPLACE,
  /** (text, replacement, from [, length]). */
  OVERLAY,
  /** (text, length). */
  LEFT,
  RIGHT,
  /** (text, length [, filling]). */
  LPAD,
  RPAD,
  /** (text, times). */
  REPEAT,
  REVERSE,
  /** The first code point, 0 for an empty text. */
  ASCII,
  /** The text of one code point. */
  CHR,
  STARTS_WITH,
  ENDS_WITH,
  CONTAINS,

  // Numbers.
  ABS,
  SIGN,
  FLOOR,
  CEIL,
  /** (number [, digits]), half away from zero. */
  ROUND,
  /** (number [, digits]), towards zero. */
  TRUNCATE,
  POWER,
  SQRT,
  CBRT,
  EXP,
  LN,
  LOG10,
  LOG2,
  SIN,
  COS,
  TAN,
  COT,
  ASIN,
  ACOS,
  ATAN,
  ATAN2,
  SINH,
  COSH,
  TANH,
  DEGREES,
  RADIANS,
  PI,
  /** A double from 0 to less than 1, another one for each row. */
  RANDOM,

  // Times.
  LAST_DAY,
  /** The date on which the query started, in the session's zone. */
  CURRENT_DATE,
  CURRENT_TIME,
  /** TIMESTAMP (wall clock) or TIMESTAMP_LTZ, as the result type says. */
  CURRENT_TIMESTAMP,

  /** The largest of two or more values; NULL if one is NULL. */
  GREATEST,
  LEAST
}
