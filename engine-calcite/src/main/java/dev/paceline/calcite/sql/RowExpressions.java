package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.LibraryOperator;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.NameSuggestion;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import dev.paceline.storage.table.definition.CheckConstraint;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.ColumnValue;
import dev.paceline.storage.table.definition.TableDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.logical.LogicalProject;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * The expressions in the definition of a table: defaults, the values of generated columns, and
 * checks. For one statement.
 */
public final class RowExpressions {
  private static final LibraryOperator CHECK_VIOLATION = LibraryOperator.named("check_violation");

  /** Stands for the type of a generated column until that of its expression is known. */
  public static final DataType UNTYPED = new DataType(TypeKind.VARCHAR, 0, 0);

  private final SqlFrontEnd frontEnd;
  private final TableDefinition definition;

  public RowExpressions(SqlFrontEnd frontEnd, TableDefinition definition) {
    this.frontEnd = frontEnd;
    this.definition = definition;
  }

  /** Whether rows need more than the values that a statement gives and constant defaults. */
  public static boolean areIn(TableDefinition definition) {
    return !definition.checks().isEmpty()
        || definition.columns().stream().anyMatch(ColumnDefinition::isGenerated);
  }

  /**
   * Checks that a parsed expression needs no other rows.
   *
   * @throws PacelineException NOT_SUPPORTED if it contains a query, INVALID_STATEMENT if it
   *     contains an aggregate, a window function or a parameter
   */
  public static void checkRowLocal(SqlNode expression) {
    expression.accept(RowLocalCheck.INSTANCE);
  }

  /** Whether a generated column or a check of a table refers to a column. */
  public static boolean refersTo(TableDefinition definition, String column) {
    TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    SqlBasicVisitor<@Nullable Void> collector =
        new SqlBasicVisitor<>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            names.addAll(identifier.names);
            return null;
          }
        };
    for (ColumnDefinition other : definition.columns()) {
      ColumnValue value = other.value();
      if (value != null) {
        SqlFrontEnd.parseExpression(value.expression()).accept(collector);
      }
    }
    for (CheckConstraint check : definition.checks()) {
      SqlFrontEnd.parseExpression(check.condition()).accept(collector);
    }
    return names.contains(column);
  }

  /**
   * Checks the expressions of a new definition.
   *
   * @throws PacelineException what is wrong with one of them, with the column or the check
   */
  public void check() {
    RelOptCluster cluster = frontEnd.newCluster();
    Map<String, RexNode> fields = fields(cluster, this::typeOf);
    for (ColumnDefinition column : definition.columns()) {
      ColumnValue value = column.value();
      if (value != null) {
        RexNode converted =
            switch (value.kind()) {
              case DEFAULT ->
                  convert(
                      "the default of column " + column.name(),
                      value.expression(),
                      Map.of(),
                      cluster);
              case IDENTITY_BY_DEFAULT, IDENTITY_ALWAYS ->
                  null; // its sequence comes with the table
              case GENERATED ->
                  convert(
                      "the generated column " + column.name(),
                      value.expression(),
                      withoutGenerated(fields),
                      cluster);
            };
        if (converted != null) {
          assigned(cluster.getRexBuilder(), converted, column.type());
        }
      }
    }
    for (CheckConstraint check : definition.checks()) {
      RexNode condition = convert("the check " + check.name(), check.condition(), fields, cluster);
      DataType type = TypeMapping.toDataType(condition.getType());
      if (!type.equals(DataType.BOOLEAN)) {
        throw new PacelineException(
            ErrorCode.TYPE_MISMATCH,
            "the check "
                + check.name()
                + " must be a condition, but "
                + check.condition()
                + " has the type "
                + type);
      }
    }
  }

  /** Returns the definition in which generated columns have the types of their expressions. */
  public TableDefinition withTypes() {
    if (definition.columns().stream().noneMatch(column -> column.type().equals(UNTYPED))) {
      return definition;
    }
    RelOptCluster cluster = frontEnd.newCluster();
    Map<String, RexNode> fields = withoutGenerated(fields(cluster, this::typeOf));
    List<ColumnDefinition> columns = new ArrayList<>();
    for (ColumnDefinition column : definition.columns()) {
      ColumnValue value = column.value();
      if (value == null || !column.type().equals(UNTYPED)) {
        columns.add(column);
        continue;
      }
      RexNode converted =
          convert("the generated column " + column.name(), value.expression(), fields, cluster);
      DataType type = TypeMapping.toDataType(converted.getType());
      columns.add(
          new ColumnDefinition(
              column.name(),
              type.kind() == TypeKind.CHAR ? DataType.VARCHAR : type,
              column.nullable(),
              value));
    }
    return new TableDefinition(
        definition.schema(), definition.name(), columns, definition.checks());
  }

  /** Returns the default of a column; null if it has none. */
  public @Nullable RexNode defaultOf(int column, RelOptCluster cluster) {
    ColumnValue value = definition.column(column).value();
    return value == null || !value.isDefault()
        ? null
        : convert(
            "the default of column " + definition.column(column).name(),
            value.expression(),
            Map.of(),
            cluster);
  }

  /**
   * Computes the generated columns of rows, and lets the query fail at the first row that makes a
   * check false.
   *
   * @param rows with the columns of the table, of which the generated ones have any values
   */
  public RelNode complete(RelNode rows) {
    return checked(generated(rows));
  }

  private RelNode generated(RelNode rows) {
    if (definition.columns().stream().noneMatch(ColumnDefinition::isGenerated)) {
      return rows;
    }
    RexBuilder rex = rows.getCluster().getRexBuilder();
    Map<String, RexNode> fields =
        withoutGenerated(fields(rows.getCluster(), column -> fieldType(rows, column)));
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < definition.columnCount(); i++) {
      ColumnDefinition column = definition.column(i);
      ColumnValue value = column.value();
      values.add(
          value == null || value.kind() != ColumnValue.Kind.GENERATED
              ? rex.makeInputRef(rows, i)
              : assigned(
                  rex,
                  convert(
                      "the generated column " + column.name(),
                      value.expression(),
                      fields,
                      rows.getCluster()),
                  column.type()));
    }
    return project(rows, values);
  }

  /** The first column of a row has a value only if the row makes no check false. */
  private RelNode checked(RelNode rows) {
    if (definition.checks().isEmpty()) {
      return rows;
    }
    RexBuilder rex = rows.getCluster().getRexBuilder();
    Map<String, RexNode> fields = fields(rows.getCluster(), column -> fieldType(rows, column));
    List<RexNode> values = new ArrayList<>();
    for (int i = 0; i < definition.columnCount(); i++) {
      values.add(rex.makeInputRef(rows, i));
    }
    for (CheckConstraint check : definition.checks()) {
      RexNode condition =
          convert("the check " + check.name(), check.condition(), fields, rows.getCluster());
      RexNode first = values.getFirst();
      RexNode failure =
          rex.makeCall(
              CHECK_VIOLATION,
              rex.makeLiteral(
                  "a row for table "
                      + definition.name()
                      + " makes the check "
                      + check.name()
                      + " false: "
                      + check.condition()));
      values.set(
          0,
          rex.makeCall(
              SqlStdOperatorTable.CASE,
              rex.makeCall(SqlStdOperatorTable.IS_NOT_FALSE, condition),
              first,
              rex.makeAbstractCast(first.getType(), failure, false)));
    }
    return project(rows, values);
  }

  private LogicalProject project(RelNode rows, List<RexNode> values) {
    return LogicalProject.create(
        rows,
        List.of(),
        values,
        definition.columns().stream().map(ColumnDefinition::name).toList(),
        Set.of());
  }

  private RelDataType typeOf(int column) {
    RelDataTypeFactory types = frontEnd.types();
    return types.createTypeWithNullability(
        TypeMapping.toRelType(types, definition.column(column).type()), true);
  }

  private static RelDataType fieldType(RelNode rows, int column) {
    return rows.getRowType().getFieldList().get(column).getType();
  }

  private Map<String, RexNode> fields(RelOptCluster cluster, IntFunction<RelDataType> types) {
    Map<String, RexNode> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < definition.columnCount(); i++) {
      fields.put(
          definition.column(i).name(), cluster.getRexBuilder().makeInputRef(types.apply(i), i));
    }
    return fields;
  }

  private Map<String, RexNode> withoutGenerated(Map<String, RexNode> fields) {
    Map<String, RexNode> others = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    others.putAll(fields);
    for (ColumnDefinition column : definition.columns()) {
      if (column.isGenerated()) {
        others.remove(column.name());
      }
    }
    return others;
  }

  /** Returns a value as it is stored in a column of a type. */
  public static RexNode assigned(RexBuilder rex, RexNode value, DataType column) {
    RelDataTypeFactory types = rex.getTypeFactory();
    RelDataType type =
        types.createTypeWithNullability(
            TypeMapping.toAssignedType(types, column), value.getType().isNullable());
    if (!column.isNested() && !TypeMapping.toDataType(value.getType()).isNested()) {
      return rex.makeCast(type, value);
    }
    // Calcite would look for a literal of the type, or cast the fields of a struct by their places.
    return type.equals(value.getType()) ? value : rex.makeAbstractCast(type, value, false);
  }

  /**
   * @param fields by the names that the expression may use
   */
  private RexNode convert(
      String what, String expression, Map<String, RexNode> fields, RelOptCluster cluster) {
    try {
      SqlNode named =
          frontEnd
              .withoutMacros(SqlFrontEnd.parseExpression(expression))
              .accept(
                  new SqlShuttle() {
                    @Override
                    public SqlNode visit(SqlIdentifier identifier) {
                      return exact(identifier, fields);
                    }
                  });
      return frontEnd.convert(named, fields, cluster);
    } catch (RuntimeException | Error e) {
      PacelineException known = SqlErrorTranslation.of(e, expression, null);
      throw new PacelineException(known.code(), what + ": " + known.getMessage(), known);
    }
  }

  /** Writes the name of a column as its definition does, because Calcite compares them exactly. */
  private SqlIdentifier exact(SqlIdentifier identifier, Map<String, RexNode> fields) {
    int last = identifier.names.size() - 1;
    boolean ofTable =
        last == 0 || last == 1 && identifier.names.getFirst().equalsIgnoreCase(definition.name());
    String name = identifier.names.get(last);
    if (!ofTable || !fields.containsKey(name)) {
      if (last == 0 && frontEnd.isFunction(identifier)) {
        return identifier;
      }
      throw new PacelineException(
          ErrorCode.UNKNOWN_COLUMN,
          fields.isEmpty()
              ? "it must not refer to columns, but does to " + identifier
              : "there is no column "
                  + identifier
                  + " that it may refer to"
                  + NameSuggestion.of(name, fields.keySet()));
    }
    for (ColumnDefinition column : definition.columns()) {
      if (column.name().equalsIgnoreCase(name)) {
        return new SqlIdentifier(column.name(), identifier.getParserPosition());
      }
    }
    throw new IllegalStateException(name);
  }
}
