package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE [OR REPLACE] TYPE [IF NOT EXISTS] name AS type. */
public final class CreateTypeStatement extends ExtensionStatement {
  private final boolean replace;
  private final boolean ifNotExists;

  public CreateTypeStatement(
      SqlParserPos position, SqlNode name, SqlNode type, boolean replace, boolean ifNotExists) {
    super(position, "CREATE TYPE", List.of(name, type));
    this.replace = replace;
    this.ifNotExists = ifNotExists;
  }

  @Override
  protected CreateTypeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateTypeStatement(position, changed.get(0), changed.get(1), replace, ifNotExists);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().get(0);
  }

  /** Returns the type that gets the name. */
  public SqlDataTypeSpec type() {
    return (SqlDataTypeSpec) getOperandList().get(1);
  }

  public boolean replace() {
    return replace;
  }

  /** Returns whether nothing happens if there is a type of the name. */
  public boolean ifNotExists() {
    return ifNotExists;
  }
}
