package dev.paceline.calcite.session.pivot;

import dev.paceline.calcite.sql.SourceText;
import dev.paceline.calcite.sql.StatementLimits;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.CreateViewStatement;
import dev.paceline.grammar.DescribeStatement;
import dev.paceline.grammar.ExtensionStatement;
import dev.paceline.grammar.ShowPipelinesStatement;
import dev.paceline.grammar.ShowStatement;
import dev.paceline.grammar.SummarizeStatement;
import dev.paceline.grammar.query.PivotColumn;
import dev.paceline.grammar.query.PivotColumn.PivotValue;
import dev.paceline.grammar.query.PivotNode;
import dev.paceline.grammar.query.UnpivotNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Completes one statement by what the database contains now. A PIVOT without a list of values gets
 * the values of its rows. An UNPIVOT of chosen columns gets the columns of its table. Queries
 * replace DESCRIBE, SHOW and SUMMARIZE in FROM.
 */
public final class PivotExpansion extends SqlBasicVisitor<@Nullable Void> {
  private final String sql;
  private final Function<String, List<String>> values;
  private final Function<String, List<String>> columns;
  private final DescribedQuery descriptions;

  /** The common table expressions that the place of a query sees. */
  private final List<String> visible = new ArrayList<>();

  /**
   * @param sql of the statement
   * @param values runs a query and returns its only column
   * @param columns returns the names of the columns of a query
   * @param descriptions gives the queries that descriptions stand for
   */
  public PivotExpansion(
      String sql,
      Function<String, List<String>> values,
      Function<String, List<String>> columns,
      DescribedQuery descriptions) {
    this.sql = sql;
    this.values = values;
    this.columns = columns;
    this.descriptions = descriptions;
  }

  /** Gives the query that DESCRIBE, SHOW or SUMMARIZE stands for. */
  @FunctionalInterface
  public interface DescribedQuery {
    /**
     * Returns the query.
     *
     * @param with the WITH that the place of the description sees; empty for none
     */
    SqlNode of(ExtensionStatement description, String with);
  }

  /** Changes the statement. */
  public void apply(SqlNode statement) {
    statement.accept(this);
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof CreateViewStatement) {
      return null; // its rows are those of a later moment
    }
    if (call instanceof SqlWith with) {
      int outside = visible.size();
      for (SqlNode item : with.withList) {
        ((SqlWithItem) item).query.accept(this);
        visible.add(text(item.getParserPosition()));
      }
      with.body.accept(this);
      visible.subList(outside, visible.size()).clear();
      return null;
    }
    if (call instanceof SqlSelect select && select.getFrom() instanceof PivotNode pivot) {
      take(select, pivot.query(complete(pivot)));
    } else if (call instanceof SqlSelect select
        && select.getFrom() instanceof UnpivotNode unpivot) {
      take(select, unpivot.query(complete(unpivot)));
    } else if (call instanceof SqlSelect select
        && select.getFrom() instanceof ExtensionStatement description
        && isDescription(description)) {
      select.setFrom(descriptions.of(description, with()));
      return null;
    }
    return super.visit(call);
  }

  private static boolean isDescription(ExtensionStatement statement) {
    return statement instanceof DescribeStatement
        || statement instanceof SummarizeStatement
        || statement instanceof ShowStatement
        || statement instanceof ShowPipelinesStatement;
  }

  private static void take(SqlSelect place, SqlSelect query) {
    place.setSelectList(query.getSelectList());
    place.setFrom(query.getFrom());
    place.setWhere(query.getWhere());
    place.setGroupBy(query.getGroup());
  }

  private List<PivotColumn> complete(PivotNode pivot) {
    checkNoParameters(pivot.parts());
    List<PivotColumn> complete = new ArrayList<>();
    for (PivotColumn column : pivot.columns()) {
      complete.add(column.values() != null ? column : complete(pivot, column));
    }
    return complete;
  }

  /** Compares the values as strings, which are the names of the columns, too. */
  private PivotColumn complete(PivotNode pivot, PivotColumn column) {
    SqlNode expression = column.expressions().getFirst();
    SqlParserPos position = expression.getParserPosition();
    List<String> found =
        values.apply(
            with()
                + "SELECT x FROM (SELECT DISTINCT CAST("
                + text(position)
                + " AS VARCHAR) AS x FROM "
                + text(pivot.text())
                + ") AS t WHERE x IS NOT NULL ORDER BY x");
    if (found.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "PIVOT has no columns: "
              + text(position)
              + " has no values; list the values, as in ON x IN ('a', 'b')");
    }
    StatementLimits.checkColumns(found.size());
    SqlNode compared =
        SqlStdOperatorTable.CAST.createCall(
            position,
            expression,
            new SqlDataTypeSpec(new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, position), position));
    return new PivotColumn(
        List.of(compared),
        found.stream()
            .map(
                value ->
                    new PivotValue(List.of(SqlLiteral.createCharString(value, position)), value))
            .toList());
  }

  private List<SqlNode> complete(UnpivotNode unpivot) {
    checkNoParameters(unpivot.table());
    List<SqlNode> complete = new ArrayList<>();
    for (SqlNode column : unpivot.columns()) {
      if (!UnpivotNode.isChoice(column)) {
        complete.add(column);
        continue;
      }
      SqlParserPos position = column.getParserPosition();
      List<String> names =
          columns.apply(with() + "SELECT " + text(position) + " FROM " + text(unpivot.text()));
      for (String name : names) {
        complete.add(SqlNodeList.of(new SqlIdentifier(name, position)));
      }
    }
    return complete;
  }

  private String with() {
    return visible.isEmpty() ? "" : "WITH RECURSIVE " + String.join(", ", visible) + " ";
  }

  private String text(SqlParserPos position) {
    return Objects.requireNonNull(SourceText.of(position, sql));
  }

  private static void checkNoParameters(SqlNode part) {
    part.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlDynamicParam parameter) {
            throw new PacelineException(
                ErrorCode.NOT_SUPPORTED,
                "PIVOT and UNPIVOT with parameters are not supported unless they list all values"
                    + " and columns");
          }
        });
  }
}
