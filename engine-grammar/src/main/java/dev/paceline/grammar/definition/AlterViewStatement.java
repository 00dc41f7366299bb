package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** ALTER VIEW [IF EXISTS] view RENAME TO name. */
public final class AlterViewStatement extends ExtensionStatement {
  private final boolean ifExists;
  private final String newName;

  /**
   * @param newName has no schema
   */
  public AlterViewStatement(SqlParserPos position, SqlNode view, boolean ifExists, String newName) {
    super(position, "ALTER VIEW", List.of(view));
    this.ifExists = ifExists;
    this.newName = newName;
  }

  @Override
  protected AlterViewStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new AlterViewStatement(position, changed.getFirst(), ifExists, newName);
  }

  /** Returns the view as it is called now. */
  public SqlIdentifier view() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  public boolean ifExists() {
    return ifExists;
  }

  /** Returns the new name, which has no schema. */
  public String newName() {
    return newName;
  }
}
