package dev.paceline.calcite.runtime;

import dev.paceline.calcite.lower.Lowering;
import dev.paceline.calcite.rel.PacelineRel;
import dev.paceline.calcite.table.CalciteTimes;
import dev.paceline.calcite.table.TypeMapping;
import dev.paceline.core.plan.PlanNode;
import dev.paceline.core.type.Micros;
import java.math.BigDecimal;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rex.RexDynamicParam;
import org.jspecify.annotations.Nullable;

/** The entry points for code that Calcite generates. */
public final class PacelineRuntime {
  private PacelineRuntime() {}

  /**
   * The value of a parameter, of which Calcite has times in milliseconds, and intervals in these or
   * months.
   */
  private static @Nullable Object value(DataContext context, RexDynamicParam parameter) {
    Object value = context.get("?" + parameter.getIndex());
    return switch (TypeMapping.toDataType(parameter.getType()).kind()) {
      case TIME, TIMESTAMP, TIMESTAMP_LTZ ->
          value instanceof Number millis ? (Long) Micros.ofMillis(millis.longValue()) : value;
      case INTERVAL ->
          value instanceof Number millis
              ? CalciteTimes.toInterval(BigDecimal.valueOf(millis.longValue()), parameter.getType())
              : value;
      default -> value;
    };
  }

  /**
   * The rows of {@code rel}: Object[] in Calcite's internal representation, or the value itself if
   * there is one column. Each enumeration runs the query anew, over the rows that the statement
   * sees.
   */
  public static Enumerable<Object> execute(PacelineRel rel, DataContext context) {
    return new AbstractEnumerable<>() {
      @Override
      public Enumerator<Object> enumerator() {
        QueryExecutor executor =
            context.get(QueryExecutor.KEY) instanceof QueryExecutor given
                ? given
                : TableExecutor.of(rel);
        PlanNode plan =
            Lowering.lower(
                rel,
                parameter -> value(context, parameter),
                StatementSnapshots.of(context),
                executor::lowered);
        return new RowEnumerator(rel.getRowType(), executor.execute(rel, plan, context), context);
      }
    };
  }
}
