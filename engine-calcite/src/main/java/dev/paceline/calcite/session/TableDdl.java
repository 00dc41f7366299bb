package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.ddl.ColumnSequences;
import dev.paceline.calcite.session.ddl.IfExists;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.calcite.sql.SourceText;
import dev.paceline.calcite.sql.StatementLimits;
import dev.paceline.calcite.sql.column.DistinctNames;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.grammar.definition.IdentityDeclaration;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.schema.ColumnStrategy;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.ddl.SqlCheckConstraint;
import org.apache.calcite.sql.ddl.SqlColumnDeclaration;
import org.apache.calcite.sql.ddl.SqlCreateTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/** Reads CREATE TABLE. */
final class TableDdl {
  /** The name of a VARCHAR without a limit in many products. */
  private static final String TEXT = "TEXT";

  private final StatementPlanner planner;
  private final ColumnSequences identities;

  TableDdl(StatementPlanner planner) {
    this.planner = planner;
    this.identities = new ColumnSequences(planner.catalog());
  }

  StatementPlan create(SqlCreateTable create, boolean isTemporary, String sql, StatementRun run) {
    String name = create.name.names.getLast();
    SessionCatalog.Target target = planner.catalog().target(create.name.names, isTemporary);
    boolean temporary = target.temporary();
    IfExists exists = IfExists.of(create.getReplace(), create.ifNotExists);
    if (planner.catalog().catalog(temporary).find(target.schema(), name) != null
        && exists == IfExists.FAIL) {
      throw tableExists(name);
    }
    SqlNode source = create.query;
    if (source == null) {
      SqlNodeList declarations = create.columnList;
      if (declarations == null) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT, "CREATE TABLE " + name + " needs columns or AS query");
      }
      TableDefinition definition = declared(name, target, declarations, sql);
      new RowExpressions(planner.frontEnd(), definition).check();
      return new StatementPlan.CreateTable(definition, temporary, exists, null);
    }
    StatementPlan.Query query = planner.queries().planStored(source, run);
    List<String> names =
        create.columnList == null
            ? DistinctNames.of(query.columns().stream().map(ResultColumn::label).toList())
            : names(create.columnList);
    if (names.size() != query.columns().size()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "table "
              + name
              + " is declared with "
              + names.size()
              + " columns, but its query gives "
              + query.columns().size());
    }
    List<ColumnDefinition> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      DataType type = storedType(query.columns().get(i));
      if (type.hasUnnamedFields()) {
        throw new PacelineException(
            ErrorCode.NOT_SUPPORTED,
            "column "
                + names.get(i)
                + " has structs whose fields have no names, which tables cannot have; name them,"
                + " for example with {'a': 1}");
      }
      columns.add(new ColumnDefinition(names.get(i), type, true));
    }
    return new StatementPlan.CreateTable(
        new TableDefinition(target.schema(), name, distinct(name, columns), List.of()),
        temporary,
        exists,
        query);
  }

  static PacelineException tableExists(String name) {
    return new PacelineException(
        ErrorCode.TABLE_EXISTS,
        "table "
            + name
            + " exists already; drop it first, or write CREATE OR REPLACE TABLE or CREATE TABLE IF"
            + " NOT EXISTS");
  }

  /** Texts that come from expressions are not padded and not limited. */
  private static DataType storedType(ResultColumn column) {
    return column.type().kind() == TypeKind.CHAR && column.table().isEmpty()
        ? DataType.VARCHAR
        : column.type();
  }

  private static List<String> names(SqlNodeList columns) {
    List<String> names = new ArrayList<>();
    for (SqlNode column : columns) {
      names.add(
          switch (column) {
            case SqlIdentifier identifier -> identifier.getSimple();
            case SqlColumnDeclaration declaration -> declaration.name.getSimple();
            default -> throw constraint(column);
          });
    }
    return names;
  }

  /** Returns the table that has what is declared: columns and constraints. */
  TableDefinition declared(
      String table, SessionCatalog.Target target, List<SqlNode> declarations, String sql) {
    StatementLimits.checkColumns(declarations.size());
    SqlValidator validator = planner.frontEnd().validator();
    List<ColumnDefinition> columns = new ArrayList<>();
    for (SqlNode node : declarations) {
      if (node instanceof SqlColumnDeclaration declaration) {
        columns.add(column(table, target, declaration, validator, sql));
      }
    }
    TableDefinition definition =
        new TableDefinition(
            target.schema(), table, distinct(table, columns), checks(table, declarations, sql));
    return new RowExpressions(planner.frontEnd(), definition).withTypes();
  }

  private ColumnDefinition column(
      String table,
      SessionCatalog.Target target,
      SqlColumnDeclaration declaration,
      SqlValidator validator,
      String sql) {
    String name = declaration.name.getSimple();
    DataType type =
        isOfExpression(declaration.dataType)
            ? RowExpressions.UNTYPED
            : type(declaration.dataType, validator);
    ColumnValue value =
        switch (declaration.expression) {
          case null -> null;
          case IdentityDeclaration identity -> identities.of(identity, table, name, type, target);
          case SqlNode expression when declaration.strategy == ColumnStrategy.DEFAULT ->
              new ColumnValue(ColumnValue.Kind.DEFAULT, defaultText(expression, sql));
          case SqlNode expression ->
              new ColumnValue(ColumnValue.Kind.GENERATED, text(expression, sql));
        };
    return new ColumnDefinition(
        name, type, !Boolean.FALSE.equals(declaration.dataType.getNullable()), value);
  }

  /** Whether a generated column is declared without a type, for which the parser writes ANY. */
  private static boolean isOfExpression(SqlDataTypeSpec type) {
    return type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec named
        && named.getTypeName().getSimple().equals(SqlTypeName.ANY.getName());
  }

  /** Returns the text of a default, in which sequences have their schemas. */
  String defaultText(SqlNode expression, String sql) {
    return identities.defaultText(expression, text(expression, sql), sql);
  }

  /** Returns the checks that are declared; those without a name get one. */
  static List<CheckConstraint> checks(String table, List<SqlNode> declarations, String sql) {
    List<CheckConstraint> checks = new ArrayList<>();
    for (SqlNode node : declarations) {
      if (node instanceof SqlCheckConstraint check) {
        SqlIdentifier name = (SqlIdentifier) check.getOperandList().get(0);
        String condition = text(check.getOperandList().get(1), sql);
        String given = name == null ? null : name.getSimple();
        checks.add(new CheckConstraint(uniqueName(table, given, checks), condition));
      } else if (!(node instanceof SqlColumnDeclaration)) {
        throw constraint(node);
      }
    }
    return checks;
  }

  /**
   * Returns the name of a new check.
   *
   * @param given null to make one up
   */
  static String uniqueName(String table, @Nullable String given, List<CheckConstraint> others) {
    String name = given == null ? table + "_check" : given;
    for (int number = 1; isTaken(name, others); number++) {
      if (given != null) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "table " + table + " has the constraint " + given + " already; use another name");
      }
      name = table + "_check" + number;
    }
    return name;
  }

  private static boolean isTaken(String name, List<CheckConstraint> checks) {
    return checks.stream().anyMatch(check -> check.name().equalsIgnoreCase(name));
  }

  /** Returns the text of an expression that a definition keeps. */
  static String text(SqlNode expression, String sql) {
    return Objects.requireNonNull(SourceText.of(expression.getParserPosition(), sql));
  }

  private static DataType type(SqlDataTypeSpec declared, SqlValidator validator) {
    List<String> name = declared.getTypeName().names;
    if (name.size() == 1 && name.getFirst().equalsIgnoreCase(TEXT)) {
      return DataType.VARCHAR;
    }
    return TypeMapping.toDataType(declared.deriveType(validator, true));
  }

  /** The type of a column that a statement declares. */
  DataType type(SqlDataTypeSpec declared) {
    return type(declared, planner.frontEnd().validator());
  }

  /** Names differ by more than case, because statements may write them in any. */
  static List<ColumnDefinition> distinct(String table, List<ColumnDefinition> columns) {
    Set<String> names = new TreeSet<>();
    for (ColumnDefinition column : columns) {
      if (!names.add(column.name().toLowerCase(Locale.ROOT))) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "table "
                + table
                + " has the column "
                + column.name()
                + " twice; rename one of them (AS)");
      }
    }
    return columns;
  }

  private static PacelineException constraint(SqlNode node) {
    // The text of the whole constraint is not asked for: Calcite cannot write a CHECK.
    return StatementPlanner.notSupported(
        "the constraint "
            + (node instanceof SqlCall call ? call.getOperator().getName() : node.toString()));
  }
}
