package dev.paceline.calcite.sql;

import dev.paceline.calcite.sql.column.OutermostQuery;
import dev.paceline.calcite.sql.rewrite.ColumnChoice;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** Calls columns that have no name by the text of their expression: {@code count(*)}. */
public final class ColumnLabels {
  private static final int MAX_LENGTH = 80;

  private ColumnLabels() {}

  /**
   * @param query before validation, which rewrites it
   * @return a label for every item of the select list that has no name, null for the others; empty
   *     if the list has a star
   */
  public static List<@Nullable String> of(SqlNode query, String sql) {
    List<@Nullable String> labels = new ArrayList<>();
    SqlSelect select = outermost(query);
    if (select != null) {
      for (SqlNode item : select.getSelectList()) {
        if (ColumnChoice.isIn(item)) {
          return List.of();
        }
        boolean named =
            item.getKind() == SqlKind.AS
                || item.getKind() == SqlKind.DOT
                || item instanceof SqlIdentifier;
        labels.add(named ? null : text(item.getParserPosition(), sql));
      }
    }
    return labels;
  }

  /** Returns the SELECT that gives a query its columns; null if there are several or none. */
  private static @Nullable SqlSelect outermost(SqlNode query) {
    return OutermostQuery.body(query) instanceof SqlSelect select ? select : null;
  }

  /** Writes the labels of a query into it, and the names of columns that are parameters. */
  static void write(SqlNode query, String sql) {
    List<@Nullable String> labels = of(query, sql);
    SqlSelect select = labels.isEmpty() ? null : outermost(query);
    if (select == null) {
      return;
    }
    SqlNodeList items = new SqlNodeList(select.getSelectList().getParserPosition());
    for (int i = 0; i < labels.size(); i++) {
      SqlNode item = select.getSelectList().get(i);
      String label =
          item instanceof SqlIdentifier name && name.isSimple() ? name.getSimple() : labels.get(i);
      SqlParserPos position = item.getParserPosition();
      items.add(
          label == null
              ? item
              : SqlStdOperatorTable.AS.createCall(
                  position, item, new SqlIdentifier(label, position)));
    }
    select.setSelectList(items);
  }

  private static @Nullable String text(SqlParserPos position, String sql) {
    String source = SourceText.of(position, sql);
    if (source == null) {
      return null;
    }
    String text = source.strip().replaceAll("\\s+", " ");
    return text.isEmpty() || text.length() > MAX_LENGTH ? null : text;
  }
}
