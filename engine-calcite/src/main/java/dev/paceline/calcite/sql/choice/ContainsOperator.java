package dev.paceline.calcite.sql.choice;

import dev.paceline.calcite.function.ListOperator;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunction;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.OperandTypes;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorScope;
import org.jspecify.annotations.Nullable;

/**
 * {@code contains} of a list, a map or a string: whether it has an element, a key or a part. Its
 * calls become those of another function as soon as the type of the first argument is known.
 */
public final class ContainsOperator extends SqlFunction {
  public static final ContainsOperator INSTANCE = new ContainsOperator();

  private ContainsOperator() {
    super(
        "CONTAINS",
        SqlKind.OTHER_FUNCTION,
        ReturnTypes.BOOLEAN_NULLABLE,
        (binding, returnType, types) -> {
          RelDataTypeFactory factory = binding.getTypeFactory();
          RelDataType string = factory.createSqlType(SqlTypeName.VARCHAR);
          RelDataType searched = binding.getOperandType(0);
          RelDataType element =
              searched.getComponentType() == null
                  ? searched.getKeyType()
                  : searched.getComponentType();
          types[0] = factory.createTypeWithNullability(string, true);
          types[1] = factory.createTypeWithNullability(element == null ? string : element, true);
        },
        OperandTypes.ANY_ANY,
        SqlFunctionCategory.USER_DEFINED_FUNCTION);
  }

  @Override
  public RelDataType deriveType(SqlValidator validator, SqlValidatorScope scope, SqlCall call) {
    choose((SqlBasicCall) call, validator.deriveType(scope, call.operand(0)));
    return call.getOperator().deriveType(validator, scope, call);
  }

  /**
   * Chooses the functions of the calls in a clause early, because its expressions are compared with
   * the keys of a grouping before they are validated. A call stays as it is if the type of its
   * first argument is not known yet.
   */
  public static void chooseIn(@Nullable SqlNode clause, Function<SqlNode, RelDataType> typeOf) {
    if (clause == null) {
      return;
    }
    clause.accept(
        new SqlBasicVisitor<@Nullable Void>() {
          @Override
          public @Nullable Void visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
              return null;
            }
            super.visit(call);
            if (call.getOperator().equals(INSTANCE)) {
              try {
                choose((SqlBasicCall) call, typeOf.apply(call.operand(0)));
              } catch (CalciteContextException e) {
                // The argument is, for example, an alias of the SELECT list, which is replaced
                // later.
              }
            }
            return null;
          }
        });
  }

  private static void choose(SqlBasicCall call, RelDataType searched) {
    switch (searched.getSqlTypeName()) {
      case ARRAY -> call.setOperator(ListOperator.named("LIST_CONTAINS"));
      case MAP -> call.setOperator(ListOperator.named("MAP_CONTAINS"));
      default -> {
        SqlParserPos position = call.getParserPosition();
        List<SqlNode> operands = List.copyOf(call.getOperandList());
        call.setOperator(SqlStdOperatorTable.GREATER_THAN);
        call.setOperand(
            0, SqlStdOperatorTable.POSITION.createCall(position, operands.get(1), operands.get(0)));
        call.setOperand(1, SqlLiteral.createExactNumeric("0", position));
      }
    }
  }
}
