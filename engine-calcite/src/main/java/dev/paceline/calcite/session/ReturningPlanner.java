package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.named.ParameterTypes;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.definition.ReturningStatement;
import dev.paceline.grammar.query.PlainSelect;
import dev.paceline.storage.table.Table;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Window;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Plans INSERT … RETURNING: the insertion, and the list as a query over the table, which an
 * execution runs over the inserted rows instead.
 */
final class ReturningPlanner {
  private final StatementPlanner planner;

  ReturningPlanner(StatementPlanner planner) {
    this.planner = planner;
  }

  StatementPlan plan(ReturningStatement statement, String sql, StatementRun run) {
    SqlInsert insert = statement.insert();
    SqlNodeList items = statement.items();
    if (ParameterTypes.count(items) > 0) {
      throw StatementPlanner.notSupported("RETURNING with parameters");
    }
    for (SqlNode item : items) {
      RowExpressions.checkRowLocal(item);
    }
    InsertPlanner inserts = new InsertPlanner(planner);
    SqlNode name = insert.getTargetTable();
    Table target = inserts.target(name, sql);
    SqlParserPos position = items.getParserPosition();
    StatementPlan.Query returned = planner.queries().plan(select(items, name, position), run);
    if (isOfManyRows(returned.physical())) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "RETURNING takes expressions of one row; aggregates and window functions are not"
              + " allowed");
    }
    SqlNodeList star = SqlNodeList.of(SqlIdentifier.star(position));
    StatementPlan.Query all = planner.queries().planStored(select(star, name, position), run);
    return new StatementPlan.InsertReturning(inserts.plan(insert, sql), target, all, returned);
  }

  private static boolean isOfManyRows(RelNode rel) {
    return rel instanceof Aggregate
        || rel instanceof Window
        || rel.getInputs().stream().anyMatch(ReturningPlanner::isOfManyRows);
  }

  private static SqlSelect select(SqlNodeList items, SqlNode table, SqlParserPos position) {
    return PlainSelect.of(position, items, table);
  }
}
