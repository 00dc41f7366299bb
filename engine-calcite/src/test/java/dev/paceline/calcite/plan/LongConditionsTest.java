package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.paceline.calcite.rex.LongConditions;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.type.SqlTypeName;
import org.junit.jupiter.api.Test;

/** What Calcite's simplifier gets to see of a long condition does not grow with its length. */
class LongConditionsTest {
  /** A table without rows. */
  private static final class Columns extends AbstractTable {
    @Override
    public RelDataType getRowType(RelDataTypeFactory types) {
      RelDataType number =
          types.createTypeWithNullability(types.createSqlType(SqlTypeName.INTEGER), true);
      return types.builder().add("x", number).add("y", number).build();
    }
  }

  private static RexNode condition(String condition) throws SqlParseException {
    SqlFrontEnd frontEnd = new SqlFrontEnd();
    frontEnd.schema().add("t", new Columns());
    RelNode rel =
        frontEnd.logical("SELECT x FROM t WHERE " + condition).rel.accept(new LongConditions());
    RexNode[] found = new RexNode[1];
    rel.accept(
        new RelHomogeneousShuttle() {
          @Override
          public RelNode visit(RelNode other) {
            if (other instanceof Filter filter) {
              found[0] = filter.getCondition();
            }
            return super.visit(other);
          }
        });
    return found[0];
  }

  private static String joined(int count, IntFunction<String> item, String operator) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(operator));
  }

  @Test
  void comparisonsOfOneExpressionBecomeOneSearch() throws SqlParseException {
    for (int n : new int[] {60, 120}) {
      String list = joined(n, i -> "" + 3 * i, ", ");
      assertThat(condition("x NOT IN (" + list + ")").nodeCount()).isEqualTo(3);
      assertThat(condition("x IN (" + list + ")").nodeCount()).isEqualTo(3);
      assertThat(condition(joined(n, i -> "x <> " + 2 * i, " AND ")).nodeCount()).isEqualTo(3);
      assertThat(condition(joined(n, i -> "x = " + 2 * i + " OR y = " + i, " OR ")).nodeCount())
          .isEqualTo(7);
    }
  }

  @Test
  void otherTermsAreBundled() throws SqlParseException {
    RexNode any = condition(joined(120, i -> "x + " + i + " = y", " OR "));
    assertThat(RelOptUtil.disjunctions(any)).hasSize(1);
    RexNode all =
        condition(
            joined(120, i -> (i % 2 == 0 ? "x + " + i + " <> y" : "x * " + i + " <> 7"), " AND "));
    assertThat(RelOptUtil.conjunctions(all)).hasSize(2);
  }

  @Test
  void shortConditionsStayAsTheyWereWritten() throws SqlParseException {
    assertThat(condition("x = 1 OR x = 2 OR y = 3").toString())
        .isEqualTo("OR(=($0, 1), =($0, 2), =($1, 3))");
  }
}
