package dev.paceline.calcite.sql.rewrite;

import static java.util.Objects.requireNonNull;

import dev.paceline.grammar.query.StarSelection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorNamespace;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Columns that joins with USING and NATURAL joins have in common: their names without a table mean
 * one column in all clauses, which Calcite knows in the SELECT list only. It is that of the side
 * whose rows all stay, and the first value that is not NULL for full joins.
 */
public final class UsingColumns extends SqlShuttle {
  private final SqlValidator validator;
  private final Map<String, SqlNode> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** The tables of which a column of some name is a common column. */
  private final Map<String, Set<String>> joined = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** The tables of a star that are there already. */
  private final Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /** The common columns that a star has already. */
  private final Set<String> placed = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  /**
   * The equalities of the joins that compare a column in common with another one, where that column
   * is not the first one of its name, which Calcite would compare.
   */
  private final Map<SqlJoin, List<SqlNode>> conditions = new IdentityHashMap<>();

  private UsingColumns(SqlValidator validator) {
    this.validator = validator;
  }

  private static UsingColumns of(SqlJoin join, SqlValidator validator) {
    UsingColumns common = new UsingColumns(validator);
    common.columns.putAll(common.addAll(join));
    return common;
  }

  /**
   * Lets the joins of a validated SELECT compare the columns that joins before them have in common:
   * {@code a FULL JOIN b USING (x) JOIN c USING (x)} takes the {@code x} of {@code a} and of {@code
   * b}.
   */
  public static void compare(SqlSelect select, SqlValidator validator) {
    if (!(select.getFrom() instanceof SqlJoin from)) {
      return;
    }
    of(from, validator)
        .conditions
        .forEach(
            (join, equalities) -> {
              SqlParserPos position = join.getParserPosition();
              SqlNode condition =
                  equalities.stream()
                      .reduce((a, b) -> SqlStdOperatorTable.AND.createCall(position, a, b))
                      .orElseThrow();
              condition.validate(validator, validator.getJoinScope(join));
              join.setOperand(1, SqlLiteral.createBoolean(false, position));
              join.setOperand(4, JoinConditionType.ON.symbol(position));
              join.setOperand(5, condition);
            });
  }

  /** Replaces the names in the clauses of a SELECT whose FROM is validated. */
  public static void change(SqlSelect select, SqlValidator validator) {
    if (!(select.getFrom() instanceof SqlJoin join)) {
      return;
    }
    UsingColumns common = of(join, validator);
    if (common.columns.isEmpty()) {
      return;
    }
    SqlNodeList items = select.getSelectList();
    List<String> aliases = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      SqlNode item = items.get(i);
      if (item.getKind() == SqlKind.AS) {
        aliases.add(((SqlCall) item).operand(1).toString());
      }
      SqlNode changed = common.of(item);
      items.set(
          i,
          item instanceof SqlIdentifier name && !changed.equals(item)
              ? SqlStdOperatorTable.AS.createCall(
                  item.getParserPosition(),
                  changed,
                  new SqlIdentifier(name.getSimple(), item.getParserPosition()))
              : changed);
    }
    if (select.getWhere() != null) {
      select.setWhere(common.of(select.getWhere()));
    }
    if (select.getGroup() != null) {
      select.setGroupBy((SqlNodeList) common.of(select.getGroup()));
    }
    if (select.getHaving() != null) {
      select.setHaving(common.of(select.getHaving()));
    }
    select.getWindowList().replaceAll(common::of);
    if (select.getQualify() != null) {
      select.setQualify(common.of(select.getQualify()));
    }
    if (select.getOrderList() != null) {
      aliases.forEach(common.columns::remove);
      select.setOrderBy((SqlNodeList) common.of(select.getOrderList()));
    }
  }

  /**
   * Returns the columns of a star of a SELECT whose FROM is validated, in the order of the tables.
   * A common column stands at its first place; Calcite would put all of them in front.
   *
   * @return null if there are no common columns, or a table has no name of its own
   */
  public static @Nullable List<SqlNode> star(SqlSelect select, SqlValidator validator) {
    if (!(select.getFrom() instanceof SqlJoin join)) {
      return null;
    }
    UsingColumns common = of(join, validator);
    List<SqlNode> items = new ArrayList<>();
    return !common.columns.isEmpty() && common.addItems(join, items) ? items : null;
  }

  private boolean addItems(SqlNode from, List<SqlNode> items) {
    if (from instanceof SqlJoin join) {
      return addItems(join.getLeft(), items) && addItems(join.getRight(), items);
    }
    String table = table(from);
    if (table == null || !seen.add(table) || validator.getNamespace(from) == null) {
      return false;
    }
    SqlParserPos position = from.getParserPosition();
    for (String name : names(from)) {
      Set<String> tables = joined.getOrDefault(name, Set.of());
      if (!tables.contains(table)) {
        items.add(new SqlIdentifier(List.of(table, name), position));
        continue;
      }
      SqlNode column = columns.get(name);
      if (column == null) {
        return false;
      }
      if (placed.add(name)) {
        items.add(
            SqlStdOperatorTable.AS.createCall(
                position, column.clone(position), new SqlIdentifier(name, position)));
      }
    }
    return true;
  }

  private SqlNode of(SqlNode node) {
    SqlNode changed = node.accept(this);
    return changed == null ? node : changed;
  }

  /** Returns the columns that the joins of a FROM have in common, by their names. */
  private Map<String, SqlNode> addAll(SqlNode from) {
    Map<String, SqlNode> merged = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (!(from instanceof SqlJoin join)) {
      return merged;
    }
    Map<String, SqlNode> ofLeft = addAll(join.getLeft());
    Map<String, SqlNode> ofRight = addAll(join.getRight());
    merged.putAll(ofLeft);
    merged.putAll(ofRight);
    List<SqlNode> equalities = new ArrayList<>();
    boolean isComputed = false;
    for (String name : names(join)) {
      SqlNode firstLeft = column(join.getLeft(), name);
      SqlNode firstRight = column(join.getRight(), name);
      for (SqlNode side : List.of(join.getLeft(), join.getRight())) {
        addJoined(side, name);
      }
      SqlNode left = ofLeft.getOrDefault(name, firstLeft);
      SqlNode right = ofRight.getOrDefault(name, firstRight);
      if (left == null || right == null) {
        merged.remove(name);
        continue;
      }
      SqlParserPos position = join.getParserPosition();
      isComputed |= !left.equalsDeep(firstLeft, Litmus.IGNORE);
      isComputed |= !right.equalsDeep(firstRight, Litmus.IGNORE);
      equalities.add(
          SqlStdOperatorTable.EQUALS.createCall(
              position, left.clone(position), right.clone(position)));
      merged.put(name, merged(join, left, right));
    }
    if (isComputed) {
      conditions.put(join, equalities);
    }
    return merged;
  }

  private void addJoined(SqlNode side, String name) {
    if (column(side, name) instanceof SqlIdentifier column) {
      joined
          .computeIfAbsent(name, unused -> new TreeSet<>(String.CASE_INSENSITIVE_ORDER))
          .add(column.names.getFirst());
    }
  }

  private List<String> names(SqlJoin join) {
    if (join.getConditionType() == JoinConditionType.USING) {
      return ((SqlNodeList) requireNonNull(join.getCondition()))
          .stream().map(SqlNode::toString).toList();
    }
    if (!join.isNatural()) {
      return List.of();
    }
    List<String> names = new ArrayList<>(names(join.getLeft()));
    List<String> right = names(join.getRight());
    names.removeIf(name -> right.stream().noneMatch(name::equalsIgnoreCase));
    return names.stream().distinct().toList();
  }

  private List<String> names(SqlNode from) {
    if (from instanceof SqlJoin join) {
      List<String> names = new ArrayList<>(names(join.getLeft()));
      names.addAll(names(join.getRight()));
      return names;
    }
    SqlValidatorNamespace namespace = validator.getNamespace(from);
    return namespace == null ? List.of() : namespace.getRowType().getFieldNames();
  }

  /** Returns the column of the first table with that name; null if there is none with a name. */
  private @Nullable SqlNode column(SqlNode from, String name) {
    if (from instanceof SqlJoin join) {
      SqlNode left = column(join.getLeft(), name);
      return left == null ? column(join.getRight(), name) : left;
    }
    String table = table(from);
    return table != null && names(from).stream().anyMatch(name::equalsIgnoreCase)
        ? new SqlIdentifier(List.of(table, name), from.getParserPosition())
        : null;
  }

  private static @Nullable String table(SqlNode from) {
    return from.getKind() == SqlKind.AS
        ? ((SqlCall) from).operand(1).toString()
        : from instanceof SqlIdentifier known ? Util.last(known.names) : null;
  }

  private static SqlNode merged(SqlJoin join, SqlNode left, SqlNode right) {
    if (join.getJoinType() == JoinType.RIGHT) {
      return right;
    }
    if (join.getJoinType() != JoinType.FULL) {
      return left;
    }
    SqlParserPos position = join.getParserPosition();
    return new SqlCase(
        position,
        null,
        SqlNodeList.of(SqlStdOperatorTable.IS_NOT_NULL.createCall(position, left)),
        SqlNodeList.of(left),
        right);
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    SqlNode column = name.isSimple() ? columns.get(name.getSimple()) : null;
    return column == null ? name : column.clone(name.getParserPosition());
  }

  @Override
  public @Nullable SqlNode visit(SqlCall call) {
    if (call.getKind().belongsTo(SqlKind.QUERY) || call instanceof SqlLambda) {
      return call;
    }
    if (StarSelection.is(call)) {
      SqlNode values = of(call.operand(2)); // the other lists have names of columns of the star
      return StarSelection.of(
          call.getParserPosition(),
          call.operand(0),
          call.operand(1),
          (SqlNodeList) values,
          call.operand(3));
    }
    boolean isNamed =
        switch (call.getKind()) {
          case AS, ARGUMENT_ASSIGNMENT -> true;
          case OVER -> call.operand(1) instanceof SqlIdentifier;
          default -> false;
        };
    if (!isNamed) {
      return super.visit(call);
    }
    List<SqlNode> operands = new ArrayList<>(call.getOperandList());
    operands.set(0, of(operands.get(0)));
    return call.getOperator()
        .createCall(
            call.getFunctionQuantifier(),
            call.getParserPosition(),
            operands.toArray(SqlNode[]::new));
  }
}
