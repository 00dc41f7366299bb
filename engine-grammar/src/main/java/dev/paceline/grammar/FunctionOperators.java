package dev.paceline.grammar;

import dev.paceline.grammar.list.ListSlice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.calcite.sql.SqlBinaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlPostfixOperator;
import org.apache.calcite.sql.SqlPrefixOperator;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlLibraryOperators;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.validate.SqlValidator;
import org.jspecify.annotations.Nullable;

/**
 * Operators that are calls of functions. Precedences are those of PostgreSQL: powers bind tighter
 * than products, and operators that have no meaning in arithmetic bind less than sums and tighter
 * than comparisons.
 */
final class FunctionOperators {
  private static final int POWERS = 70;
  private static final int PRODUCTS = 60;

  /** Between sums (40) and LIKE (32). */
  private static final int OTHERS = 36;

  /** A prefix operator takes its operand before such an operator behind it does: ~a & b. */
  private static final int PREFIXES = 38;

  static final SqlBinaryOperator POWER = new Infix("^", POWERS, "POWER");
  static final SqlBinaryOperator DIVIDE = new Infix("//", PRODUCTS, "DIVIDE");
  static final SqlBinaryOperator BIT_AND = new Infix("&", OTHERS, "BITAND");
  static final SqlBinaryOperator BIT_OR = new Infix("|", OTHERS, "BITOR");
  static final SqlBinaryOperator SHIFT_LEFT = new Infix("<<", OTHERS, "LEFTSHIFT");
  static final SqlBinaryOperator SHIFT_RIGHT = new Infix(">>", OTHERS, "RIGHTSHIFT");
  static final SqlPrefixOperator BIT_NOT = new Prefix("~", PREFIXES, "BITNOT");

  static final SqlBinaryOperator CONCATENATION = new Concatenation();
  static final SqlBinaryOperator JSON = new Infix("->", OTHERS, "JSON_EXTRACT");
  static final SqlBinaryOperator JSON_STRING = new Infix("->>", OTHERS, "JSON_EXTRACT_STRING");

  /** The cast to an interval. */
  static final SqlPostfixOperator TO_INTERVAL = new ToInterval();

  static final SqlBinaryOperator BEGINS_WITH = new Infix("^@", OTHERS, "STARTS_WITH");
  static final SqlPrefixOperator ABSOLUTE = new Prefix("@", PREFIXES, "ABS");

  static final SqlBinaryOperator HAS_ALL = new Infix("@>", OTHERS, "LIST_HAS_ALL");
  static final SqlBinaryOperator CONTAINED_IN = new Contained();
  static final SqlBinaryOperator HAS_ANY = new Infix("&&", OTHERS, "LIST_HAS_ANY");

  /** An element of a list, or a slice of it. */
  static final SqlBinaryOperator SLICE = new Slice();

  private FunctionOperators() {}

  /** Returns the call for a part of a time whose name is a string. */
  static SqlCall partOfTime(SqlParserPos position, List<SqlNode> arguments) {
    return function("DATE_PART", position).createCall(position, arguments);
  }

  private static SqlCall functionCall(String function, SqlCall call) {
    return functionCall(function, call, call.getOperandList());
  }

  private static SqlCall functionCall(String function, SqlCall call, List<SqlNode> operands) {
    SqlParserPos position = call.getParserPosition();
    return function(function, position).createCall(position, operands);
  }

  private static SqlUnresolvedFunction function(String name, SqlParserPos position) {
    return new SqlUnresolvedFunction(
        new SqlIdentifier(name, position),
        null,
        null,
        null,
        null,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  private static final class Infix extends SqlBinaryOperator {
    private final String function;

    Infix(String name, int precedence, String function) {
      super(name, SqlKind.OTHER, precedence, true, null, null, null);
      this.function = function;
    }

    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
      return functionCall(function, call);
    }
  }

  /** Calcite's own operator, which binds as a product does, with another precedence. */
  private static final class Concatenation extends SqlBinaryOperator {
    Concatenation() {
      super("||", SqlKind.OTHER, OTHERS, true, null, null, null);
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      return SqlStdOperatorTable.CONCAT.createCall(quantifier, position, operands);
    }
  }

  /** Binds as the cast to any other type does, so that casts stand one behind the other. */
  private static final class ToInterval extends SqlPostfixOperator {
    ToInterval() {
      super(
          ":: INTERVAL",
          SqlKind.OTHER,
          SqlLibraryOperators.INFIX_CAST.getLeftPrec() - 2,
          null,
          null,
          null);
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      return IntervalTexts.cast(
          SqlStdOperatorTable.CAST, Objects.requireNonNull(operands[0]), position);
    }
  }

  private static final class Contained extends SqlBinaryOperator {
    Contained() {
      super("<@", SqlKind.OTHER, OTHERS, true, null, null, null);
    }

    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
      return functionCall("LIST_HAS_ALL", call, List.of(call.operand(1), call.operand(0)));
    }
  }

  private static final class Prefix extends SqlPrefixOperator {
    private final String function;

    Prefix(String name, int precedence, String function) {
      super(name, SqlKind.OTHER, precedence, null, null, null);
      this.function = function;
    }

    @Override
    public SqlNode rewriteCall(SqlValidator validator, SqlCall call) {
      return functionCall(function, call);
    }
  }

  private static final class Slice extends SqlBinaryOperator {
    Slice() {
      super("[]", SqlKind.OTHER, SqlStdOperatorTable.ITEM.getLeftPrec(), true, null, null, null);
    }

    @Override
    public SqlCall createCall(
        @Nullable SqlLiteral quantifier, SqlParserPos position, @Nullable SqlNode... operands) {
      if (!(operands[1] instanceof ListSlice slice)) {
        return SqlStdOperatorTable.ITEM.createCall(quantifier, position, operands);
      }
      SqlCall call = super.createCall(quantifier, position, operands);
      List<SqlNode> arguments = new ArrayList<>(List.of(call.operand(0)));
      arguments.addAll(slice.getOperandList());
      return functionCall("LIST_SLICE", call, arguments);
    }
  }
}
