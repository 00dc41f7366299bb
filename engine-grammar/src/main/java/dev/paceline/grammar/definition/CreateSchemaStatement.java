package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE SCHEMA [IF NOT EXISTS] name. */
public final class CreateSchemaStatement extends ExtensionStatement {
  private final boolean ifNotExists;

  public CreateSchemaStatement(SqlParserPos position, SqlNode name, boolean ifNotExists) {
    super(position, "CREATE SCHEMA", List.of(name));
    this.ifNotExists = ifNotExists;
  }

  @Override
  protected CreateSchemaStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateSchemaStatement(position, changed.getFirst(), ifNotExists);
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns whether nothing happens if there is such a schema. */
  public boolean ifNotExists() {
    return ifNotExists;
  }
}
