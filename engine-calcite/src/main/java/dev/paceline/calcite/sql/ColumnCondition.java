package dev.paceline.calcite.sql;

import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLambda;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** A condition on the name of a column, written as a function of it. For one statement. */
final class ColumnCondition implements Predicate<String> {
  private final RelOptCluster cluster;
  private final RexNode condition;
  private final SqlLambda lambda;

  /**
   * @throws PacelineException TYPE_MISMATCH if the function gives no truth value, or what is wrong
   *     with it
   */
  ColumnCondition(SqlLambda lambda, SqlFrontEnd frontEnd) {
    this.lambda = lambda;
    cluster = frontEnd.newCluster();
    RexBuilder rex = cluster.getRexBuilder();
    RelDataType name =
        rex.getTypeFactory()
            .createTypeWithNullability(
                rex.getTypeFactory().createSqlType(SqlTypeName.VARCHAR), false);
    String parameter = ((SqlIdentifier) lambda.getParameters().get(0)).getSimple();
    SqlNode body =
        lambda
            .getExpression()
            .accept(
                new SqlShuttle() {
                  @Override
                  public SqlNode visit(SqlIdentifier identifier) {
                    return identifier.isSimple()
                            && identifier.getSimple().equalsIgnoreCase(parameter)
                        ? new SqlIdentifier(parameter, identifier.getParserPosition())
                        : identifier;
                  }
                });
    condition = frontEnd.convert(body, Map.of(parameter, rex.makeInputRef(name, 0)), cluster);
    if (condition.getType().getSqlTypeName() != SqlTypeName.BOOLEAN
        && condition.getType().getSqlTypeName() != SqlTypeName.NULL) {
      throw new PacelineException(
          ErrorCode.TYPE_MISMATCH,
          "the function of COLUMNS gives a truth value for the name of a column, but "
              + lambda.getExpression()
              + " does not");
    }
  }

  @Override
  public boolean test(String column) {
    RexBuilder rex = cluster.getRexBuilder();
    RexNode constant =
        condition.accept(
            new RexShuttle() {
              @Override
              public RexNode visitInputRef(RexInputRef name) {
                return rex.makeLiteral(column, name.getType(), false);
              }
            });
    List<RexNode> values = new ArrayList<>();
    cluster.getPlanner().getExecutor().reduce(rex, List.of(constant), values);
    RexNode value = RexUtil.removeCast(values.getFirst());
    if (!(value instanceof RexLiteral literal)) {
      throw new PacelineException(
          ErrorCode.INVALID_ARGUMENT,
          "the function of COLUMNS has no value for column "
              + column
              + ": "
              + lambda.getExpression());
    }
    @Nullable Boolean wanted =
        RexLiteral.isNullLiteral(literal) ? null : RexLiteral.booleanValue(literal);
    return wanted != null && wanted;
  }
}
