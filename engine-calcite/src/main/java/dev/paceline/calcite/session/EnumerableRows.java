package dev.paceline.calcite.session;

import dev.paceline.calcite.cancel.StatementRun;
import dev.paceline.calcite.sql.SqlErrorTranslation;
import dev.paceline.core.type.DataType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** Rows of Calcite's generated code, in the engine's representation. */
final class EnumerableRows implements RowBatches.Rows {
  private final Enumerator<?> enumerator;
  private final List<DataType> types;
  private final String sql;
  private final StatementRun run;

  EnumerableRows(Enumerator<?> enumerator, List<DataType> types, String sql, StatementRun run) {
    this.enumerator = enumerator;
    this.types = types;
    this.sql = sql;
    this.run = run;
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    try {
      run.check();
      if (!enumerator.moveNext()) {
        return null;
      }
      Object[] row = (Object[]) enumerator.current();
      Object[] values = new Object[row.length];
      for (int i = 0; i < row.length; i++) {
        values[i] = row[i] == null ? null : value(row[i], types.get(i));
      }
      return values;
    } catch (RuntimeException | Error e) {
      run.check();
      throw SqlErrorTranslation.of(e, sql, null);
    }
  }

  private static Object value(Object value, DataType type) {
    return switch (type.kind()) {
      case BOOLEAN -> value;
      case DECIMAL ->
          value instanceof java.math.BigDecimal decimal
              ? decimal.setScale(type.scale(), java.math.RoundingMode.HALF_UP)
              : java.math.BigDecimal.valueOf(((Number) value).longValue()).setScale(type.scale());
      case FLOAT32, FLOAT64 -> ((Number) value).doubleValue();
      case CHAR, VARCHAR -> value.toString().getBytes(StandardCharsets.UTF_8);
      case BINARY, VARBINARY -> ((ByteString) value).getBytes();
      default -> ((Number) value).longValue();
    };
  }

  @Override
  public void cancel() {
    run.cancel();
  }

  @Override
  public void close() {
    enumerator.close();
  }
}
