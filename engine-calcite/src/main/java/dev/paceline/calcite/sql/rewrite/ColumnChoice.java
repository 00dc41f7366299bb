package dev.paceline.calcite.sql.rewrite;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Items of a SELECT list that stand for one item for each of some columns: {@code COLUMNS('regular
 * expression')}, {@code COLUMNS(*)}, alone or in an expression, and {@code * LIKE 'pattern'}.
 */
public final class ColumnChoice {
  private ColumnChoice() {}

  /**
   * Returns a list without such items.
   *
   * @param columns gives the columns of a star
   * @throws PacelineException INVALID_STATEMENT if no column is chosen, or if an item makes two
   *     different choices
   */
  public static SqlNodeList expand(
      SqlNodeList items, Function<SqlIdentifier, SqlNodeList> columns) {
    SqlNodeList expanded = new SqlNodeList(items.getParserPosition());
    for (SqlNode item : items) {
      SqlCall choice = find(item);
      if (choice == null) {
        expanded.add(item);
      } else {
        expanded.addAll(items(item, choice, columns));
      }
    }
    return expanded;
  }

  private static List<SqlNode> items(
      SqlNode item, SqlCall choice, Function<SqlIdentifier, SqlNodeList> columns) {
    SqlNode first = choice.operand(0);
    SqlIdentifier star =
        first instanceof SqlIdentifier name ? name : SqlIdentifier.star(choice.getParserPosition());
    Predicate<String> wanted = wanted(choice);
    boolean isWhole = item instanceof SqlCall call && isChoice(call);
    List<SqlNode> items = new ArrayList<>();
    if (isRenaming(choice)) {
      List<SqlNode> names = choice.getOperandList();
      for (SqlNode column : columns.apply(star)) {
        SqlNode source = column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(0) : column;
        items.add(
            items.size() + 1 < names.size()
                ? SqlStdOperatorTable.AS.createCall(
                    column.getParserPosition(), source, names.get(items.size() + 1))
                : column);
      }
      if (items.size() + 1 < names.size()) {
        throw new PacelineException(
            ErrorCode.INVALID_STATEMENT,
            "a table has "
                + items.size()
                + " columns, but its alias names "
                + (names.size() - 1)
                + "; leave the last names out");
      }
      return items;
    }
    for (SqlNode column : columns.apply(star)) {
      SqlIdentifier source =
          (SqlIdentifier) (column.getKind() == SqlKind.AS ? ((SqlCall) column).operand(0) : column);
      String name = Util.last(source.names);
      if (wanted.test(name)) {
        items.add(isWhole ? source : named(item, replaced(item, choice, source), name));
      }
    }
    if (items.isEmpty()) {
      throw new PacelineException(
          ErrorCode.INVALID_STATEMENT, "no column has a name that fits " + text(choice));
    }
    return items;
  }

  private static SqlNode replaced(SqlNode item, SqlCall choice, SqlIdentifier column) {
    SqlNode replaced =
        item.accept(
            new SqlShuttle() {
              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                if (!isChoice(call)) {
                  return super.visit(call);
                }
                if (!call.equalsDeep(choice, Litmus.IGNORE)) {
                  throw new PacelineException(
                      ErrorCode.INVALID_STATEMENT,
                      "an expression has one choice of columns, not COLUMNS of several patterns");
                }
                return column;
              }
            });
    return replaced == null ? item : replaced;
  }

  /** Calls a function of a column by both names. */
  private static SqlNode named(SqlNode item, SqlNode replaced, String column) {
    if (item.getKind() == SqlKind.AS) {
      return replaced;
    }
    String name =
        replaced instanceof SqlCall call
                && call.getOperator() instanceof SqlFunction function
                && call.operandCount() == 1
                && call.operand(0) instanceof SqlIdentifier
            ? function.getName().toLowerCase(Locale.ROOT) + "(" + column + ")"
            : column;
    SqlParserPos position = item.getParserPosition();
    return SqlStdOperatorTable.AS.createCall(position, replaced, new SqlIdentifier(name, position));
  }

  private static Predicate<String> wanted(SqlCall choice) {
    if (choice.getOperator() instanceof SqlLikeOperator like) {
      boolean similar = like.getKind() == SqlKind.SIMILAR;
      int flags = similar || like.isCaseSensitive() ? 0 : Pattern.CASE_INSENSITIVE;
      Predicate<String> matches =
          pattern(similar ? text(choice) : ofLike(text(choice)), flags).asMatchPredicate();
      return like.isNegated() ? matches.negate() : matches;
    }
    return choice.operand(0) instanceof SqlIdentifier
        ? name -> true
        : pattern(text(choice), 0).asPredicate();
  }

  private static Pattern pattern(String text, int flags) {
    try {
      return Pattern.compile(text, flags);
    } catch (PatternSyntaxException e) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "'" + text + "' is no pattern of names of columns: " + e.getDescription(),
          e);
    }
  }

  private static String ofLike(String text) {
    return text.chars()
        .mapToObj(c -> c == '%' ? ".*" : c == '_' ? "." : Pattern.quote(Character.toString(c)))
        .collect(Collectors.joining());
  }

  private static String text(SqlCall choice) {
    SqlNode last = choice.operand(choice.operandCount() - 1);
    return last instanceof SqlLiteral literal ? literal.toValue() : last.toString();
  }

  private static @Nullable SqlCall find(SqlNode item) {
    if (!(item instanceof SqlCall call)) {
      return null;
    }
    if (isChoice(call)) {
      return call;
    }
    for (SqlNode operand : call.getOperandList()) {
      SqlCall found =
          operand == null || operand.getKind().belongsTo(SqlKind.QUERY) ? null : find(operand);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isRenaming(SqlCall call) {
    return call.getOperator() instanceof SqlFunction function
        && function.getName().equals(TableAliases.RENAMED);
  }

  private static boolean isChoice(SqlCall call) {
    if (isRenaming(call)) {
      return true;
    }
    if (call.getOperator() instanceof SqlLikeOperator) {
      return isStar(call.operand(0));
    }
    return call.getOperator() instanceof SqlFunction function
        && function.getName().equalsIgnoreCase("COLUMNS")
        && call.operandCount() == 1
        && (isStar(call.operand(0)) || call.operand(0) instanceof SqlLiteral);
  }

  private static boolean isStar(SqlNode node) {
    return node instanceof SqlIdentifier name && name.isStar();
  }
}
