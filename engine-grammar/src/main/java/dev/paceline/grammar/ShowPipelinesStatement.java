package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SHOW PIPELINES of a query. */
public final class ShowPipelinesStatement extends ExtensionStatement {
  private final boolean picture;

  ShowPipelinesStatement(SqlParserPos position, SqlNode number, boolean picture) {
    super(position, "SHOW PIPELINES", List.of(number));
    this.picture = picture;
  }

  @Override
  protected ShowPipelinesStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ShowPipelinesStatement(position, changed.getFirst(), picture);
  }

  /** Returns the number of the query. */
  public SqlLiteral number() {
    return (SqlLiteral) getOperandList().getFirst();
  }

  /** Whether the pipelines are to be drawn. */
  public boolean picture() {
    return picture;
  }
}
