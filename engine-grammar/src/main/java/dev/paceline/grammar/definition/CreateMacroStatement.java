package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE [OR REPLACE] MACRO [IF NOT EXISTS] name (parameters) AS body, …. */
public final class CreateMacroStatement extends ExtensionStatement {
  private final List<MacroVariant> variants;
  private final boolean replace;
  private final boolean ifNotExists;
  private final SqlParserPos text;

  public CreateMacroStatement(
      SqlParserPos position,
      SqlNode name,
      List<MacroVariant> variants,
      boolean replace,
      boolean ifNotExists,
      SqlParserPos text) {
    super(position, "CREATE MACRO", List.of(name));
    this.variants = List.copyOf(variants);
    this.replace = replace;
    this.ifNotExists = ifNotExists;
    this.text = text;
  }

  @Override
  protected CreateMacroStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateMacroStatement(
        position, changed.getFirst(), variants, replace, ifNotExists, text);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  public List<MacroVariant> variants() {
    return variants;
  }

  public boolean replace() {
    return replace;
  }

  public boolean ifNotExists() {
    return ifNotExists;
  }

  /** Returns the place of the parameters and bodies in the statement. */
  public SqlParserPos text() {
    return text;
  }
}
