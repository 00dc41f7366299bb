package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.Catalog;
import dev.paceline.calcite.adapter.EngineInstance;
import dev.paceline.calcite.session.ddl.RedefineTable;
import dev.paceline.calcite.session.ddl.TableNames;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.AlterTableStatement;
import dev.paceline.grammar.TableAlteration;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Plans ALTER TABLE. What only concerns names, or lets a column be NULL, changes the definition of
 * the table; everything else writes its rows anew.
 */
final class AlterTablePlanner {
  private static final StatementPlan NOTHING = new StatementPlan.ChangeSchema(_ -> {});

  private final EngineInstance instance;
  private final TableDdl declarations;
  private final InsertPlanner assignments;

  AlterTablePlanner(StatementPlanner planner, EngineInstance instance) {
    this.instance = instance;
    this.declarations = new TableDdl(planner, instance);
    this.assignments = new InsertPlanner(planner, instance);
  }

  StatementPlan plan(AlterTableStatement alter, String sql) {
    String name = TableNames.simple(alter.table());
    if (alter.ifExists() && instance.catalog().find(name) == null) {
      return NOTHING;
    }
    Table table = TableNames.find(instance.catalog(), name);
    return switch (alter.change()) {
      case TableAlteration.RenameTable rename ->
          redefine(table, new TableDefinition(rename.name(), table.definition().columns()));
      case TableAlteration.RenameColumn rename -> rename(table, rename);
      case TableAlteration.AddColumn add -> add(table, add, sql);
      case TableAlteration.DropColumn drop -> drop(table, drop, sql);
      case TableAlteration.SetType set -> setType(table, set, sql);
      case TableAlteration.SetNullable set -> setNullable(table, set, sql);
    };
  }

  private static StatementPlan redefine(Table table, TableDefinition definition) {
    return new StatementPlan.ChangeSchema(new RedefineTable(table, definition));
  }

  private static StatementPlan rename(Table table, TableAlteration.RenameColumn rename) {
    ColumnDefinition old = table.definition().column(column(table, rename.column()));
    return redefine(
        table,
        with(
            table,
            rename.column(),
            new ColumnDefinition(rename.name().getSimple(), old.type(), old.nullable())));
  }

  private StatementPlan add(Table table, TableAlteration.AddColumn add, String sql) {
    ColumnDefinition added = declarations.declared(add.elements()).getFirst();
    if (add.ifNotExists() && indexOf(table.definition(), added.name()) >= 0) {
      return NOTHING;
    }
    List<ColumnDefinition> columns = new ArrayList<>(table.definition().columns());
    columns.add(added);
    return rewrite(table, columns, values(table), sql);
  }

  private StatementPlan drop(Table table, TableAlteration.DropColumn drop, String sql) {
    if (drop.ifExists() && indexOf(table.definition(), drop.column().getSimple()) < 0) {
      return NOTHING;
    }
    int dropped = column(table, drop.column());
    if (table.definition().columnCount() == 1) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "column "
              + drop.column()
              + " is the only one of table "
              + table.definition().name()
              + "; drop the table");
    }
    List<ColumnDefinition> columns = new ArrayList<>(table.definition().columns());
    columns.remove(dropped);
    List<SqlNode> values = values(table);
    values.remove(dropped);
    return rewrite(table, columns, values, sql);
  }

  private StatementPlan setType(Table table, TableAlteration.SetType set, String sql) {
    int index = column(table, set.column());
    ColumnDefinition old = table.definition().column(index);
    List<ColumnDefinition> columns = new ArrayList<>(table.definition().columns());
    columns.set(
        index, new ColumnDefinition(old.name(), declarations.type(set.type()), old.nullable()));
    List<SqlNode> values = values(table);
    SqlNode expression = set.expression();
    if (expression != null) {
      values.set(index, expression);
    }
    return rewrite(table, columns, values, sql);
  }

  private StatementPlan setNullable(Table table, TableAlteration.SetNullable set, String sql) {
    ColumnDefinition old = table.definition().column(column(table, set.column()));
    TableDefinition definition =
        with(table, set.column(), new ColumnDefinition(old.name(), old.type(), set.nullable()));
    return set.nullable()
        ? redefine(table, definition)
        : rewrite(table, definition.columns(), values(table), sql);
  }

  private static TableDefinition with(Table table, SqlIdentifier changed, ColumnDefinition column) {
    TableDefinition definition = table.definition();
    List<ColumnDefinition> columns = new ArrayList<>(definition.columns());
    columns.set(column(table, changed), column);
    return new TableDefinition(definition.name(), TableDdl.distinct(definition.name(), columns));
  }

  /** The columns of a table as expressions. */
  private static List<SqlNode> values(Table table) {
    List<SqlNode> values = new ArrayList<>();
    for (ColumnDefinition column : table.definition().columns()) {
      values.add(new SqlIdentifier(column.name(), SqlParserPos.ZERO));
    }
    return values;
  }

  /**
   * @param values of the first columns; those behind are NULL
   */
  private StatementPlan rewrite(
      Table table, List<ColumnDefinition> columns, List<SqlNode> values, String sql) {
    String name = table.definition().name();
    TableDefinition definition = new TableDefinition(name, TableDdl.distinct(name, columns));
    SqlParserPos position = SqlParserPos.ZERO;
    SqlNode source =
        new SqlSelect(
            position,
            SqlNodeList.EMPTY,
            new SqlNodeList(values, position),
            new SqlIdentifier(List.of(Catalog.SCHEMA, name), position),
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    int[] targets = new int[values.size()];
    Arrays.setAll(targets, i -> i);
    return new StatementPlan.RewriteTable(
        table, definition, assignments.assigned(definition, targets, source, sql));
  }

  /** Returns the place of a column of a table, which it must have. */
  private static int column(Table table, SqlIdentifier name) {
    TableDefinition definition = table.definition();
    int index = indexOf(definition, name.getSimple());
    if (index < 0) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_COLUMN,
          "table "
              + definition.name()
              + " has no column "
              + name
              + NameSuggestion.of(
                  name.getSimple(),
                  definition.columns().stream().map(ColumnDefinition::name).toList()));
    }
    return index;
  }

  private static int indexOf(TableDefinition definition, String name) {
    return InsertPlanner.indexOf(
        definition.columns().stream().map(ColumnDefinition::name).toList(), name);
  }
}
