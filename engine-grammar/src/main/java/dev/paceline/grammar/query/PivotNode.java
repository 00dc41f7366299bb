package dev.paceline.grammar.query;

import dev.paceline.grammar.ExtensionStatement;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A PIVOT whose columns depend on the rows, in the place of the table that it reads. */
public final class PivotNode extends ExtensionStatement {
  private final SqlParserPos text;
  private final List<PivotColumn> columns;
  private final List<SqlNode> aggregates;
  private final @Nullable SqlNodeList groups;

  PivotNode(
      SqlParserPos position,
      SqlNode table,
      SqlParserPos text,
      List<PivotColumn> columns,
      List<SqlNode> aggregates,
      @Nullable SqlNodeList groups) {
    super(position, "PIVOT", List.of(table));
    this.text = text;
    this.columns = List.copyOf(columns);
    this.aggregates = List.copyOf(aggregates);
    this.groups = groups;
  }

  @Override
  protected PivotNode with(SqlParserPos position, List<SqlNode> changed) {
    return new PivotNode(position, changed.getFirst(), text, columns, aggregates, groups);
  }

  public SqlNode table() {
    return getOperandList().getFirst();
  }

  /** Returns where the table is in the statement, with its parentheses and its alias. */
  public SqlParserPos text() {
    return text;
  }

  /** Returns the expressions whose values become columns. */
  public List<PivotColumn> columns() {
    return columns;
  }

  /** Returns all parts, which may have parameters. */
  public SqlNodeList parts() {
    List<SqlNode> parts = new ArrayList<>(List.of(table()));
    parts.addAll(aggregates);
    columns.forEach(column -> parts.addAll(column.expressions()));
    return new SqlNodeList(parts, getParserPosition());
  }

  /** Returns the query, of which all values are known. */
  public SqlSelect query(List<PivotColumn> complete) {
    return PivotQuery.of(getParserPosition(), table(), text, complete, aggregates, groups);
  }
}
