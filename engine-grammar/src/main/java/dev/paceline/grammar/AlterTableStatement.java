package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE [IF EXISTS] table change. */
public final class AlterTableStatement extends ExtensionStatement {
  private final boolean ifExists;
  private final TableAlteration change;

  AlterTableStatement(
      SqlParserPos position, SqlNode table, boolean ifExists, TableAlteration change) {
    super(position, "ALTER TABLE", operands(table, change.expression()));
    this.ifExists = ifExists;
    this.change = change;
  }

  private static List<SqlNode> operands(SqlNode table, @Nullable SqlNode expression) {
    return expression == null ? List.of(table) : List.of(table, expression);
  }

  @Override
  protected AlterTableStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new AlterTableStatement(
        position,
        changed.getFirst(),
        ifExists,
        changed.size() > 1 ? change.withExpression(changed.getLast()) : change);
  }

  public SqlIdentifier table() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  public boolean ifExists() {
    return ifExists;
  }

  public TableAlteration change() {
    return change;
  }
}
