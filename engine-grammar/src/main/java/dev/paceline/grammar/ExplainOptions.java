package dev.paceline.grammar;

import org.apache.calcite.sql.SqlExplainLevel;

/** The options of EXPLAIN. */
final class ExplainOptions {
  static final String TEXT = "TEXT";

  boolean analyze;
  SqlExplainLevel level = SqlExplainLevel.EXPPLAN_ATTRIBUTES;
  String format = TEXT;
}
