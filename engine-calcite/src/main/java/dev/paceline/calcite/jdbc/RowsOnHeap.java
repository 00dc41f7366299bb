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
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement keeps on the heap until the next execution: generated keys, and the results
 * of all statements of a text but the last.
 */
final class RowsOnHeap {
  private final List<@Nullable Object[]> rows = new ArrayList<>();
  private List<ResultColumn> columns = List.of(ResultColumn.of("GENERATED_KEY", DataType.INT64));
  private int @Nullable [] places;

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

  /**
   * Lets the result have the columns at some places, in the order of the places.
   *
   * @param chosen from 1 on
   * @throws SQLException if there is no column at a place
   */
  void choose(int[] chosen) throws SQLException {
    for (int place : chosen) {
      if (place < 1 || place > columns.size()) {
        throw SqlErrors.invalid(
            "the table has columns from 1 to " + columns.size() + ", and none at " + place);
      }
    }
    places = chosen.clone();
  }

  private List<ResultColumn> chosenColumns() {
    int[] chosen = places;
    return chosen == null
        ? columns
        : Arrays.stream(chosen).mapToObj(place -> columns.get(place - 1)).toList();
  }

  private List<@Nullable Object[]> chosenRows() {
    int[] chosen = places;
    if (chosen == null) {
      return rows;
    }
    List<@Nullable Object[]> all = new ArrayList<>();
    for (@Nullable Object[] row : rows) {
      @Nullable Object[] values = new Object[chosen.length];
      Arrays.setAll(values, i -> row[chosen[i] - 1]);
      all.add(values);
    }
    return all;
  }

  /** Returns the rows as a new result set, which belongs to no statement. */
  ResultSet result(Session session) throws SQLException {
    return result(session, null, 0);
  }

  /**
   * Returns the rows as a new result set.
   *
   * @param maxRows the most rows that it gives; 0 for all
   */
  PacelineResultSet result(Session session, @Nullable PacelineStatement statement, long maxRows)
      throws SQLException {
    List<ResultColumn> shown = chosenColumns();
    return SqlErrors.call(
        () ->
            new PacelineResultSet(
                statement,
                session.register(
                    shown,
                    RowBatches.of(
                        shown.stream().map(ResultColumn::type).toList(),
                        chosenRows(),
                        session.instance())),
                session.settings().zone(),
                maxRows));
  }
}
