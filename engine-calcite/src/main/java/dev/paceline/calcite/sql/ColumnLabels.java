package dev.paceline.calcite.sql;

import dev.paceline.calcite.sql.rewrite.ColumnChoice;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/** Calls columns that have no name by the text of their expression: {@code count(*)}. */
public final class ColumnLabels extends SqlBasicVisitor<@Nullable Void> {
  /** Longer texts are cut; documented in docs/sql.md. */
  private static final int MAX_LENGTH = 80;

  private final String sql;
  private final boolean identifiers;

  private ColumnLabels(String sql, boolean identifiers) {
    this.sql = sql;
    this.identifiers = identifiers;
  }

  /**
   * Writes names of columns into all queries of a statement.
   *
   * @param statement as it was parsed, not deep
   * @param sql its text
   */
  public static void write(SqlNode statement, String sql) {
    statement.accept(new ColumnLabels(sql, false));
  }

  /** Does the same in the query of a macro, where names may be those of parameters. */
  static void writeInMacro(SqlNode query, String sql) {
    query.accept(new ColumnLabels(sql, true));
  }

  @Override
  public @Nullable Void visit(SqlCall call) {
    if (call instanceof SqlSelect select) {
      SqlNodeList items = select.getSelectList();
      for (int i = 0; i < items.size(); i++) {
        items.set(i, named(items.get(i)));
      }
    }
    return super.visit(call);
  }

  private SqlNode named(SqlNode item) {
    if (item.getKind() == SqlKind.AS
        || item.getKind() == SqlKind.DOT
        || item instanceof SqlIdentifier name && !(identifiers && name.isSimple())
        || ColumnChoice.isIn(item)) {
      return item;
    }
    SqlParserPos position = item.getParserPosition();
    String text = text(position);
    return text == null
        ? item
        : SqlStdOperatorTable.AS.createCall(position, item, new SqlIdentifier(text, position));
  }

  private @Nullable String text(SqlParserPos position) {
    String source = SourceText.of(position, sql);
    if (source == null) {
      return null;
    }
    String text = source.strip().replaceAll("\\s+", " ");
    return text.length() <= MAX_LENGTH
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH - 1)) + "…";
  }
}
