package dev.paceline.grammar.query;

import dev.paceline.grammar.PacelineParserConstants;
import dev.paceline.grammar.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInternalOperator;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlLikeOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a star with EXCLUDE, REPLACE and RENAME, as a call of the star and three lists:
 * names, values with names, and names with new names.
 */
public final class StarSelection {
  /** The function that chooses columns: of a star, and of a condition on names. */
  public static final String COLUMNS = "COLUMNS";

  private static final SqlOperator OPERATOR = new SqlInternalOperator("STAR", SqlKind.OTHER);
  private static final SqlOperator UNPACKED = new SqlInternalOperator("*" + COLUMNS, SqlKind.OTHER);

  /** The name of a column in a condition that the parser makes of a pattern. */
  private static final String COLUMN = "column";

  private StarSelection() {}

  /** Returns whether tokens behind an expression begin one of the three lists. */
  public static boolean begins(Token word, Token next, Token afterNext) {
    return switch (word.kind) {
      case PacelineParserConstants.EXCLUDE,
          PacelineParserConstants.REPLACE,
          PacelineParserConstants.RENAME ->
          next.kind == PacelineParserConstants.LPAREN || continues(next);
      case PacelineParserConstants.EXCEPT ->
          next.kind == PacelineParserConstants.LPAREN
              && switch (afterNext.kind) {
                case PacelineParserConstants.SELECT,
                    PacelineParserConstants.WITH,
                    PacelineParserConstants.VALUES,
                    PacelineParserConstants.FROM,
                    PacelineParserConstants.TABLE,
                    PacelineParserConstants.LPAREN ->
                    false;
                default -> true;
              };
      default -> false;
    };
  }

  /** Whether a token does not end an item of a SELECT list whose alias is the word before. */
  private static boolean continues(Token next) {
    return switch (next.kind) {
      case PacelineParserConstants.EOF,
          PacelineParserConstants.COMMA,
          PacelineParserConstants.FROM,
          PacelineParserConstants.RPAREN,
          PacelineParserConstants.SEMICOLON,
          PacelineParserConstants.WHERE ->
          false;
      default -> true;
    };
  }

  /** Returns whether tokens behind a star begin a pattern. */
  public static boolean beginsPattern(Token word, Token next) {
    return switch (word.kind) {
      case PacelineParserConstants.LIKE,
          PacelineParserConstants.ILIKE,
          PacelineParserConstants.SIMILAR ->
          true;
      case PacelineParserConstants.NOT -> beginsPattern(next, word);
      case PacelineParserConstants.GLOB -> next.image.startsWith("'");
      default -> false;
    };
  }

  /** Returns what is wrong with lists behind an expression; null if nothing is. */
  public static @Nullable String problem(
      SqlNode star, SqlNodeList excluded, SqlNodeList replaced, SqlNodeList renamed) {
    if (!isStar(star)) {
      return "EXCLUDE, REPLACE and RENAME stand behind a star";
    }
    Map<String, String> lists = new HashMap<>();
    String problem = problem("EXCLUDE", excluded.getList(), lists);
    if (problem == null) {
      problem = problem("REPLACE", operands(replaced, 1), lists);
    }
    return problem == null ? problem("RENAME", operands(renamed, 0), lists) : problem;
  }

  private static List<SqlNode> operands(SqlNodeList calls, int operand) {
    return calls.stream().map(call -> (SqlNode) ((SqlCall) call).operand(operand)).toList();
  }

  private static @Nullable String problem(
      String list, List<SqlNode> columns, Map<String, String> lists) {
    for (SqlNode column : columns) {
      String other = lists.put(column.toString().toLowerCase(Locale.ROOT), list);
      if (other != null) {
        return other.equals(list)
            ? list + " has column " + column + " twice"
            : "column " + column + " is in both " + other + " and " + list;
      }
    }
    return null;
  }

  /** Returns a star with lists, any of which may be empty. */
  public static SqlCall of(
      SqlParserPos position,
      SqlNode star,
      SqlNodeList excluded,
      SqlNodeList replaced,
      SqlNodeList renamed) {
    return new SqlBasicCall(OPERATOR, List.of(star, excluded, replaced, renamed), position);
  }

  /**
   * Returns the columns of a star whose names fit a pattern, as a call of COLUMNS.
   *
   * @param operator of a name and a pattern, which is a regular expression for SIMILAR TO
   * @param escape null for none
   */
  public static SqlCall fitting(
      SqlParserPos position,
      SqlNode star,
      SqlOperator operator,
      SqlNode pattern,
      @Nullable SqlNode escape) {
    SqlIdentifier column = new SqlIdentifier(COLUMN, position);
    List<SqlNode> operands = new ArrayList<>(List.of(column, pattern));
    if (escape != null) {
      operands.add(escape);
    }
    boolean isRegular = operator.getKind() == SqlKind.SIMILAR;
    SqlNode condition =
        isRegular
            ? function("REGEXP_FULL_MATCH", position, operands)
            : operator.createCall(position, operands);
    if (isRegular && ((SqlLikeOperator) operator).isNegated()) {
      condition = SqlStdOperatorTable.NOT.createCall(position, condition);
    }
    return function(
        COLUMNS,
        position,
        List.of(star, new SqlLambda(position, SqlNodeList.of(column), condition)));
  }

  /** Returns the columns of a call of COLUMNS as several arguments. */
  public static SqlCall unpacked(SqlParserPos position, SqlNode columns) {
    return UNPACKED.createCall(position, columns);
  }

  private static SqlCall function(String name, SqlParserPos position, List<SqlNode> operands) {
    return new SqlUnresolvedFunction(
            new SqlIdentifier(name, position),
            null,
            null,
            null,
            null,
            SqlFunctionCategory.USER_DEFINED_FUNCTION)
        .createCall(position, operands);
  }

  /** Returns whether a node is a star without lists. */
  public static boolean isStar(SqlNode node) {
    return node instanceof SqlIdentifier name && name.isStar();
  }

  /** Returns whether a node is a star with lists. */
  public static boolean is(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator() == OPERATOR;
  }

  /** Returns whether a node is a star with RENAME. */
  public static boolean isRenamed(SqlNode node) {
    return is(node) && !((SqlNodeList) ((SqlCall) node).operand(3)).isEmpty();
  }

  /** Returns whether a node is what {@link #unpacked} returns. */
  public static boolean isUnpacked(SqlNode node) {
    return node instanceof SqlCall call && call.getOperator() == UNPACKED;
  }

  /** Returns whether a node names columns of the star, as EXCLUDE and RENAME do. */
  public static boolean hasNamesAt(SqlCall call, int operand) {
    return is(call) && (operand == 1 || operand == 3);
  }

  /** Returns whether a name in one of the lists means a column of the star. */
  public static boolean means(SqlIdentifier listed, SqlNode column, String name) {
    if (listed.isSimple()) {
      return listed.getSimple().equalsIgnoreCase(name);
    }
    if (!(column instanceof SqlIdentifier known)) {
      return false;
    }
    List<String> names = Util.last(known.names, Math.min(2, known.names.size()));
    return String.join("\0", Util.last(listed.names, names.size()))
        .equalsIgnoreCase(String.join("\0", names));
  }
}
