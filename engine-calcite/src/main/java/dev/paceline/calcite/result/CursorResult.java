package dev.paceline.calcite.result;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.calcite.session.ResultCursor;
import dev.paceline.calcite.table.TypeNames;
import dev.paceline.core.column.Batch;
import dev.paceline.core.type.DataType;
import dev.paceline.result.ColumnDescription;
import dev.paceline.result.QueryResult;
import dev.paceline.result.ResultBatch;
import java.sql.JDBCType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows the cursor of a statement to applications. */
public final class CursorResult implements QueryResult {
  private final ResultCursor cursor;
  private final List<ColumnDescription> columns;
  private final BatchView view;

  /**
   * @param cursor closed with this result
   */
  public CursorResult(ResultCursor cursor) {
    this.cursor = cursor;
    this.columns = cursor.columns().stream().map(CursorResult::describe).toList();
    this.view = new BatchView(cursor.columns());
  }

  private static ColumnDescription describe(ResultColumn column) {
    DataType type = column.type();
    return new ColumnDescription(
        column.label(),
        JDBCType.valueOf(TypeNames.jdbcType(type)),
        TypeNames.typeName(type),
        TypeNames.precision(type),
        TypeNames.scale(type),
        column.nullable());
  }

  @Override
  public List<ColumnDescription> columns() {
    return columns;
  }

  @Override
  public @Nullable ResultBatch nextBatch() {
    Batch batch = cursor.nextBatch();
    return batch == null ? null : view.of(batch);
  }

  @Override
  public double progress() {
    return cursor.query().progress();
  }

  @Override
  public void cancel() {
    cursor.cancel();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
