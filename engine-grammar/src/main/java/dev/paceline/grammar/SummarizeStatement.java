package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SUMMARIZE of the columns of a query; that of a table or file is a query of all its columns. */
public final class SummarizeStatement extends ExtensionStatement {
  SummarizeStatement(SqlParserPos position, SqlNode query) {
    super(position, "SUMMARIZE", List.of(query));
  }

  @Override
  protected SummarizeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new SummarizeStatement(position, changed.getFirst());
  }

  public SqlNode query() {
    return getOperandList().getFirst();
  }
}
