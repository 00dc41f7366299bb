package dev.paceline.calcite.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.plan.volcano.VolcanoTimeoutException;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.sql.parser.SqlParseException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A statement may be cancelled in the middle of its planning. */
class CancelledPlanningTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 8})
  void planningEndsAfterThePhaseThatItIsIn(int phases) throws SqlParseException {
    SqlFrontEnd frontEnd = new SqlFrontEnd();
    RelRoot root = frontEnd.logical("select x from (values (1), (2)) as t (x) where x > 1");
    frontEnd.cancelled().set(phases == 0);
    List<String> completed = new ArrayList<>();
    assertThatThrownBy(
            () ->
                QueryPlanner.plan(
                    root.rel,
                    root.rel.getCluster().traitSetOf(EnumerableConvention.INSTANCE),
                    (phase, nanos) -> {
                      completed.add(phase);
                      frontEnd.cancelled().set(completed.size() == phases);
                    }))
        .isInstanceOf(VolcanoTimeoutException.class);
    assertThat(completed).hasSize(phases);
  }
}
