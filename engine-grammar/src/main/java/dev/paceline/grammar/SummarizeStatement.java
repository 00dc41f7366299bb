package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SUMMARIZE of the columns of a table, of files, or of a query. */
public final class SummarizeStatement extends ExtensionStatement {
  private final SqlParserPos text;

  /**
   * @param text the position of all of what is summarized
   */
  SummarizeStatement(SqlParserPos position, SqlNode summarized, SqlParserPos text) {
    super(position, "SUMMARIZE", List.of(summarized));
    this.text = text;
  }

  @Override
  protected SummarizeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new SummarizeStatement(position, changed.getFirst(), text);
  }

  /** Returns the position of what is summarized. */
  public SqlParserPos text() {
    return text;
  }

  /** Whether a query is summarized, which needs parentheses in FROM. */
  public boolean isQuery() {
    SqlNode summarized = getOperandList().getFirst();
    return !(summarized instanceof SqlIdentifier) && !(summarized instanceof FileReference);
  }

  /** Returns a query of all columns. */
  public SqlNode query() {
    return DescribeStatement.query(getOperandList().getFirst());
  }
}
