package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.session.value.ValueConversion;
import dev.paceline.storage.table.Appender;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds the rows of an INSERT … VALUES to an appender of their table. */
final class RowInsertion {
  /** Rows between two looks at cancellation. */
  private static final int CHECK_INTERVAL_ROWS = 1024;

  private final StatementPlan.InsertRows plan;
  private final ValueConversion conversion;

  RowInsertion(StatementPlan.InsertRows plan, ValueConversion conversion) {
    this.plan = plan;
    this.conversion = conversion;
  }

  /**
   * Adds the plan's rows once for every list of parameter values. The caller commits them.
   *
   * @return the number of rows added for each of the lists
   */
  int addTo(Appender appender, List<@Nullable Object[]> parameterSets, StatementRun run) {
    ValueAppender rows = new ValueAppender(appender, conversion);
    int sinceCheck = 0;
    for (@Nullable Object[] parameters : parameterSets) {
      BoundParameters.checkCount(parameters.length, plan.parameterCount());
      for (@Nullable Object[] row : plan.rows()) {
        append(rows, row, parameters);
      }
      if ((sinceCheck += plan.rows().size()) >= CHECK_INTERVAL_ROWS) {
        run.check();
        sinceCheck = 0;
      }
    }
    run.check();
    return plan.rows().size();
  }

  private static void append(
      ValueAppender rows, @Nullable Object[] row, @Nullable Object[] parameters) {
    for (int i = 0; i < row.length; i++) {
      Object cell = row[i];
      rows.set(i, cell instanceof StatementPlan.Parameter(int index) ? parameters[index] : cell);
    }
    rows.appender().endRow();
  }
}
