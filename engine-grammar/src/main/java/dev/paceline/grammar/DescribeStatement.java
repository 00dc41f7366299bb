package dev.paceline.grammar;

import dev.paceline.grammar.query.PlainSelect;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** DESCRIBE of a query; that of a table or file is a query of all its columns. */
public final class DescribeStatement extends ExtensionStatement {
  private final @Nullable SqlIdentifier column;

  private final @Nullable SqlIdentifier table;

  private DescribeStatement(
      SqlParserPos position,
      SqlNode query,
      @Nullable SqlIdentifier column,
      @Nullable SqlIdentifier table) {
    super(position, "DESCRIBE", List.of(query));
    this.column = column;
    this.table = table;
  }

  /**
   * @param described the name of a table, files, or a query
   */
  static DescribeStatement of(
      SqlParserPos position, SqlNode described, @Nullable SqlIdentifier column) {
    return new DescribeStatement(position, query(described), column, tableOf(described));
  }

  private static @Nullable SqlIdentifier tableOf(SqlNode described) {
    return switch (described) {
      case SqlIdentifier table -> table;
      case SqlCall call
          when call.getKind() == SqlKind.EXPLICIT_TABLE
              && call.operand(0) instanceof SqlIdentifier table ->
          table;
      default -> null;
    };
  }

  /**
   * Whether tokens are DESCRIBE, SHOW or SUMMARIZE at the start of parentheses, and no name of a
   * column.
   */
  static boolean begins(Token before, Token word, Token next) {
    if (before.kind != PacelineParserConstants.LPAREN) {
      return false;
    }
    return switch (word.kind) {
      case PacelineParserConstants.DESCRIBE,
          PacelineParserConstants.SHOW,
          PacelineParserConstants.SUMMARIZE ->
          switch (next.kind) {
            case PacelineParserConstants.SELECT,
                PacelineParserConstants.FROM,
                PacelineParserConstants.WITH,
                PacelineParserConstants.VALUES,
                PacelineParserConstants.ALL,
                PacelineParserConstants.IDENTIFIER,
                PacelineParserConstants.QUOTED_IDENTIFIER,
                PacelineParserConstants.BACK_QUOTED_IDENTIFIER,
                PacelineParserConstants.QUOTED_STRING ->
                true;
            default -> false;
          };
      default -> false;
    };
  }

  /** Returns a query of all columns, if a node is the name of a table or files. */
  static SqlNode query(SqlNode described) {
    if (!(described instanceof SqlIdentifier) && !(described instanceof FileReference)) {
      return described;
    }
    SqlParserPos position = described.getParserPosition();
    return PlainSelect.of(position, SqlNodeList.of(SqlIdentifier.star(position)), described);
  }

  @Override
  protected DescribeStatement with(SqlParserPos position, List<SqlNode> changed) {
    return new DescribeStatement(position, changed.getFirst(), column, table);
  }

  public SqlNode query() {
    return getOperandList().getFirst();
  }

  /** Returns the name of the table or view that is described; null for files and queries. */
  public @Nullable SqlIdentifier table() {
    return table;
  }

  /** Returns the only column that is to be described; null for all. */
  public @Nullable SqlIdentifier column() {
    return column;
  }
}
