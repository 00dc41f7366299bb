package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.paceline.calcite.experiment.Experiment;
import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.lower.ParameterValues;
import dev.paceline.calcite.lower.ScannedTables;
import dev.paceline.calcite.lower.Snapshots;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.exec.Technique;
import dev.paceline.core.plan.JoinType;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.plan.PlanNode.HashJoin;
import dev.paceline.core.plan.PlanNode.KeyFilter;
import dev.paceline.core.plan.PlanNode.TableScan;
import dev.paceline.core.scan.ColumnPredicate;
import dev.paceline.core.scan.ColumnPredicate.BytesRanges;
import dev.paceline.core.scan.ColumnPredicate.LongRanges;
import dev.paceline.core.scan.ScanTarget.ScanPredicate;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeFamily;
import dev.paceline.datasets.TpchQueries;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What planned queries become for the engine. */
class LoweringTest {
  private static final SqlFrontEnd FRONT_END = new SqlFrontEnd();

  @BeforeAll
  static void addTables() {
    TpchStatistics.addTo(FRONT_END.schema());
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
  void joinsAndFiltersOfTpchFitTogether(int number) throws Exception {
    RelNode rel = FRONT_END.plan(TpchQueries.sql(number, 1)).getInput(0);
    PlanNode plan = lower(rel, ParameterValues.NONE);

    assertThat(plan.types()).hasSize(rel.getRowType().getFieldCount());
    Set<Integer> published = new HashSet<>();
    for (HashJoin join : find(plan, HashJoin.class)) {
      checkKeys(join);
      Arrays.stream(join.filterIds())
          .filter(id -> id >= 0)
          .forEach(id -> assertThat(published.add(id)).as("filter %d", id).isTrue());
    }
    Set<Integer> used = new HashSet<>();
    for (TableScan scan : find(plan, TableScan.class)) {
      for (KeyFilter filter : scan.keyFilters()) {
        used.add(filter.filterId());
        assertThat(filter.column()).isBetween(0, scan.columns().length - 1);
      }
    }
    assertThat(used).isEqualTo(published);
  }

  private static void checkKeys(HashJoin join) {
    for (int i = 0; i < join.leftKeys().length; i++) {
      DataType left = join.left().types().get(join.leftKeys()[i]);
      DataType right = join.right().types().get(join.rightKeys()[i]);
      assertThat(left.kind()).isEqualTo(right.kind());
      assertThat(left.scale()).isEqualTo(right.scale());
    }
  }

  @Test
  void conditionsOnColumnsBecomePredicates() throws Exception {
    TableScan scan =
        scan(
            "select l_orderkey from lineitem where l_quantity < 24 and l_discount between 0.045"
                + " and 0.07 and l_shipdate >= date '1970-01-11' and l_returnflag <> 'R'"
                + " and l_shipmode in ('AIR', 'RAIL') and l_comment like 'a%'"
                + " and l_receiptdate > l_commitdate");

    assertThat(predicate(scan, 4))
        .isInstanceOfSatisfying(
            LongRanges.class, ranges -> assertThat(ranges.highs()).containsExactly(2399));
    assertThat(predicate(scan, 6))
        .isInstanceOfSatisfying(
            LongRanges.class,
            ranges -> {
              assertThat(ranges.lows()).containsExactly(5);
              assertThat(ranges.highs()).containsExactly(7);
            });
    assertThat(predicate(scan, 10))
        .isInstanceOfSatisfying(
            LongRanges.class, ranges -> assertThat(ranges.lows()).containsExactly(10));
    assertThat(predicate(scan, 8))
        .isInstanceOfSatisfying(
            BytesRanges.class, ranges -> assertThat(ranges.ranges()).hasSize(2));
    assertThat(predicate(scan, 14))
        .isInstanceOfSatisfying(
            BytesRanges.class, ranges -> assertThat(ranges.ranges()).hasSize(2));
    assertThat(predicate(scan, 15)).isInstanceOf(BytesRanges.class);
    assertThat(scan.residual()).isNotNull();
    assertThat(scan.outputs()).hasSize(1);
  }

  @Test
  void parametersAreBoundWhenThePlanIsLowered() throws Exception {
    RelNode rel =
        FRONT_END
            .plan("select p_name from part where p_size = ? and p_brand = ? and p_retailprice > ?")
            .getInput(0);
    Object[] values = {7, "Brand#12", new java.math.BigDecimal("900.005")};
    TableScan scan = (TableScan) lower(rel, parameter -> values[parameter.getIndex()]);

    assertThat(predicate(scan, 5))
        .isInstanceOfSatisfying(
            LongRanges.class, ranges -> assertThat(ranges.lows()).containsExactly(7));
    assertThat(predicate(scan, 3)).isInstanceOf(BytesRanges.class);

    TableScan none =
        (TableScan)
            lower(
                rel, parameter -> parameter.getIndex() == 0 ? null : values[parameter.getIndex()]);
    assertThat(predicate(none, 5))
        .isInstanceOfSatisfying(LongRanges.class, ranges -> assertThat(ranges.lows()).isEmpty());
    assertThatThrownBy(() -> lower(rel, ParameterValues.NONE))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("parameter 1");
    assertThatThrownBy(() -> lower(rel, index -> "seven"))
        .isInstanceOf(PacelineException.class)
        .hasMessageContaining("seven");
  }

  @Test
  void keysOfDifferentTypesAreCast() throws Exception {
    PlanNode plan =
        lower(
            FRONT_END
                .plan("select p_name from part, supplier where p_size = s_suppkey")
                .getInput(0),
            ParameterValues.NONE);
    for (HashJoin join : find(plan, HashJoin.class)) {
      checkKeys(join);
      assertThat(join.left().types().get(join.leftKeys()[0]).family())
          .isEqualTo(TypeFamily.INTEGRAL);
    }
  }

  @Test
  void notInOfNullableKeysIsNullAware() throws Exception {
    PlanNode plan =
        lower(
            FRONT_END
                .plan(
                    "select p_name from part where p_size not in"
                        + " (select nullif(s_nationkey, 3) from supplier)")
                .getInput(0),
            ParameterValues.NONE);
    assertThat(find(plan, HashJoin.class))
        .singleElement()
        .extracting(HashJoin::type)
        .isEqualTo(JoinType.NULL_AWARE_ANTI);
  }

  @Test
  void leavesOutTechniques() throws Exception {
    String query = TpchQueries.sql(5, 1);
    assertThat(planned(query, Experiment.NONE))
        .satisfies(
            plan -> {
              assertThat(find(plan, TableScan.class))
                  .anyMatch(scan -> !scan.predicates().isEmpty());
              assertThat(find(plan, TableScan.class))
                  .anyMatch(scan -> !scan.keyFilters().isEmpty());
            });
    assertThat(planned(query, new Experiment(Set.of(Technique.ENCODED), null)))
        .satisfies(
            plan -> {
              assertThat(find(plan, TableScan.class)).allMatch(scan -> scan.predicates().isEmpty());
              assertThat(find(plan, TableScan.class)).anyMatch(scan -> scan.residual() != null);
            });
    assertThat(planned(query, new Experiment(Set.of(Technique.LOOKAHEAD), null)))
        .satisfies(
            plan -> {
              assertThat(find(plan, TableScan.class)).allMatch(scan -> scan.keyFilters().isEmpty());
              assertThat(find(plan, HashJoin.class))
                  .allMatch(join -> Arrays.stream(join.filterIds()).allMatch(id -> id < 0));
            });
  }

  private static PlanNode planned(String sql, Experiment experiment) throws Exception {
    SqlFrontEnd frontEnd = new SqlFrontEnd(experiment);
    TpchStatistics.addTo(frontEnd.schema());
    return lower(frontEnd.plan(sql).getInput(0), ParameterValues.NONE);
  }

  private static TableScan scan(String sql) throws Exception {
    return (TableScan) lower(FRONT_END.plan(sql).getInput(0), ParameterValues.NONE);
  }

  private static PlanNode lower(RelNode rel, ParameterValues parameters) {
    try (Snapshots snapshots = new Snapshots(ScannedTables.of(rel), null)) {
      return Lowering.lower((PacelineRel) rel, parameters, snapshots, (lowered, node) -> {});
    }
  }

  /** The predicate on a column of the table. */
  private static ColumnPredicate predicate(TableScan scan, int column) {
    for (ScanPredicate predicate : scan.predicates()) {
      if (scan.columns()[predicate.column()] == column) {
        return predicate.predicate();
      }
    }
    throw new AssertionError("no predicate on column " + column);
  }

  private static <T extends PlanNode> List<T> find(PlanNode plan, Class<T> type) {
    List<T> found = new ArrayList<>();
    if (type.isInstance(plan)) {
      found.add(type.cast(plan));
    }
    plan.inputs().forEach(input -> found.addAll(find(input, type)));
    return found;
  }
}
