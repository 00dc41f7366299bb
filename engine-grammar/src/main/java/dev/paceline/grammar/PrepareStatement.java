package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** PREPARE name AS statement. The parameters of the statement are not those of this one. */
public final class PrepareStatement extends ExtensionStatement {
  private final SqlParserPos text;

  PrepareStatement(SqlParserPos position, SqlNode name, SqlParserPos text) {
    super(position, "PREPARE", List.of(name));
    this.text = text;
  }

  @Override
  protected PrepareStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new PrepareStatement(position, changed.getFirst(), text);
  }

  public String name() {
    return ((SqlIdentifier) getOperandList().getFirst()).getSimple();
  }

  /** Returns the place of the statement that is prepared. */
  public SqlParserPos text() {
    return text;
  }
}
