package dev.paceline.grammar.query;

import dev.paceline.grammar.ExtensionStatement;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUnpivot;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** An UNPIVOT of columns that are chosen by their names, in the place of the table. */
public final class UnpivotNode extends ExtensionStatement {
  private final SqlParserPos text;
  private final boolean nulls;
  private final List<SqlNode> columns;
  private final SqlIdentifier name;
  private final List<SqlIdentifier> measures;

  private UnpivotNode(
      SqlParserPos position,
      SqlNode table,
      SqlParserPos text,
      boolean nulls,
      List<SqlNode> columns,
      SqlIdentifier name,
      List<SqlIdentifier> measures) {
    super(position, "UNPIVOT", List.of(table));
    this.text = text;
    this.nulls = nulls;
    this.columns = List.copyOf(columns);
    this.name = name;
    this.measures = List.copyOf(measures);
  }

  @Override
  protected UnpivotNode with(SqlParserPos position, List<SqlNode> changed) {
    return new UnpivotNode(position, changed.getFirst(), text, nulls, columns, name, measures);
  }

  public SqlNode table() {
    return getOperandList().getFirst();
  }

  /** Returns where the table is in the statement, with its parentheses and its alias. */
  public SqlParserPos text() {
    return text;
  }

  /** Returns lists of names, choices of columns, or these with an alias. */
  public List<SqlNode> columns() {
    return columns;
  }

  /** Returns whether the columns depend on the table. */
  public static boolean isChoice(SqlNode column) {
    return !(inner(column) instanceof SqlNodeList);
  }

  /** Returns the query with columns that are known. */
  public SqlSelect query(List<SqlNode> known) {
    return query(getParserPosition(), table(), text, nulls, known, name, measures);
  }

  private static SqlNode inner(SqlNode node) {
    return node.getKind() == SqlKind.AS ? ((SqlCall) node).operand(0) : node;
  }

  /**
   * @param text where the table is in the statement
   * @param name of the column with the names; null for the usual one
   * @param measures the columns with the values; empty for the usual one
   */
  public static SqlSelect query(
      SqlParserPos position,
      SqlNode table,
      SqlParserPos text,
      boolean nulls,
      List<SqlNode> columns,
      @Nullable SqlIdentifier name,
      List<SqlIdentifier> measures) {
    SqlIdentifier named = name == null ? new SqlIdentifier("name", position) : name;
    List<SqlIdentifier> values =
        measures.isEmpty() ? List.of(new SqlIdentifier("value", position)) : measures;
    if (columns.stream().anyMatch(UnpivotNode::isChoice)) {
      return select(
          position, new UnpivotNode(position, table, text, nulls, columns, named, values), null);
    }
    List<SqlNode> sources = new ArrayList<>();
    for (SqlNode column : columns) {
      sources.add(source(column, position));
    }
    SqlNode rows =
        new SqlUnpivot(
            position,
            table,
            nulls || values.size() > 1,
            new SqlNodeList(values, position),
            SqlNodeList.of(named),
            new SqlNodeList(sources, position));
    return select(position, rows, nulls || values.size() == 1 ? null : present(values, position));
  }

  /** Returns columns, with the string that names them in the rows if it is not their own names. */
  private static SqlNode source(SqlNode column, SqlParserPos position) {
    if (column.getKind() != SqlKind.AS) {
      return column;
    }
    SqlNode alias = ((SqlCall) column).operand(1);
    String label =
        alias instanceof SqlLiteral literal
            ? literal.getValueAs(String.class)
            : ((SqlIdentifier) alias).getSimple();
    return SqlStdOperatorTable.AS.createCall(
        position, inner(column), SqlNodeList.of(SqlLiteral.createCharString(label, position)));
  }

  /** The condition that no value is NULL. */
  private static SqlNode present(List<SqlIdentifier> values, SqlParserPos position) {
    return values.stream()
        .map(value -> (SqlNode) SqlStdOperatorTable.IS_NOT_NULL.createCall(position, value))
        .reduce((a, b) -> SqlStdOperatorTable.AND.createCall(position, a, b))
        .orElseThrow();
  }

  private static SqlSelect select(SqlParserPos position, SqlNode from, @Nullable SqlNode where) {
    return PlainSelect.of(
        position, SqlNodeList.of(SqlIdentifier.star(position)), from, where, null);
  }
}
