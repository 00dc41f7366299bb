package dev.paceline.grammar.definition;

import dev.paceline.grammar.ExtensionStatement;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** ANALYZE of a table, or of all. */
public final class AnalyzeStatement extends ExtensionStatement {
  private final @Nullable SqlIdentifier table;

  public AnalyzeStatement(SqlParserPos position, @Nullable SqlIdentifier table) {
    super(position, "ANALYZE", List.of());
    this.table = table;
  }

  @Override
  protected AnalyzeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new AnalyzeStatement(position, table);
  }

  /** Returns the table; null for all. */
  public @Nullable SqlIdentifier table() {
    return table;
  }
}
