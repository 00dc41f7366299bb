package dev.paceline.grammar.query;

import java.math.BigDecimal;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSampleSpec;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * How many rows of a table or of FROM a sample has: each row with a probability, or a number of
 * rows. The parser writes it as a query of random numbers.
 *
 * @param number a percentage or a number of rows
 * @param seed that makes a sample repeatable, which the engine does not support; null for none
 */
public record SampleSize(
    SqlParserPos position, BigDecimal number, boolean percent, @Nullable Integer seed) {

  /** Returns a table in FROM with a sample of its rows, under the same name. */
  public SqlNode of(SqlNode table) {
    if (seed != null) {
      BigDecimal rate = number.movePointLeft(2);
      return SqlStdOperatorTable.TABLESAMPLE.createCall(
          position,
          table,
          SqlLiteral.createSample(SqlSampleSpec.createTableSample(true, rate, seed), position));
    }
    SqlSelect all =
        PlainSelect.of(
            position,
            SqlNodeList.of(SqlIdentifier.star(position)),
            table,
            percent ? condition() : null,
            null);
    return SqlStdOperatorTable.AS.createCall(position, percent ? all : some(all), name(table));
  }

  /**
   * Returns FROM of a query with a sample.
   *
   * @param sample null for none
   */
  public static @Nullable SqlNode from(@Nullable SampleSize sample, @Nullable SqlNode from) {
    return sample == null || from == null || sample.percent && sample.seed == null
        ? from
        : sample.of(from);
  }

  /**
   * Returns WHERE of a query with a sample of the rows of FROM.
   *
   * @param sample null for none
   */
  public static @Nullable SqlNode where(@Nullable SampleSize sample, @Nullable SqlNode where) {
    if (sample == null || !sample.percent || sample.seed != null) {
      return where;
    }
    SqlNode condition = sample.condition();
    return where == null
        ? condition
        : SqlStdOperatorTable.AND.createCall(sample.position, condition, where);
  }

  private SqlOrderBy some(SqlSelect all) {
    return new SqlOrderBy(
        position,
        all,
        SqlNodeList.of(random()),
        null,
        SqlLiteral.createExactNumeric(number.toPlainString(), position));
  }

  private SqlNode condition() {
    return SqlStdOperatorTable.LESS_THAN.createCall(
        position,
        random(),
        SqlLiteral.createExactNumeric(number.movePointLeft(2).toPlainString(), position));
  }

  private SqlNode random() {
    return new SqlUnresolvedFunction(
            new SqlIdentifier("RANDOM", position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position);
  }

  private SqlIdentifier name(SqlNode table) {
    if (table.getKind() == SqlKind.AS) {
      return ((SqlCall) table).operand(1);
    }
    String name = table instanceof SqlIdentifier known ? Util.last(known.names) : "sample";
    return new SqlIdentifier(name, position);
  }
}
