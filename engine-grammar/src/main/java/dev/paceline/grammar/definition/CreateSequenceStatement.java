package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** CREATE [OR REPLACE] SEQUENCE [IF NOT EXISTS] name options. */
public final class CreateSequenceStatement extends ExtensionStatement {
  private final SequenceOptions options;
  private final boolean replace;
  private final boolean ifNotExists;

  public CreateSequenceStatement(
      SqlParserPos position,
      SqlNode name,
      SequenceOptions options,
      boolean replace,
      boolean ifNotExists) {
    super(position, "CREATE SEQUENCE", List.of(name));
    this.options = options;
    this.replace = replace;
    this.ifNotExists = ifNotExists;
  }

  @Override
  protected CreateSequenceStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new CreateSequenceStatement(position, changed.getFirst(), options, replace, ifNotExists);
  }

  public SqlIdentifier name() {
    return (SqlIdentifier) getOperandList().getFirst();
  }

  public SequenceOptions options() {
    return options;
  }

  /** Returns whether it takes the place of a sequence of its name. */
  public boolean replace() {
    return replace;
  }

  /** Returns whether nothing happens if there is such a sequence. */
  public boolean ifNotExists() {
    return ifNotExists;
  }
}
