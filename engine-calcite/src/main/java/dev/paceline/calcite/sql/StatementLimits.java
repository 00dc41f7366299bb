package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.jspecify.annotations.Nullable;

/**
 * How large statements may be. Beyond these limits, the time and the memory that parser, validator
 * and optimiser take would grow faster than the statement does; documented in docs/sql.md.
 */
public final class StatementLimits {
  /** The largest number of columns of a table, of a result and of every query in a statement. */
  static final int MAX_COLUMNS = 4_096;

  /** The largest number of grouping sets of a GROUP BY. */
  static final int MAX_GROUPING_SETS = 4_096;

  /** The largest number of SELECTs, where each use of a view or common table expression counts. */
  static final int MAX_SELECTS = 5_000;

  private StatementLimits() {}

  /**
   * @throws PacelineException INVALID_STATEMENT if there are too many columns
   */
  public static void checkColumns(int count) {
    if (count > MAX_COLUMNS) {
      throw tooLarge(
          String.format(
              Locale.ROOT, "%,d columns; a table or query may have %,d", count, MAX_COLUMNS));
    }
  }

  /**
   * @throws PacelineException INVALID_STATEMENT if there are too many SELECTs
   */
  static void checkSelects(int count) {
    if (count > MAX_SELECTS) {
      throw tooLarge(
          String.format(
              Locale.ROOT,
              "more than %,d SELECTs, where each use of a view or a common table expression counts"
                  + " anew; write an intermediate result to a table",
              MAX_SELECTS));
    }
  }

  /**
   * @param groupBy the items of a GROUP BY; null for none
   * @throws PacelineException INVALID_STATEMENT if they make too many grouping sets
   */
  static void checkGroupingSets(@Nullable SqlNodeList groupBy) {
    if (groupBy == null) {
      return;
    }
    double sets = 1;
    for (SqlNode item : groupBy) {
      sets *= groupingSets(item);
    }
    if (sets > MAX_GROUPING_SETS) {
      throw tooLarge(
          String.format(
              Locale.ROOT,
              sets < 1e15
                  ? "a GROUP BY of %,.0f grouping sets; the limit is %,d"
                  : "a GROUP BY of %s grouping sets; the limit is %,d",
              sets,
              MAX_GROUPING_SETS));
    }
  }

  /** Returns how many grouping sets an item stands for, as a double since 2^n overflows. */
  private static double groupingSets(SqlNode item) {
    return switch (item.getKind()) {
      case CUBE -> Math.pow(2, operands(item).size());
      case ROLLUP -> operands(item).size() + 1.0;
      case GROUPING_SETS ->
          operands(item).stream().mapToDouble(StatementLimits::groupingSets).sum();
      default -> 1;
    };
  }

  private static List<SqlNode> operands(SqlNode call) {
    return ((SqlCall) call).getOperandList();
  }

  private static PacelineException tooLarge(String what) {
    return new PacelineException(ErrorCode.INVALID_STATEMENT, "the statement has " + what);
  }
}
