package dev.paceline.core.operator.unnest;

import static java.util.Objects.requireNonNull;

import dev.paceline.core.column.Batch;
import dev.paceline.core.column.ColumnVector;
import dev.paceline.core.exec.WorkerContext;
import dev.paceline.core.expr.list.ElementVector;
import dev.paceline.core.expr.list.ListReader;
import dev.paceline.core.expr.tree.Evaluator;
import dev.paceline.core.expr.tree.Expression;
import dev.paceline.core.type.DataType;
import org.jspecify.annotations.Nullable;

/** The elements of lists. */
final class ListElements implements Elements {
  private final Evaluator evaluator;
  private final ListReader reader;
  private final ElementVector piece;
  private @Nullable ColumnVector lists;
  private boolean present;

  ListElements(Expression list, WorkerContext context) {
    DataType element = list.type().elementType();
    evaluator = list.newEvaluator(context);
    reader = new ListReader(element);
    piece = new ElementVector(element, context.memory());
  }

  @Override
  public void open(Batch batch) {
    lists = evaluator.evaluate(batch);
  }

  @Override
  public long start(int row) {
    ColumnVector vector = requireNonNull(lists);
    present = !vector.isNull(row);
    return present ? reader.reset(vector, row).count() : 0;
  }

  @Override
  public void reset(int capacity) {
    piece.reset(capacity);
  }

  @Override
  public void append(int count) {
    for (int i = 0; i < count; i++) {
      present = present && reader.next();
      if (present) {
        reader.appendTo(piece);
      } else {
        piece.appendNull();
      }
    }
  }

  @Override
  public ColumnVector finish() {
    return piece.finish();
  }
}
