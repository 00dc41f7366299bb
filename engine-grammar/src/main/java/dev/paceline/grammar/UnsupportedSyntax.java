package dev.paceline.grammar;

import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** A statement or a part of one that is read but not supported. */
public final class UnsupportedSyntax extends ExtensionStatement {
  public UnsupportedSyntax(SqlParserPos position, String name) {
    super(position, name, List.of());
  }

  @Override
  protected UnsupportedSyntax with(SqlParserPos position, List<SqlNode> changed) {
    return this;
  }

  /** Returns what is not supported. */
  public String name() {
    return getOperator().getName();
  }
}
