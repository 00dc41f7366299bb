package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** DROP SCHEMA [IF EXISTS] name [CASCADE | RESTRICT]. */
public final class DropSchemaStatement extends ExtensionStatement {
  private final boolean ifExists;
  private final boolean cascade;

  public DropSchemaStatement(
      SqlParserPos position, SqlNode name, boolean ifExists, boolean cascade) {
    super(position, "DROP SCHEMA", List.of(name));
    this.ifExists = ifExists;
    this.cascade = cascade;
  }

  @Override
  protected DropSchemaStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DropSchemaStatement(position, changed.getFirst(), ifExists, cascade);
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns whether nothing happens if there is no such schema. */
  public boolean ifExists() {
    return ifExists;
  }

  /** Returns whether tables and views of the schema are dropped, too. */
  public boolean cascade() {
    return cascade;
  }
}
