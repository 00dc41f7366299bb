package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.core.error.ErrorCode;
import dev.paceline.core.error.PacelineException;
import dev.paceline.core.type.DataType;
import dev.paceline.storage.table.Appender;
import dev.paceline.storage.table.definition.ColumnDefinition;
import dev.paceline.storage.table.definition.TableDefinition;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds rows of plain Java values to an appender of their table. */
final class RowInsertion {
  /** Rows between two looks at cancellation. */
  private static final int CHECK_INTERVAL_ROWS = 1024;

  private final StatementPlan.InsertRows plan;
  private final ValueConversion conversion;
  private final DataType[] types;
  private final String[] names;

  RowInsertion(StatementPlan.InsertRows plan, ValueConversion conversion) {
    this.plan = plan;
    this.conversion = conversion;
    TableDefinition definition = plan.target().definition();
    types = definition.columnTypes().toArray(DataType[]::new);
    names =
        definition.columns().stream()
            .map(ColumnDefinition::name)
            .map(name -> definition.name() + "." + name)
            .toArray(String[]::new);
  }

  /**
   * Adds the plan's rows once for every list of parameter values. The caller commits them.
   *
   * @return the number of rows added for each of the lists
   */
  int addTo(Appender appender, List<@Nullable Object[]> parameterSets, StatementRun run) {
    int sinceCheck = 0;
    for (int set = 0; set < parameterSets.size(); set++) {
      @Nullable Object[] parameters = parameterSets.get(set);
      BoundParameters.checkCount(parameters.length, plan.parameterCount());
      for (@Nullable Object[] row : plan.rows()) {
        appendRow(appender, row, parameters);
      }
      if ((sinceCheck += plan.rows().size()) >= CHECK_INTERVAL_ROWS) {
        run.check();
        sinceCheck = 0;
      }
    }
    run.check();
    return plan.rows().size();
  }

  private void appendRow(Appender appender, @Nullable Object[] row, @Nullable Object[] parameters) {
    for (int i = 0; i < row.length; i++) {
      Object cell = row[i];
      Object value = cell instanceof StatementPlan.Parameter(int index) ? parameters[index] : cell;
      if (value == null) {
        appender.setNull(i);
      } else {
        set(appender, i, conversion.assign(value, types[i], names[i]));
      }
    }
    appender.endRow();
  }

  private void set(Appender appender, int column, Object value) {
    switch (value) {
      case Long number -> appender.setLong(column, number);
      case String text -> appender.setBytes(column, text.getBytes(StandardCharsets.UTF_8));
      case BigDecimal decimal -> {
        BigInteger unscaled = decimal.unscaledValue();
        if (unscaled.bitLength() < 64) {
          appender.setLong(column, unscaled.longValue());
        } else {
          appender.setInt128(column, unscaled.shiftRight(64).longValue(), unscaled.longValue());
        }
      }
      case Double number -> appender.setDouble(column, number);
      case Boolean flag -> appender.setBoolean(column, flag);
      case byte[] bytes -> appender.setBytes(column, bytes);
      default ->
          throw new PacelineException(
              ErrorCode.TYPE_MISMATCH, names[column] + " cannot take a " + value.getClass());
    }
  }
}
