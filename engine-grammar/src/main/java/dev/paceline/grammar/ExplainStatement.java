package dev.paceline.grammar;

import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlExplainLevel;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/** EXPLAIN of a statement. */
public final class ExplainStatement extends ExtensionStatement {
  private final ExplainOptions options;

  ExplainStatement(SqlParserPos position, SqlNode explained, ExplainOptions options) {
    super(position, "EXPLAIN", List.of(explained));
    this.options = options;
  }

  @Override
  protected ExplainStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new ExplainStatement(position, changed.getFirst(), options);
  }

  public SqlNode explained() {
    return getOperandList().getFirst();
  }

  /** Whether the statement is to be executed, and then explained. */
  public boolean analyze() {
    return options.analyze;
  }

  public SqlExplainLevel level() {
    return options.level;
  }

  /** Returns the name of the format, in upper case. */
  public String format() {
    return options.format.toUpperCase(Locale.ROOT);
  }
}
