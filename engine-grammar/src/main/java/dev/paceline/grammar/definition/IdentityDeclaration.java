package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** GENERATED … AS IDENTITY, in the place of the expression that computes a column. */
public final class IdentityDeclaration extends ExtensionStatement {
  private final SequenceOptions options;
  private final boolean always;

  public IdentityDeclaration(SqlParserPos position, SequenceOptions options, boolean always) {
    super(position, "IDENTITY", List.of());
    this.options = options;
    this.always = always;
  }

  @Override
  protected IdentityDeclaration with(SqlParserPos position, List<SqlNode> changed) {
    return new IdentityDeclaration(position, options, always);
  }

  public SequenceOptions options() {
    return options;
  }

  /** Returns whether an INSERT cannot give other values. */
  public boolean always() {
    return always;
  }
}
