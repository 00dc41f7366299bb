package dev.paceline.calcite.sql.macro;

import dev.paceline.grammar.query.StarSelection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlIntervalQualifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Copies the body of a macro with arguments in the place of parameters, which come before columns
 * of their names. The copy has the position of the call, but arguments keep their own positions.
 * Names of tables, aliases and the like are not parameters.
 */
final class MacroBody extends SqlShuttle {
  private final Map<String, SqlNode> values;
  private final SqlParserPos position;
  private final NodeBudget budget;
  private Role role = Role.EXPRESSION;

  /** The kinds of the parts of a body. */
  private enum Role {
    /** An expression, or a query. */
    EXPRESSION,
    /** A table in FROM, or tables with others around them. */
    TABLE,
    /** A name, or a list of names. */
    NAME
  }

  private MacroBody(Map<String, SqlNode> values, SqlParserPos position, NodeBudget budget) {
    this.values = values;
    this.position = position;
    this.budget = budget;
  }

  /**
   * @param values of the parameters by their names, in any case
   */
  static SqlNode substitute(
      SqlNode body, Map<String, SqlNode> values, SqlParserPos position, NodeBudget budget) {
    SqlNode substituted = body.accept(new MacroBody(values, position, budget));
    return substituted == null ? body : substituted;
  }

  @Override
  public SqlNode visit(SqlIdentifier name) {
    SqlNode value =
        role == Role.EXPRESSION && name.isSimple() ? values.get(name.getSimple()) : null;
    budget.take();
    return value == null ? new SqlIdentifier(name.names, null, position, null) : copy(value);
  }

  /** Each use of an argument is a tree of its own, because the validator changes trees. */
  private SqlNode copy(SqlNode argument) {
    SqlNode copy =
        argument.accept(
            new SqlShuttle() {
              @Override
              public SqlNode visit(SqlIdentifier name) {
                budget.take();
                return name.clone(name.getParserPosition());
              }

              @Override
              public @Nullable SqlNode visit(SqlCall call) {
                budget.take();
                CallCopyingArgHandler handler = new CallCopyingArgHandler(call, true);
                call.getOperator().acceptCall(this, call, false, handler);
                return handler.result();
              }
            });
    return copy == null ? argument : copy;
  }

  @Override
  public SqlNode visit(SqlLiteral literal) {
    budget.take();
    return literal.clone(position);
  }

  @Override
  public SqlNode visit(SqlIntervalQualifier unit) {
    return unit.clone(position);
  }

  @Override
  public SqlNode visit(SqlNodeList list) {
    if (list.isEmpty()) {
      return list;
    }
    List<@Nullable SqlNode> copies = new ArrayList<>();
    for (SqlNode element : list) {
      copies.add(element == null ? null : element.accept(this));
    }
    return new SqlNodeList(copies, position);
  }

  @Override
  public SqlNode visit(SqlCall call) {
    budget.take();
    if (call instanceof SqlLambda lambda) {
      return lambda(lambda);
    }
    Role outer = role;
    List<SqlNode> operands = call.getOperandList();
    @Nullable SqlNode[] copies = new SqlNode[operands.size()];
    for (int i = 0; i < copies.length; i++) {
      SqlNode operand = operands.get(i);
      if (operand != null) {
        role = outer == Role.NAME ? outer : role(call, i, outer);
        copies[i] = operand.accept(this);
      }
    }
    role = outer;
    return call.getOperator().createCall(call.getFunctionQuantifier(), position, copies);
  }

  /** The parameters of a lambda function come before those of the macro. */
  private SqlNode lambda(SqlLambda lambda) {
    Map<String, SqlNode> remaining = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    remaining.putAll(values);
    List<SqlNode> parameters = new ArrayList<>();
    for (SqlNode parameter : lambda.getParameters()) {
      SqlIdentifier name = (SqlIdentifier) parameter;
      remaining.remove(name.getSimple());
      parameters.add(name.clone(position));
    }
    return new SqlLambda(
        position,
        new SqlNodeList(parameters, position),
        substitute(lambda.getExpression(), remaining, position, budget));
  }

  private static Role role(SqlCall call, int operand, Role outer) {
    return switch (call.getKind()) {
      case SELECT -> operand == 2 ? Role.TABLE : Role.EXPRESSION;
      case JOIN -> joined((SqlJoin) call, operand);
      case AS -> operand == 0 ? outer : Role.NAME;
      case WITH_ITEM -> operand == 2 ? Role.EXPRESSION : Role.NAME;
      case ARGUMENT_ASSIGNMENT -> operand == 0 ? Role.EXPRESSION : Role.NAME;
      case OVER ->
          operand == 1 && call.operand(1) instanceof SqlIdentifier ? Role.NAME : Role.EXPRESSION;
      case WINDOW -> operand < 2 ? Role.NAME : Role.EXPRESSION;
      case EXPLICIT_TABLE -> Role.NAME;
      case PIVOT, UNPIVOT -> operand == 0 ? Role.TABLE : Role.NAME;
      case LATERAL, TABLESAMPLE, TABLE_REF -> operand == 0 ? Role.TABLE : Role.EXPRESSION;
      default -> StarSelection.hasNamesAt(call, operand) ? Role.NAME : Role.EXPRESSION;
    };
  }

  private static Role joined(SqlJoin join, int operand) {
    return switch (operand) {
      case 0, 3 -> Role.TABLE;
      case 5 -> join.getConditionType() == JoinConditionType.USING ? Role.NAME : Role.EXPRESSION;
      default -> Role.EXPRESSION;
    };
  }
}
