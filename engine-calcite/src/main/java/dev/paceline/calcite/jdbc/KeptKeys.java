package dev.paceline.calcite.jdbc;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.calcite.session.RowBatches;
import dev.paceline.calcite.session.Session;
import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.type.DataType;
import dev.paceline.core.type.TypeKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The generated keys of an execution, which its statement keeps until the next one. */
final class KeptKeys {
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private List<ResultColumn> columns = List.of(ResultColumn.of("GENERATED_KEY", DataType.INT64));

  /** Adds the rows of a result, and closes it. */
  void take(PacelineResultSet result) throws SQLException {
    try (result) {
      ResultCursor cursor = result.unwrap(ResultCursor.class);
      columns = cursor.columns();
      for (Batch batch; (batch = SqlErrors.call(cursor::nextBatch)) != null; ) {
        for (int row = 0; row < batch.rowCount(); row++) {
          @Nullable Object[] values = new Object[columns.size()];
          for (int i = 0; i < values.length; i++) {
            values[i] = value(batch.column(i), row);
          }
          rows.add(values);
        }
      }
    }
  }

  private static @Nullable Object value(ColumnVector column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    return switch (column.type().family()) {
      case BOOLEAN -> column.getBoolean(row);
      case FLOATING -> column.getDouble(row);
      case INTEGRAL ->
          column.type().kind() == TypeKind.DECIMAL ? column.getDecimal(row) : column.getLong(row);
      case BYTES -> column.getBytes(row);
    };
  }

  /** Returns the number of rows. */
  int rows() {
    return rows.size();
  }

  /** Returns the rows as a new result set. */
  ResultSet result(Session session) throws SQLException {
    return SqlErrors.call(
        () ->
            new PacelineResultSet(
                null,
                session.register(
                    columns,
                    RowBatches.of(
                        columns.stream().map(ResultColumn::type).toList(),
                        rows,
                        session.instance())),
                session.settings().zone(),
                0));
  }
}
