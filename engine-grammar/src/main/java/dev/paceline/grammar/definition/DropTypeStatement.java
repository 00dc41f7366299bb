package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP TYPE [IF EXISTS] name. */
public final class DropTypeStatement extends ExtensionStatement {
  private final boolean ifExists;

  public DropTypeStatement(SqlParserPos position, SqlNode name, boolean ifExists) {
    super(position, "DROP TYPE", List.of(name));
    this.ifExists = ifExists;
  }

  @Override
  protected DropTypeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DropTypeStatement(position, changed.getFirst(), ifExists);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  public boolean ifExists() {
    return ifExists;
  }
}
