package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A condition on one side of an equality is a condition on the other side, where that is true. */
class ImpliedConditionsTest {
  private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

  @BeforeAll
  static void addTables() {
    TpchStatistics.addTo(FRONT_END.schema());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "o_custkey = 7",
        "o_custkey < 7",
        "o_custkey in (1, 5, 7)",
        "(o_custkey between 2 and 3 or o_custkey = 9)",
        "o_custkey = ?"
      })
  void aComparisonWithConstantsMoves(String condition) throws Exception {
    assertThat(
            scan(
                "customer",
                "select * from orders, customer where o_custkey = c_custkey and " + condition))
        .contains("filter=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from orders left join customer on o_custkey = c_custkey where o_custkey < 7",
        "select * from customer right join orders on o_custkey = c_custkey where o_custkey < 7",
        "select * from orders where o_custkey < 7 and o_custkey in (select c_custkey from customer)",
        "select * from orders where o_custkey < 7"
            + " and not exists (select 1 from customer where c_custkey = o_custkey)",
        "select * from (select o_custkey k, count(*) from orders group by o_custkey) o,"
            + " (select c_custkey, count(*) from customer group by c_custkey) c"
            + " where k = c_custkey and k < 7",
        "select * from nation, supplier, customer"
            + " where n_nationkey = s_nationkey and s_nationkey = c_nationkey and n_nationkey < 7"
      })
  void rowsThatCannotMatchAreNotRead(String query) throws Exception {
    assertThat(scan("customer", query)).contains("filter=");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * from orders left join customer on o_custkey = c_custkey and o_custkey < 7",
        "select * from customer left join orders on o_custkey = c_custkey and o_custkey < 7",
        "select * from orders right join customer on o_custkey = c_custkey and o_custkey < 7",
        "select * from (select * from orders where o_custkey < 7) o"
            + " full join customer on o_custkey = c_custkey",
        "select * from (select * from orders where o_custkey < 7) o, customer"
            + " where o_custkey < c_custkey"
      })
  void rowsThatTheResultHasAreRead(String query) throws Exception {
    assertThat(scan("customer", query)).doesNotContain("filter=");
  }

  @Test
  void aFunctionOfTheColumnDoesNotMove() throws Exception {
    assertThat(
            scan(
                "customer",
                "select * from orders, customer where o_custkey = c_custkey and o_custkey % 7 = 1"))
        .doesNotContain("filter=");
  }

  /** The line of EXPLAIN with the scan of a table. */
  private static String scan(String table, String query) throws Exception {
    RelNode plan = FRONT_END.plan(query);
    return RelOptUtil.toString(plan)
        .lines()
        .filter(line -> line.contains("PacelineTableScan(table=[[" + table + "]]"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(RelOptUtil.toString(plan)));
  }
}
