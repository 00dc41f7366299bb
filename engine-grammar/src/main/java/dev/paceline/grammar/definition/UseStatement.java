package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** USE name, which names the schema of names without one. */
public final class UseStatement extends ExtensionStatement {
  public UseStatement(SqlParserPos position, SqlNode name) {
    super(position, "USE", List.of(name));
  }

  @Override
  protected UseStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new UseStatement(position, changed.getFirst());
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }
}
