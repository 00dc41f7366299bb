package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.session.ddl.RedefineTable;
import dev.paceline.calcite.session.ddl.TableNames;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.AlterTableStatement;
import dev.paceline.grammar.TableAlteration;
import dev.paceline.grammar.definition.CommentStatement;
import dev.paceline.grammar.query.PlainSelect;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.ddl.SqlColumnDeclaration;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Plans ALTER TABLE and COMMENT ON. What only concerns names, or lets a column be NULL, changes the
 * definition of the table; everything else writes its rows anew.
 */
final class AlterTablePlanner {
  private static final StatementPlan NOTHING = new StatementPlan.ChangeSchema(_ -> {});

  private final SessionCatalog catalog;
  private final TableDdl declarations;
  private final InsertPlanner assignments;

  AlterTablePlanner(StatementPlanner planner) {
    this.catalog = planner.catalog();
    this.declarations = new TableDdl(planner);
    this.assignments = new InsertPlanner(planner);
  }

  StatementPlan plan(AlterTableStatement alter, String sql) {
    List<String> name = alter.table().names;
    if (alter.ifExists() && catalog.find(name) == null) {
      return NOTHING;
    }
    Table table = TableNames.find(catalog, name);
    return switch (alter.change()) {
      case TableAlteration.RenameTable rename ->
          redefine(table, table.definition().withName(rename.name()));
      case TableAlteration.RenameColumn rename -> rename(table, rename);
      case TableAlteration.AddColumn add -> add(table, add, sql);
      case TableAlteration.DropColumn drop -> drop(table, drop, sql);
      case TableAlteration.SetType set -> setType(table, set, sql);
      case TableAlteration.SetNullable set -> setNullable(table, set, sql);
      case TableAlteration.SetDefault set -> setDefault(table, set, sql);
      case TableAlteration.DropConstraint drop -> dropConstraint(table, drop);
    };
  }

  /** Plans a COMMENT ON a table or one of its columns. */
  StatementPlan comment(CommentStatement statement) {
    List<String> name = statement.name().names;
    String comment = statement.comment();
    if (statement.kind() == CommentStatement.Kind.TABLE) {
      Table table = TableNames.find(catalog, name);
      return redefine(table, table.definition().withComment(comment));
    }
    if (name.size() < 2) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "COMMENT ON COLUMN needs a table before the column; write table." + name.getLast());
    }
    Table table = TableNames.find(catalog, name.subList(0, name.size() - 1));
    SqlIdentifier column = statement.name().getComponent(name.size() - 1);
    ColumnDefinition old = table.definition().column(column(table, column));
    return redefine(table, with(table, column, old.withComment(comment)));
  }

  private static StatementPlan redefine(Table table, TableDefinition definition) {
    return new StatementPlan.ChangeSchema(new RedefineTable(table, definition));
  }

  private static StatementPlan rename(Table table, TableAlteration.RenameColumn rename) {
    ColumnDefinition old = table.definition().column(column(table, rename.column()));
    if (RowExpressions.refersTo(table.definition(), old.name())) {
      throw new PacelineException(
          ErrorCode.NOT_SUPPORTED,
          "column "
              + old.name()
              + " cannot get another name, because a generated column or a check of table "
              + table.definition().name()
              + " refers to it");
    }
    return redefine(table, with(table, rename.column(), old.withName(rename.name().getSimple())));
  }

  private StatementPlan add(Table table, TableAlteration.AddColumn add, String sql) {
    TableDefinition old = table.definition();
    if (add.elements().stream().noneMatch(SqlColumnDeclaration.class::isInstance)) {
      List<CheckConstraint> checks = TableDdl.checks(old.name(), add.elements(), sql);
      return rewrite(table, withChecks(old, checks), values(table), sql);
    }
    SessionCatalog.Target target =
        new SessionCatalog.Target(table.database() == catalog.temporary().database(), old.schema());
    TableDefinition declared = declarations.declared(old.name(), target, add.elements(), sql);
    ColumnDefinition added = declared.columns().getFirst();
    if (!declared.sequences().isEmpty()) {
      throw StatementPlanner.notSupported("ALTER TABLE ADD of an identity column");
    }
    if (add.ifNotExists() && indexOf(old, added.name()) >= 0) {
      return NOTHING;
    }
    List<ColumnDefinition> columns = new ArrayList<>(old.columns());
    columns.add(added);
    return rewrite(
        table, withChecks(old.withColumns(columns), declared.checks()), values(table), sql);
  }

  private static TableDefinition withChecks(
      TableDefinition definition, List<CheckConstraint> added) {
    List<CheckConstraint> checks = new ArrayList<>(definition.checks());
    for (CheckConstraint check : added) {
      boolean madeUp = check.name().startsWith(definition.name() + "_check");
      checks.add(
          new CheckConstraint(
              TableDdl.uniqueName(definition.name(), madeUp ? null : check.name(), checks),
              check.condition()));
    }
    return definition.withChecks(checks);
  }

  private static StatementPlan dropConstraint(Table table, TableAlteration.DropConstraint drop) {
    TableDefinition old = table.definition();
    List<CheckConstraint> checks = new ArrayList<>(old.checks());
    if (!checks.removeIf(check -> check.name().equalsIgnoreCase(drop.name()))) {
      if (drop.ifExists()) {
        return NOTHING;
      }
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "table "
              + old.name()
              + " has no constraint "
              + drop.name()
              + NameSuggestion.of(
                  drop.name(), old.checks().stream().map(CheckConstraint::name).toList()));
    }
    return redefine(table, old.withChecks(checks));
  }

  /** Rows that are there keep their values. */
  private StatementPlan setDefault(Table table, TableAlteration.SetDefault set, String sql) {
    ColumnDefinition old = table.definition().column(column(table, set.column()));
    if (old.isGenerated()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "column " + old.name() + " is generated and cannot have a default");
    }
    SqlNode value = set.value();
    TableDefinition definition =
        with(
            table,
            set.column(),
            old.withValue(
                value == null
                    ? null
                    : new ColumnValue(
                        ColumnValue.Kind.DEFAULT, declarations.defaultText(value, sql))));
    assignments.expressions(definition).check();
    return redefine(table, definition);
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
    return rewrite(table, table.definition().withColumns(columns), values, sql);
  }

  private StatementPlan setType(Table table, TableAlteration.SetType set, String sql) {
    int index = column(table, set.column());
    ColumnDefinition old = table.definition().column(index);
    List<ColumnDefinition> columns = new ArrayList<>(table.definition().columns());
    columns.set(index, old.withType(declarations.type(set.type())));
    List<SqlNode> values = values(table);
    SqlNode expression = set.expression();
    if (expression != null) {
      values.set(index, expression);
    }
    return rewrite(table, table.definition().withColumns(columns), values, sql);
  }

  private StatementPlan setNullable(Table table, TableAlteration.SetNullable set, String sql) {
    ColumnDefinition old = table.definition().column(column(table, set.column()));
    TableDefinition definition = with(table, set.column(), old.withNullable(set.nullable()));
    return set.nullable()
        ? redefine(table, definition)
        : rewrite(table, definition, values(table), sql);
  }

  private static TableDefinition with(Table table, SqlIdentifier changed, ColumnDefinition column) {
    TableDefinition definition = table.definition();
    List<ColumnDefinition> columns = new ArrayList<>(definition.columns());
    columns.set(column(table, changed), column);
    return definition.withColumns(TableDdl.distinct(definition.name(), columns));
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
   * @param values of the first columns; those behind have their defaults
   */
  private StatementPlan rewrite(
      Table table, TableDefinition definition, List<SqlNode> values, String sql) {
    String name = definition.name();
    TableDdl.distinct(name, definition.columns());
    assignments.expressions(definition).check();
    SqlParserPos position = SqlParserPos.ZERO;
    SqlNode source =
        PlainSelect.of(
            position,
            new SqlNodeList(values, position),
            new SqlIdentifier(List.of(catalog.schemaOf(table), name), position));
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
