package dev.paceline.calcite.settings;

import org.apache.calcite.config.NullCollation;

/** The place of NULLs in an ORDER BY without NULLS FIRST or NULLS LAST. */
public enum NullOrder {
  /** NULL is larger than every value, as in PostgreSQL. */
  NULLS_LAST_ON_ASC_FIRST_ON_DESC(NullCollation.HIGH),

  /** NULL is smaller than every value, as in SQLite. */
  NULLS_FIRST_ON_ASC_LAST_ON_DESC(NullCollation.LOW),

  /** NULLs come behind all values, as in DuckDB. */
  NULLS_LAST(NullCollation.LAST),

  /** NULLs come before all values. */
  NULLS_FIRST(NullCollation.FIRST);

  private final NullCollation collation;

  NullOrder(NullCollation collation) {
    this.collation = collation;
  }

  /** Returns what the validator and the converter are told. */
  public NullCollation collation() {
    return collation;
  }
}
