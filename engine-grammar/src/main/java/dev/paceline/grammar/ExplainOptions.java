package dev.paceline.grammar;

import org.apache.calcite.sql.SqlExplainLevel;

/** What EXPLAIN is to show. */
final class ExplainOptions {
  static final String TEXT = "TEXT";

  boolean analyze;
  SqlExplainLevel level = SqlExplainLevel.EXPPLAN_ATTRIBUTES;
  String format = TEXT;
}
