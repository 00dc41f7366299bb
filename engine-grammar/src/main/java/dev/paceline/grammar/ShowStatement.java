package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** SHOW of a setting or of a list, such as SHOW QUERIES. */
public final class ShowStatement extends ExtensionStatement {
  ShowStatement(SqlParserPos position, SqlNode shown) {
    super(position, "SHOW", List.of(shown));
  }

  @Override
  protected ShowStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ShowStatement(position, changed.getFirst());
  }

  public SqlIdentifier shown() {
    return (SqlIdentifier) getOperandList().getFirst();
  }
}
