package dev.paceline.calcite.session;

import dev.paceline.calcite.adapter.SessionCatalog;
import dev.paceline.calcite.plan.PacelineTypeFactory;
import dev.paceline.calcite.session.named.ParameterTypes;
import dev.paceline.calcite.sql.PriorityHint;
import dev.paceline.calcite.sql.RowExpressions;
import dev.paceline.calcite.sql.SourceText;
import dev.paceline.calcite.sql.SqlErrorTranslation;
import dev.paceline.calcite.sql.SqlFrontEnd;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.expr.Expressions;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.table.Table;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Plans INSERT. Rows of constants and parameters need no query: their cells are read here once, and
 * an execution only converts values. Everything else is a query whose columns are cast to the
 * table's.
 */
final class InsertPlanner {
  private final StatementPlanner planner;
  private final PacelineTypeFactory types;

  InsertPlanner(StatementPlanner planner) {
    this.planner = planner;
    this.types = planner.frontEnd().types();
  }

  StatementPlan plan(SqlInsert insert, String sql) {
    if (insert.isUpsert()) {
      throw StatementPlanner.notSupported("UPSERT");
    }
    Table table = target(insert.getTargetTable(), sql);
    TableDefinition definition = table.definition();
    SqlNodeList named = insert.getTargetColumnList();
    SqlNode source = insert.getSource();
    boolean byName =
        named != null
            && named.size() == 1
            && named.get(0) instanceof SqlIdentifier name
            && name.isStar();
    int[] columns =
        byName
            ? columnsOf(source, definition, sql)
            : targetColumns(named == null || named.isEmpty() ? null : named, definition, sql);
    if (named != null && named.isEmpty()) {
      source = rowOfDefaults((SqlCall) source, columns.length);
    }
    checkIdentities(source, columns, definition, sql);
    if (source.getKind() == SqlKind.VALUES) {
      SqlCall given = (SqlCall) source;
      int[] all = columns;
      boolean[] defaults = columnsOfDefaults(given, all.length);
      int[] others = IntStream.range(0, all.length).filter(i -> !defaults[i]).toArray();
      if (others.length > 0 && others.length < all.length) {
        given = withoutColumns(given, defaults);
        columns = Arrays.stream(others).map(i -> all[i]).toArray();
      }
      SqlCall values = withDefaults(given, columns, definition);
      StatementPlan rows =
          RowExpressions.areIn(definition) ? null : rows(table, columns, values, sql);
      if (rows != null) {
        return rows;
      }
      source = typed(values, columns, definition, sql);
    }
    return query(table, columns, source, sql);
  }

  /** Checks that columns whose values are always those of a sequence are given no others. */
  private static void checkIdentities(
      SqlNode source, int[] columns, TableDefinition definition, String sql) {
    for (int i = 0; i < columns.length; i++) {
      ColumnValue value = definition.column(columns[i]).value();
      if (value == null || value.kind() != ColumnValue.Kind.IDENTITY_ALWAYS) {
        continue;
      }
      int index = i;
      boolean isDefault =
          source.getKind() == SqlKind.VALUES
              && ((SqlCall) source)
                  .getOperandList().stream()
                      .allMatch(
                          row ->
                              row instanceof SqlCall cells
                                  && index < cells.operandCount()
                                  && cells.operand(index).getKind() == SqlKind.DEFAULT);
      if (!isDefault) {
        throw at(
            source,
            ErrorCode.INVALID_STATEMENT,
            "column "
                + definition.column(columns[i]).name()
                + " is GENERATED ALWAYS AS IDENTITY and takes no values; leave it out of the"
                + " list of columns, or write DEFAULT",
            sql);
      }
    }
  }

  /** Returns the columns of a table that have the names of the columns of a query. */
  private int[] columnsOf(SqlNode source, TableDefinition definition, String sql) {
    SqlParserPos position = source.getParserPosition();
    SqlNode same = SqlFrontEnd.parse(Objects.requireNonNull(SourceText.of(position, sql)));
    SqlValidator validator = planner.frontEnd().validator();
    List<SqlNode> names = new ArrayList<>();
    for (String name : validator.getValidatedNodeType(validator.validate(same)).getFieldNames()) {
      names.add(new SqlIdentifier(name, position));
    }
    return targetColumns(names, definition, sql);
  }

  private static SqlCall rowOfDefaults(SqlCall values, int width) {
    SqlCall row = values.operand(0);
    return values
        .getOperator()
        .createCall(
            values.getParserPosition(),
            row.getOperator()
                .createCall(row.getParserPosition(), Collections.nCopies(width, row.operand(0))));
  }

  /** Returns the table that a statement adds rows to. */
  Table target(SqlNode node, String sql) {
    if (!(node instanceof SqlIdentifier identifier)) {
      throw StatementPlanner.notSupported("INSERT into anything but a table");
    }
    List<String> name = identifier.names;
    SessionCatalog catalog = planner.catalog();
    Table table = catalog.find(name);
    if (table == null && catalog.findView(name) != null) {
      throw StatementPlanner.notSupported("INSERT into the view " + name.getLast());
    }
    if (table == null) {
      throw at(node, ErrorCode.UNKNOWN_TABLE, catalog.unknownText("table", name), sql);
    }
    return table;
  }

  /** Returns, for every value of a row, the column of the table that it is stored in. */
  static int[] targetColumns(
      @Nullable List<? extends SqlNode> named, TableDefinition definition, String sql) {
    if (named == null) {
      return IntStream.range(0, definition.columnCount())
          .filter(column -> !definition.column(column).isGenerated())
          .toArray();
    }
    List<String> names = definition.columns().stream().map(ColumnDefinition::name).toList();
    int[] columns = new int[named.size()];
    for (int i = 0; i < columns.length; i++) {
      SqlIdentifier identifier = (SqlIdentifier) named.get(i);
      String name = identifier.names.getLast();
      int column = indexOf(names, name);
      if (column < 0) {
        throw at(
            identifier,
            ErrorCode.UNKNOWN_COLUMN,
            "table "
                + definition.name()
                + " has no column "
                + name
                + NameSuggestion.of(name, names),
            sql);
      }
      if (definition.column(column).isGenerated()) {
        throw at(
            identifier,
            ErrorCode.INVALID_STATEMENT,
            "column " + name + " is generated and takes no values; leave it out",
            sql);
      }
      for (int j = 0; j < i; j++) {
        if (columns[j] == column) {
          throw at(
              identifier, ErrorCode.INVALID_STATEMENT, "column " + name + " is named twice", sql);
        }
      }
      columns[i] = column;
    }
    return columns;
  }

  /** Returns the place of a name in any case, but before others as it is written; or -1. */
  static int indexOf(List<String> names, String name) {
    int exact = names.indexOf(name);
    for (int i = 0; exact < 0 && i < names.size(); i++) {
      if (names.get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return exact;
  }

  /** The plan for rows of constants and parameters; null if some value is neither. */
  private @Nullable StatementPlan rows(Table table, int[] columns, SqlCall values, String sql) {
    TableDefinition definition = table.definition();
    @Nullable Object[] others = constantDefaults(definition, columns);
    if (others == null) {
      return null;
    }
    RelDataType[] parameters = new RelDataType[ParameterTypes.count(values)];
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (SqlNode node : values.getOperandList()) {
      List<SqlNode> cells =
          node.getKind() == SqlKind.ROW ? ((SqlCall) node).getOperandList() : List.of(node);
      checkWidth(definition, columns, cells.size(), node, sql);
      @Nullable Object[] row = others.clone();
      for (int i = 0; i < columns.length; i++) {
        Object cell = NestedCells.read(cells.get(i), definition.column(columns[i]).type());
        if (cell == ConstantCells.Special.NOT_CONSTANT) {
          return null;
        }
        if (cell instanceof StatementPlan.Parameter(int index)) {
          parameters[index] = columnType(definition.column(columns[i]));
        }
        row[columns[i]] = cell;
      }
      rows.add(row);
    }
    return new StatementPlan.InsertRows(
        table, rows, List.of(parameters), List.of(CatalogUse.TableSize.of(table)));
  }

  /**
   * Returns a row with the defaults of the columns that get no value; null if one of them has to be
   * computed.
   */
  private static @Nullable Object @Nullable [] constantDefaults(
      TableDefinition definition, int[] columns) {
    @Nullable Object[] row = new Object[definition.columnCount()];
    for (int column = 0; column < row.length; column++) {
      int index = column;
      ColumnValue value = definition.column(column).value();
      if (value != null && Arrays.stream(columns).noneMatch(given -> given == index)) {
        row[column] =
            NestedCells.read(
                SqlFrontEnd.parseExpression(value.expression()), definition.column(column).type());
        if (row[column] == ConstantCells.Special.NOT_CONSTANT) {
          return null;
        }
      }
    }
    return row;
  }

  /**
   * Tells for which columns all rows have the word DEFAULT; for none if a row has another length.
   */
  private static boolean[] columnsOfDefaults(SqlCall values, int width) {
    boolean[] defaults = new boolean[width];
    Arrays.fill(defaults, true);
    for (SqlNode node : values.getOperandList()) {
      if (!(node instanceof SqlCall row)
          || row.getKind() != SqlKind.ROW
          || row.operandCount() != width) {
        return new boolean[width];
      }
      for (int i = 0; i < width; i++) {
        defaults[i] &= row.operand(i).getKind() == SqlKind.DEFAULT;
      }
    }
    return defaults;
  }

  private static SqlCall withoutColumns(SqlCall values, boolean[] omitted) {
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode node : values.getOperandList()) {
      SqlCall row = (SqlCall) node;
      List<SqlNode> cells = new ArrayList<>();
      for (int i = 0; i < omitted.length; i++) {
        if (!omitted[i]) {
          cells.add(row.operand(i));
        }
      }
      rows.add(row.getOperator().createCall(row.getParserPosition(), cells));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }

  /** Writes the defaults of columns in the place of the word DEFAULT. */
  private static SqlCall withDefaults(SqlCall values, int[] columns, TableDefinition definition) {
    List<SqlNode> rows = new ArrayList<>();
    for (SqlNode node : values.getOperandList()) {
      if (!(node instanceof SqlCall row) || row.getKind() != SqlKind.ROW) {
        rows.add(node);
        continue;
      }
      List<SqlNode> cells = new ArrayList<>(row.getOperandList());
      for (int i = 0; i < Math.min(cells.size(), columns.length); i++) {
        if (cells.get(i).getKind() == SqlKind.DEFAULT) {
          ColumnValue value = definition.column(columns[i]).value();
          cells.set(
              i,
              value == null
                  ? SqlLiteral.createNull(cells.get(i).getParserPosition())
                  : SqlFrontEnd.parseExpression(value.expression()));
        }
      }
      rows.add(row.getOperator().createCall(row.getParserPosition(), cells));
    }
    return values.getOperator().createCall(values.getParserPosition(), rows);
  }

  /** The expressions of a table's definition, for one statement. */
  RowExpressions expressions(TableDefinition definition) {
    return new RowExpressions(planner.frontEnd(), definition);
  }

  private RelDataType columnType(ColumnDefinition column) {
    return types.createTypeWithNullability(
        TypeMapping.toRelType(types, column.type()), column.nullable());
  }

  private static void checkWidth(
      TableDefinition definition, int[] columns, int values, SqlNode where, String sql) {
    if (values != columns.length) {
      throw at(
          where,
          ErrorCode.INVALID_STATEMENT,
          "the row has "
              + values
              + " values for "
              + columns.length
              + " columns of table "
              + definition.name(),
          sql);
    }
  }

  /**
   * Casts to the type of their column the parameters that stand alone as a value, and the values of
   * columns whose rows may differ in type: each row is assigned by itself.
   */
  private SqlNode typed(SqlCall values, int[] columns, TableDefinition definition, String sql) {
    List<SqlCall> rows = new ArrayList<>();
    for (SqlNode node : values.getOperandList()) {
      SqlCall row = (SqlCall) node;
      checkWidth(definition, columns, row.operandCount(), row, sql);
      rows.add(row);
    }
    boolean[] mixed = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      int index = i;
      mixed[i] =
          !ConstantCells.areAlike(rows.stream().<SqlNode>map(row -> row.operand(index)).toList());
    }
    List<SqlNode> typed = new ArrayList<>();
    for (SqlCall row : rows) {
      List<SqlNode> cells = new ArrayList<>();
      for (int i = 0; i < columns.length; i++) {
        SqlNode cell = row.operand(i);
        cells.add(
            mixed[i] || cell.getKind() == SqlKind.DYNAMIC_PARAM
                ? ParameterTypes.cast(cell, assignedType(definition.column(columns[i])))
                : cell);
      }
      typed.add(row.getOperator().createCall(row.getParserPosition(), cells));
    }
    return values.getOperator().createCall(values.getParserPosition(), typed);
  }

  private RelDataType assignedType(ColumnDefinition column) {
    return types.createTypeWithNullability(
        TypeMapping.toAssignedType(types, column.type()), column.nullable());
  }

  private StatementPlan query(Table table, int[] columns, SqlNode source, String sql) {
    return insert(table, columns, source, sql, planner.frontEnd().validator());
  }

  /**
   * Plans the insertion of the rows of a query.
   *
   * @param columns the column of the table for each column of the query
   * @param validator for the query
   */
  StatementPlan.InsertQuery insert(
      Table table, int[] columns, SqlNode source, String sql, SqlValidator validator) {
    StatementPlan.Query query = assigned(table.definition(), columns, source, sql, validator);
    List<CatalogUse> uses = new ArrayList<>(List.of(CatalogUse.TableSize.of(table)));
    uses.addAll(query.uses());
    return new StatementPlan.InsertQuery(table, query, uses);
  }

  /**
   * Plans a query whose columns are stored in those of a table.
   *
   * @param columns the column of the table for each column of the query
   */
  StatementPlan.Query assigned(
      TableDefinition definition, int[] columns, SqlNode source, String sql) {
    return assigned(definition, columns, source, sql, planner.frontEnd().validator());
  }

  private StatementPlan.Query assigned(
      TableDefinition definition,
      int[] columns,
      SqlNode source,
      String sql,
      SqlValidator validator) {
    Integer priority = PriorityHint.take(source);
    int parameterCount = ParameterTypes.count(source);
    SqlNode validated = validator.validate(source);
    List<RelDataType> parameterTypes = ParameterTypes.of(validated, validator, parameterCount);
    checkWidth(
        definition,
        columns,
        validator.getValidatedNodeType(validated).getFieldCount(),
        source,
        sql);
    RelNode projected = planner.queries().convert(validator, validated).project();
    RelRoot assigned = RelRoot.of(assignment(projected, columns, definition), SqlKind.SELECT);
    List<ResultColumn> resultColumns =
        definition.columns().stream()
            .map(column -> ResultColumn.of(column.name(), column.type()))
            .toList();
    return planner.queries().plan(resultColumns, parameterTypes, assigned, priority, validator);
  }

  /**
   * Casts the source's columns to those of the table; columns that it leaves out have their
   * defaults, or are NULL.
   */
  private RelNode assignment(RelNode source, int[] columns, TableDefinition definition) {
    RexBuilder rex = source.getCluster().getRexBuilder();
    @Nullable RexNode[] values = new RexNode[definition.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      ColumnDefinition column = definition.column(columns[i]);
      RexNode value = rex.makeInputRef(source, i);
      checkAssignable(value.getType(), column, definition);
      values[columns[i]] = RowExpressions.assigned(rex, value, column.type());
    }
    RowExpressions expressions = expressions(definition);
    for (int i = 0; i < values.length; i++) {
      RexNode value = values[i] == null ? expressions.defaultOf(i, source.getCluster()) : null;
      if (value != null) {
        values[i] = RowExpressions.assigned(rex, value, definition.column(i).type());
      }
    }
    List<RexNode> projects = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      ColumnDefinition column = definition.column(i);
      RexNode value = values[i];
      projects.add(
          value == null
              ? rex.makeNullLiteral(
                  types.createTypeWithNullability(
                      TypeMapping.toAssignedType(types, column.type()), true))
              : value);
      names.add(column.name());
    }
    return expressions.complete(
        LogicalProject.create(source, List.of(), projects, names, Set.of()));
  }

  private static void checkAssignable(
      RelDataType from, ColumnDefinition column, TableDefinition definition) {
    DataType source = TypeMapping.toDataType(from);
    if (!isAssignable(source, column.type())) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "column "
              + definition.name()
              + "."
              + column.name()
              + " is "
              + column.type()
              + " and cannot take a value of the type "
              + source
              + "; write a CAST");
    }
  }

  private static boolean isAssignable(DataType from, DataType to) {
    boolean text = from.kind() == TypeKind.CHAR || from.kind() == TypeKind.VARCHAR || from.isEnum();
    if (to.isEnum()) {
      return text;
    }
    return switch (to.kind()) {
      case CHAR, VARCHAR ->
          from.family() != TypeFamily.BYTES
              || text
              || from.isNested()
              || from.kind() == TypeKind.UUID;
      case BINARY, VARBINARY ->
          from.family() == TypeFamily.BYTES && !from.isNested() && from.kind() != TypeKind.UUID;
      case BOOLEAN -> text || from.kind() == TypeKind.BOOLEAN;
      case INT8, INT16, INT32, INT64, DECIMAL, FLOAT32, FLOAT64 -> text || isNumber(from);
      case DATE, TIMESTAMP, TIMESTAMP_LTZ -> text || isMoment(from);
      case TIME -> text || from.kind() == TypeKind.TIME;
      case UUID -> text || from.kind() == TypeKind.UUID;
      case INTERVAL -> text || from.kind() == to.kind();
      case LIST, STRUCT, MAP -> text || from.kind() == to.kind() && isCast(from, to);
    };
  }

  /** Whether nested values of one type can be cast to another one. */
  private static boolean isCast(DataType from, DataType to) {
    try {
      return Expressions.cast(Expressions.column(0, from), to).type().equals(to);
    } catch (PacelineException e) {
      return false;
    }
  }

  private static boolean isNumber(DataType type) {
    return switch (type.kind()) {
      case INT8, INT16, INT32, INT64, DECIMAL, FLOAT32, FLOAT64 -> true;
      default -> false;
    };
  }

  private static boolean isMoment(DataType type) {
    return type.kind() == TypeKind.DATE
        || type.kind() == TypeKind.TIMESTAMP
        || type.kind() == TypeKind.TIMESTAMP_LTZ;
  }

  private static PacelineException at(SqlNode node, ErrorCode code, String problem, String sql) {
    SqlParserPos position = node.getParserPosition();
    return SqlErrorTranslation.positioned(
        code, problem, sql, position.getLineNum(), position.getColumnNum(), null);
  }
}
