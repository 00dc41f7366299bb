package dev.paceline.calcite.sql;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.plan.SqlLanguage;
import dev.paceline.storage.table.Table;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;

/** The tables, columns and functions that a statement could name, which errors suggest. */
public final class VisibleNames implements SqlErrorTranslation.Names {
  private final SqlNode statement;
  private final SessionCatalog catalog;
  private final SqlFrontEnd frontEnd;

  /**
   * @param statement whose tables have the columns
   * @param frontEnd of the session
   */
  public VisibleNames(SqlNode statement, SessionCatalog catalog, SqlFrontEnd frontEnd) {
    this.statement = statement;
    this.catalog = catalog;
    this.frontEnd = frontEnd;
  }

  @Override
  public Collection<String> tables() {
    return catalog.names();
  }

  /** The columns of all tables that the statement names. */
  @Override
  public Collection<String> columns() {
    Collection<String> columns = new TreeSet<>();
    for (String name : MentionedNames.in(statement)) {
      Table table = catalog.find(List.of(name));
      if (table != null) {
        table.definition().columns().forEach(column -> columns.add(column.name()));
      }
    }
    return columns;
  }

  @Override
  public Collection<String> functions() {
    return Stream.concat(
            frontEnd.macros(true).functions(),
            SqlLanguage.OPERATORS.getOperatorList().stream()
                .map(SqlOperator::getName)
                .filter(name -> !name.isEmpty() && Character.isLetter(name.charAt(0))))
        .distinct()
        .toList();
  }
}
