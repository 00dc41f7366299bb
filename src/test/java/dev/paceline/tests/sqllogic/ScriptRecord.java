package dev.paceline.tests.sqllogic;

import java.util.List;

/** One record of a script, with the line on which its SQL starts. */
sealed interface ScriptRecord {
  int line();

  String sql();

  /**
   * @param succeeds whether the statement must succeed, or must fail
   */
  record Statement(int line, String sql, boolean succeeds) implements ScriptRecord {}

  /**
   * @param types one letter a column: T text, I integer, R real with three decimals
   * @param expected the values, or one line {@code N values hashing to MD5}
   */
  record Query(int line, String sql, String types, SortMode sort, List<String> expected)
      implements ScriptRecord {}

  /** How results are sorted before they are compared. */
  enum SortMode {
    NOSORT,
    ROWSORT,
    VALUESORT
  }
}
