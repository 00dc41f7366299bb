package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP MACRO [TABLE] [IF EXISTS] name. */
public final class DropMacroStatement extends ExtensionStatement {
  private final boolean table;
  private final boolean ifExists;

  public DropMacroStatement(SqlParserPos position, SqlNode name, boolean table, boolean ifExists) {
    super(position, "DROP MACRO", List.of(name));
    this.table = table;
    this.ifExists = ifExists;
  }

  @Override
  protected DropMacroStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DropMacroStatement(position, changed.getFirst(), table, ifExists);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  /** Returns whether only a macro that stands for a query is meant. */
  public boolean table() {
    return table;
  }

  public boolean ifExists() {
    return ifExists;
  }
}
