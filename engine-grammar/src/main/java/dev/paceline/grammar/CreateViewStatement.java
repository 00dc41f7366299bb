package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE [OR REPLACE] VIEW [IF NOT EXISTS] name [(columns)] AS query. */
public final class CreateViewStatement extends ExtensionStatement {
  private final boolean replace;
  private final boolean ifNotExists;
  private final SqlParserPos text;

  CreateViewStatement(
      SqlParserPos position,
      SqlNode name,
      SqlNodeList columns,
      SqlNode query,
      boolean replace,
      boolean ifNotExists,
      SqlParserPos text) {
    this(position, List.of(name, columns, query), replace, ifNotExists, text);
  }

  private CreateViewStatement(
      SqlParserPos position,
      List<SqlNode> operands,
      boolean replace,
      boolean ifNotExists,
      SqlParserPos text) {
    super(position, "CREATE VIEW", operands);
    this.replace = replace;
    this.ifNotExists = ifNotExists;
    this.text = text;
  }

  @Override
  protected CreateViewStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateViewStatement(position, changed, replace, ifNotExists, text);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  /** Returns the names of the columns; none for those of the query. */
  public List<String> columns() {
    return ((SqlNodeList) getOperandList().get(1))
        .stream().map(column -> ((SqlIdentifier) column).getSimple()).toList();
  }

  public SqlNode query() {
    return getOperandList().getLast();
  }

  public boolean replace() {
    return replace;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** Returns the place of the query in the statement, its outermost parentheses included. */
  public SqlParserPos text() {
    return text;
  }
}
