package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE TEMPORARY TABLE, VIEW, MACRO or SEQUENCE, which is the statement without that word. */
public final class TemporaryStatement extends ExtensionStatement {
  public TemporaryStatement(SqlParserPos position, SqlNode created) {
    super(position, "CREATE TEMPORARY", List.of(created));
  }

  @Override
  protected TemporaryStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new TemporaryStatement(position, changed.getFirst());
  }

  /** Returns the statement that creates something. */
  public SqlNode created() {
    return getOperandList().getFirst();
  }
}
