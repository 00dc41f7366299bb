package dev.paceline.calcite.result;

import dev.paceline.calcite.session.ResultColumn;
import dev.paceline.core.column.Batch;
import dev.paceline.result.ResultBatch;
import dev.paceline.result.ResultVector;
import java.util.List;

/** Shows one batch of the engine after the other. Not thread-safe. */
final class BatchView implements ResultBatch {
  private final VectorView[] vectors;
  private int rowCount;

  BatchView(List<ResultColumn> columns) {
    vectors = columns.stream().map(VectorView::new).toArray(VectorView[]::new);
  }

  /** Shows another batch, which has no selection. */
  BatchView of(Batch batch) {
    rowCount = batch.rowCount();
    for (int i = 0; i < vectors.length; i++) {
      vectors[i].show(batch.column(i), rowCount);
    }
    return this;
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public int columnCount() {
    return vectors.length;
  }

  @Override
  public ResultVector column(int index) {
    return vectors[index];
  }
}
