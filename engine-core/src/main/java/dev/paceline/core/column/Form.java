package dev.paceline.core.column;

/** How a vector holds its values. */
public enum Form {
  /** One lane a row. */
  FLAT,
  /** One value for all rows, possibly NULL. */
  CONSTANT,
  /** BYTES only: one dictionary code a row. */
  DICTIONARY
}
