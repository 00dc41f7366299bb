package dev.paceline.calcite.sql.rewrite;

import dev.paceline.calcite.rex.SortKeys;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.grammar.query.StarSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Expressions that stand for one expression for each of some columns: {@code COLUMNS('regular
 * expression')}, {@code COLUMNS(*)}, {@code COLUMNS(['a', 'b'])}, {@code COLUMNS(lambda name :
 * condition)}, alone or in an expression, and a star with EXCLUDE, REPLACE, RENAME or a pattern. A
 * call with {@code *COLUMNS(…)} has the columns as arguments.
 */
public final class ColumnChoice {
  private static final Pattern ANY_NAME = Pattern.compile(".*");

  private final Function<SqlIdentifier, List<SqlNode>> stars;
  private final Function<SqlLambda, Predicate<String>> conditions;
  private final UnaryOperator<SqlNode> unpacked;

  /**
   * @param stars gives the columns of a star: names, or values with names
   * @param conditions gives the condition on the name of a column that a function is
   * @param unpacked changes a call that has columns as arguments now
   */
  public ColumnChoice(
      Function<SqlIdentifier, List<SqlNode>> stars,
      Function<SqlLambda, Predicate<String>> conditions,
      UnaryOperator<SqlNode> unpacked) {
    this.stars = stars;
    this.conditions = conditions;
    this.unpacked = unpacked;
  }

  /** A column that was chosen. */
  private record Column(String name, SqlNode value) {
    SqlNode item() {
      return value instanceof SqlIdentifier known && Util.last(known.names).equals(name)
          ? value
          : SqlStdOperatorTable.AS.createCall(
              value.getParserPosition(), value, new SqlIdentifier(name, value.getParserPosition()));
    }
  }

  /** Returns whether an item of a SELECT list stands for several. */
  public static boolean isIn(SqlNode item) {
    return StarSelection.isStar(item) || find(item) != null;
  }

  /** Returns whether a call has columns as arguments, which are not known yet. */
  public static boolean isUnpackedIn(@Nullable SqlNode node) {
    return node instanceof SqlCall call
        && (hasUnpacked(call.getOperandList())
            || call.getKind() == SqlKind.IN
                && call.operand(1) instanceof SqlNodeList list
                && hasUnpacked(list.getList()));
  }

  private static boolean hasUnpacked(List<? extends @Nullable SqlNode> nodes) {
    return nodes.stream().anyMatch(node -> node != null && StarSelection.isUnpacked(node));
  }

  /**
   * Returns a SELECT list without such expressions.
   *
   * @throws PacelineException INVALID_STATEMENT if no column is chosen, or if an item makes two
   *     different choices
   */
  public SqlNodeList items(SqlNodeList items) {
    SqlNodeList expanded = new SqlNodeList(items.getParserPosition());
    for (SqlNode item : items) {
      SqlCall choice = find(item);
      if (choice == null) {
        expanded.add(item);
        continue;
      }
      List<Column> columns = columns(choice);
      if (isChoice(item)) {
        columns.forEach(column -> expanded.add(column.item()));
      } else if (isUnpackedWithin(item)) {
        expanded.add(unpack(item, columns));
      } else {
        for (Column column : columns) {
          expanded.add(named(item, choice, column));
        }
      }
    }
    return expanded;
  }

  /** Returns the condition that is true if those for all columns are. */
  public SqlNode condition(SqlNode condition) {
    SqlCall choice = find(condition);
    if (choice == null) {
      return condition;
    }
    if (condition.getKind() == SqlKind.AND) {
      return SqlStdOperatorTable.AND.createCall(
          condition.getParserPosition(),
          ((SqlCall) condition).getOperandList().stream().map(this::condition).toList());
    }
    List<Column> columns = columns(choice);
    if (isUnpackedWithin(condition)) {
      return unpack(condition, columns);
    }
    return columns.stream()
        .map(column -> replaced(condition, choice, column.value()))
        .reduce(
            (left, right) ->
                SqlStdOperatorTable.AND.createCall(condition.getParserPosition(), left, right))
        .orElseThrow();
  }

  /** Returns the keys of an ORDER BY, of which one that stands for several has become several. */
  public SqlNodeList keys(SqlNodeList keys) {
    if (find(keys.getList()) == null) {
      return keys;
    }
    SqlNodeList expanded = new SqlNodeList(keys.getParserPosition());
    for (SqlNode key : keys) {
      SqlCall choice = find(key);
      if (choice == null) {
        expanded.add(key);
        continue;
      }
      for (Column column : columns(choice)) {
        expanded.add(
            SortKeys.replaceExpression(
                key, expression -> replaced(expression, choice, column.value())));
      }
    }
    return expanded;
  }

  private List<Column> columns(SqlCall choice) {
    SqlNode source = StarSelection.is(choice) ? choice : choice.operand(0);
    boolean isSelection = StarSelection.is(source);
    SqlNode star = isSelection ? ((SqlCall) source).operand(0) : source;
    List<Column> columns = new ArrayList<>();
    for (SqlNode column :
        stars.apply(
            StarSelection.isStar(star)
                ? (SqlIdentifier) star
                : SqlIdentifier.star(choice.getParserPosition()))) {
      SqlNode value = column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(0) : column;
      columns.add(
          new Column(
              value instanceof SqlIdentifier known
                  ? Util.last(known.names)
                  : ((SqlCall) column).operand(1).toString(),
              value));
    }
    if (isRenaming(choice)) {
      return renamed(columns, choice.getOperandList());
    }
    if (isSelection) {
      select(columns, (SqlCall) source);
    }
    Predicate<String> wanted = wanted(choice, columns);
    columns.removeIf(column -> !wanted.test(column.name()));
    if (columns.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "COLUMNS or a star chooses no column"
              + condition(choice)
              + "; check the condition, and the tables of the FROM clause");
    }
    return columns;
  }

  private static String condition(SqlCall choice) {
    SqlNode last = choice.operand(choice.operandCount() - 1);
    return last instanceof SqlLambda lambda
        ? " with the condition " + lambda.getExpression()
        : last instanceof SqlLiteral ? " with the pattern " + last : "";
  }

  /** Applies EXCLUDE, REPLACE and RENAME. */
  private static void select(List<Column> columns, SqlCall selection) {
    for (SqlNode name : (SqlNodeList) selection.operand(1)) {
      if (!columns.removeIf(column -> isNamed(column, name))) {
        throw unknown(name, "EXCLUDE");
      }
    }
    change(
        columns,
        selection.operand(2),
        1,
        "REPLACE",
        (column, value) -> new Column(column.name(), value.operand(0)));
    change(
        columns,
        selection.operand(3),
        0,
        "RENAME",
        (column, names) -> new Column(names.operand(1).toString(), column.value()));
  }

  private interface Change {
    Column of(Column column, SqlCall listed);
  }

  /** Changes the columns of one list, whose names are those of the columns before. */
  private static void change(
      List<Column> columns, SqlNodeList list, int name, String clause, Change change) {
    List<Column> before = List.copyOf(columns);
    for (SqlNode listed : list) {
      SqlCall call = (SqlCall) listed;
      boolean found = false;
      for (int i = 0; i < before.size(); i++) {
        if (isNamed(before.get(i), call.operand(name))) {
          columns.set(i, change.of(before.get(i), call));
          found = true;
        }
      }
      if (!found) {
        throw unknown(call.operand(name), clause);
      }
    }
  }

  private static boolean isNamed(Column column, SqlNode name) {
    return StarSelection.means((SqlIdentifier) name, column.value(), column.name());
  }

  private static PacelineException unknown(SqlNode name, String clause) {
    return new PacelineException(
        ErrorCode.UNKNOWN_COLUMN, "the star has no column " + name + " for " + clause);
  }

  private static List<Column> renamed(List<Column> columns, List<SqlNode> names) {
    if (columns.size() + 1 < names.size()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "a table has "
              + columns.size()
              + " columns, but its alias names "
              + (names.size() - 1)
              + "; leave the last names out");
    }
    List<Column> renamed = new ArrayList<>();
    for (Column column : columns) {
      int place = renamed.size() + 1;
      renamed.add(
          place < names.size() ? new Column(names.get(place).toString(), column.value()) : column);
    }
    return renamed;
  }

  private static SqlNode replaced(SqlNode item, SqlCall choice, SqlNode column) {
    SqlNode replaced =
        item.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                if (!isChoice(call)) {
                  return super.visit(call);
                }
                checkSame(call, choice);
                return column;
              }
            });
    return replaced == null ? item : replaced;
  }

  private SqlNode unpack(SqlNode item, List<Column> columns) {
    SqlNode changed =
        item.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                if (!isUnpackedIn(call)) {
                  if (StarSelection.isUnpacked(call)) {
                    throw new PacelineException(
                        ErrorCode.INVALID_STATEMENT,
                        "*COLUMNS stands for arguments of a function, or elements of a list");
                  }
                  return super.visit(call);
                }
                List<@Nullable SqlNode> operands = new ArrayList<>();
                if (call.getKind() == SqlKind.IN) {
                  SqlNodeList list = call.operand(1);
                  operands.add(call.operand(0));
                  operands.add(
                      new SqlNodeList(unpacked(list.getList(), columns), list.getParserPosition()));
                } else {
                  operands.addAll(unpacked(call.getOperandList(), columns));
                }
                return unpacked.apply(
                    call.getOperator()
                        .createCall(
                            call.getFunctionQuantifier(),
                            call.getParserPosition(),
                            operands.toArray(SqlNode[]::new)));
              }
            });
    return changed == null ? item : changed;
  }

  private static List<@Nullable SqlNode> unpacked(
      List<? extends @Nullable SqlNode> nodes, List<Column> columns) {
    List<@Nullable SqlNode> all = new ArrayList<>();
    SqlCall first = null;
    for (SqlNode node : nodes) {
      if (node == null || !StarSelection.isUnpacked(node)) {
        all.add(node);
        continue;
      }
      SqlCall choice = (SqlCall) node;
      if (first == null) {
        first = choice;
      }
      checkSame(choice.operand(0), first.operand(0));
      columns.forEach(column -> all.add(column.value()));
    }
    return all;
  }

  private static void checkSame(SqlNode one, SqlNode other) {
    if (!one.equalsDeep(other, Litmus.IGNORE)) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT,
          "an expression has one choice of columns, not COLUMNS of several patterns");
    }
  }

  /** Calls a function of a column by both names. An alias may use groups of the pattern. */
  private static SqlNode named(SqlNode item, SqlCall choice, Column column) {
    SqlNode replaced = replaced(item, choice, column.value());
    SqlParserPos position = item.getParserPosition();
    if (item.getKind() == SqlKind.AS) {
      SqlNode value = ((SqlCall) replaced).operand(0);
      String alias = ((SqlCall) item).operand(1).toString();
      return SqlStdOperatorTable.AS.createCall(
          position, value, new SqlIdentifier(alias(alias, choice, column.name()), position));
    }
    String name =
        replaced instanceof SqlCall call
                && call.getOperator() instanceof SqlFunction function
                && call.operandCount() == 1
                && call.operand(0) instanceof SqlIdentifier
            ? function.getName().toLowerCase(Locale.ROOT) + "(" + column.name() + ")"
            : column.name();
    return SqlStdOperatorTable.AS.createCall(position, replaced, new SqlIdentifier(name, position));
  }

  /** Replaces {@code \0} to {@code \9} in an alias by what the groups of the pattern match. */
  private static String alias(String alias, SqlCall choice, String column) {
    if (alias.indexOf('\\') < 0) {
      return alias;
    }
    Matcher matcher =
        (choice.operand(0) instanceof SqlLiteral literal ? pattern(literal) : ANY_NAME)
            .matcher(column);
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < alias.length(); i++) {
      int group = i + 1 < alias.length() ? alias.charAt(i + 1) - '0' : -1;
      if (alias.charAt(i) == '\\' && group >= 0 && group <= matcher.groupCount()) {
        matcher.reset();
        name.append(matcher.find() && matcher.group(group) != null ? matcher.group(group) : "");
        i++;
      } else {
        name.append(alias.charAt(i));
      }
    }
    return name.toString();
  }

  private Predicate<String> wanted(SqlCall choice, List<Column> columns) {
    if (choice.getOperator() instanceof SqlLikeOperator like) {
      SqlNode escape = choice.operandCount() > 2 ? choice.operand(2) : null;
      return wanted(
          StarSelection.fitting(
              choice.getParserPosition(), choice.operand(0), like, choice.operand(1), escape),
          columns);
    }
    SqlNode last = choice.operand(choice.operandCount() - 1);
    if (StarSelection.is(choice) || StarSelection.is(last) || last instanceof SqlIdentifier) {
      return name -> true;
    }
    if (last instanceof SqlLambda lambda) {
      return conditions.apply(lambda);
    }
    if (last instanceof SqlLiteral literal) {
      return pattern(literal).asPredicate();
    }
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (SqlNode name : ((SqlCall) last).getOperandList()) {
      names.add(((SqlLiteral) name).getValueAs(String.class));
    }
    Set<String> unknown = new TreeSet<>(names);
    columns.forEach(column -> unknown.remove(column.name()));
    if (!unknown.isEmpty()) {
      throw new PacelineException(
          ErrorCode.UNKNOWN_COLUMN, "COLUMNS names " + unknown + ", which are no columns");
    }
    return names::contains;
  }

  private static Pattern pattern(SqlLiteral literal) {
    String text = literal.getValueAs(String.class);
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "'" + text + "' is no pattern of names of columns: " + e.getDescription(),
          e);
    }
  }

  private static @Nullable SqlCall find(SqlNode item) {
    if (item instanceof SqlNodeList list) {
      return find(list.getList());
    }
    if (!(item instanceof SqlCall call)) {
      return null;
    }
    return isChoice(call) ? call : find(call.getOperandList());
  }

  private static @Nullable SqlCall find(List<SqlNode> operands) {
    for (SqlNode operand : operands) {
      SqlCall found =
          operand == null || operand.getKind().belongsTo(SqlKind.QUERY) ? null : find(operand);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isUnpackedWithin(SqlNode node) {
    boolean[] found = {false};
    node.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            found[0] |= StarSelection.isUnpacked(call);
            return call instanceof SqlSelect ? null : super.visit(call);
          }
        });
    return found[0];
  }

  private static boolean isRenaming(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        && function.getName().equals(TableAliases.RENAMED);
  }

  private static boolean isChoice(SqlNode item) {
    return item instanceof SqlCall call && isChoice(call);
  }

  private static boolean isChoice(SqlCall call) {
    if (isRenaming(call) || StarSelection.is(call)) {
      return true;
    }
    if (call.getOperator() instanceof SqlLikeOperator) {
      return StarSelection.isStar(call.operand(0));
    }
    if (!(call.getOperator() instanceof SqlFunction function)
        || !function.getName().equalsIgnoreCase(StarSelection.COLUMNS)) {
      return false;
    }
    return call.operandCount() == 2 || call.operandCount() == 1 && isArgument(call.operand(0));
  }

  /** Returns whether a node is a list of elements that are written in it. */
  private static boolean isList(SqlCall call) {
    return call.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR
        || call.getOperator().getName().equalsIgnoreCase("LIST_VALUE");
  }

  private static boolean isArgument(SqlNode node) {
    return switch (node) {
      case SqlIdentifier name -> name.isStar();
      case SqlLiteral literal -> literal.getTypeName().getFamily() == SqlTypeFamily.CHARACTER;
      case SqlLambda lambda -> lambda.getParameters().size() == 1;
      case SqlCall call ->
          StarSelection.is(call)
              || isList(call)
                  && call.getOperandList().stream()
                      .allMatch(name -> name instanceof SqlLiteral && isArgument(name));
      default -> false;
    };
  }
}
