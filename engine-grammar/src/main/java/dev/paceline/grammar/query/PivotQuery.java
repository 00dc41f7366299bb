package dev.paceline.grammar.query;

import static java.util.Objects.requireNonNull;

import dev.paceline.grammar.query.PivotColumn.PivotValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlPivot;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Writes the statement PIVOT as a query with a column for each value of a column.
 *
 * <p>Without GROUP BY, the rows are grouped by all columns that the statement does not name, as in
 * the PIVOT of the standard. With it, each column is an aggregate with a FILTER.
 */
public final class PivotQuery {
  /** Functions of one row that may be around aggregates. */
  private static final Set<String> SCALAR_FUNCTIONS =
      Set.of("COALESCE", "CAST", "TRY_CAST", "IFNULL", "NULLIF", "ROUND", "ABS", "FLOOR", "CEIL");

  private PivotQuery() {}

  /**
   * @param text where the table is in the statement
   * @param columns whose values become columns
   * @param aggregates expressions of aggregates, possibly with an alias each; empty to count rows
   * @param groups null for all other columns
   */
  public static SqlSelect of(
      SqlParserPos position,
      SqlNode table,
      SqlParserPos text,
      List<PivotColumn> columns,
      List<SqlNode> aggregates,
      @Nullable SqlNodeList groups) {
    SqlNodeList star = SqlNodeList.of(SqlIdentifier.star(position));
    if (columns.stream().anyMatch(column -> column.values() == null)) {
      return select(
          position, star, new PivotNode(position, table, text, columns, aggregates, groups), null);
    }
    List<SqlNode> counted =
        aggregates.isEmpty() && !columns.isEmpty()
            ? List.of(SqlStdOperatorTable.COUNT.createCall(position, SqlIdentifier.star(position)))
            : aggregates;
    List<PivotValue> values = combined(columns);
    List<SqlNode> expressions =
        columns.stream().flatMap(column -> column.expressions().stream()).toList();
    if (groups == null && !columns.isEmpty()) {
      boolean withNull =
          values.stream()
              .anyMatch(value -> value.values().stream().anyMatch(PivotQuery::isNullLiteral));
      SqlNode pivot =
          withNull
              ? pivot(
                  position,
                  table,
                  List.of(number(position, expressions, values)),
                  numbered(position, values),
                  counted)
              : pivot(position, table, expressions, values, counted);
      return select(position, star, pivot, null);
    }
    List<SqlNode> items = new ArrayList<>(groups == null ? List.of() : groups.getList());
    if (columns.isEmpty()) {
      items.addAll(counted);
    }
    for (PivotValue value : values) {
      SqlNode condition = condition(position, expressions, value);
      for (SqlNode aggregate : counted) {
        items.add(
            SqlStdOperatorTable.AS.createCall(
                position,
                filtered(inner(aggregate), condition),
                name(value.label() + suffix(aggregate, counted), position)));
      }
    }
    return select(position, new SqlNodeList(items, position), table, groups);
  }

  /** Returns all values of the columns together. */
  private static List<PivotValue> combined(List<PivotColumn> columns) {
    List<PivotValue> combined = new ArrayList<>();
    for (PivotColumn column : columns) {
      List<PivotValue> values = requireNonNull(column.values());
      if (combined.isEmpty()) {
        combined.addAll(values);
        continue;
      }
      List<PivotValue> longer = new ArrayList<>();
      for (PivotValue first : combined) {
        for (PivotValue next : values) {
          List<SqlNode> both = new ArrayList<>(first.values());
          both.addAll(next.values());
          longer.add(new PivotValue(both, first.label() + "_" + next.label()));
        }
      }
      combined = longer;
    }
    return combined;
  }

  /**
   * Returns the PIVOT of the standard, which groups by all columns that it does not name. What is
   * no column becomes one first, and takes the place of the columns that it is computed from.
   */
  private static SqlNode pivot(
      SqlParserPos position,
      SqlNode table,
      List<SqlNode> expressions,
      List<PivotValue> values,
      List<SqlNode> aggregates) {
    List<SqlNode> axes = new ArrayList<>();
    List<SqlNode> computed = new ArrayList<>();
    TreeMap<String, SqlNode> replaced = new TreeMap<>();
    List<SqlNode> changed = new ArrayList<>();
    Set<String> aggregated =
        aggregates.stream()
            .flatMap(aggregate -> columnsIn(aggregate).stream())
            .map(SqlIdentifier::getSimple)
            .collect(Collectors.toCollection(() -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER)));
    for (SqlNode expression : expressions) {
      if (expression instanceof SqlIdentifier column && column.isSimple()) {
        axes.add(column);
        continue;
      }
      if (expression.getKind() == SqlKind.CAST
          && ((SqlCall) expression).operand(0) instanceof SqlIdentifier column
          && column.isSimple()
          && !aggregated.contains(column.getSimple())) {
        String same = column.getSimple();
        axes.add(name(same, position));
        changed.add(SqlStdOperatorTable.AS.createCall(position, expression, name(same, position)));
        continue;
      }
      String axis = "pivot #" + (axes.size() + 1);
      axes.add(name(axis, position));
      computed.add(SqlStdOperatorTable.AS.createCall(position, expression, name(axis, position)));
      columnsIn(expression)
          .forEach(
              column -> replaced.put(column.getSimple(), column.clone(column.getParserPosition())));
    }
    replaced.keySet().removeIf(aggregated::contains);
    SqlNode source = table;
    if (!changed.isEmpty()) {
      source =
          select(
              position,
              SqlNodeList.of(
                  StarSelection.of(
                      position,
                      SqlIdentifier.star(position),
                      SqlNodeList.EMPTY,
                      new SqlNodeList(changed, position),
                      SqlNodeList.EMPTY)),
              table,
              null);
    }
    if (!computed.isEmpty()) {
      SqlIdentifier star = SqlIdentifier.star(position);
      SqlNodeList items = new SqlNodeList(position);
      items.add(
          replaced.isEmpty()
              ? star
              : StarSelection.of(
                  position,
                  star,
                  new SqlNodeList(replaced.values(), position),
                  SqlNodeList.EMPTY,
                  SqlNodeList.EMPTY));
      items.addAll(computed);
      source = select(position, items, source, null);
    }
    List<SqlNode> named = new ArrayList<>();
    for (PivotValue value : values) {
      named.add(
          SqlStdOperatorTable.AS.createCall(
              position, new SqlNodeList(value.values(), position), name(value.label(), position)));
    }
    return new SqlPivot(
        position,
        source,
        new SqlNodeList(named(aggregates, position), position),
        new SqlNodeList(axes, position),
        new SqlNodeList(named, position));
  }

  private static boolean isNullLiteral(SqlNode value) {
    return SqlUtil.isNullLiteral(value, true);
  }

  /**
   * Returns the place of a row's values in a list, from 1 on; NULL for other values. The PIVOT of
   * the standard finds no value that is NULL, but this number.
   */
  private static SqlNode number(
      SqlParserPos position, List<SqlNode> expressions, List<PivotValue> values) {
    SqlNodeList conditions = new SqlNodeList(position);
    SqlNodeList numbers = new SqlNodeList(position);
    for (PivotValue value : values) {
      conditions.add(condition(position, expressions, value));
      numbers.add(place(conditions.size(), position));
    }
    return new SqlCase(position, null, conditions, numbers, SqlLiteral.createNull(position));
  }

  private static List<PivotValue> numbered(SqlParserPos position, List<PivotValue> values) {
    List<PivotValue> numbered = new ArrayList<>();
    for (PivotValue value : values) {
      numbered.add(new PivotValue(List.of(place(numbered.size() + 1, position)), value.label()));
    }
    return numbered;
  }

  private static SqlNode place(int number, SqlParserPos position) {
    return SqlLiteral.createExactNumeric(Integer.toString(number), position);
  }

  private static List<SqlIdentifier> columnsIn(SqlNode expression) {
    List<SqlIdentifier> columns = new ArrayList<>();
    expression.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlIdentifier identifier) {
            if (identifier.isSimple()) {
              columns.add(identifier);
            }
            return null;
          }
        });
    return columns;
  }

  private static SqlNode condition(
      SqlParserPos position, List<SqlNode> expressions, PivotValue value) {
    List<SqlNode> conditions = new ArrayList<>();
    for (int i = 0; i < expressions.size(); i++) {
      conditions.add(
          SqlStdOperatorTable.IS_NOT_DISTINCT_FROM.createCall(
              position, expressions.get(i), value.values().get(i)));
    }
    return conditions.stream()
        .reduce((a, b) -> SqlStdOperatorTable.AND.createCall(position, a, b))
        .orElseThrow();
  }

  /** Lets the aggregates of an expression have the rows of a condition only. */
  private static SqlNode filtered(SqlNode expression, SqlNode condition) {
    if (!(expression instanceof SqlCall call)) {
      return expression;
    }
    SqlParserPos position = call.getParserPosition();
    boolean isAround =
        !(call.getOperator() instanceof SqlFunction function)
            ? call.getKind() != SqlKind.WITHIN_GROUP
            : SCALAR_FUNCTIONS.contains(function.getName().toUpperCase(Locale.ROOT));
    if (!isAround) {
      return SqlStdOperatorTable.FILTER.createCall(position, call, condition);
    }
    List<SqlNode> operands = new ArrayList<>();
    for (SqlNode operand : call.getOperandList()) {
      operands.add(operand == null ? null : filtered(operand, condition));
    }
    return call.getOperator().createCall(position, operands);
  }

  /** Returns what follows the label of a value in the name of a column. */
  private static String suffix(SqlNode aggregate, List<SqlNode> aggregates) {
    return aggregates.size() > 1 || aggregate.getKind() == SqlKind.AS ? "_" + label(aggregate) : "";
  }

  /** Several aggregates have names, which follow those of the values. */
  private static List<SqlNode> named(List<SqlNode> aggregates, SqlParserPos position) {
    if (aggregates.size() == 1 && aggregates.getFirst().getKind() != SqlKind.AS) {
      return List.of(inner(aggregates.getFirst()));
    }
    return aggregates.stream()
        .map(
            aggregate ->
                (SqlNode)
                    SqlStdOperatorTable.AS.createCall(
                        position, inner(aggregate), name(label(aggregate), position)))
        .toList();
  }

  private static SqlSelect select(
      SqlParserPos position, SqlNodeList items, SqlNode from, @Nullable SqlNodeList groups) {
    return PlainSelect.of(position, items, from, null, groups);
  }

  private static SqlIdentifier name(String text, SqlParserPos position) {
    return new SqlIdentifier(text, position);
  }

  /** Returns a column without a list of values, unless the expression is one with IN. */
  public static PivotColumn column(SqlNode expression) {
    if (expression.getKind() == SqlKind.IN
        && ((SqlCall) expression).operand(1) instanceof SqlNodeList list) {
      return new PivotColumn(
          List.of(((SqlCall) expression).operand(0)),
          list.stream().map(PivotQuery::value).toList());
    }
    return new PivotColumn(List.of(expression), null);
  }

  /** Returns a value of a list, which may have an alias. */
  public static PivotValue value(SqlNode node) {
    SqlNode inner = inner(node);
    return new PivotValue(
        inner.getKind() == SqlKind.ROW
            ? ((SqlCall) inner).getOperandList()
            : inner instanceof SqlNodeList list ? list.getList() : List.of(inner),
        label(node));
  }

  private static SqlNode inner(SqlNode node) {
    return node.getKind() == SqlKind.AS ? ((SqlCall) node).operand(0) : node;
  }

  /** Returns the alias, the text of a literal, or the text of a call as DuckDB writes it. */
  static String label(SqlNode node) {
    if (node instanceof SqlNodeList list) {
      return list.stream().map(PivotQuery::label).collect(Collectors.joining("_"));
    }
    if (node.getKind() == SqlKind.ROW) {
      return ((SqlCall) node)
          .getOperandList().stream().map(PivotQuery::label).collect(Collectors.joining("_"));
    }
    if (node.getKind() == SqlKind.AS) {
      return ((SqlIdentifier) ((SqlCall) node).operand(1)).getSimple();
    }
    if (node instanceof SqlLiteral literal) {
      String text = literal.toValue();
      return text == null
          ? "NULL"
          : literal.getTypeName() == SqlTypeName.BOOLEAN ? text.toLowerCase(Locale.ROOT) : text;
    }
    if (node instanceof SqlCall call && call.getOperator().getKind() == SqlKind.MINUS_PREFIX) {
      return "-" + label(call.operand(0));
    }
    if (node instanceof SqlCall call) {
      List<String> arguments =
          call.getOperandList().stream()
              .map(
                  argument ->
                      argument instanceof SqlIdentifier id && id.isStar()
                          ? "*"
                          : argument.toString())
              .toList();
      String name = call.getOperator().getName().toLowerCase(Locale.ROOT);
      return arguments.equals(List.of("*"))
          ? name + "_star()"
          : name + "(" + String.join(", ", arguments) + ")";
    }
    return node.toString();
  }
}
