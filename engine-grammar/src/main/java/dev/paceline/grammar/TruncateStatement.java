package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** TRUNCATE TABLE name. */
public final class TruncateStatement extends ExtensionStatement {
  TruncateStatement(SqlParserPos position, SqlNode table) {
    super(position, "TRUNCATE TABLE", List.of(table));
  }

  @Override
  protected TruncateStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new TruncateStatement(position, changed.getFirst());
  }

  /** Returns the name of the table. */
  public SqlIdentifier table() {
    return (SqlIdentifier) getOperandList().getFirst();
  }
}
