package dev.paceline.calcite.sql;

import dev.paceline.calcite.function.KnownTypeName;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlAggFunction;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeUtil;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * Checks arguments of window functions, which Calcite does not, so that a statement with a wrong
 * one fails before it runs, leaves out frames that mean nothing, and keeps the others.
 */
final class WindowArguments {
  private WindowArguments() {}

  /** Changes names of windows to lower case, because Calcite compares them case-sensitively. */
  static void unifyNames(@Nullable SqlNode node) {
    if (node instanceof SqlSelect select) {
      for (SqlNode declared : select.getWindowList()) {
        if (declared instanceof SqlWindow window && window.getDeclName() != null) {
          window.setDeclName(inLowerCase(window.getDeclName()));
        }
      }
    } else if (node instanceof SqlWindow window && window.getRefName() != null) {
      window.setOperand(1, inLowerCase(window.getRefName()));
    } else if (node instanceof SqlCall over
        && over.getKind() == SqlKind.OVER
        && over.operand(1) instanceof SqlIdentifier name
        && name.isSimple()) {
      over.setOperand(1, inLowerCase(name));
    }
  }

  private static SqlIdentifier inLowerCase(SqlIdentifier name) {
    return new SqlIdentifier(name.getSimple().toLowerCase(Locale.ROOT), name.getParserPosition());
  }

  /**
   * @param call any call that is valid so far
   * @throws PacelineException INVALID_ARGUMENT or TYPE_MISMATCH
   */
  static void check(SqlCall call, SqlValidator validator, SqlValidatorScope scope) {
    List<SqlNode> arguments = call.getOperandList();
    switch (call.getKind()) {
      case NTILE -> checkNumber(call, arguments.getFirst(), "number of buckets", 1);
      case NTH_VALUE -> checkNumber(call, arguments.get(1), "row number", 1);
      case LAG, LEAD -> {
        if (arguments.size() > 1) {
          checkNumber(call, arguments.get(1), "offset", -Integer.MAX_VALUE);
        }
        if (arguments.size() > 2) {
          checkDefault(
              call,
              validator.deriveType(scope, arguments.get(0)),
              validator.deriveType(scope, arguments.get(2)),
              validator);
        }
      }
      default -> {
        // Not one of these functions.
      }
    }
  }

  /**
   * Returns whether a window function with IGNORE NULLS or RESPECT NULLS has a frame that may be
   * empty. Calcite's validator takes its result for NOT NULL if its argument is, though without
   * these words it does not.
   */
  static boolean mayLackRows(SqlCall over, SqlValidator validator, SqlValidatorScope scope) {
    if (over.getKind() != SqlKind.OVER) {
      return false;
    }
    SqlKind kind = over.operand(0).getKind();
    return (kind == SqlKind.IGNORE_NULLS || kind == SqlKind.RESPECT_NULLS)
        && !validator.resolveWindow(over.operand(1), scope).isAlwaysNonEmpty();
  }

  /**
   * Takes the frame from the window of a function that looks at whole partitions, such as RANK:
   * Calcite refuses a frame there, while PostgreSQL and DuckDB do not look at it. A rank in a
   * window without an order, which Calcite refuses, too, gets one in which all rows are peers.
   *
   * @param over a function and its window
   */
  static void dropFrame(SqlCall over, SqlValidator validator, SqlValidatorScope scope) {
    SqlNode function = over.operand(0);
    while (function.getKind() == SqlKind.IGNORE_NULLS
        || function.getKind() == SqlKind.RESPECT_NULLS) {
      function = ((SqlCall) function).operand(0);
    }
    if (!(function instanceof SqlCall call)
        || !(call.getOperator() instanceof SqlAggFunction aggregate)
        || aggregate.allowsFraming()) {
      return;
    }
    SqlWindow window = validator.resolveWindow(over.operand(1), scope);
    boolean unordered = aggregate.requiresOrder() && window.getOrderList().isEmpty();
    if (!unordered && window.getLowerBound() == null && window.getUpperBound() == null) {
      return;
    }
    SqlParserPos position = window.getParserPosition();
    over.setOperand(
        1,
        SqlWindow.create(
            null,
            null,
            window.getPartitionList(),
            unordered
                ? SqlNodeList.of(SqlLiteral.createExactNumeric("1", position))
                : window.getOrderList(),
            SqlLiteral.createBoolean(false, position),
            null,
            null,
            null,
            SqlWindow.createExcludeNoOthers(position),
            position));
  }

  private static void checkNumber(SqlCall call, SqlNode argument, String what, int least) {
    boolean fits =
        argument instanceof SqlNumericLiteral literal
            ? isBetween(literal.bigDecimalValue(), least)
            : !SqlUtil.isNullLiteral(argument, true) && !(argument instanceof SqlLiteral);
    if (!fits) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the %2$s of %1$s must be from %3$,d to %4$,d, not %5$s"
              .formatted(call.getOperator().getName(), what, least, Integer.MAX_VALUE, argument));
    }
  }

  private static boolean isBetween(BigDecimal number, int least) {
    return number.compareTo(BigDecimal.valueOf(least)) >= 0
        && number.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0;
  }

  /**
   * Casts the value of LAG or LEAD to the type that it and the default have in common, for example
   * if the default is a longer string or has a fraction. A default of another kind, such as a
   * string beside numbers, is cast to the type of the value.
   *
   * @param typeOf the type of an argument
   */
  static void castDefault(
      SqlCall call, Function<SqlNode, RelDataType> typeOf, RelDataTypeFactory types) {
    if (call.operandCount() != 3
        || call.getKind() != SqlKind.LAG && call.getKind() != SqlKind.LEAD) {
      return;
    }
    RelDataType value = typeOf.apply(call.operand(0));
    RelDataType other = typeOf.apply(call.operand(2));
    RelDataType common = types.leastRestrictive(List.of(value, other));
    if (common == null && mayCast(value, other)) {
      castArgument(call, 2, value);
    } else if (common != null && !SqlTypeUtil.equalSansNullability(types, value, common)) {
      castArgument(call, 0, common);
    }
  }

  private static boolean mayCast(RelDataType value, RelDataType other) {
    return SqlTypeUtil.inCharFamily(value) || SqlTypeUtil.inCharFamily(other);
  }

  private static void castArgument(SqlCall call, int place, RelDataType type) {
    SqlNode argument = call.operand(place);
    SqlParserPos position = argument.getParserPosition();
    call.setOperand(
        place,
        SqlStdOperatorTable.CAST.createCall(position, argument, KnownTypeName.of(type, position)));
  }

  private static void checkDefault(
      SqlCall call, RelDataType value, RelDataType other, SqlValidator validator) {
    RelDataType common = validator.getTypeFactory().leastRestrictive(List.of(value, other));
    if (common == null || common.getSqlTypeName() != value.getSqlTypeName()) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "%s has values of the type %s and a default of the type %s; cast one of them"
              .formatted(call.getOperator().getName(), value, other));
    }
  }

  /**
   * Gives a window that extends another one the frame that the statement writes for it.
   *
   * @param resolved the window that both make, without the frame
   */
  static SqlWindow withFrame(SqlNode windowOrName, SqlWindow resolved) {
    if (!(windowOrName instanceof SqlWindow window)
        || window.getRefName() == null
        || window.getLowerBound() == null) {
      return resolved;
    }
    SqlParserPos position = window.getParserPosition();
    SqlNode upper = window.getUpperBound();
    return SqlWindow.create(
        null,
        null,
        resolved.getPartitionList(),
        resolved.getOrderList(),
        SqlLiteral.createBoolean(window.isRows(), position),
        window.getLowerBound(),
        upper == null ? SqlWindow.createCurrentRow(position) : upper,
        null,
        window.getExclude(),
        position);
  }
}
