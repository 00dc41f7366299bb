package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP SEQUENCE [IF EXISTS] name [CASCADE | RESTRICT]. */
public final class DropSequenceStatement extends ExtensionStatement {
  private final boolean ifExists;
  private final boolean cascade;

  public DropSequenceStatement(
      SqlParserPos position, SqlNode name, boolean ifExists, boolean cascade) {
    super(position, "DROP SEQUENCE", List.of(name));
    this.ifExists = ifExists;
    this.cascade = cascade;
  }

  @Override
  protected DropSequenceStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DropSequenceStatement(position, changed.getFirst(), ifExists, cascade);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  /** Returns whether nothing happens if there is no such sequence. */
  public boolean ifExists() {
    return ifExists;
  }

  /** Returns whether tables with defaults that use the sequence are dropped, too. */
  public boolean cascade() {
    return cascade;
  }
}
